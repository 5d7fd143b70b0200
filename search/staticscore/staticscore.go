// Package staticscore adds up what a page has whatever words are asked for: its rank, its language and date as far as
// they are wished for, and the weight that an operator has given it.
//
// Floor: 4 (acts), a part of search. Stability: engine. It reads the columns of an index snapshot.
package staticscore

import (
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search/locale"
	"github.com/aranea-search/aranea/search/pageweight"
	"github.com/aranea-search/aranea/search/recency"
	"github.com/aranea-search/aranea/search/signals"
)

// Parts are what is known of the pages of a snapshot. The zero value of each knows nothing.
type Parts struct {
	Ranks   *signals.Ranks
	Losses  locale.Losses
	Wish    recency.Wish
	Weights *pageweight.Weights
}

// A Sum adds parts up. The zero Sum is 0 for all pages.
type Sum struct {
	parts Parts
	most  float64
}

// Of returns the sum of parts.
func Of(p Parts) Sum { return Sum{p, p.Ranks.Most() + p.Wish.Most() + p.Weights.Most()} }

// Most bounds the sum of any page, as a share of the sum of the words' rarities.
func (s *Sum) Most() float64 { return s.most }

// Settled returns the sum of the parts that do not change while somebody reads on from page to page of results:
// neither ranks nor the clock nor a list of the operator.
func (s *Sum) Settled() Sum { return Of(Parts{Losses: s.parts.Losses}) }

// Foreign returns what a document loses because it is in another language than is wished for, as a share of the sum of
// the words' rarities.
func (s *Sum) Foreign(snap *index.Snapshot, seg int, doc uint32) float64 {
	return s.parts.Losses.Of(snap, seg, doc)
}

// Each passes the parts of a document with their names, as shares of the sum of the words' rarities. told asks for
// names that tell more, and take longer to find.
func (s *Sum) Each(snap *index.Snapshot, seg int, doc uint32, told bool, add func(name string, share float64)) {
	p := &s.parts
	if p.Ranks != nil {
		for _, part := range p.Ranks.Parts(seg, doc) {
			add(part.Name, part.Value)
		}
	}
	if p.Losses != nil {
		add("another language", -p.Losses.Of(snap, seg, doc))
	}
	if p.Wish.Most() > 0 {
		add("freshness", p.Wish.Of(snap.OwnDate(seg, doc)))
	}
	level := p.Weights.Level(seg, doc)
	if level == pageweight.Normal {
		return
	}
	name := ""
	if told {
		name = p.Weights.Rule(seg, doc).String()
	}
	add(name, level.Share())
}
