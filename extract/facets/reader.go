package facets

import (
	"bytes"
	"html"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/datagraph"
	"github.com/aranea-search/aranea/extract/selector"
)

// Limits of what a Reader holds of one page.
const (
	maxOpen   = 64            // open elements whose text is read; of further ones it is not
	maxText   = 4 * MaxValue  // bytes of the text of an element; whitespace counts once
	maxAttr   = 16 * MaxValue // bytes of the raw value of an attribute
	maxFollow = 1_000         // steps that are taken in structured data for one rule
)

// itemTags selects what microdata consists of.
const itemTags = "[itemscope], [itemprop]"

// A Plan is the rules of a crawl with what is made of them once for all pages. The zero value
// reads nothing. It is not changed, and safe for concurrent use.
type Plan struct {
	rules     Rules
	selectors *selector.Host // one line for each rule on parts of pages, and one for itemTags
	of        []int          // the rule of each line
}

// items stands for a rule in Plan.of.
const items = -1

// Plan returns the plan of rules that Check finds nothing wrong with.
func (rs Rules) Plan() Plan {
	p := Plan{rules: rs}
	var texts []string
	structured := false
	for i := range rs {
		if structured = structured || rs[i].schema != ""; rs[i].css.Selector != "" {
			texts, p.of = append(texts, rs[i].css.Selector), append(p.of, i)
		}
	}
	if structured {
		texts, p.of = append(texts, itemTags), append(p.of, items)
	}
	if len(texts) == 0 {
		return p
	}
	var err error
	if p.selectors, err = selector.Selectors(texts); err != nil {
		panic("facets: rules that were read are not: " + err.Error()) // Parse and Check keep the limits
	}
	return p
}

// reads reports whether a rule is about parts of the pages of a host.
func (p *Plan) reads(host string) bool {
	for i := range p.rules {
		if r := &p.rules[i]; (r.css.Selector != "" || r.schema != "") && (r.host == "" || r.host == host) {
			return true
		}
	}
	return false
}

// A Reader reads the values of a plan from one web page after another: from each start tag, end
// tag and text as it comes. The zero value is ready. It is for one goroutine.
type Reader struct {
	plan    Plan
	page    *aranea.Page
	host    string
	active  bool
	matcher selector.Matcher
	open    []capture // the innermost last
	graph   datagraph.Graph
}

// A capture is an open element whose text is wanted, or that is an item.
type capture struct {
	depth int // open elements down to it
	rule  int // items, or the rule whose value its text is
	text  []byte

	item  datagraph.Item // what it is, nil for a property that is text
	of    datagraph.Item // whose property it is
	props []string       // as which
}

// Reset begins a page.
func (r *Reader) Reset(plan Plan, page *aranea.Page) {
	r.plan, r.page, r.host = plan, page, page.URL.Host()
	clear(r.open)
	r.open = r.open[:0]
	r.graph = datagraph.Graph{}
	if r.active = plan.reads(r.host); r.active {
		r.matcher.Reset(plan.selectors)
	} else {
		r.matcher.Reset(nil)
	}
}

// Active reports whether the page is read for parts of it or for structured data.
func (r *Reader) Active() bool { return r.active }

// Meta adds the values that a meta element gives.
func (r *Reader) Meta(name, content []byte) { r.plan.rules.Meta(r.page, name, content) }

// Start handles a start tag; apart says that the element separates words.
func (r *Reader) Start(tag atom.Atom, t selector.Tag, apart bool) {
	opened := r.matcher.Start(tag, t)
	depth := r.matcher.Depth()
	if opened {
		r.closeTo(depth - 1)
	} else {
		r.closeTo(depth)
	}
	if apart {
		r.separate()
	}
	for _, line := range r.matcher.Selected() {
		if i := r.plan.of[line-1]; i == items {
			r.startItem(tag, t, opened)
		} else if rule := &r.plan.rules[i]; rule.host == "" || rule.host == r.host {
			r.startValue(i, t, opened)
		}
	}
}

// startValue handles an element that the selector of a rule selects.
func (r *Reader) startValue(i int, t selector.Tag, opened bool) {
	rule := &r.plan.rules[i]
	switch {
	case rule.css.Attr != "":
		add(r.page, rule.name, attribute(t, rule.css.Attr))
	case opened && len(r.open) < maxOpen && len(r.page.Facets) < MaxValues:
		r.open = append(r.open, capture{depth: r.matcher.Depth(), rule: i})
	}
}

// attribute returns the value of an attribute, "" if the tag does not have it.
func attribute(t selector.Tag, name string) string {
	raw := t.Written(name)
	if len(raw) > maxAttr {
		raw = raw[:maxAttr]
	}
	if bytes.IndexByte(raw, '&') < 0 {
		return string(raw)
	}
	return html.UnescapeString(string(raw))
}

// End handles an end tag; apart is as for Start.
func (r *Reader) End(tag atom.Atom, apart bool) {
	r.matcher.End(tag)
	r.closeTo(r.matcher.Depth())
	if apart {
		r.separate()
	}
}

// separate separates the words before and after a tag.
func (r *Reader) separate() {
	for i := range r.open {
		if c := &r.open[i]; len(c.text) > 0 && c.text[len(c.text)-1] != ' ' {
			c.text = append(c.text, ' ')
		}
	}
}

// Text handles text with its references decoded.
func (r *Reader) Text(s []byte) {
	for i := range r.open {
		if c := &r.open[i]; c.item == nil {
			c.text = appendText(c.text, s)
		}
	}
}

// appendText appends text up to maxText bytes, each run of whitespace as one space.
func appendText(to, s []byte) []byte {
	for len(s) > 0 && len(to) < maxText {
		c, size := utf8.DecodeRune(s)
		if !separates(c) {
			to = append(to, s[:size]...)
		} else if len(to) > 0 && to[len(to)-1] != ' ' {
			to = append(to, ' ')
		}
		s = s[size:]
	}
	return to
}

// closeTo ends the elements that are deeper than some number of open ones.
func (r *Reader) closeTo(depth int) {
	for n := len(r.open); n > 0 && r.open[n-1].depth > depth; n-- {
		c := &r.open[n-1]
		switch {
		case c.rule != items:
			add(r.page, r.plan.rules[c.rule].name, string(c.text))
		case c.item == nil:
			r.graph.Set(c.of, c.props, string(c.text))
		}
		*c = capture{}
		r.open = r.open[:n-1]
	}
}

// Finish ends the page: elements that are still open end, and structured data is looked through.
func (r *Reader) Finish() {
	if !r.active {
		r.page = nil // the caller keeps the page, and a reader waits for its next one
		return
	}
	r.closeTo(-1)
	r.graph.Collect()
	for i := range r.plan.rules {
		if rule := &r.plan.rules[i]; rule.schema != "" && (rule.host == "" || rule.host == r.host) {
			for _, value := range structured(&r.graph, rule.schema) {
				add(r.page, rule.name, value)
			}
		}
	}
	r.graph, r.page = datagraph.Graph{}, nil
}

// structured returns the values of a rule on structured data: a type with properties.
func structured(g *datagraph.Graph, schema string) (values []string) {
	name, path, _ := strings.Cut(schema, ".")
	steps, w := strings.Split(path, "."), g.Walk(maxFollow)
	for _, it := range g.Of(name) {
		values = w.Follow(values, MaxValues, it, steps)
	}
	return values
}

// LinkedData handles what a script with linked data (JSON-LD) of some size holds, as encoding/json
// decodes it into an any with UseNumber.
func (r *Reader) LinkedData(v any, size int) {
	if r.active {
		r.graph.Add(v, size)
	}
}
