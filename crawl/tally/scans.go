package tally

import (
	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/evidence"
)

// Scans counts the documents of a run that have no text, so that their pages may be pictures of it, and
// that no reader of such pictures was there for.
type Scans struct {
	Documents uint64 `json:"documents"`
	// First is the URL of the first of them, "" if there is none.
	First string `json:"first,omitempty"`
}

// Add returns the sum of both; the documents of s came first.
func (s Scans) Add(later Scans) Scans {
	if s.Documents == 0 {
		s.First = later.First
	}
	s.Documents += later.Documents
	return s
}

// count counts the result of a visit, unless another try follows, or the document is to be left out.
func (s *Scans) count(after *aranea.Entry, page *aranea.Page) {
	if evidence.IsScan(page) && !after.Waits() && (after.Indexed || after.Reason == aranea.IndexNoText) {
		*s = s.Add(Scans{1, after.URL.String()})
	}
}
