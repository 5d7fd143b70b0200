// Package floorplan contains those design rules of the module that a program can check: which
// package may import which, which may start goroutines, read the clock or access the network,
// and what every package comment must contain. Its tests apply the rules to the whole module.
//
// Floor: 0 (leaves). Stability: engine. It is imported by nothing and knows nothing about URLs.
package floorplan

import (
	"fmt"
	"slices"
	"strings"
)

// Module is the import path of the module to which the rules apply.
const Module = "github.com/aranea-search/aranea"

// A Floor is the layer of a package. A package imports only lower floors.
type Floor int

// The floors, from packages without dependencies to the binary.
const (
	Leaf  Floor = 0 // public protocols and plumbing
	Words Floor = 1 // the root package
	Pure  Floor = 2 // decisions and transformations without state
	State Floor = 3 // state and input/output
	Act   Floor = 4 // combinations of state and decisions
	Owner Floor = 5 // the owner of a data folder, and the cluster's drivers
	Face  Floor = 6 // interfaces for people and programs
	Glue  Floor = 7 // main: flags and settings
)

// floors maps the first path element below the module to its floor.
var floors = map[string]Floor{
	"weburl": Leaf, "robotstxt": Leaf, "robotsmeta": Leaf, "sitemap": Leaf, "internal": Leaf,
	"docs":  Leaf, // text embedded in the binary
	"":      Words,
	"scope": Pure, "schedule": Pure, "dedupe": Pure, "mirror": Pure, "trap": Pure, "challenge": Pure, "zone": Pure, "document": Pure,
	"analyze": Pure, "query": Pure, "extract": Pure,
	"store": State, "learned": State, "fetch": State, "render": State, "frontier": State, "cage": State, "linkgraph": State, "index": State, "archive": State,
	"crawl": Act, "search": Act, "inspect": Act,
	"engine": Owner, "cluster": Owner,
	"console": Face, "mcp": Face,
	"cmd": Glue, "bench": Glue, "tools": Glue, "examples": Glue,
}

// foundations lists the packages below internal that public leaves may import, each with its
// reason. They obey the rules of public leaves: pure, and no imports from outside except those
// that a public leaf may have.
var foundations = map[string]string{
	"internal/preference": "robotstxt and robotsmeta read one grammar of preferences",
}

// siblings lists the permitted imports within one floor, each with its reason.
var siblings = map[[2]string]string{
	{"document", "analyze"}: "a document is made of the words that analysis finds",
	{"frontier", "store"}:   "the frontier keeps its state in the key-value store",
	{"linkgraph", "store"}:  "the link graph keeps its state in the key-value store",
	{"index", "store"}:      "the index lives in the data folder",
	{"learned", "store"}:    "what was learned lives beside the frontier in the key-value store",
	{"cluster", "engine"}:   "a front asks what may be asked of folders, and answers in the same form",
	{"archive", "store"}:    "one process at a time writes into a folder of archives; store has the locks",
	{"fetch", "archive"}:    "what archives hold is answered in place of the network; package warc reads them",
	{"inspect", "crawl"}:    "a live look is judged by the plan of a crawl, so that the two never disagree",
}

// apart lists imports that the floors permit and that are forbidden all the same, each with its
// reason: the first package and those below it must not import the second.
var apart = map[[2]string]string{
	{"cmd/aranea", "engine"}:             "a verb asks a session, whoever owns the folder",
	{"console", "engine"}:                "a face shows what a Service answers; it does not know who owns the folder",
	{"engine/service", "engine/wire"}:    "what may be asked does not depend on how it is carried",
	{"engine/api", "frontier"}:           "calls are carried to a Service, which alone knows the stores",
	{"engine/api", "index"}:              "calls are carried to a Service, which alone knows the stores",
	{"engine/session", "frontier"}:       "a session finds who answers, and answers nothing itself",
	{"console/robots", "engine/service"}: "what is shown of robots files follows from files and URLs, whoever has them",
	{"cmd/aranea/report", "crawl"}:       "how a crawl stands and ended is told from values, whoever crawls",
	{"console", "crawl"}:                 "how a crawl stands is told from values, whoever crawls",
	{"engine/api", "crawl"}:              "calls carry values, whoever crawls",
	{"engine/lastcrawl", "crawl"}:        "what is told of the last crawl follows from its report",
	{"engine/service", "crawl"}:          "what may be asked does not depend on who crawls",
	{"engine/session", "crawl"}:          "a session finds who crawls, and does not crawl itself",
}

// left lists imports that a package leaves to the packages below it, each with its reason: the
// first package itself must not import the second.
var left = map[[2]string]string{
	{"console", "inspect"}:           "questions about robots files are answered by console/robots",
	{"console", "robotstxt"}:         "what robots files mean is shown by console/robots",
	{"console", "robotstxt/dialect"}: "what robots files mean is shown by console/robots",
}

// why is the reason for each forbidden direction, by the importing floor.
var why = map[Floor]string{
	Leaf:  "a leaf is a library that others import alone; it must not drag the engine along",
	Words: "the words are shared by all; a word that needs a stage is not a word",
	Pure:  "a pure package decides from values; state and input/output would hide inputs from its tests",
	State: "state packages serve the acts and do not know who uses them or each other",
	Act:   "acts are told what to use by the engine; they do not know faces or each other",
	Owner: "the engine builds and owns everything; faces ask it through their own interfaces",
	Face:  "faces read through their own interfaces so that each can run alone",
	Glue:  "nothing imports main",
}

// A Package is what the rules need to know about one package of the module.
type Package struct {
	Path    string   // import path
	Imports []string // import paths of its non-test files
}

// Of returns the floor of the package with import path p and its first path element. It returns
// false for a package without a floor.
func Of(p string) (Floor, string, bool) {
	rest, ok := strings.CutPrefix(p, Module)
	if !ok {
		return 0, "", false
	}
	top, _, _ := strings.Cut(strings.TrimPrefix(rest, "/"), "/")
	f, ok := floors[top]
	return f, top, ok
}

// Violations returns one sentence for each import that the floor plan forbids, sorted.
func Violations(pkgs []Package) []string {
	var out []string
	for _, p := range pkgs {
		floor, top, ok := Of(p.Path)
		if !ok {
			out = append(out, fmt.Sprintf("%s has no floor: give it one in internal/floorplan", p.Path))
			continue
		}
		for _, imp := range p.Imports {
			if s := edge(p.Path, floor, top, imp); s != "" {
				out = append(out, s)
			}
		}
	}
	slices.Sort(out)
	return out
}

// separate returns why path must not import imp although its floor may, or "".
func separate(path, imp string) string {
	for pair, reason := range left {
		if imp == Module+"/"+pair[1] && path == Module+"/"+pair[0] {
			return fmt.Sprintf("%s imports %s: %s", path, imp, reason)
		}
	}
	for pair, reason := range apart {
		from := Module + "/" + pair[0]
		if imp == Module+"/"+pair[1] && (path == from || strings.HasPrefix(path, from+"/")) {
			return fmt.Sprintf("%s imports %s: %s", path, imp, reason)
		}
	}
	return ""
}

// edge returns why path must not import imp, or "".
func edge(path string, floor Floor, top, imp string) string {
	if s := separate(path, imp); s != "" {
		return s
	}
	target, itop, ok := Of(imp)
	if !ok || itop == top {
		return "" // outside the module, or the same top-level package
	}
	// All packages may import plumbing, except those that others import on their own.
	if itop == "internal" {
		if IsFoundation(imp) || !IsPublic(path) {
			return ""
		}
		return fmt.Sprintf("%s (public) imports %s: %s; list it as a foundation, with a reason", path, imp, why[Leaf])
	}
	if target < floor {
		return ""
	}
	if target == floor {
		if _, listed := siblings[[2]string{top, itop}]; listed {
			return ""
		}
		return fmt.Sprintf("%s (floor %d) imports its sibling %s: %s", path, floor, imp, why[floor])
	}
	return fmt.Sprintf("%s (floor %d) imports %s (floor %d) above it: %s", path, floor, imp, target, why[floor])
}

// MayStartGoroutines reports whether the package may contain go statements.
func MayStartGoroutines(path string) bool {
	_, top, _ := Of(path)
	switch top {
	case "crawl", "index", "search", "inspect", "engine", "console", "store", "fetch", "cage", "render", "cmd", "cluster", "bench":
		return true
	}
	// The simulated web is a server.
	return strings.HasPrefix(path, Module+"/internal/webtest") ||
		strings.HasPrefix(path, Module+"/internal/demoweb")
}

// IsPure reports whether the package must not use clock, randomness, environment, files or
// network.
func IsPure(path string) bool {
	floor, top, ok := Of(path)
	if !ok || top == "internal" && !IsFoundation(path) {
		return false
	}
	return floor <= Pure
}

// IsFoundation reports whether public leaves may import the package, which is below internal.
func IsFoundation(path string) bool {
	_, ok := foundations[strings.TrimPrefix(path, Module+"/")]
	return ok
}

// IsStandardOnly reports whether the package may import only the standard library from outside
// the module, as its comment promises.
func IsStandardOnly(path string) bool {
	_, top, _ := Of(path)
	return top == "robotstxt" || top == "robotsmeta" || IsFoundation(path)
}

// IsPublic reports whether the exported API of the package is stable.
func IsPublic(path string) bool {
	_, top, _ := Of(path)
	switch top {
	case "weburl", "robotstxt", "robotsmeta", "sitemap":
		return !strings.Contains(path, "/internal/")
	}
	return false
}
