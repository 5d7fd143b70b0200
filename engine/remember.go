package engine

import (
	"context"
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
	// Rendered is what browsers cost in all crawls.
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
	o, err := decodeStored(dir, text)
	if err != nil || o.SeedCount == 0 {
		return nil, err
	}
	return &Recalled{Settings: o.Settings, SeedCount: o.SeedCount, Reading: o.State}, nil
}

func decodeStored(dir string, text []byte) (o stored, err error) {
	if err = json.Unmarshal(text, &o); err != nil {
		err = &aranea.Error{Op: store.OpenFolderOp, Kind: aranea.Corrupt, Obj: dir, Err: fmt.Errorf("options.json does not decode: %w", err)}
	}
	return o, err
}

func (e *Engine) recall() (*Recalled, error) { return recallFrom(e.dir, e.folder) }

// begin writes settings into a new folder: they are there before everything else,
// so that their loss is noticed.
func (e *Engine) begin() error {
	known, err := e.readCost()
	if err != nil || known {
		return err
	}
	s := DefaultSettings()
	return e.remember(&s, e.byReaders())
}

// readCost reads what browsers have cost before, and reports whether there are
// settings.
func (e *Engine) readCost() (known bool, err error) {
	text, err := e.folder.ReadOptions()
	if err != nil || text == nil {
		return false, err
	}
	o, err := decodeStored(e.dir, text)
	if err != nil {
		return false, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.spent = o.Rendered
	return true, nil
}

// byReaders is how documents are read without rules of the operator.
func (e *Engine) byReaders() reading.State {
	way := reading.Way{Outside: e.opt.Outside}
	return way.State()
}

// remember writes the settings into the folder, and how documents are read.
func (e *Engine) remember(s *Settings, read reading.State) error {
	o := stored{Version: e.opt.Version, SeedCount: len(s.Seeds), State: read, Settings: *s, Rendered: e.rendered()}
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
// under way.
func (e *Engine) rendered() rendering.Cost {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.job == nil {
		return e.spent
	}
	return e.spent.Add(e.job.room.Cost())
}

// keepCost stores what browsers have cost. The crawl that spent it is still under way:
// the folder is not given up before.
func (e *Engine) keepCost(ctx context.Context) error {
	if e.rendered() == (rendering.Cost{}) {
		return nil
	}
	leave, err := e.queueUp(ctx) // who enters a crawl writes settings as well
	if err != nil {
		return err
	}
	defer leave()
	text, err := e.folder.ReadOptions()
	if err != nil {
		return err
	}
	o, err := decodeStored(e.dir, text)
	if err != nil {
		return err
	}
	cost := e.rendered()
	if cost == o.Rendered {
		return nil
	}
	o.Rendered = cost
	return e.write(&o)
}
