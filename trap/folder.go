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
	// Why is the evidence that it may have no end, "" if there is none; Since since when.
	Why     string    `json:"why,omitempty"`
	Since   time.Time `json:"since,omitzero"`
	Allowed bool      `json:"allowed,omitempty"` // by the operator, for good
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
// one visit in lookEvery is, of folders without a verdict that have nearly as many pages as
// one asks for. What was seen long before that counts for little, and to look costs reads.
func (b *Book) LooksAt(target string) []string {
	var at []string
	for i := range b.Folders {
		f := &b.Folders[i]
		if (f.Path == "/" || f.Path == FolderOf(target)) && (f.Visits+1)%lookEvery == 0 && f.Visits+looked >= f.need() && f.Why == "" && !f.Allowed {
			at = append(at, f.Path)
		}
	}
	return at
}

// SawFolder takes in the first visit of a page. Open says of the folders that LooksAt
// returned whether the page was found in it and names pages of it nearly all of which
// nothing has named before. SawFolder returns why the folder may have no end if that is
// known since this visit, and whether there is something new to store.
func (b *Book) SawFolder(target string, open map[string]bool, now time.Time) (why string, news bool) {
	for _, path := range []string{FolderOf(target), "/"} {
		f := b.folder(path)
		f.Visits++
		news = news || f.Visits%(lookEvery*window/2) == 0
		if is, known := open[path]; known {
			f.saw(is)
		}
		if f.judge(now) {
			why, news = f.Why, true
			b.restart()
		}
		if f.Why != "" || path == "/" { // what is in such a folder says nothing of the rest
			break
		}
	}
	return why, news
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

// need returns how many of its pages are visited before a folder has a verdict.
func (f *Folder) need() uint32 {
	if f.Path == "/" {
		return needWhole
	}
	return needFolder
}

// judge gives a folder that may have no end its verdict, and reports whether it did.
func (f *Folder) judge(now time.Time) bool {
	if f.Why != "" || f.Allowed || f.Last < window || f.Visits < f.need() || float64(f.Open) < openPart*float64(f.Last) {
		return false
	}
	f.Why = fmt.Sprintf("%d pages of %s were visited; of the last %d that were looked at, %d were found in it and name pages of it that nothing else had named", f.Visits, f.Path, f.Last, f.Open)
	f.Since = now
	return true
}

// AdviseFolder returns why the folder of a target may have no end, "" if nothing says so.
func (b *Book) AdviseFolder(target string) string {
	for i := range b.Folders {
		if f := &b.Folders[i]; f.Why != "" && strings.HasPrefix(target, f.Path) {
			return f.Why
		}
	}
	return ""
}
