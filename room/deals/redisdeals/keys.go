package redisdeals

// keys names the package's keys in Redis. Each begins with the prefix and stands alone, so that on a cluster
// they may lie anywhere.
type keys struct{ prefix string }

// stock is a sorted set of deals' codes: those that are in stock at 0, those that were taken lately at when, in
// milliseconds of Unix time. PEXPIREAT: deals.Life after a deal was put in.
func (k keys) stock(name string) string { return k.prefix + "deals:stock:" + name }

// asked is a sorted set of the stocks that were asked for, by when they last were, in milliseconds of Unix
// time. PEXPIREAT: deals.AskedLife after the last.
func (k keys) asked() string { return k.prefix + "deals:asked" }
