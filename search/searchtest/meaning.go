package searchtest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/internal/quantity"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/domain"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/search/filter"
	"github.com/aranea-search/aranea/search/linkquery"
	"github.com/aranea-search/aranea/search/sorting"
	"github.com/aranea-search/aranea/weburl"
)

// A page is a document that outlives the Maker's next.
type page struct {
	document.Record

	words   []said
	address []string
	filters []string
	site    string
	text    string
	sketch  uint64
	hidden  bool
	// excluding says that words and phrases count only outside of the template of the site.
	excluding bool
}

// A said is one word of a page.
type said struct {
	form, stem string
	pos        int
	element    int // its number; elements are the page's own
}

func pageOf(d document.Document) *page {
	p := &page{Record: d.Record, address: d.Address, filters: d.Filters, site: d.Site, text: string(d.Text)}
	p.Elements = slices.Clone(d.Record.Elements)
	for _, o := range d.Words() {
		e := slices.IndexFunc(d.Record.Elements, func(e document.Element) bool { return o.Pos >= e.First && o.Pos < e.First+e.Words })
		p.words = append(p.words, said{o.Word.Form(), o.Word.Stem(), int(o.Pos), e})
	}
	return p
}

// open reports whether somebody may see the page.
func (p *page) open(access []string) bool {
	if !slices.Contains(p.filters, document.Protected) || slices.Contains(access, search.AllAccess) {
		return true
	}
	return slices.ContainsFunc(access, func(label string) bool { return slices.Contains(p.filters, document.AccessPrefix+label) })
}

func (p *page) expired(now time.Time) bool { return !p.Expires.IsZero() && !now.Before(p.Expires) }

func (p *page) dated() time.Time {
	at, _ := p.Record.Dated()
	return at
}

// asks reports whether a condition names something that a page must have. What only
// excludes, and words without a letter, do not.
func asks(n *query.Node) bool {
	switch n.Kind {
	case query.Word, query.Phrase:
		return len(analyze.AnalyzeQuery(n.Text)) > 0
	case query.Filter:
		return !n.Field.TakesWords() || len(analyze.AnalyzeQuery(n.Text)) > 0
	case query.And, query.Or:
		return slices.ContainsFunc(n.Nodes, asks)
	}
	return false
}

// means reports whether there is anything in a condition to look for.
func means(n *query.Node) bool {
	if n.Kind == query.Not {
		return asks(n.Nodes[0])
	}
	return asks(n) || slices.ContainsFunc(n.Nodes, means)
}

// holds reports whether the page meets a condition. What means nothing is met.
func (p *page) holds(n *query.Node) bool {
	fails := func(n *query.Node) bool { return !p.holds(n) }
	switch {
	case !means(n):
		return true
	case n.Kind == query.And:
		return !slices.ContainsFunc(n.Nodes, fails)
	case n.Kind == query.Or:
		return slices.ContainsFunc(n.Nodes, func(n *query.Node) bool { return means(n) && p.holds(n) })
	case n.Kind == query.Not:
		excluded := *p
		excluded.excluding = true
		return !excluded.holds(n.Nodes[0])
	case n.Kind == query.Filter:
		return p.meets(n)
	}
	return slices.ContainsFunc(p.places(n), func(at int) bool { return !p.excluding || !document.IsTemplate(p.Elements[p.words[at].element].Zone) })
}

// isNamed reports whether a word of a query names the page's site or host.
func (p *page) isNamed(n *query.Node) bool {
	return slices.ContainsFunc(p.filters, func(f string) bool { return names(n, f) })
}

// names reports whether a word of a query names a site or host, given as a filter.
func names(n *query.Node, filter string) bool {
	tokens := analyze.AnalyzeQuery(n.Text)
	if n.Kind != query.Word || n.Prefix || n.Edits > 0 || len(tokens) != 1 || strings.Trim(tokens[0].Form, "0123456789") == "" {
		return false
	}
	if u, err := weburl.Parse("http://" + n.Text + "/"); err == nil && u.Host() != n.Text && strings.HasPrefix(filter, "site:"+u.Host()+".") {
		return true // in its own script
	}
	begin := "site:" + tokens[0].Form
	return begin != "site:xn" && (strings.HasPrefix(filter, begin+".") || strings.HasPrefix(filter, begin+"-"))
}

// meets reports whether the page meets the condition of an operator.
func (p *page) meets(n *query.Node) bool {
	switch n.Field {
	case query.InTitle, query.InHeading, query.InBody:
		return slices.ContainsFunc(p.places(n), func(at int) bool { return p.isIn(at, n.Field) })
	case query.InURL:
		tokens := analyze.AnalyzeQuery(n.Text)
		for i, t := range tokens {
			if !slices.ContainsFunc(p.address, func(form string) bool {
				return form == t.Form || n.Prefix && i == len(tokens)-1 && strings.HasPrefix(form, t.Form)
			}) {
				return false
			}
		}
		return true
	case query.Facet:
		if name, r, ok := n.Range(); ok {
			return slices.ContainsFunc(p.quantities(name), r.Has)
		}
		return slices.Contains(p.filters, document.FacetFilter(n.Text))
	case query.Before, query.After:
		from, _, _ := query.DateOf(n.Text)
		return p.dated().Before(from) == (n.Field == query.Before)
	case query.FileType:
		return p.isOfType(n)
	case query.Site, query.Host, query.Lang:
		if host, path := n.Folder(); path != "" {
			return p.meets(&query.Node{Kind: query.Filter, Field: n.Field, Text: host}) && p.isBelow(host, path)
		}
		if above := domain.Above(n.Text); n.Field == query.Site && above != "" {
			return p.site == above || strings.HasSuffix(p.site, "."+above)
		}
		return slices.Contains(p.filters, filter.Of(n.Field, n.Text))
	}
	return false // it is asked of the link graph
}

// isOfType reports whether the page is of the format or kind that n names, or of an ending that no format has.
func (p *page) isOfType(n *query.Node) bool {
	has := func(term string) bool {
		return term != "" && slices.Contains(p.filters, strings.TrimPrefix(term, segment.PrefixFilter))
	}
	kind := filter.Ending(n.Field, n.Text)
	return slices.Contains(p.filters, filter.Of(n.Field, n.Text)) || has(filter.TextEnding(n.Field, n.Text)) ||
		len(kind) > 0 && has(kind[0]) && slices.Contains(p.address, strings.TrimPrefix(kind[1], segment.PrefixURL))
}

// quantities returns the numbers and dates among the values of a facet.
func (p *page) quantities(name string) (out []quantity.Quantity) {
	for _, f := range p.filters {
		if value, ok := strings.CutPrefix(f, document.FacetPrefix+name+"="); ok {
			if q, ok := quantity.Of(value); ok {
				out = append(out, q)
			}
		}
	}
	return out
}

// sortedBy returns the score of the page in an order by a facet.
func (p *page) sortedBy(by sorting.By) float64 {
	score := sorting.Last
	for _, q := range p.quantities(by.Facet) {
		if !by.Descending {
			q.At = -q.At
		}
		score = max(score, q.At)
	}
	return score
}

// isBelow reports whether the page is in a folder of any host, or below it, or is what its address
// names.
func (p *page) isBelow(host, path string) bool {
	u, err := weburl.Parse(p.URL)
	wanted, err2 := weburl.Parse("http://" + host + path)
	if err != nil || err2 != nil {
		return false
	}
	return strings.HasPrefix(u.Path(), wanted.Path()+"/") || slices.ContainsFunc(linkquery.Spellings(host+path), func(s weburl.URL) bool { return s.String() == p.URL })
}

// isIn reports whether a word belongs to a field.
func (p *page) isIn(word int, f query.Field) bool {
	w := p.words[word]
	kind := p.Elements[w.element].Kind
	switch f {
	case query.InTitle:
		first, end := p.TitleInterval()
		return w.pos >= int(first) && w.pos < int(end)
	case query.InHeading:
		return kind.IsHeading()
	}
	switch kind {
	case aranea.ElementText, aranea.ElementListItem, aranea.ElementCell, aranea.ElementCaption, aranea.ElementFallback:
		return true
	}
	return false
}

// places returns which words of the page a word or phrase begins with.
func (p *page) places(n *query.Node) (out []int) {
	tokens := analyze.AnalyzeQuery(n.Text)
	exact := n.Kind == query.Phrase || len(tokens) > 1
	is := func(w said, i int) bool {
		t := tokens[i]
		if i == len(tokens)-1 && n.Prefix || t.Lone {
			return strings.HasPrefix(w.form, t.Form)
		}
		return w.form == t.Form || !exact && !t.Unspaced && p.inflects(w, t)
	}
	for i := range p.words {
		if n.Distance > 0 && p.near(i, n.Distance, tokens) || n.Distance == 0 && p.follow(i, tokens, is) {
			out = append(out, i)
		}
	}
	return out
}

// inflects reports whether a word of the page is another form of one of a query, in the
// page's language.
func (p *page) inflects(w said, t analyze.QueryToken) bool {
	lang, _ := analyze.ParseLang(p.Lang)
	return slices.ContainsFunc(t.Stems(t.Stemmer(lang)), func(s analyze.Stem) bool { return w.stem == s.Term || s.Own && w.form == s.Base })
}

// follow reports whether tokens stand one after another from a word on.
func (p *page) follow(first int, tokens []analyze.QueryToken, is func(said, int) bool) bool {
	if !is(p.words[first], 0) {
		return false
	}
	for i := range tokens {
		pos := p.words[first].pos + tokens[i].Pos - tokens[0].Pos
		if !slices.ContainsFunc(p.words, func(w said) bool { return w.pos == pos && is(w, i) }) {
			return false
		}
	}
	return true
}

// near reports whether a piece of an element begins with a word that holds all tokens,
// with so many other words.
func (p *page) near(first, distance int, tokens []analyze.QueryToken) bool {
	from, width := p.words[first], tokens[len(tokens)-1].Pos-tokens[0].Pos+1+distance
	left := make([]string, 0, len(tokens))
	for _, t := range tokens {
		left = append(left, t.Form)
	}
	if !slices.Contains(left, from.form) {
		return false
	}
	for _, w := range p.words[first:] {
		if w.element != from.element || w.pos >= from.pos+width {
			break
		}
		if i := slices.Index(left, w.form); i >= 0 {
			left = slices.Delete(left, i, i+1)
		}
	}
	return len(left) == 0
}

// count returns how many words of the page are asked for.
func (p *page) count(n *query.Node) (sum int) {
	switch n.Kind {
	case query.Word, query.Phrase:
		return len(p.places(n))
	case query.And, query.Or:
		for _, k := range n.Nodes {
			sum += p.count(k)
		}
	}
	return sum
}

// facetsOf counts pages.
func facetsOf(all []*page) *facet.Facets {
	line := func(of func(*page) string) (out []facet.Value) {
		for _, p := range all {
			value := of(p)
			i := slices.IndexFunc(out, func(v facet.Value) bool { return v.Value == value })
			if i < 0 {
				i, out = len(out), append(out, facet.Value{Value: value})
			}
			out[i].Pages++
		}
		slices.SortFunc(out, func(a, b facet.Value) int { return cmp.Or(b.Pages-a.Pages, strings.Compare(a.Value, b.Value)) })
		return out
	}
	f := &facet.Facets{
		Sites: line(func(p *page) string { return p.site }), Languages: line(func(p *page) string { return p.Lang }),
		Types: line(func(p *page) string { return p.Format }),
		Years: line(func(p *page) string { return fmt.Sprint(p.dated().UTC().Year()) }),
	}
	slices.SortFunc(f.Years, func(a, b facet.Value) int { return strings.Compare(b.Value, a.Value) })
	return f
}
