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

//go:embed finish_report.lua
var finishReportSource string

//go:embed replace_invitation.lua
var replaceInvitationSource string

//go:embed use_invitation.lua
var useInvitationSource string

//go:embed add_friend.lua
var addFriendSource string

//go:embed remove_friend.lua
var removeFriendSource string

//go:embed block.lua
var blockSource string

// The scripts are sent whole to a master that does not have them.
var (
	changeRecord = redis.NewScript(changeRecordSource)
	logOut       = redis.NewScript(logOutSource)
	saveCode     = redis.NewScript(saveCodeSource)
	countReport  = redis.NewScript(countReportSource)
	finishReport = redis.NewScript(finishReportSource)

	replaceInvitation = redis.NewScript(replaceInvitationSource)
	useInvitation     = redis.NewScript(useInvitationSource)
	addFriend         = redis.NewScript(addFriendSource)
	removeFriend      = redis.NewScript(removeFriendSource)
	block             = redis.NewScript(blockSource)
)
