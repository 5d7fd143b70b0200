// Package slug finds the pages whose slug, the name at the end of their address, is a part of a query:
// wal.html for "sqlite wal", HttpClient.html for "java http client".
//
// Floor: 4 (acts), a part of search. Stability: engine. It reads an index snapshot and knows no scores.
package slug

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
	mostPages = 32 // with one slug; one of more says nothing
)

// A Run is a range of words of a plan, without the last.
type Run struct{ From, To int }

// A Part is a part of a query as it was typed: the tokens of a word, none for what is no plain word, and
// the words of the plan that it became.
type Part struct {
	Tokens []analyze.QueryToken
	Words  Run
}

// Pages returns the pages whose slug is all of the words of a query, or those at its beginning or end,
// and these words. Of several slugs that fit a page the longest counts.
func Pages(snap *index.Snapshot, parts []Part, lender lists.Lender) (map[contest.Spot]Run, error) {
	if len(parts) > mostParts {
		return nil, nil
	}
	found := map[contest.Spot]Run{}
	for n := len(parts); n > 0; n-- {
		if err := add(found, snap, parts[:n], lender); err != nil {
			return nil, err
		}
		if n == len(parts) {
			continue
		}
		if err := add(found, snap, parts[len(parts)-n:], lender); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// add adds the pages whose slug is some parts, unless they are too many.
func add(found map[contest.Spot]Run, snap *index.Snapshot, parts []Part, lender lists.Lender) error {
	slug := slugOf(parts)
	if slug == "" {
		return nil
	}
	term := []byte(segment.PrefixFilter + slug)
	var spots []contest.Spot
	for seg := range snap.Segments() {
		p := lender.Lend()
		ok, err := snap.Find(p, seg, term)
		if err != nil {
			return err
		}
		if !ok {
			lender.GiveBack(p)
			continue
		}
		if len(spots)+p.DocFreq() > mostPages {
			return nil
		}
		for has := p.SeekGE(0); has; has = p.Next() {
			if snap.Findable(seg, p.Doc()) {
				spots = append(spots, contest.Spot{Seg: seg, Doc: p.Doc()})
			}
		}
		if err := p.Err(); err != nil {
			return err
		}
	}
	for _, s := range spots {
		if _, has := found[s]; !has {
			found[s] = Run{From: parts[0].Words.From, To: parts[len(parts)-1].Words.To}
		}
	}
	return nil
}

// slugOf returns the filter of the pages whose slug is some parts, "" if there can be none.
func slugOf(parts []Part) string {
	var words []analyze.QueryToken
	for _, p := range parts {
		if len(p.Tokens) == 0 {
			return ""
		}
		words = append(words, p.Tokens...)
	}
	return document.SlugFilter(words)
}
