// Package samedeal_test holds the rules that the whole tree keeps: who may import whom, and that
// every package says what it owns.
package samedeal_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	module    = "github.com/samedeal/samedeal"
	redis     = "github.com/redis/go-redis/v9"
	websocket = "github.com/gorilla/websocket"
)

// A layer is a folder and what its packages may and must not import, directly or by way of others.
type layer struct {
	folder string
	// own are the project's folders that it may import; its own is always among them.
	own []string
	// never are packages of others that it must not come to import.
	never []string
}

// edges are what only the edges of the service touch.
var edges = []string{redis, websocket}

// layers is the table of who may import whom. A package belongs to the longest folder that it is in;
// cmd, which wires all of them, is not in it.
var layers = []layer{
	{folder: "engine", never: edges},
	{folder: "engine/solve", own: []string{"engine"}, never: edges},
	{folder: "proto", never: edges},
	{folder: "player", own: []string{"proto"}, never: edges},
	{folder: "room", own: []string{"engine", "proto"}, never: edges},
	{folder: "room/deals", own: []string{"engine", "engine/solve"}, never: edges},
	{folder: "room/analysis", own: []string{"engine", "engine/solve", "proto"}, never: edges},
	{folder: "leaderboard", own: []string{"engine", "engine/solve", "proto"}, never: edges},
	{folder: "leaderboard/daily", own: []string{"engine", "engine/solve", "leaderboard", "proto"}, never: edges},
	{folder: "matchmaker", own: []string{"engine"}, never: edges},
	{
		folder: "gateway",
		own: []string{
			"engine", "engine/solve", "proto", "player", "room", "room/deals", "room/analysis",
			"leaderboard", "leaderboard/daily", "matchmaker", "web",
		},
		never: []string{redis},
	},
	{folder: "web", never: edges},
}

// pureImports are the packages of the standard library that the engine's files may import: no clock,
// no randomness, no input or output, no network, no locks.
var pureImports = []string{
	"cmp", "crypto/sha256", "encoding/binary", "encoding/hex", "errors", "iter", "maps", "math/bits", "slices", "strconv", "strings",
}

type goPackage struct {
	ImportPath string
	Dir        string
	Doc        string
	GoFiles    []string
	Imports    []string
	Deps       []string
}

// folder is the package's folder in the project.
func (p goPackage) folder() string {
	return strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
}

func packages(t *testing.T) []goPackage {
	t.Helper()
	output, err := exec.Command("go", "list", "-json=ImportPath,Dir,Doc,GoFiles,Imports,Deps", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []goPackage
	for decoder := json.NewDecoder(strings.NewReader(string(output))); ; {
		var p goPackage
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if len(p.GoFiles) > 0 {
			all = append(all, p)
		}
	}
	if len(all) == 0 {
		t.Fatal("go list shows no package")
	}
	return all
}

// layerOf finds the layer of a folder of the project.
func layerOf(folder string) (layer, bool) {
	best, found := layer{}, false
	for _, l := range layers {
		if isIn(folder, l.folder) && len(l.folder) > len(best.folder) {
			best, found = l, true
		}
	}
	return best, found
}

func isIn(folder, other string) bool {
	return folder == other || strings.HasPrefix(folder, other+"/")
}

// isStore reports whether a folder is a store on Redis: these are subpackages of their own, beside
// what they serve, and for cmd alone to import.
func isStore(folder string) bool { return strings.HasPrefix(path.Base(folder), "redis") }

// An import that goes upwards ties the rules of a game to a socket or a database.
func TestImports(t *testing.T) {
	for _, p := range packages(t) {
		if isIn(p.folder(), "cmd") {
			continue
		}
		l, found := layerOf(p.folder())
		if !found {
			t.Errorf("%s is in no layer of the table", p.ImportPath)
			continue
		}
		for _, dep := range p.Deps {
			if fault := l.fault(p.folder(), dep); fault != "" {
				t.Errorf("%s imports %s: %s", p.folder(), dep, fault)
			}
		}
	}
}

// fault says what is wrong with a package of the layer depending on another, if anything is.
func (l layer) fault(folder, dep string) string {
	own, isOwn := strings.CutPrefix(dep, module+"/")
	target, _ := layerOf(own)
	switch {
	case isOwn && isStore(own):
		return "a store is for cmd alone"
	case isOwn && target.folder != l.folder && !slices.Contains(l.own, target.folder):
		return "it is not below it"
	case dep == redis && isStore(folder):
		return ""
	case slices.Contains(l.never, dep):
		return "that is for the edges"
	default:
		return ""
	}
}

// The table must catch what it is there to catch.
func TestTheTableFindsFaults(t *testing.T) {
	for _, c := range []struct {
		folder, dep string
		fault       bool
	}{
		{"engine", "strings", false},
		{"engine", module + "/proto", true},
		{"engine", module + "/engine/solve", true},
		{"engine/solve", module + "/engine", false},
		{"room", module + "/engine", false},
		{"room", module + "/leaderboard", true},
		{"room", module + "/room/redislog", true},
		{"room", redis, true},
		{"room", websocket, true},
		{"room/redislog", redis, false},
		{"room/redislog", module + "/room", false},
		{"gateway", websocket, false},
		{"gateway", redis, true},
		{"gateway", module + "/matchmaker", false},
		{"matchmaker", module + "/room", true},
	} {
		l, _ := layerOf(c.folder)
		if fault := l.fault(c.folder, c.dep); (fault != "") != c.fault {
			t.Errorf("%s on %s: %q", c.folder, c.dep, fault)
		}
	}
}

// The engine is folded over a log on any server, years later, to the same board: nothing in it may
// depend on when or where.
func TestTheEngineIsPure(t *testing.T) {
	for _, p := range packages(t) {
		if !isIn(p.folder(), "engine") {
			continue
		}
		for _, imported := range p.Imports {
			if !slices.Contains(pureImports, imported) && !isIn(imported, module+"/engine") {
				t.Errorf("%s imports %s, which is not among the pure packages", p.folder(), imported)
			}
		}
	}
}

// A reader must learn from a package itself what it owns. Of generated packages protoc-gen-go's has no
// doc comment, whatever its .proto files say: it leaves an empty line behind theirs.
func TestEveryPackageHasADocComment(t *testing.T) {
	for _, p := range packages(t) {
		if p.Doc == "" && !p.isGenerated(t) {
			t.Errorf("%s has no doc comment", p.ImportPath)
		}
	}
}

// isGenerated reports whether nothing in the package was written by hand.
func (p goPackage) isGenerated(t *testing.T) bool {
	t.Helper()
	for _, name := range p.GoFiles {
		const head = parser.PackageClauseOnly | parser.ParseComments
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, head)
		if err != nil {
			t.Fatal(err)
		}
		if !ast.IsGenerated(file) {
			return false
		}
	}
	return true
}
