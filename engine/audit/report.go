// Package audit holds what the frontier says of documents against what the index has,
// one by one, and brings them in line where a repair is asked for. What is wrong is
// told as faults, with those of files that engine finds.
//
// Floor: 5 (owner), a part of engine. Stability: engine. It opens nothing.
package audit

import (
	"strings"

	"github.com/aranea-search/aranea"
)

// A Fault is something wrong with a file, or between two of them.
type Fault struct {
	File     string `json:"file"` // relative to the folder
	Offset   int64  `json:"offset,omitempty"`
	Text     string `json:"text"`
	URL      string `json:"url,omitempty"` // the page that the fault is about, which Text begins with; empty for faults of files
	Repaired bool   `json:"repaired,omitempty"`
}

// OfFrontier reports whether a fault is one of the frontier's files, which cannot be
// made anew.
func (f *Fault) OfFrontier() bool {
	return f.URL == "" && (f.File == "frontier" || strings.HasPrefix(f.File, "frontier/"))
}

// A Report passes faults on until whoever listens has enough or an error comes. It is
// not safe for concurrent use.
type Report struct {
	Yield func(Fault, error) bool
	Done  bool // nothing more is passed on
}

// Fault passes on a fault.
func (r *Report) Fault(f Fault) {
	if !r.Done {
		r.Done = !r.Yield(f, nil)
	}
}

// Fail passes on an error, and ends the report.
func (r *Report) Fail(err error) {
	if !r.Done {
		r.Done = true
		r.Yield(Fault{}, err)
	}
}

// Damage passes on damage as a fault of a file, and every other error as one.
func (r *Report) Damage(file string, err error) {
	switch {
	case err == nil:
	case aranea.KindOf(err) == aranea.Corrupt:
		r.Fault(Fault{File: file, Text: err.Error()})
	default:
		r.Fail(err)
	}
}
