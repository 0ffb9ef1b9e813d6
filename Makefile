# Run make alone to see what it can do.

GO ?= go
TOOLS := $(CURDIR)/.tools
GOLANGCI_LINT := $(TOOLS)/golangci-lint-v2.15.0
BUF := $(TOOLS)/buf-v1.75.0

# The plugins that generate code must be of the versions that go.mod has of what the code imports.
version-of = $(shell awk '$$1 == "$(1)" { print $$2 }' go.mod)
PROTOC_GEN_GO := $(TOOLS)/protoc-gen-go-$(call version-of,google.golang.org/protobuf)/protoc-gen-go
PROTOC_GEN_CONNECT_GO := $(TOOLS)/protoc-gen-connect-go-$(call version-of,connectrpc.com/connect)/protoc-gen-connect-go
NODE_MODULES := web/node_modules/.package-lock.json
PROTO_TOOLS := $(BUF) $(PROTOC_GEN_GO) $(PROTOC_GEN_CONNECT_GO) $(NODE_MODULES)
WITH_PROTO_TOOLS = BUF=$(BUF) PATH="$(dir $(PROTOC_GEN_GO)):$(dir $(PROTOC_GEN_CONNECT_GO)):$(CURDIR)/web/node_modules/.bin:$$PATH"

# How long make fuzz searches with each target, how many games make race plays by each law, and how many
# rounds of faults by chance it goes through.
FUZZTIME ?= 60s
RACE_CHECKS ?= 2000
RACE_ROUNDS ?= 20

# The built browser client, and what it is made from: the folders are among it so that a file that has
# gone is seen too.
CLIENT := web/dist/index.html
CLIENT_SOURCES := $(shell find web/src web/public web/scripts ! -name '*.test.ts') web/index.html \
	$(wildcard web/*.ts web/*.js web/*.json)

# What the Go tests need: a C compiler for the race detector, Redis, and Node for a client in another
# language. What the browser client and its tests need beyond that: npm, which comes with Node except in
# Debian's own packages, and a browser.
NEED := .ci/need gcc gcc libc6-dev && .ci/need redis-server redis-server && .ci/need node nodejs
NEED_WEB := .ci/need npm npm && .ci/node-fits && .ci/need chromium chromium

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# The program holds the client that was there when it was compiled, so that the order counts.
.NOTPARALLEL:
.PHONY: help build run test race fuzz bench lint proto web shots check

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## Build bin/samedeal, with the browser client if that is built
	@$(GO) build -o bin/samedeal ./cmd/samedeal

run: web build ## Build all of samedeal and start it
	@exec bin/samedeal serve

test: ## Install what the tests need, and run them all, with the race detector and in a browser
	@$(NEED)
	@$(NEED_WEB)
	@$(MAKE) --no-print-directory web build
	cd web && npm test
	WEB_BUILT=1 $(GO) test -race ./...
	cd web && npm run e2e

race: ## Run the Go tests, and again those of games and faults by chance, with many more of them
	@$(NEED)
	$(GO) test -race -count=1 ./...
	$(GO) test -race -count=1 -timeout 60m $$(.ci/packages-testing-by pgregory.net/rapid) -rapid.checks=$(RACE_CHECKS)
	$(GO) test -race -count=1 -timeout 60m -run 'Kill|Cut|Frames|Replica|Away|Load' ./cmd/samedeal -rounds=$(RACE_ROUNDS)

fuzz: ## Search for input that breaks the decoders, FUZZTIME (60s) with each
	@for package in $$(.ci/packages-with 'testing.F)'); do \
		for target in $$($(GO) test -list '^Fuzz' $$package | grep '^Fuzz'); do \
			$(GO) test $$package -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 20x || exit 1; \
		done; \
	done

bench: ## Run the benchmarks
	$(GO) test -run '^$$' -bench . -benchmem ./...

lint: $(GOLANGCI_LINT) $(PROTO_TOOLS) ## Check the format, the linters' rules, the client's types and the wire protocol
	$(GOLANGCI_LINT) config verify
	$(GOLANGCI_LINT) run
	$(GO) mod tidy -diff
	cd web && npm run check
	$(BUF) lint proto
	$(BUF) format proto --diff --exit-code
	@$(WITH_PROTO_TOOLS) .ci/breaking-proto
	@$(WITH_PROTO_TOOLS) .ci/generate-proto --check

$(GOLANGCI_LINT):
	GOBIN=$(TOOLS) $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(subst golangci-lint-,,$(@F))
	@mv $(TOOLS)/golangci-lint $@

proto: $(PROTO_TOOLS) ## Generate the code of the wire protocol
	@$(WITH_PROTO_TOOLS) .ci/generate-proto

$(BUF):
	GOBIN=$(TOOLS) $(GO) install github.com/bufbuild/buf/cmd/buf@$(subst buf-,,$(@F))
	@mv $(TOOLS)/buf $@

$(PROTOC_GEN_GO):
	GOBIN=$(@D) $(GO) install google.golang.org/protobuf/cmd/protoc-gen-go

$(PROTOC_GEN_CONNECT_GO):
	GOBIN=$(@D) $(GO) install connectrpc.com/connect/cmd/protoc-gen-connect-go

$(NODE_MODULES): web/package-lock.json
	@.ci/node-fits
	cd web && npm ci --no-audit --no-fund
	@touch $@

web: $(CLIENT) ## Build the browser client

$(CLIENT): $(CLIENT_SOURCES) $(NODE_MODULES)
	@.ci/node-fits
	cd web && npm run build
	@touch $@

shots: web build ## Take pictures of the browser client's pages, into web/shots
	@$(NEED_WEB)
	cd web && npm run shots

check: lint test ## All that must be clean before a change lands
