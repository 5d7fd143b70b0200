package api

import (
	"cmp"
	"context"
	"errors"
	"net/http"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/facet"
)

// orderByName is the order of values by name in a question; the other one is orderByPages.
const (
	orderByName  = "name"
	orderByPages = "pages"
)

// valuesRequest reads a question for the values of a facet: a search that shows as little as possible.
func valuesRequest(r *http.Request) (search.Request, error) {
	p := wire.ParamsOf(r)
	w := &facet.Wanted{
		Name: p.Text("facet"), Part: p.Text("part"), ByName: p.Text("order") == orderByName,
		Offset: p.Number("offset", 0, facet.MaxSkipped), Limit: p.Number("limit", 0, facet.MaxListed),
	}
	req := search.Request{Query: p.Text("q"), Limit: 1, NoSnippets: true, Values: w}
	if order := cmp.Or(p.Text("order"), orderByPages); order != orderByName && order != orderByPages {
		p.Fault("order is %s or %s", orderByPages, orderByName)
	}
	words := facet.Wanted{Name: w.Name, Part: w.Part} // numbers are checked above
	if err, ok := errors.AsType[*aranea.Error](words.Check()); ok {
		p.Fault("%w", err.Err)
	}
	askedBy(&p, &req)
	needQuery(&p, &req)
	return req, p.Err()
}

// facetValues returns the values of a facet that the pages have which match a query.
func facetValues(s service.Searching) func(context.Context, search.Request) (facet.List, error) {
	return func(ctx context.Context, r search.Request) (facet.List, error) {
		resp, err := s.Search(ctx, r)
		if err != nil || resp.Values == nil {
			return facet.List{Name: r.Values.Name, Values: []facet.Value{}}, err
		}
		return *resp.Values, nil
	}
}
