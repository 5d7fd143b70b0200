package trap

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// A host may answer for a path by the last segment of it, or by none, whatever folders come before. If its pages
// have relative links as well, these lead from /news/ to /news/about/, from there to /news/about/news/, and so on:
// the same few pages in folders of each other. All URLs whose paths have one last segment, with folders before it,
// are a view then, called "/**/about/".

const (
	needEchoes   = 8       // pages of such a view that have the text of the first, and none that has not
	echoSampleOf = 1 << 10 // of so many of its URLs one is visited all the same, as each page names many others
	inFolders    = "/**/"  // before the last segment in the name of a view
)

// echoOf returns the view of a target by its last segment; "" for a target with a query, and for one that is in no
// folder.
func echoOf(target string) string {
	path := strings.TrimSuffix(target, "/")
	slash := strings.LastIndexByte(path, '/')
	if slash <= 0 || strings.Contains(target, "?") || len(target)-slash+len(inFolders) > maxName {
		return ""
	}
	return inFolders + target[slash+1:]
}

// Recurs reports whether a link leads into the folder of its page, and below that to a name that the path of the
// folder has already, as that from /news/about/ to /news/about/news/ does.
func Recurs(page, link string) bool {
	if strings.Contains(page, "?") || strings.Contains(link, "?") {
		return false
	}
	folder := page[:strings.LastIndexByte(page, '/')+1]
	below, ok := strings.CutPrefix(link, folder)
	if !ok {
		return false
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(below, "/"), "/") {
		if name != "" && strings.Contains(folder, "/"+name+"/") {
			return true
		}
	}
	return false
}

// An Echo is what a page at a path with folders shows.
type Echo struct {
	Target string
	Text   uint64 // hash of its text
	Sketch uint64
	Recurs bool // it has a link that does
}

// SawEcho records the first visit to a page, and reports whether there is something new to store. A page that has
// not the text of others of its view ends the verdict. near reports whether two sketches are those of near copies.
func (b *Book) SawEcho(e Echo, near func(a, b uint64) bool, now time.Time) bool {
	name := echoOf(e.Target)
	if name == "" {
		return false
	}
	v := b.view(name, e.Recurs)
	switch {
	case v == nil:
		return false
	case v.Closed == 0:
		v.Closed, v.Text, v.Sketch = 1, e.Text, e.Sketch
		return true
	case v.Text != e.Text && !near(v.Sketch, e.Sketch):
		v.Open++
		took := v.Why != ""
		v.Why, v.Since, b.Pending = "", time.Time{}, b.Pending || took
		return took || v.Open == 1
	case !e.Recurs:
		return false
	}
	v.Closed++
	if v.Why != "" || v.Allowed || v.Open > 0 || v.Closed < needEchoes {
		return v.Closed%keepEvery == 0
	}
	v.Why, v.Since = fmt.Sprintf("all %d pages%s", v.Closed, aboutEcho(name)), now
	return true
}

// aboutEcho returns what the evidence on such a view says of which one it is about.
func aboutEcho(name string) string {
	return " of " + name + " that were visited have one text, and lead to the same names in folders of each other"
}

// AdviseEcho returns why a target is a page in folders that say nothing, or "" if there is no evidence, or if it is
// one of the few that are visited all the same.
func (b *Book) AdviseEcho(target string) string {
	if !slices.ContainsFunc(b.Views, View.isEcho) {
		return ""
	}
	name := echoOf(target)
	if name == "" || sum(target)%echoSampleOf == 0 {
		return ""
	}
	if v := b.view(name, false); v != nil {
		return v.Why
	}
	return ""
}

// isEcho reports whether a view is one of a last segment, with a verdict.
func (v View) isEcho() bool { return v.Why != "" && strings.HasPrefix(v.Name, inFolders) }
