// Package cooldown keeps the promise of delays for a data folder that is a copy, such as a backup or
// what a standby has fetched: since the copy was made, the original has asked sites, and nothing of
// that is known in the copy. So a copy carries a mark, and no request leaves for it before the longest
// delay is over that the original may have begun.
//
// Floor: 5 (owner), a part of engine. Stability: engine; the form of the mark is a promise
// (docs/format/store.md). It knows nothing of how copies are made.
package cooldown

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store"
)

// File is the name of the mark in a data folder.
const File = "COPIED"

// maxMark is how many bytes of a mark are read at most.
const maxMark = 4 << 10

// A Mark says that a data folder is a copy. Its zero value says that it is none.
type Mark struct {
	// Copied is when the copy was made.
	Copied time.Time `json:"copied"`
	// Until is before when no request may leave, zero as long as no crawl of the copy has begun: until
	// then, the original may still be asking sites.
	Until time.Time `json:"until,omitzero"`
}

// Read returns the mark of the data folder dir, the zero Mark if it has none. One that cannot be read
// is damage.
func Read(dir string) (Mark, error) {
	f, err := os.Open(filepath.Join(dir, File))
	if errors.Is(err, fs.ErrNotExist) {
		return Mark{}, nil
	}
	if err != nil {
		return Mark{}, markError(aranea.KindOf(err), dir, err)
	}
	defer func() { _ = f.Close() }() // it is only read
	data, err := io.ReadAll(io.LimitReader(f, maxMark))
	if err != nil {
		return Mark{}, markError(aranea.KindOf(err), dir, err)
	}
	return parse(dir, data)
}

// parse returns what a mark says.
func parse(dir string, data []byte) (Mark, error) {
	var m Mark
	if err := json.Unmarshal(data, &m); err != nil || m.Copied.IsZero() {
		return Mark{}, markError(aranea.Corrupt, dir, fmt.Errorf("%s does not say when the copy was made; write into it: {\"copied\":\"2026-01-31T12:00:00Z\"}", File))
	}
	return m, nil
}

// Write puts a mark into the data folder dir, durably.
func (m Mark) Write(dir string) error {
	data, err := json.Marshal(m)
	if err == nil {
		err = store.WriteFile(filepath.Join(dir, File), append(data, '\n'), 0o600)
	}
	if err != nil {
		return markError(aranea.KindOf(err), dir, err)
	}
	return nil
}

// remove takes the mark out of the data folder dir.
func remove(dir string) error {
	if err := os.Remove(filepath.Join(dir, File)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return markError(aranea.KindOf(err), dir, err)
	}
	return nil
}

func markError(kind aranea.Kind, dir string, err error) error {
	return &aranea.Error{Op: "read mark of copy", Kind: kind, Obj: dir, Err: err}
}

// wait returns how long no request leaves for a copy: as long as the original may have reserved a host
// by its last request, which is the time in which that may be sent and the longest delay. If any host
// has a delay, that is what a site may ask for at most, because the original may have learned of such a
// wish after the copy; operator is the longest delay of the settings, known that of any known host.
func wait(operator, known time.Duration) time.Duration {
	longest := max(operator, known)
	if longest == 0 {
		return 0
	}
	return frontier.DefaultSendBudget + max(longest, schedule.MaxCrawlDelay)
}
