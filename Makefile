# Run make alone to see what it can do.

GO ?= go
TOOLS := $(CURDIR)/.tools
GOLANGCI_LINT := $(TOOLS)/golangci-lint-v2.15.0

# How long make fuzz searches with each target, and how many games make race plays by each law.
FUZZTIME ?= 60s
RACE_CHECKS ?= 2000

.DEFAULT_GOAL := help
.PHONY: help build run test race fuzz bench lint proto web check

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## Build bin/samedeal
	@$(GO) build -o bin/samedeal ./cmd/samedeal

run: build ## Build samedeal and start it
	@echo "The service is still to come. What works today is the command line; try:"
	@echo "  bin/samedeal deal --random KL1-D3N"

test: ## Install what the tests need, and run them all with the race detector
	@.ci/need gcc gcc libc6-dev
	$(GO) vet ./...
	$(GO) test -race ./...

race: ## The same with many more games by chance
	@.ci/need gcc gcc libc6-dev
	$(GO) test -race -count=1 ./...
	$(GO) test -race -count=1 -timeout 60m $$(.ci/packages-with pgregory.net/rapid) -rapid.checks=$(RACE_CHECKS)

fuzz: ## Search for input that breaks the decoders, FUZZTIME (60s) with each
	@for package in $$(.ci/packages-with 'testing.F)'); do \
		for target in $$($(GO) test -list '^Fuzz' $$package | grep '^Fuzz'); do \
			$(GO) test $$package -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) || exit 1; \
		done; \
	done

bench: ## Run the benchmarks
	$(GO) test -run '^$$' -bench . -benchmem ./...

lint: $(GOLANGCI_LINT) ## Check the format and the linters' rules
	$(GOLANGCI_LINT) config verify
	$(GOLANGCI_LINT) run
	$(GO) mod tidy -diff

$(GOLANGCI_LINT):
	GOBIN=$(TOOLS) $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(subst golangci-lint-,,$(@F))
	@mv $(TOOLS)/golangci-lint $@

proto: ## Generate the code of the wire protocol
	@echo "There is no wire protocol yet; it comes with the service."

web: ## Build the browser client
	@echo "There is no browser client yet; it comes with the service."

check: lint test ## All that must be clean before a change lands
