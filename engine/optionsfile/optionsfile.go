// Package optionsfile is the form of options.json: what a folder remembers of its crawls, besides what
// they found.
//
// Floor: 5 (owner), inside engine. Stability: engine. The file is part of the format of the folder
// (docs/format/store.md); when it is written is decided in package engine.
package optionsfile

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/rendering"
	"github.com/aranea-search/aranea/engine/extraction"
	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/engine/lastcrawl"
	"github.com/aranea-search/aranea/engine/revisit"
	"github.com/aranea-search/aranea/engine/seeds"
	"github.com/aranea-search/aranea/engine/settings"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/store"
)

// A File is the content of options.json.
type File struct {
	Version string `json:"version"`
	// SeedCount is the number of seeds, of which at most seeds.MaxStored are stored.
	SeedCount int `json:"seed_count"`
	extraction.State
	settings.Settings
	// Rendered is the cost of browsers in all crawls.
	Rendered rendering.Cost `json:"rendered,omitzero"`
	// Halt is the operator's orders for all crawls.
	Halt halt.State `json:"halt,omitzero"`
	// Last is how the last crawl ended, nil if there was none.
	Last *lastcrawl.Crawl `json:"last_crawl,omitempty"`
	// Again are the orders to visit everything again that are not carried out.
	Again revisit.Orders `json:"again,omitempty"`
	// Authorities identifies the certificates of Settings.CAFile, "" if there are none or if an
	// older program stored it.
	Authorities string `json:"authorities,omitempty"`
	// Dropped are the seeds that the operator dropped and has not named again.
	Dropped seeds.DroppedList `json:"dropped_seeds,omitempty"`
	// DataFolder is where the data folder was when it began to write to the places outside of it that
	// the settings name, "" if they name none or if an older program stored them.
	DataFolder string `json:"data_folder,omitempty"`
}

// New returns what a program of a version stores of settings and of how documents are read: not what
// is asked of one crawl only, and the first seeds.
func New(version string, s *settings.Settings, read extraction.State) File {
	o := File{Version: version, SeedCount: len(s.Seeds), State: read, Settings: *s}
	o.Refresh, o.RefreshSeeds, o.MaxPages, o.Sitemaps, o.Named, o.Wish = "", false, 0, nil, nil, ""
	o.Wanted, o.Asked, o.NamedAt = time.Time{}, time.Time{}, time.Time{}
	o.Seeds = o.Seeds[:min(len(o.Seeds), seeds.MaxStored)]
	return o
}

// Read reads the file of an open folder dir, and reports whether there is one.
func Read(dir string, folder *store.Folder) (o File, known bool, err error) {
	text, err := folder.ReadOptions()
	if err == nil && text != nil {
		o, err = Decode(dir, text)
	}
	return o, text != nil, err
}

// Decode reads the content of the file of a folder. A fault is an error of kind Corrupt, and
// what a newer program wrote one of kind Invalid: without its settings, a crawl would do what the
// operator has ruled out, and the next write would lose them.
func Decode(dir string, text []byte) (o File, err error) {
	if err = json.Unmarshal(text, &o); err != nil {
		return o, &aranea.Error{Op: store.OpenFolderOp, Kind: aranea.Corrupt, Obj: dir, Err: fmt.Errorf("options.json does not decode: %w", err)}
	}
	if names := unknown(text); len(names) > 0 {
		newer := &store.FolderError{Fault: store.FolderNewer, Name: show.Clip(strings.Join(names, ", "), maxNames)}
		return File{}, &aranea.Error{Op: store.OpenFolderOp, Kind: aranea.Invalid, Obj: dir, Err: newer}
	}
	return o, nil
}

// maxNames is the number of bytes of names of settings that an error tells.
const maxNames = 200

// unknown returns the names in the content of a file that File does not have, in their order.
func unknown(text []byte) []string {
	var all map[string]json.RawMessage
	if json.Unmarshal(text, &all) != nil {
		return nil
	}
	for _, name := range names(reflect.TypeFor[File]()) {
		delete(all, name)
	}
	return slices.Sorted(maps.Keys(all))
}

// names returns the names that the fields of a struct have in JSON, and those of the structs in
// it. (reflect.VisibleFields leaves out fields that have one name in Go and two in JSON.)
func names(t reflect.Type) (all []string) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" {
			all = append(all, names(f.Type)...)
			continue
		}
		all = append(all, cmp.Or(name, f.Name))
	}
	return all
}

// Write writes the file of a folder.
func (o *File) Write(folder *store.Folder) error {
	o.DataFolder = o.writesFrom(folder)
	data, err := json.MarshalIndent(o, "", "  ")
	if err != nil {
		return err
	}
	return folder.WriteOptions(append(data, '\n'))
}

// Recalled are the settings of crawls that are stored in a folder.
type Recalled struct {
	settings.Settings
	// SeedCount is the number of seeds, of which Settings has the first seeds.MaxStored.
	SeedCount int
	Reading   extraction.State // how documents were read
	// Authorities identifies the certificates of CAFile, "" if that is not known.
	Authorities string

	folder string // File.DataFolder
}

// Recalled returns the settings of the last crawl, nil if there was none yet.
func (o *File) Recalled() *Recalled {
	if o.SeedCount == 0 {
		return nil
	}
	return &Recalled{Settings: o.Settings, SeedCount: o.SeedCount, Reading: o.State, Authorities: o.Authorities, folder: o.DataFolder}
}

// Recall reads the settings of the last crawl in a folder dir, nil if there was none. The folder may
// have an owner.
func Recall(dir string) (*Recalled, error) {
	folder, err := store.OpenFolderReadOnly(dir)
	if aranea.KindOf(err) == aranea.NotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return RecallFrom(dir, folder)
}

// RecallFrom is Recall for a folder that is open.
func RecallFrom(dir string, folder *store.Folder) (*Recalled, error) {
	o, known, err := Read(dir, folder)
	if err != nil || !known {
		return nil, err
	}
	return o.Recalled(), nil
}
