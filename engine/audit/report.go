// Package audit compares the documents in the frontier with those in the index, one by one, and
// repairs differences on request. It reports faults, as engine does for files.
//
// Floor: 5 (owner), a part of engine. Stability: engine. It opens nothing.
package audit

import (
	"path"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
)

// A Fault is a fault of a file, or an inconsistency between two files.
type Fault struct {
	File     string `json:"file"` // relative to the folder
	Offset   int64  `json:"offset,omitempty"`
	Text     string `json:"text"`
	URL      string `json:"url,omitempty"` // the page with the fault, with which Text begins; empty for faults of files
	Repaired bool   `json:"repaired,omitempty"`
}

// OfIndex returns the fault of a file of the index in a folder.
func OfIndex(dir string, f index.Fault) Fault {
	return Fault{File: path.Join(dir, f.File), Offset: f.Offset, Text: f.Text}
}

// OfFrontier reports whether a fault is in a file of the frontier, which cannot be rebuilt.
func (f *Fault) OfFrontier() bool {
	return f.URL == "" && (f.File == "frontier" || strings.HasPrefix(f.File, "frontier/"))
}

// A Report yields faults until the caller stops or an error occurs. It is not safe for
// concurrent use.
type Report struct {
	Yield func(Fault, error) bool
	Done  bool // nothing more is yielded
}

// Fault yields a fault.
func (r *Report) Fault(f Fault) {
	if !r.Done {
		r.Done = !r.Yield(f, nil)
	}
}

// Fail yields an error and ends the report.
func (r *Report) Fail(err error) {
	if !r.Done {
		r.Done = true
		r.Yield(Fault{}, err)
	}
}

// Damage yields an error of kind Corrupt as a fault of a file, and any other error as an error.
func (r *Report) Damage(file string, err error) {
	switch {
	case err == nil:
	case aranea.KindOf(err) == aranea.Corrupt:
		r.Fault(Fault{File: file, Text: err.Error()})
	default:
		r.Fail(err)
	}
}
