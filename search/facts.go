package search

import (
	"cmp"
	"context"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/collection"
)

// Facts returns what this index says of the words of a request, to be summed with what other indexes of the
// same collection say. It looks words up and reads no pages, but that which related: names and, for other
// spellings of a rare word, those by which these are tried out as in a search. Query, Langs, Access, Sort and Typing of the request are used; with a
// Collection, only counts are returned, of the words that are looked for by it (collection.Unsettled).
func (s *Searcher) Facts(ctx context.Context, r Request) (collection.Facts, error) {
	tree := query.Parse(r.Query)
	for try := 1; ; try++ {
		x, err := s.begin(Request{Query: r.Query, Langs: r.Langs, Access: r.Access, Sort: r.Sort, Typing: r.Typing, Collection: r.Collection}, tree)
		if err != nil {
			return collection.Facts{}, named(err)
		}
		x.local = collection.New()
		if !tree.Empty() {
			err = x.collect(ctx)
		}
		local := x.local
		x.close()
		if aranea.KindOf(err) == aranea.Corrupt && try < damageTries {
			continue
		}
		if err != nil {
			return collection.Facts{}, named(err)
		}
		return collection.Sum(*local), nil
	}
}

// collect compiles the query as a search does, with the words that are noted meanwhile.
func (x *search) collect(ctx context.Context) error {
	if err := x.on(ctx); err != nil {
		return err
	}
	if err := x.understand(ctx); err != nil {
		return err
	}
	if x.plan.cut() { // then pages with the pieces of words are looked for as well
		if _, err := x.compile(x.loosely()); err != nil {
			return err
		}
	}
	if err := x.link(ctx); err != nil {
		return err
	}
	return cmp.Or(x.snap.Whole(), x.links.whole())
}
