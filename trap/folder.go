package trap

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// MaxFolders is how many folders of an origin a Book holds.
const MaxFolders = 16

// What a verdict on a folder asks for.
const (
	lookEvery  = 8                          // one visit in so many is looked at
	needFolder = 1000                       // pages visited in the folder
	needWhole  = 4000                       // of the origin, where no folder of it is one
	looked     = lookEvery * window * 3 / 2 // visits before either, from which on one in lookEvery is looked at
	openPart   = 0.75                       // of the last pages that were looked at named new pages of the folder
	// So often one behind the other it has looked endless when it is bounded: when it was
	// told, and after needFolder pages more, twice and four times as many.
	needHeld = 4
)

// A Folder is what is known of the pages below one first segment of a path, or with
// the path "/" of all pages of an origin.
type Folder struct {
	Path   string `json:"path"`   // "/maze/"
	Visits uint32 `json:"visits"` // first visits
	// Last and Open count the last visits that were looked at: how many there were, and
	// how many showed a page that was found in the folder and named pages of it nearly
	// all of which nothing had named before.
	Last uint32 `json:"last"`
	Open uint32 `json:"open,omitempty"`
	// Why is the evidence that it may have no end, "" if there is none; Since since when it
	// is told, or bounded.
	Why     string    `json:"why,omitempty"`
	Since   time.Time `json:"since,omitzero"`
	Held    uint8     `json:"held,omitempty"`    // how often one behind the other it has looked so
	Next    uint32    `json:"next,omitempty"`    // Visits from which on it is asked again
	Allowed bool      `json:"allowed,omitempty"` // by the operator, for good
}

// IsBounded reports whether what only links of its own pages name is left out.
func (f *Folder) IsBounded() bool { return f.Why != "" && f.Held >= needHeld }

// News says for the log of the operator what is new of a folder that SawFolder tells.
func (f *Folder) News() string {
	switch {
	case f.Why == "":
		return "a folder does not look endless any more; what was left out of it is visited"
	case f.IsBounded():
		return "a folder looks endless; what only links of its own pages name is left out from now on"
	}
	return "a folder may have no end; its further pages come after all others of the host"
}

// A Sight is what a page shows of a folder that LooksAt names.
type Sight struct {
	Path    string
	Bounded bool // it was bounded before: what its pages name is left out
	Inside  bool // the page was found by a link of a page of it
	Opens   bool // it names pages of it nearly all of which nothing has named before
}

// FolderOf returns the folder of a target below its origin, "/" for one that lies in
// none.
func FolderOf(target string) string {
	path, _, _ := strings.Cut(target, "?")
	if i := strings.IndexByte(path[min(1, len(path)):], '/'); i > 0 && i+2 <= maxName {
		return path[:i+2]
	}
	return "/"
}

// LooksAt returns the folders for which the next first visit, of a target, is looked at:
// one visit in lookEvery is, of folders that have nearly as many pages as the next verdict
// asks for. What was seen long before that counts for little, and to look costs reads.
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

// SawFolder takes in the first visit of a page, with what it showed of the folders that
// LooksAt returned. It returns the folder that is told or bounded since this visit, or is
// so no longer (then it has no Why), nil if none is, and whether there is something new to
// store.
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
		if f.Why != "" || f.Allowed || path == "/" { // what is in such a folder says nothing of the rest
			break
		}
	}
	return told, news
}

// restart begins to look at the whole origin anew: a folder of it has a verdict.
func (b *Book) restart() {
	if i := slices.IndexFunc(b.Folders, func(f Folder) bool { return f.Path == "/" && f.Why == "" }); i >= 0 {
		f := &b.Folders[i]
		f.Visits, f.Last, f.Open = 0, 0, 0
	}
}

// folder returns what is known of a folder, as entry does; those with a verdict make room
// for none but "/", which says what is not known of a folder of its own.
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

// next returns how many of its pages are visited before a folder is asked after.
func (f *Folder) next() uint32 {
	if f.Path == "/" {
		return max(f.Next, needWhole)
	}
	return max(f.Next, needFolder)
}

// ask gives a folder that looks endless its verdict, or takes back that of one that does
// so no longer, and reports whether anything changed. Each answer rests on pages that were
// looked at since the one before.
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

// AdviseFolder returns a copy of what is told of the folder of a target that may have no
// end, nil if nothing is, or its own folder is allowed: of several the bounded one with the
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

// FolderIn returns the folder of a target that evidence is about, "" if it is about
// something else.
func FolderIn(evidence, target string) string {
	for _, path := range []string{FolderOf(target), "/"} {
		if strings.Contains(evidence, " pages of "+path+" were visited; ") {
			return path
		}
	}
	return ""
}
