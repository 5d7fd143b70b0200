package trap_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea/trap"
)

// TestAllowedIsKept checks that in full lists entries that the operator allowed are never
// replaced, and entries with a verdict only if there are no others.
func TestAllowedIsKept(t *testing.T) {
	t.Parallel()
	b := trap.Book{Templates: []trap.Entry{{Template: "/fine", Allowed: true}}, Params: []trap.Param{{Template: "/fine?p", Name: "p", Allowed: true}}}
	for i := range trap.MaxTemplates - 1 {
		b.Templates = append(b.Templates, trap.Entry{Template: fmt.Sprint("/t", i), Why: "it is a trap"})
	}
	for i := range trap.MaxParams - 1 {
		b.Params = append(b.Params, trap.Param{Template: "/t?p", Name: fmt.Sprint("p", i), Why: "it changes nothing"})
	}
	v := trap.Visit{Target: "/new/1?q=2", Text: 3}
	b.Saw(v, time.Time{})
	if e := b.Templates; !e[0].Allowed || e[1].Template != "/t1" || e[len(e)-1].Template != "/new/*?q" {
		t.Errorf("templates %+v", e)
	}
	if p := b.Params; !p[0].Allowed || p[1].Name != "p1" || p[len(p)-1].Name != "q" {
		t.Errorf("parameters %+v", p)
	}
	for i := range b.Templates {
		b.Templates[i] = trap.Entry{Template: fmt.Sprint("/a", i), Allowed: true}
	}
	for i := range b.Params {
		b.Params[i] = trap.Param{Template: "/a?p", Name: fmt.Sprint("a", i), Allowed: true}
	}
	was := b.Clone()
	if b.Saw(v, time.Time{}) || fmt.Sprint(b) != fmt.Sprint(was) {
		t.Errorf("the book became %+v", b)
	}
}

// TestFoldersAreKept checks that a further folder does not replace one that is allowed or has a
// verdict, and is judged with the whole origin.
func TestFoldersAreKept(t *testing.T) {
	t.Parallel()
	b := trap.Book{Folders: []trap.Folder{{Path: "/fine/", Allowed: true}, {Path: "/"}}}
	for i := range trap.MaxFolders - 2 {
		b.Folders = append(b.Folders, trap.Folder{Path: fmt.Sprint("/f", i, "/"), Why: "it may have no end"})
	}
	was := b.Clone()
	if _, news := b.SawFolder("/new/x", nil, time.Time{}); news {
		t.Error("there is something to store of a folder that has no place")
	}
	was.Folders[1].Visits = 1
	if !slices.Equal(b.Folders, was.Folders) {
		t.Errorf("folders %+v", b.Folders)
	}
	b.Folders[1].Path = "/other/" // with the fewest visits
	b.SawFolder("/", nil, time.Time{})
	if f := b.Folders; !f[0].Allowed || f[len(f)-1].Path != "/" || len(f) != trap.MaxFolders {
		t.Errorf("folders %+v", f)
	}
}
