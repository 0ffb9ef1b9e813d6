package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/redis/go-redis/v9"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

// shutdownTime is how long a service that is asked to stop takes at most.
const shutdownTime = 10 * time.Second

// perAddressMost is more than anybody shares an address with.
const perAddressMost = 1_000_000

// serveCommand is all the settings of the service; each flag is also a variable, --listen
// SAMEDEAL_LISTEN.
type serveCommand struct {
	Listen          string  `default:"127.0.0.1:8080" env:"SAMEDEAL_LISTEN" placeholder:"ADDRESS" help:"Where clients connect (default ${default})."`
	AdminListen     string  `env:"SAMEDEAL_ADMIN_LISTEN" placeholder:"ADDRESS" help:"Where Prometheus finds /metrics, and samedeal admin the service; nowhere if empty. It is not for the public."`
	PublicURL       string  `env:"SAMEDEAL_PUBLIC_URL" placeholder:"URL" help:"Where browsers reach the service, such as https://samedeal.example. By default it is what --listen says."`
	Data            string  `env:"SAMEDEAL_DATA" type:"path" placeholder:"FOLDER" help:"Where the embedded store keeps its data. By default a folder of this user's."`
	Redis           string  `env:"SAMEDEAL_REDIS" placeholder:"URL" help:"The Redis to use instead of the embedded store: redis://, rediss://, redis+cluster:// (more nodes as ?addr=) or redis+sentinel:// (with ?master_name=)."`
	RedisFile       string  `env:"SAMEDEAL_REDIS_FILE" type:"path" placeholder:"FILE" help:"A file that holds the Redis URL."`
	RedisPrefix     string  `env:"SAMEDEAL_REDIS_PREFIX" placeholder:"TEXT" help:"What all keys in Redis begin with, to share one Redis."`
	Key             string  `env:"SAMEDEAL_KEY" placeholder:"TEXT" help:"The secret that signs players' tokens, 32 bytes or more. By default one is made and kept in the store."`
	KeyFile         string  `env:"SAMEDEAL_KEY_FILE" type:"path" placeholder:"FILE" help:"A file that holds that secret."`
	Proxies         string  `default:"127.0.0.0/8,::1/128" env:"SAMEDEAL_PROXIES" placeholder:"NETWORKS" help:"The networks of your reverse proxies, such as 10.0.0.0/8,192.0.2.7/32: from these alone is X-Forwarded-For believed (default ${default}). Without it, all who come through a proxy are one address to the limits."`
	Daily           string  `default:"TF1-D1N,FC1-C4,KL1-D3N" env:"SAMEDEAL_DAILY" placeholder:"VARIANTS" help:"Each day's challenges (default ${default}); with none there is no daily challenge."`
	DailySecret     string  `env:"SAMEDEAL_DAILY_SECRET" placeholder:"TEXT" help:"The secret that the daily challenges' deals are drawn by, 32 bytes or more. By default one is made and kept in the store."`
	DailySecretFile string  `env:"SAMEDEAL_DAILY_SECRET_FILE" type:"path" placeholder:"FILE" help:"A file that holds that secret."`
	Stock           int     `default:"8" env:"SAMEDEAL_STOCK" placeholder:"N" help:"How many deals that can be won are kept ready of each common variant (default ${default}); with 0 any deal is drawn."`
	NameWords       string  `env:"SAMEDEAL_NAME_WORDS" type:"path" placeholder:"FILE" help:"A file of words that are not to be in players' names: a word or phrase a line, with * at its start or end where it may go on; # begins a comment."`
	FrameRate       float64 `default:"20" env:"SAMEDEAL_FRAME_RATE" placeholder:"N" help:"How many frames a second are read from a connection; others wait (default ${default})."`
	FrameBurst      int     `default:"60" env:"SAMEDEAL_FRAME_BURST" placeholder:"N" help:"How many frames a connection may send at once before that (default ${default})."`
	PerAddress      int     `default:"1" env:"SAMEDEAL_PER_ADDRESS" placeholder:"N" help:"How many times as much as usual an address may do and have (default ${default}); more where hundreds of players share one, such as a school."`
	Sockets         int     `default:"20000" env:"SAMEDEAL_SOCKETS" placeholder:"N" help:"How many WebSockets may be open (default ${default})."`
	LogLevel        string  `default:"info" enum:"debug,info,warn,error" env:"SAMEDEAL_LOG_LEVEL" help:"The least that is logged: ${enum}."`
	LogFormat       string  `default:"text" enum:"text,json" env:"SAMEDEAL_LOG_FORMAT" help:"How it is logged: ${enum}."`
}

func (serveCommand) Help() string {
	return `Without --redis it runs on an embedded store, for trying it out and for a handful of friends. Log lines go to standard error.

Examples:
  samedeal serve
  samedeal serve --redis redis://localhost:6379 --public-url https://samedeal.example`
}

// secrets are the settings that are not shown.
var secrets = []string{"Redis", "Key", "DailySecret"}

func (c serveCommand) Run(s streams) error {
	if err := checkVariables(os.Environ()); err != nil {
		return err
	}
	if err := c.complete(); err != nil {
		return err
	}
	log, err := c.logger(s.err)
	if err != nil {
		return err
	}
	redis.SetLogger(redisLog{log})
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	service, err := startService(ctx, c, log)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(s.out, "%s%s\nOpen %s\n", c.describe(), service.promise, service.publicURL); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
	case err = <-service.failed:
	}
	stop()
	ctx, cancel := context.WithTimeout(context.Background(), shutdownTime)
	defer cancel()
	if closed := service.close(ctx); err == nil {
		err = closed
	}
	return err
}

// complete reads the secrets that lie in files, and fills in the defaults that hang on others.
func (c *serveCommand) complete() error {
	if !(c.FrameRate > 0) || c.FrameBurst <= 0 || c.PerAddress <= 0 || c.Sockets <= 0 { // NaN is not above 0 either
		return usageError("--frame-rate, --frame-burst, --per-address and --sockets must be above 0")
	}
	if c.PerAddress > perAddressMost {
		return usageError(fmt.Sprintf("--per-address is %d; want 1 to %d", c.PerAddress, perAddressMost))
	}
	if c.Stock < 0 {
		return usageError(fmt.Sprintf("--stock is %d; want how many deals to keep ready, or 0 for none", c.Stock))
	}
	for _, secret := range []struct {
		flag, file string
		value      *string
	}{{"redis", c.RedisFile, &c.Redis}, {"key", c.KeyFile, &c.Key}, {"daily-secret", c.DailySecretFile, &c.DailySecret}} {
		if secret.file == "" {
			continue
		}
		if *secret.value != "" {
			return usageError(fmt.Sprintf("give --%s or --%s-file, not both", secret.flag, secret.flag))
		}
		text, err := os.ReadFile(secret.file)
		if err != nil {
			return err
		}
		// It is not taken for a file that was not given: nodes would go on with another secret, or another store.
		if *secret.value = strings.TrimSpace(string(text)); *secret.value == "" {
			return fmt.Errorf("--%s-file: %s is empty; want what --%s says in it", secret.flag, secret.file, secret.flag)
		}
	}
	if c.Redis != "" || c.Data != "" {
		return nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return usageError("there is no home folder to keep data in; give --data")
	}
	c.Data = filepath.Join(home, ".local", "share", "samedeal")
	return nil
}

// describe shows the settings, secrets left out.
func (c serveCommand) describe() string {
	var text strings.Builder
	settings := reflect.ValueOf(c)
	for i := range settings.NumField() {
		field, value := settings.Type().Field(i), fmt.Sprint(settings.Field(i))
		switch {
		case value == "":
			continue
		case slices.Contains(secrets, field.Name):
			value = redacted(value)
		}
		fmt.Fprintf(&text, "%s=%s\n", field.Tag.Get("env"), value)
	}
	return text.String()
}

// checkVariables refuses a variable that names no setting: a slip of the pen would go unnoticed.
func checkVariables(environment []string) error {
	var known []string
	settings := reflect.TypeFor[serveCommand]()
	for i := range settings.NumField() {
		known = append(known, settings.Field(i).Tag.Get("env"))
	}
	for _, variable := range environment {
		name, _, _ := strings.Cut(variable, "=")
		if strings.HasPrefix(name, "SAMEDEAL_") && !slices.Contains(known, name) {
			return usageError(fmt.Sprintf("there is no setting %s; there are %s", name, strings.Join(known, ", ")))
		}
	}
	return nil
}

func (c serveCommand) logger(w io.Writer) (*zap.Logger, error) {
	level, err := zapcore.ParseLevel(c.LogLevel)
	if err != nil {
		return nil, err
	}
	config := zap.NewProductionEncoderConfig()
	config.EncodeTime = zapcore.ISO8601TimeEncoder
	encoder := zapcore.NewConsoleEncoder(config)
	if c.LogFormat == "json" {
		encoder = zapcore.NewJSONEncoder(config)
	}
	return zap.New(zapcore.NewCore(encoder, zapcore.Lock(zapcore.AddSync(w)), level)), nil
}
