package search

import (
	"cmp"
	"slices"

	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/domain"
	"github.com/aranea-search/aranea/search/filter"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/outside"
	"github.com/aranea-search/aranea/weburl"
)

// exprOp says how an expr combines its parts.
type exprOp uint8

const (
	opLeaf exprOp = iota // tokens in a field
	opAnd
	opOr
	opNot
	opDocs  // one of a list of documents
	opDates // a date in a range
	opSites // on one of a set of sites
)

// An expr is a condition that does not affect ranking.
type expr struct {
	op     exprOp
	kids   []*expr
	text   string
	value  string // of an operator, as typed
	tokens []*token
	field  query.Field
	near   int
	own    bool       // only outside of the template of a page's site
	docs   [][]uint32 // by segment, ascending
	sites  *domain.Sites
	// from and to bound the date in seconds since 1970; to is exclusive.
	from, to uint32
	// former says that it stands for the filters of folders, in segments without these.
	former bool
	// pins says that it leaves out the pages that are pinned to the query.
	pins bool
}

// excludes reports whether the condition requires nothing of a page.
func (e *expr) excludes() bool {
	if e.op == opAnd || e.op == opOr {
		return !slices.ContainsFunc(e.kids, func(k *expr) bool { return !k.excludes() })
	}
	return e.op == opNot
}

// isOwnWord reports whether the condition excludes a single word outside of the template.
func (e *expr) isOwnWord() bool { return e.op == opNot && e.kids[0].own && len(e.kids[0].tokens) == 1 }

// leavePinned leaves out the pages that are pinned to the query.
func (c *compiler) leavePinned() {
	c.require(&expr{op: opNot, text: "pinned", pins: true, kids: []*expr{{op: opDocs, docs: c.without}}})
}

// require adds a condition.
func (c *compiler) require(e *expr) {
	if e != nil {
		c.p.where = append(c.p.where, e)
	}
}

// expr turns a node into a condition; nil if nothing in it can be searched for.
func (c *compiler) expr(n *query.Node) (*expr, error) {
	e := &expr{text: n.String()}
	switch n.Kind {
	case query.And:
		e.op = opAnd
	case query.Or:
		e.op = opOr
	case query.Not:
		e.op = opNot
		defer func(was bool) { c.excluding = was }(c.excluding)
		c.excluding = true
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
		k, err := c.expr(kid)
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
func (c *compiler) leaf(e *expr, n *query.Node) (ok bool, err error) {
	switch n.Field {
	case query.NoField, query.InTitle, query.InBody, query.InHeading:
		return c.wordsOf(e, n)
	case query.InURL:
		ts := c.words.Query(n.Text)
		for i, q := range ts {
			t, err := c.addressed(q, n.Part(i == len(ts)-1).Prefix)
			if err != nil {
				return false, err
			}
			e.tokens = append(e.tokens, t)
		}
		return len(e.tokens) > 0, nil
	case query.InAnchor, query.Link:
		if n.Field == query.InAnchor && c.outside == nil {
			return c.wordsOf(e, n)
		}
		if e.op, e.docs = opDocs, c.outside.Docs(c.p.snap, n); n.Field == query.Link {
			c.tell(filter.Unlinked(n.Text, c.outside == nil || len(slices.Concat(e.docs...)) > 0))
		}
		return true, nil
	case query.Related: // replaced by its words already: see unfold
		e.op, e.docs = opDocs, c.outside.Docs(c.p.snap, n)
		if len(c.outside[n]) > 0 {
			e.op, e.kids, e.docs = opNot, []*expr{{op: opDocs, text: e.text, docs: e.docs}}, nil
		}
		return true, nil
	case query.Before, query.After:
		e.op = opDates
		e.from, e.to = filter.Dates(n.Field, n.Text)
		return true, nil
	}
	if host, path := n.Folder(); path != "" {
		return true, c.folder(e, n.Field, host, path)
	}
	if port := filter.Port(n.Field, n.Text); port != "" {
		c.tell(hint.Hint{Code: hint.Port, Value: port, Kind: n.Field.String()})
	}
	if above := domain.Above(n.Text); n.Field == query.Site && above != "" {
		if e.sites, err = domain.Below(c.p.snap, above); err != nil {
			return false, err
		}
		e.op = opSites
		c.tell(e.sites.Hint)
		return true, nil
	}
	t, err := c.single(segment.PrefixFilter + filter.Of(n.Field, n.Text))
	if e.tokens = []*token{t}; err == nil && t.df == 0 {
		c.tell(filter.Missing(n.Field, n.Text))
		for i, term := range filter.Ending(n.Field, n.Text) { // instead, since no format has that name
			t, fault := c.single(term)
			e.tokens, err = append(e.tokens[:i], t), cmp.Or(err, fault)
		}
	}
	return true, err
}

// folder fills in the condition that a page is on a site or host, below a path or at it.
func (c *compiler) folder(e *expr, f query.Field, host, path string) error {
	e.op, e.kids = opAnd, nil
	where := &expr{op: opOr, text: e.text, kids: []*expr{{op: opDocs, text: e.text, docs: outside.Docs(c.p.snap, outside.Spellings(host+path))}}}
	u, err := weburl.Parse("http://" + host + path)
	if err == nil {
		path = u.Path()
	}
	below, err := c.single(segment.PrefixFilter + document.FolderFilter(path))
	if err != nil {
		return err
	}
	where.kids = append(where.kids, &expr{text: e.text, field: f, tokens: []*token{below}})
	for _, n := range []*query.Node{{Kind: query.Filter, Field: f, Text: host}, {Kind: query.Filter, Field: query.InURL, Text: host + path}} {
		kid, err := c.expr(n)
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
func (c *compiler) wordsOf(e *expr, n *query.Node) (bool, error) {
	var err error
	e.near, e.own = n.Distance, c.excluding && n.Field == query.NoField
	e.tokens, err = c.tokens(c.words.Query(n.Text), n)
	return len(e.tokens) > 0, err
}
