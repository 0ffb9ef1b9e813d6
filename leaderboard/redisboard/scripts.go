package redisboard

import (
	_ "embed"

	"github.com/redis/go-redis/v9"
)

// What more than one script begins with.
var (
	//go:embed board.lua
	boardSource string
	//go:embed kept.lua
	keptSource string
)

var (
	//go:embed submit.lua
	submitSource string
	//go:embed submit_total.lua
	submitTotalSource string
	//go:embed view.lua
	viewSource string
	//go:embed take_off.lua
	takeOffSource string
	//go:embed void.lua
	voidSource string
	//go:embed settle.lua
	settleSource string
	//go:embed load.lua
	loadSource string
	//go:embed replace.lua
	replaceSource string
	//go:embed note.lua
	noteSource string
	//go:embed begin_removal.lua
	beginRemovalSource string
)

// The scripts are sent whole to a master that does not have them. Those of a board have all of its keys as
// KEYS, in the order of names.
var (
	submit       = redis.NewScript(boardSource + submitSource)
	submitTotal  = redis.NewScript(boardSource + submitTotalSource)
	view         = redis.NewScript(boardSource + viewSource)
	takeOff      = redis.NewScript(boardSource + takeOffSource)
	voidAll      = redis.NewScript(boardSource + voidSource)
	settle       = redis.NewScript(boardSource + settleSource)
	load         = redis.NewScript(boardSource + keptSource + loadSource)
	replace      = redis.NewScript(boardSource + keptSource + replaceSource)
	note         = redis.NewScript(noteSource)
	beginRemoval = redis.NewScript(beginRemovalSource)
)
