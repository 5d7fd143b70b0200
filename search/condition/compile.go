package condition

import (
	"slices"
	"strings"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/internal/quantity"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/domain"
	"github.com/aranea-search/aranea/search/filter"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/linkquery"
	"github.com/aranea-search/aranea/search/quantities"
	"github.com/aranea-search/aranea/search/term"
	"github.com/aranea-search/aranea/weburl"
)

// A Compiler turns parts of a query into conditions for a snapshot. It is used by one goroutine.
type Compiler struct {
	Snap  *index.Snapshot
	Terms *term.Opener
	Words *analyze.Analyzer
	// Outside is what the query names outside of the index; nil for a query on the words of links.
	Outside linkquery.Pages
	Hints   *hint.List // get what is not searched for
	below   bool       // a NOT
}

// Of turns a node into a condition; nil if nothing in it can be searched for.
func (c *Compiler) Of(n *query.Node) (*Condition, error) {
	e := &Condition{Text: n.String()}
	switch n.Kind {
	case query.And:
		e.op = opAnd
	case query.Or:
		e.op = opOr
	case query.Not:
		e.op = opNot
		defer func(was bool) { c.below = was }(c.below)
		c.below = true
	case query.All:
		return nil, nil
	default:
		e.field, e.value = n.Field, n.Text
		if ok, err := c.leaf(e, n); err != nil || !ok {
			return nil, err
		}
		return e, nil
	}
	for _, kid := range n.Nodes {
		k, err := c.Of(kid)
		if err != nil {
			return nil, err
		}
		if k != nil {
			e.kids = append(e.kids, k)
		}
	}
	if len(e.kids) == 0 {
		return nil, nil
	}
	return e, nil
}

// leaf fills in the condition of a word, phrase or operator. It returns false if nothing in it
// can be searched for.
func (c *Compiler) leaf(e *Condition, n *query.Node) (ok bool, err error) {
	switch n.Field {
	case query.NoField, query.InTitle, query.InBody, query.InHeading:
		return c.wordsOf(e, n)
	case query.InURL:
		ts := c.Words.Query(n.Text)
		for i, q := range ts {
			t, err := c.Terms.Addressed(q, n.Part(i == len(ts)-1).Prefix)
			if err != nil {
				return false, err
			}
			e.tokens = append(e.tokens, t)
		}
		return len(e.tokens) > 0, nil
	case query.InAnchor, query.Link:
		if n.Field == query.InAnchor && c.Outside == nil {
			return c.wordsOf(e, n)
		}
		if e.op, e.docs = opDocs, c.Outside.Docs(c.Snap, n); n.Field == query.Link {
			c.Hints.Tell(filter.Unlinked(n.Text, c.Outside == nil || len(slices.Concat(e.docs...)) > 0))
		}
		return true, nil
	case query.Related: // replaced by its words already: see unfold
		e.op, e.docs = opDocs, c.Outside.Docs(c.Snap, n)
		if len(c.Outside[n]) > 0 {
			e.op, e.kids, e.docs = opNot, []*Condition{{op: opDocs, Text: e.Text, docs: e.docs}}, nil
		}
		return true, nil
	case query.Before, query.After:
		e.op = opDates
		e.from, e.to = filter.Dates(n.Field, n.Text)
		return true, nil
	}
	return c.filtered(e, n)
}

// filtered fills in the condition of an operator that is asked of the filters of a page.
func (c *Compiler) filtered(e *Condition, n *query.Node) (ok bool, err error) {
	if name, r, ok := n.Range(); ok {
		e.op = opRange
		if e.values, err = quantities.Of(c.Snap, name, r.Has); err == nil {
			c.Hints.Tell(e.values.Hint)
		}
		return true, err
	}
	if host, path := n.Folder(); path != "" {
		return true, c.folder(e, n.Field, host, path)
	}
	if port := filter.Port(n.Field, n.Text); port != "" {
		c.Hints.Tell(hint.Hint{Code: hint.Port, Value: port, Kind: n.Field.String()})
	}
	if above := domain.Above(n.Text); n.Field == query.Site && above != "" {
		if e.sites, err = domain.Below(c.Snap, above); err != nil {
			return false, err
		}
		e.op = opSites
		c.Hints.Tell(e.sites.Hint)
		return true, nil
	}
	t, err := c.Terms.One(segment.PrefixFilter + filter.Of(n.Field, n.Text))
	if e.tokens = []*term.Token{t}; err == nil && t.Docs == 0 {
		found, fault := c.ending(e, n)
		if fault != nil || found {
			return true, fault
		}
		c.Hints.Tell(filter.Missing(n.Field, n.Text))
		asRange, fault := c.asRange(n)
		if c.Hints.Tell(asRange); fault != nil {
			return true, fault
		}
	}
	return true, err
}

// ending makes the condition that of the files whose names have an ending, if n names one, since no
// format has that name. It reports whether there may be some. Files of a kind may be texts, too.
func (c *Compiler) ending(e *Condition, n *query.Node) (found bool, err error) {
	for i, name := range filter.Ending(n.Field, n.Text) {
		t, fault := c.Terms.One(name)
		if fault != nil {
			return false, fault
		}
		e.tokens, found = append(e.tokens[:i], t), t.Docs > 0
	}
	name := filter.TextEnding(n.Field, n.Text)
	if name == "" {
		return found, nil
	}
	t, err := c.Terms.One(name)
	if err != nil || t.Docs == 0 {
		return found, err
	}
	texts := []*term.Token{t}
	if len(e.tokens) == 1 { // of no kind
		e.tokens = texts
		return true, nil
	}
	kid := func(all []*term.Token) *Condition {
		return &Condition{Text: e.Text, field: n.Field, value: n.Text, tokens: all}
	}
	e.op, e.kids, e.tokens = opOr, []*Condition{kid(e.tokens), kid(texts)}, nil
	return true, nil
}

// asRange offers a range if the value of a facet that no page has, as it is written, is a number or a date,
// and pages have such ones: 2023 is no date of May, but 2023..2023 has it.
func (c *Compiler) asRange(n *query.Node) (hint.Hint, error) {
	name, value, _ := strings.Cut(n.Text, "=")
	if n.Field != query.Facet {
		return hint.Hint{}, nil
	}
	value = strings.Join(strings.Fields(strings.ToLower(value)), "") // a range is written without whitespace
	text := value + quantity.Between + value
	r, ok := quantity.RangeOf(text)
	if !ok {
		return hint.Hint{}, nil
	}
	values, err := quantities.Of(c.Snap, strings.TrimSpace(name), r.Has)
	if err != nil || values.Pages() == 0 {
		return hint.Hint{}, err
	}
	return hint.Hint{Code: hint.FacetRange, Value: strings.ToLower(strings.TrimSpace(name)) + "=" + text}, nil
}

// folder fills in the condition that a page is on a site or host, below a path or at it.
func (c *Compiler) folder(e *Condition, f query.Field, host, path string) error {
	e.op, e.kids = opAnd, nil
	where := &Condition{op: opOr, Text: e.Text, kids: []*Condition{{op: opDocs, Text: e.Text, docs: linkquery.Docs(c.Snap, linkquery.Spellings(host+path))}}}
	u, err := weburl.Parse("http://" + host + path)
	if err == nil {
		path = u.Path()
	}
	below, err := c.Terms.One(segment.PrefixFilter + document.FolderFilter(path))
	if err != nil {
		return err
	}
	where.kids = append(where.kids, &Condition{Text: e.Text, field: f, tokens: []*term.Token{below}})
	for _, n := range []*query.Node{{Kind: query.Filter, Field: f, Text: host}, {Kind: query.Filter, Field: query.InURL, Text: host + path}} {
		kid, err := c.Of(n)
		switch {
		case err != nil:
			return err
		case kid != nil && n.Field == query.InURL:
			kid.former = true
			where.kids = append(where.kids, kid)
		case kid != nil:
			e.kids = append(e.kids, kid)
		}
	}
	e.kids = append(e.kids, where)
	return nil
}

// wordsOf fills in the condition that a page has words.
func (c *Compiler) wordsOf(e *Condition, n *query.Node) (bool, error) {
	var err error
	e.near, e.own = n.Distance, c.below && n.Field == query.NoField
	e.tokens, err = c.Terms.Tokens(c.Words.Query(n.Text), n)
	return len(e.tokens) > 0, err
}
