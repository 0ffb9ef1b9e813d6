package embedded

// A kind is what a command does to the data, and so what is done around it.
type kind uint8

const (
	// aboutConnection commands set a connection up and touch no data. The client sends some of them
	// on its own while another command waits for its connection.
	aboutConnection kind = iota
	// bracket commands begin and end a transaction.
	bracket
	reads
	writes
	// runsScript commands may write even when they fail.
	runsScript
)

// A spec is what the store knows of a command.
type spec struct {
	kind kind
	// byClock says that its answer or effect depends on the time.
	byClock bool
	// keep gives the form in which the command is kept, if that is not as it is.
	keep keeper
}

// specs are the commands that the store carries out. What is not here is refused: a write that the
// store does not know of would silently not be kept.
var specs = buildSpecs()

func buildSpecs() map[string]spec {
	table := map[string]spec{
		"TIME": {kind: reads, byClock: true},
		"TTL":  {kind: reads, byClock: true},
		"PTTL": {kind: reads, byClock: true},

		"EVAL":       {kind: runsScript, byClock: true},
		"EVALSHA":    {kind: runsScript, byClock: true},
		"EVAL_RO":    {kind: reads, byClock: true},
		"EVALSHA_RO": {kind: reads, byClock: true},
		"SCRIPT":     {kind: reads},

		"XADD": {kind: writes, keep: keepEntry},

		"SET":       {kind: writes, byClock: true, keep: keepSet},
		"SETEX":     {kind: writes, byClock: true, keep: keepSetFor(1000)},
		"PSETEX":    {kind: writes, byClock: true, keep: keepSetFor(1)},
		"EXPIRE":    {kind: writes, byClock: true, keep: keepExpiry(1000, fromNow)},
		"PEXPIRE":   {kind: writes, byClock: true, keep: keepExpiry(1, fromNow)},
		"EXPIREAT":  {kind: writes, byClock: true, keep: keepExpiry(1000, instant)},
		"PEXPIREAT": {kind: writes, byClock: true, keep: keepExpiry(1, instant)},
	}
	for kind, names := range plainCommands {
		for _, name := range names {
			table[name] = spec{kind: kind}
		}
	}
	return table
}

// plainCommands are those of which nothing more need be known. None of them picks by chance, makes
// ids, takes an expiry or waits.
var plainCommands = map[kind][]string{
	aboutConnection: {
		"AUTH", "CLIENT", "ECHO", "HELLO", "QUIT", "UNWATCH", "WATCH",
		"SUBSCRIBE", "PSUBSCRIBE", "UNSUBSCRIBE", "PUNSUBSCRIBE",
	},
	bracket: {"MULTI", "EXEC"},
	reads: {
		"CONFIG", "DBSIZE", "INFO", "PING", "PUBLISH", "PUBSUB",
		"EXISTS", "EXPIRETIME", "KEYS", "PEXPIRETIME", "SCAN", "TYPE",
		"GET", "GETRANGE", "MGET", "STRLEN",
		"HEXISTS", "HGET", "HGETALL", "HKEYS", "HLEN", "HMGET", "HSCAN", "HSTRLEN", "HVALS",
		"LINDEX", "LLEN", "LRANGE",
		"SCARD", "SDIFF", "SINTER", "SINTERCARD", "SISMEMBER", "SMEMBERS", "SMISMEMBER", "SSCAN", "SUNION",
		"XINFO", "XLEN", "XRANGE", "XREAD", "XREVRANGE",
		"ZCARD", "ZCOUNT", "ZINTER", "ZLEXCOUNT", "ZMSCORE", "ZRANGE", "ZRANGEBYLEX", "ZRANGEBYSCORE", "ZRANK",
		"ZREVRANGE", "ZREVRANGEBYLEX", "ZREVRANGEBYSCORE", "ZREVRANK", "ZSCAN", "ZSCORE", "ZUNION",
	},
	writes: {
		"DEL", "FLUSHALL", "FLUSHDB", "PERSIST", "RENAME", "RENAMENX", "UNLINK",
		"APPEND", "DECR", "DECRBY", "GETDEL", "GETSET", "INCR", "INCRBY", "INCRBYFLOAT", "MSET", "MSETNX",
		"SETNX", "SETRANGE",
		"HDEL", "HINCRBY", "HINCRBYFLOAT", "HMSET", "HSET", "HSETNX",
		"LINSERT", "LMOVE", "LPOP", "LPUSH", "LPUSHX", "LREM", "LSET", "LTRIM", "RPOP", "RPOPLPUSH", "RPUSH",
		"RPUSHX",
		"SADD", "SMOVE", "SREM",
		"ZADD", "ZINCRBY", "ZPOPMAX", "ZPOPMIN", "ZREM", "ZREMRANGEBYLEX", "ZREMRANGEBYRANK", "ZREMRANGEBYSCORE",
	},
}

// refusals say why some commands are not in the table.
var refusals = map[string]string{
	"SPOP":        byChance,
	"SRANDMEMBER": byChance,
	"RANDOMKEY":   byChance,
	"HRANDFIELD":  byChance,
	"ZRANDMEMBER": byChance,
	"XDEL":        neverTrimmed,
	"XTRIM":       neverTrimmed,
	"SDIFFSTORE":  leavesEmpty,
	"SINTERSTORE": leavesEmpty,
	"SUNIONSTORE": leavesEmpty,
	"ZINTERSTORE": leavesEmpty,
	"ZUNIONSTORE": leavesEmpty,
}

const (
	byChance     = "what it picks by chance would be another when the journal is played again"
	leavesEmpty  = "miniredis makes a key of an empty result, where Redis makes none"
	neverTrimmed = "streams are never trimmed"
	notSupported = "it is not among the commands that it supports"
)

// specOf finds a command in the table. The error is a *RefusedError.
func specOf(name string) (spec, error) {
	if s, found := specs[name]; found {
		return s, nil
	}
	reason, found := refusals[name]
	if !found {
		reason = notSupported
	}
	return spec{}, &RefusedError{Command: name, Reason: reason}
}
