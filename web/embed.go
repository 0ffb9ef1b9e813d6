// Package web is the browser client: its sources, and its files once they are built. To Go it is the
// latter: the program carries what was in dist when it was compiled, so that one file is the whole of the
// service. Without a build there is nothing in dist but a file that keeps the folder, and the program
// compiles all the same.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var embedded embed.FS

// Dist is the built client, with index.html at its root; without it if nothing was built.
func Dist() fs.FS {
	dist, _ := fs.Sub(embedded, "dist") // it fails only for a path that is not one
	return dist
}
