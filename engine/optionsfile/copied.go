package optionsfile

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/settings"
	"github.com/aranea-search/aranea/store"
)

// A copy of a data folder, such as a backup, remembers the same places outside of it to write to as
// the original. As long as both are there, only the original writes to them.

// Precedes returns an error of kind Invalid if a crawl with settings cannot follow in the folder dir:
// where they do not continue what is recalled, or where the folder is a copy of one that writes to the
// same places.
func (r *Recalled) Precedes(dir string, s *settings.Settings) error {
	if err := s.Continues(&r.Settings, r.SeedCount); err != nil {
		return err
	}
	names := shared(s, dir, r.folder)
	if len(names) == 0 {
		return nil
	}
	err := fmt.Errorf("it was at %s, where another data folder is now that writes to the same %s: name other places, or with empty names none", r.folder, strings.Join(names, ", "))
	return &aranea.Error{Op: "crawl", Kind: aranea.Invalid, Obj: dir, Err: err}
}

// LinesIn returns the folder for the lines of pages that enter or leave the index of the folder dir,
// "" if nothing is written.
func (r *Recalled) LinesIn(dir string) string {
	if len(shared(&settings.Settings{Documents: r.Documents}, dir, r.folder)) > 0 {
		return ""
	}
	return r.Documents
}

// writesFrom returns the DataFolder to be stored: where the folder is, or if it is a copy that has not
// got other places to write to, still where the original is.
func (o *File) writesFrom(folder *store.Folder) string {
	if o.Documents == "" && o.WARC == "" && o.CrawlLog == "" {
		return ""
	}
	before, _, err := Read(folder.Dir(), folder)
	if err == nil && len(shared(&o.Settings, folder.Dir(), before.DataFolder)) > 0 { // otherwise it is replaced
		return before.DataFolder
	}
	return located(folder.Dir())
}

// shared returns the names of those settings whose places outside of the folder dir another one writes
// to that is now where dir was before, "" if that is not known.
func shared(s *settings.Settings, dir, before string) (names []string) {
	if before == "" || before == located(dir) {
		return nil
	}
	other, err := Recall(before)
	if err != nil || other == nil { // whoever cannot read it does not write there either
		return nil
	}
	for _, place := range []struct{ name, ours, theirs string }{
		{"--documents", s.Documents, other.Documents}, {"--warc", s.WARC, other.WARC}, {"--crawl-log", s.CrawlLog, other.CrawlLog},
	} {
		if place.ours != "" && place.ours == place.theirs && !sameFolder(dir, before) {
			names = append(names, place.name)
		}
	}
	return names
}

// sameFolder reports whether two names lead to one folder.
func sameFolder(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// located returns the absolute name of a folder.
func located(dir string) string {
	if path, err := filepath.Abs(dir); err == nil {
		return path
	}
	return dir // the system does not tell the current folder
}
