// Package condition holds what a query requires of a page, or excludes, without ranking it: operators,
// exclusions and groups of them, whose pages the searcher may see, and which are left out. A condition
// is compiled for a snapshot (compile.go, protect.go), counts what it reads at most (cost.go), and is
// evaluated in one segment at a time (node.go, window.go, ranged.go).
//
// Floor: 4 (acts), a part of search. Stability: engine. It reads an index snapshot and knows neither
// scores nor plans.
package condition

import (
	"slices"

	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/domain"
	"github.com/aranea-search/aranea/search/filter"
	"github.com/aranea-search/aranea/search/quantities"
	"github.com/aranea-search/aranea/search/term"
	"github.com/aranea-search/aranea/weburl"
)

// op says how a condition combines its parts.
type op uint8

const (
	opLeaf op = iota // tokens in a field
	opAnd
	opOr
	opNot
	opDocs  // one of a list of documents
	opDates // a date in a range
	opSites // on one of a set of sites
	opRange // with a value of a facet in a range
)

// A Condition is what a page must meet. It does not affect ranking.
type Condition struct {
	Text   string // of the query
	op     op
	kids   []*Condition
	value  string // of an operator, as typed
	tokens []*term.Token
	field  query.Field
	near   int
	own    bool       // only outside of the template of a page's site
	docs   [][]uint32 // by segment, ascending
	sites  *domain.Sites
	values *quantities.Values // in the range
	// from and to bound the date in seconds since 1970; to is exclusive.
	from, to uint32
	// former says that it stands for the filters of folders, in segments without these.
	former bool
	// pins says that it leaves out the pages that are pinned to the query.
	pins bool
}

// LeaveOut returns the condition that a page is none of some documents, by segment, because they
// are pinned to the query.
func LeaveOut(docs [][]uint32) *Condition {
	return &Condition{op: opNot, Text: "pinned", pins: true, kids: []*Condition{{op: opDocs, docs: docs}}}
}

// Excludes reports whether the condition requires nothing of a page.
func (c *Condition) Excludes() bool {
	if c.op == opAnd || c.op == opOr {
		return !slices.ContainsFunc(c.kids, func(k *Condition) bool { return !k.Excludes() })
	}
	return c.op == opNot
}

// IsOwnWord reports whether the condition excludes a single word outside of the template.
func (c *Condition) IsOwnWord() bool {
	return c.op == opNot && c.kids[0].own && len(c.kids[0].tokens) == 1
}

// IsPins reports whether the condition leaves out pinned pages.
func (c *Condition) IsPins() bool { return c.pins }

// IsKind reports whether the condition asks for a kind of files, or for those with an extension,
// most of which are known only by links.
func (c *Condition) IsKind() bool {
	return (c.op == opLeaf || c.op == opOr) && c.field == query.FileType && filter.IsKind(c.value)
}

// Fits reports whether a file that was never read may be of the kind that the condition asks for.
func (c *Condition) Fits(u weburl.URL) bool { return !c.IsKind() || filter.Fits(c.value, u) }

// IsOfPage reports whether the condition is about a page itself, so that it cannot be asked of a URL
// that only links name. Hosts and sites can, and few URLs that links point to are of a kind of files.
func (c *Condition) IsOfPage() bool {
	if c.IsKind() || c.op == opSites {
		return false // a site is among the columns of such a URL
	}
	return c.op != opLeaf || c.field != query.Site && c.field != query.Host && c.field != query.InAnchor
}
