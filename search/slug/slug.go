// Package called finds the pages that their address calls as a part of a query does: wal.html for
// "sqlite wal", HttpClient.html for "java http client".
//
// Floor: 4 (acts), a part of search. Stability: engine. It reads an index snapshot and knows no scores.
package called

import (
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/lists"
)

// Bounds of what is looked up.
const (
	mostParts = 6  // of a query; those of a longer one are no name
	mostPages = 32 // of one name; a name of more says nothing
)

// A Part is a word that was typed, as tokens, with the words of the plan that it became.
type Part struct {
	Tokens   []analyze.QueryToken
	From, To int // of the words of the plan
}

// Pages returns the pages that are called as consecutive parts of a query at its beginning or end, with
// the first and the last of these words of the plan. Of several such names of a page the longest counts.
func Pages(snap *index.Snapshot, parts []Part, lender lists.Lender) (map[contest.Spot]Part, error) {
	if len(parts) > mostParts {
		return nil, nil
	}
	var found map[contest.Spot]Part
	for n := len(parts); n > 0; n-- { // the longest first
		for _, from := range [...]int{0, len(parts) - n} {
			if from == 0 || n < len(parts) && from > 0 {
				var err error
				if found, err = add(found, snap, parts[from:from+n], lender); err != nil {
					return nil, err
				}
			}
			if n == len(parts) {
				break
			}
		}
	}
	return found, nil
}

// add adds the pages that are called by some parts, unless they are too many.
func add(found map[contest.Spot]Part, snap *index.Snapshot, parts []Part, lender lists.Lender) (map[contest.Spot]Part, error) {
	var words []analyze.QueryToken
	for _, p := range parts {
		words = append(words, p.Tokens...)
	}
	name := document.NameFilter(words)
	if name == "" {
		return found, nil
	}
	term := []byte(segment.PrefixFilter + name)
	var spots []contest.Spot
	for seg := range snap.Segments() {
		p := lender.Lend()
		ok, err := snap.Find(p, seg, term)
		if err != nil {
			return nil, err
		}
		if !ok {
			lender.GiveBack(p)
			continue
		}
		if len(spots)+p.DocFreq() > mostPages {
			return found, nil
		}
		for has := p.SeekGE(0); has; has = p.Next() {
			if snap.Findable(seg, p.Doc()) {
				spots = append(spots, contest.Spot{Seg: seg, Doc: p.Doc()})
			}
		}
		if err := p.Err(); err != nil {
			return nil, err
		}
	}
	if found == nil && len(spots) > 0 {
		found = map[contest.Spot]Part{}
	}
	for _, s := range spots {
		if _, has := found[s]; !has {
			found[s] = Part{From: parts[0].From, To: parts[len(parts)-1].To}
		}
	}
	return found, nil
}
