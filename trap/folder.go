package trap

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// MaxFolders is the maximum number of folders of an origin in a Book.
const MaxFolders = 16

// Requirements for a verdict on a folder.
const (
	lookEvery  = 8                          // one visit in this number is inspected
	needFolder = 1000                       // pages visited in the folder
	needWhole  = 4000                       // pages of the origin, if none of its folders has a verdict
	looked     = lookEvery * window * 3 / 2 // number of visits before either, from which on one in lookEvery is inspected
	openPart   = 0.75                       // of the last inspected pages had links to new pages of the folder
	// A folder is bounded when it has looked endless this many consecutive times: when it was
	// reported, and again after needFolder more pages, and two and four times as many.
	needHeld = 4
)

// A Folder is what is known about the pages below one first segment of a path, or, with the path
// "/", about all pages of an origin.
type Folder struct {
	Path   string `json:"path"`   // "/maze/"
	Visits uint32 `json:"visits"` // first visits
	// Last and Open count the last inspected visits: all of them, and those of pages that were
	// found in the folder and whose links to pages of the folder were nearly all new.
	Last uint32 `json:"last"`
	Open uint32 `json:"open,omitempty"`
	// Why is the evidence that it may be endless, or ""; Since is when it was reported, or
	// bounded.
	Why     string    `json:"why,omitempty"`
	Since   time.Time `json:"since,omitzero"`
	Held    uint8     `json:"held,omitempty"`    // how many consecutive times it has looked endless
	Next    uint32    `json:"next,omitempty"`    // the number of visits after which it is judged again
	Allowed bool      `json:"allowed,omitempty"` // by the operator, permanently
}

// IsBounded reports whether pages that are named only by links of its own pages are left out.
func (f *Folder) IsBounded() bool { return f.Why != "" && f.Held >= needHeld }

// News returns what is new about a folder that SawFolder returned, for the operator's log.
func (f *Folder) News() string {
	switch {
	case f.Why == "":
		return "a folder does not look endless any more; what was left out of it is visited"
	case f.IsBounded():
		return "a folder looks endless; what only links of its own pages name is left out from now on"
	}
	return "a folder may have no end; its further pages come after all others of the host"
}

// A Sight is what a page shows of a folder that LooksAt returned.
type Sight struct {
	Path    string
	Bounded bool // it was bounded before: pages that its pages link to are left out
	Inside  bool // the page was found by a link of another page of the folder
	Opens   bool // its links to pages of the folder are nearly all new
}

// FolderOf returns the folder of a target directly below its origin, or "/" for a target that is
// in none.
func FolderOf(target string) string {
	path, _, _ := strings.Cut(target, "?")
	if i := strings.IndexByte(path[min(1, len(path)):], '/'); i > 0 && i+2 <= maxName {
		return path[:i+2]
	}
	return "/"
}

// LooksAt returns the folders for which the next first visit of a target is inspected: one visit
// in lookEvery, for folders that have nearly as many pages as the next verdict needs. Much
// earlier visits would count for little, and inspecting costs reads.
func (b *Book) LooksAt(target string) []Sight {
	var at []Sight
	for i := range b.Folders {
		f := &b.Folders[i]
		if (f.Path == "/" || f.Path == FolderOf(target)) && (f.Visits+1)%lookEvery == 0 && f.Visits+looked >= f.next() && !f.Allowed {
			at = append(at, Sight{Path: f.Path, Bounded: f.IsBounded()})
		}
	}
	return at
}

// SawFolder records the first visit of a page, with what it showed of the folders that LooksAt
// returned. It returns the folder that this visit caused to be reported or bounded, or no longer
// so (then it has no Why), or nil; and whether there is something new to store.
func (b *Book) SawFolder(target string, seen []Sight, now time.Time) (told *Folder, news bool) {
	for _, path := range []string{FolderOf(target), "/"} {
		f := b.folder(path)
		f.Visits++
		news = news || f.Visits%(lookEvery*window/2) == 0
		if i := slices.IndexFunc(seen, func(s Sight) bool { return s.Path == path }); i >= 0 {
			f.saw(seen[i].Opens && (seen[i].Inside || f.IsBounded()))
		}
		before := *f
		if f.ask(now) {
			news = true
		}
		if (before.Why == "") != (f.Why == "") || before.IsBounded() != f.IsBounded() {
			c := *f
			told = &c
			b.Pending = b.Pending || before.IsBounded()
		}
		if f.Why != "" && before.Why == "" {
			b.restart()
		}
		if f.Why != "" || f.Allowed || path == "/" { // pages of such a folder say nothing about the rest
			break
		}
	}
	return told, news
}

// restart starts the observation of the whole origin anew, because one of its folders has a
// verdict.
func (b *Book) restart() {
	if i := slices.IndexFunc(b.Folders, func(f Folder) bool { return f.Path == "/" && f.Why == "" }); i >= 0 {
		f := &b.Folders[i]
		f.Visits, f.Last, f.Open = 0, 0, 0
	}
}

// folder returns what is known about a folder, in the same way as entry. Folders with a verdict
// are replaced only by "/", which represents the folders without an entry.
func (b *Book) folder(path string) *Folder {
	i := slices.IndexFunc(b.Folders, func(f Folder) bool { return f.Path == path })
	if i >= 0 {
		return &b.Folders[i]
	}
	if len(b.Folders) == MaxFolders {
		least, kept := leastOf(b.Folders, func(f *Folder) uint32 {
			return weight(f.Visits, f.Why, f.Allowed || f.Path == "/")
		})
		if kept == forGood || kept == byVerdict && path != "/" {
			return &Folder{Path: path}
		}
		b.Folders = slices.Delete(b.Folders, least, least+1)
	}
	b.Folders = append(b.Folders, Folder{Path: path})
	return &b.Folders[len(b.Folders)-1]
}

func (f *Folder) saw(open bool) {
	if f.Last++; f.Last == 2*window {
		f.Last, f.Open = f.Last/2, f.Open/2
	}
	if open {
		f.Open++
	}
}

// next returns the number of visited pages after which a folder is judged.
func (f *Folder) next() uint32 {
	if f.Path == "/" {
		return max(f.Next, needWhole)
	}
	return max(f.Next, needFolder)
}

// ask gives a verdict on a folder that looks endless, or revokes the verdict if it no longer
// does, and reports whether anything changed. Each verdict uses only pages that were inspected
// since the previous one.
func (f *Folder) ask(now time.Time) bool {
	if f.Allowed || f.Last < window || f.Visits < f.next() {
		return false
	}
	switch open := float64(f.Open) >= openPart*float64(f.Last); {
	case open && !f.IsBounded():
		f.Why = fmt.Sprintf("%d pages of %s were visited; of the last %d that were looked at, %d were found in it and name pages of it that nothing else had named", f.Visits, f.Path, f.Last, f.Open)
		if f.Held++; f.IsBounded() {
			f.Why += fmt.Sprintf(", as %d times before", f.Held-1)
		}
		if f.Held == 1 || f.IsBounded() {
			f.Since = now
		}
	case open:
	case f.Why == "":
		return false
	default:
		f.Why, f.Since, f.Held = "", time.Time{}, 0
	}
	more := uint32(needFolder)
	if f.Held > 0 && !f.IsBounded() {
		more <<= f.Held - 1
	}
	f.Next, f.Last, f.Open = f.Visits+more, 0, 0
	return true
}

// AdviseFolder returns a copy of the reported folder of a target that may be endless, or nil if
// there is none or the target's own folder is allowed. Of several, it is the bounded one with the
// shortest path.
func (b *Book) AdviseFolder(target string) *Folder {
	var best *Folder // in the book
	for i := range b.Folders {
		f := &b.Folders[i]
		if f.Allowed && f.Path == FolderOf(target) {
			return nil
		}
		if f.Why == "" || !strings.HasPrefix(target, f.Path) {
			continue
		}
		if best == nil || f.IsBounded() && (!best.IsBounded() || len(f.Path) < len(best.Path)) {
			best = f
		}
	}
	if best == nil {
		return nil
	}
	c := *best
	return &c
}

// FolderIn returns the folder of a target that the evidence is about, or "" if it is about
// something else.
func FolderIn(evidence, target string) string {
	for _, path := range []string{FolderOf(target), "/"} {
		if strings.Contains(evidence, " pages of "+path+" were visited; ") {
			return path
		}
	}
	return ""
}
