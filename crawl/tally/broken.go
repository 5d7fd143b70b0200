package tally

import (
	"net/http"

	"github.com/aranea-search/aranea"
)

// Broken counts the pages of a run whose last answer broke off, and those in the index whose
// last answer was empty.
type Broken struct {
	Pages uint64 `json:"pages"`
	// Parts are those of which the first part is in the index, and Kept those that are in the
	// index as they were before.
	Parts uint64 `json:"parts"`
	Kept  uint64 `json:"kept"`
	// First is the URL of the first of them, "" if there is none.
	First string `json:"first,omitempty"`
}

// Add returns the sum of both; the pages of b came first.
func (b Broken) Add(later Broken) Broken {
	if b.Pages == 0 {
		b.First = later.First
	}
	b.Pages, b.Parts, b.Kept = b.Pages+later.Pages, b.Parts+later.Parts, b.Kept+later.Kept
	return b
}

// count counts the result of a visit, unless another try follows.
func (b *Broken) count(after *aranea.Entry) {
	if after.Kind != aranea.KindPage || after.Waits() || after.Status < http.StatusOK || after.Status >= http.StatusMultipleChoices {
		return
	}
	one := Broken{Pages: 1, First: after.URL.String()}
	switch after.Reason {
	case aranea.BodyBroken, aranea.NetTimeout, aranea.NetReset:
	case aranea.HTTPEmpty:
		if !after.Indexed {
			return
		}
	default:
		return
	}
	switch {
	case !after.Indexed:
	case after.State == aranea.StateGone:
		one.Kept = 1
	default:
		one.Parts = 1
	}
	*b = b.Add(one)
}
