package engine

import (
	"encoding/json"
	"fmt"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/rendering"
	"github.com/aranea-search/aranea/engine/reading"
	"github.com/aranea-search/aranea/store"
)

// maxStoredSeeds bounds the seeds that a folder remembers.
const maxStoredSeeds = 1000

// stored is how settings lie in a folder: options.json.
type stored struct {
	Version string `json:"version"`
	// SeedCount is how many seeds there were; at most maxStoredSeeds are kept.
	SeedCount int `json:"seed_count"`
	reading.State
	Settings
	// Rendered is what browsers cost in the crawls that have ended.
	Rendered rendering.Cost `json:"rendered,omitzero"`
}

// Recalled are the settings that a folder remembers of its crawls.
type Recalled struct {
	Settings
	// SeedCount is how many seeds there were. The Settings hold the first
	// maxStoredSeeds of them.
	SeedCount int
	Reading   reading.State // how documents were read
}

// Recall reads the settings of the last crawl in a folder, nil if there was
// none. It does not need the folder to be free.
func Recall(dir string) (*Recalled, error) {
	folder, err := store.OpenFolderReadOnly(dir)
	if aranea.KindOf(err) == aranea.NotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return recallFrom(dir, folder)
}

func recallFrom(dir string, folder *store.Folder) (*Recalled, error) {
	text, err := folder.ReadOptions()
	if err != nil || text == nil {
		return nil, err
	}
	return decodeSettings(dir, text)
}

// decodeSettings returns nil if there was no crawl yet.
func decodeSettings(dir string, text []byte) (*Recalled, error) {
	var o stored
	if err := json.Unmarshal(text, &o); err != nil {
		return nil, &aranea.Error{Op: store.OpenFolderOp, Kind: aranea.Corrupt, Obj: dir, Err: fmt.Errorf("options.json does not decode: %w", err)}
	}
	if o.SeedCount == 0 {
		return nil, nil
	}
	return &Recalled{Settings: o.Settings, SeedCount: o.SeedCount, Reading: o.State}, nil
}

func (e *Engine) recall() (*Recalled, error) { return recallFrom(e.dir, e.folder) }

// begin writes settings into a new folder: they are there before everything else,
// so that their loss is noticed.
func (e *Engine) begin() error {
	text, err := e.folder.ReadOptions()
	if err != nil || text != nil {
		return err
	}
	s := DefaultSettings()
	return e.remember(&s, e.byReaders())
}

// byReaders is how documents are read without rules of the operator.
func (e *Engine) byReaders() reading.State {
	way := reading.Way{Outside: e.opt.Outside}
	return way.State()
}

// remember writes the settings into the folder, and how documents are read.
func (e *Engine) remember(s *Settings, read reading.State) error {
	o := stored{Version: e.opt.Version, SeedCount: len(s.Seeds), State: read, Settings: *s, Rendered: e.rendered(rendering.Cost{})}
	o.Refresh, o.MaxPages, o.Sitemaps = "", 0, nil
	if len(o.Seeds) > maxStoredSeeds {
		o.Seeds = o.Seeds[:maxStoredSeeds]
	}
	return e.write(&o)
}

func (e *Engine) write(o *stored) error {
	data, err := json.MarshalIndent(o, "", "  ")
	if err == nil {
		err = e.folder.WriteOptions(append(data, '\n'))
	}
	return err
}

// rendered returns what browsers cost in the crawls that have ended, and in the one
// under way. What cannot be read is told by what needs it.
func (e *Engine) rendered(now rendering.Cost) rendering.Cost {
	var o stored
	if text, err := e.folder.ReadOptions(); err == nil && text != nil {
		_ = json.Unmarshal(text, &o)
	}
	return o.Rendered.Add(now)
}

// keepCost remembers what browsers cost in a crawl that has ended.
func (e *Engine) keepCost(cost rendering.Cost) error {
	if cost == (rendering.Cost{}) {
		return nil
	}
	e.entering <- struct{}{} // the next crawl writes settings as well
	defer func() { <-e.entering }()
	var o stored
	text, err := e.folder.ReadOptions()
	if err == nil {
		err = json.Unmarshal(text, &o)
	}
	if err != nil {
		return err
	}
	o.Rendered = o.Rendered.Add(cost)
	return e.write(&o)
}
