package redisplayer

import (
	_ "embed"

	"github.com/redis/go-redis/v9"
)

//go:embed change_record.lua
var changeRecordSource string

//go:embed log_out.lua
var logOutSource string

//go:embed save_code.lua
var saveCodeSource string

//go:embed count_report.lua
var countReportSource string

// The scripts are sent whole to a master that does not have them.
var (
	changeRecord = redis.NewScript(changeRecordSource)
	logOut       = redis.NewScript(logOutSource)
	saveCode     = redis.NewScript(saveCodeSource)
	countReport  = redis.NewScript(countReportSource)
)
