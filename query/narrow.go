package query

import (
	"slices"
	"strings"
	"unicode"

	"github.com/aranea-search/aranea/internal/quantity"
)

// Without prints the query without the filters of a field that restrict the whole query.
// Filters inside alternatives and exclusions stay.
func (t Tree) Without(f Field) string {
	return t.without(func(n *Node) bool { return n.Kind == Filter && n.Field == f })
}

// WithoutFacet prints the query without the filters of a facet that restrict the whole query.
func (t Tree) WithoutFacet(name string) string {
	return t.without(func(n *Node) bool { return n.isFacet(name) })
}

func (t Tree) without(narrows func(*Node) bool) string {
	switch {
	case t.Empty() || narrows(t.Root):
		return ""
	case t.Root.Kind != And:
		return t.String()
	}
	return printAll(slices.DeleteFunc(slices.Clone(t.Root.Nodes), narrows))
}

// With prints the query restricted by a filter, which replaces filters of the same field.
func (t Tree) With(f Field, value string) string {
	return Parse(t.Without(f)).and(&Node{Kind: Filter, Field: f, Text: value})
}

// WithFacet prints the query restricted to a value of a facet, which replaces filters of the same
// facet.
func (t Tree) WithFacet(name, value string) string {
	return Parse(t.WithoutFacet(name)).and(&Node{Kind: Filter, Field: Facet, Text: name + "=" + value})
}

// WithRange prints the query restricted to a range of a facet (quantity.RangeOf), which replaces filters of
// the same facet.
func (t Tree) WithRange(name, text string) string {
	return Parse(t.WithoutFacet(name)).and(&Node{Kind: Filter, Field: Facet, Text: name + "=" + text, Ranged: true})
}

// Within prints the query restricted to the pages of some sites, hosts or folders.
func (t Tree) Within(places ...string) string {
	var nodes []*Node
	for _, p := range places {
		n := &Node{Kind: Filter, Field: Site, Text: p}
		if host, path := n.Folder(); host != "" {
			n.Text = host + path
		}
		nodes = append(nodes, n)
	}
	if len(nodes) == 0 {
		return t.String()
	}
	return t.and(group(Or, nodes))
}

// and prints the query restricted by a further condition.
func (t Tree) and(n *Node) string {
	switch t.Root.Kind {
	case All:
		return n.String()
	case And:
		return printAll(append(slices.Clone(t.Root.Nodes), n))
	default:
		return printAll([]*Node{t.Root, n})
	}
}

// printAll prints the query that requires all of the nodes.
func printAll(nodes []*Node) string {
	switch len(nodes) {
	case 0:
		return ""
	case 1:
		return nodes[0].String()
	}
	return (&Node{Kind: And, Nodes: nodes}).String()
}

// NarrowedBy returns the value, in lower case, of the filter of a field that restricts the
// whole query, or "".
func (t Tree) NarrowedBy(f Field) string {
	return t.narrowedBy(func(n *Node) bool { return n.Kind == Filter && n.Field == f })
}

// FacetValue returns the value, in lower case, of the filter of a facet that restricts the whole
// query, or "".
func (t Tree) FacetValue(name string) string {
	_, value, _ := strings.Cut(t.narrowedBy(func(n *Node) bool { return n.isFacet(name) }), "=")
	return strings.TrimSpace(value)
}

// Range returns the name, in lower case, of the facet that a node asks for by a range, and the range;
// false if it does not.
func (n *Node) Range() (name string, r quantity.Range, ok bool) {
	if !n.Ranged {
		return "", r, false
	}
	_, text, _ := strings.Cut(n.Text, "=")
	r, ok = quantity.RangeOf(text)
	return n.facet(), r, ok
}

// FacetNames returns the names, in lower case, of the facets by which the whole query is
// restricted.
func (t Tree) FacetNames() []string {
	var out []string
	for _, n := range t.required() {
		if name := n.facet(); name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// FacetsUsed returns the names, in lower case, of the facets that pages are asked for by, in alternatives as
// well, and not excluded by alone; at most so many.
func (t Tree) FacetsUsed(most int) (out []string) {
	var add func(n *Node)
	add = func(n *Node) {
		if name := n.facet(); name != "" && len(out) < most && !slices.Contains(out, name) {
			out = append(out, name)
		}
		if n.Kind == And || n.Kind == Or {
			for _, k := range n.Nodes {
				add(k)
			}
		}
	}
	add(t.Root)
	return out
}

// isFacet reports whether a node is a filter of a facet, named in lower case.
func (n *Node) isFacet(name string) bool { return name != "" && n.facet() == name }

// facet returns the name, in lower case, of the facet whose filter a node is, or "".
func (n *Node) facet() string {
	if n.Kind != Filter || n.Field != Facet {
		return ""
	}
	name, _, _ := strings.Cut(n.Text, "=")
	return strings.ToLower(strings.TrimSpace(name))
}

// required returns the nodes that restrict the whole query.
func (t Tree) required() []*Node {
	if t.Root.Kind == And {
		return t.Root.Nodes
	}
	return []*Node{t.Root}
}

func (t Tree) narrowedBy(narrows func(*Node) bool) string {
	for _, n := range t.required() {
		if narrows(n) {
			return strings.ToLower(n.Text)
		}
	}
	return ""
}

// Folder splits the value of site: or host: into the host and the path that addresses begin with,
// without a slash at its end; path is empty if there is none, or n is something else.
func (n *Node) Folder() (host, path string) {
	if n.Kind != Filter || n.Field != Site && n.Field != Host {
		return "", ""
	}
	address := n.Text
	if _, after, ok := strings.Cut(address, "://"); ok {
		address = after
	}
	host, path, _ = strings.Cut(strings.TrimRight(strings.TrimPrefix(address, "*."), "/*"), "/")
	if host == "" || path == "" {
		return host, ""
	}
	return host, "/" + path
}

// Narrows reports whether a query is restricted to parts of sites: a folder, a facet, words of addresses.
func (n *Node) Narrows() bool {
	switch n.Kind {
	case Filter:
		_, path := n.Folder()
		return path != "" || n.Field == Facet || n.Field == InURL
	case And, Or:
		return slices.ContainsFunc(n.Nodes, (*Node).Narrows)
	}
	return false
}

// Part returns a word, phrase or operator as it applies to one of its words: a suffix such as *
// applies only to the last.
func (n *Node) Part(last bool) *Node {
	if last {
		return n
	}
	return &Node{Kind: n.Kind, Field: n.Field, Text: n.Text}
}

// IsPlain reports whether a node is a word alone, without quotes, operators and suffixes.
func (n *Node) IsPlain() bool { return n.Kind == Word && !n.Prefix && n.Edits == 0 }

// Positive returns the words and phrases, at or below the node, that rank pages and are not
// excluded.
func (n *Node) Positive() []*Node {
	switch n.Kind {
	case Word, Phrase:
		return []*Node{n}
	case Filter:
		if n.Field.Ranks() {
			return []*Node{n}
		}
	case And, Or:
		var out []*Node
		for _, k := range n.Nodes {
			out = append(out, k.Positive()...)
		}
		return out
	}
	return nil
}

// Called returns how explanations of results name a word, phrase or operator.
func (n *Node) Called() string {
	if n.Prefix || n.Edits > 0 || n.Distance > 0 {
		return n.String()
	}
	return n.Text
}

// Respelled returns the query with words replaced. respell gets each word that is not quoted,
// not an operator's value and not excluded, and returns its replacement; changed tells whether
// any differs. All other nodes are shared with the query.
func (t Tree) Respelled(respell func(word *Node) string) (out Tree, changed bool) {
	root := respelled(t.Root, respell, &changed)
	return Tree{Root: root}, changed
}

func respelled(n *Node, respell func(*Node) string, changed *bool) *Node {
	c := *n
	switch n.Kind {
	case Word:
		c.Text = respell(n)
		*changed = *changed || c.Text != n.Text
	case And, Or:
		c.Nodes = make([]*Node, len(n.Nodes))
		for i, k := range n.Nodes {
			c.Nodes[i] = respelled(k, respell, changed)
		}
	default:
		return n
	}
	return &c
}

// Unquoted returns the query with the words of its phrases in place of these. What would be an
// operator or an exclusion without quotes stays in them, and what has neither letter nor digit is
// left out; changed tells whether there was a phrase. Phrases in alternatives and exclusions stay.
func (t Tree) Unquoted() (out Tree, changed bool) {
	var nodes []*Node
	for _, n := range t.required() {
		switch {
		case n.Kind == Phrase:
			changed = true
			nodes = append(nodes, n.words()...)
		case n.Kind != Word || hasWord(n.Text):
			nodes = append(nodes, n)
		}
	}
	root := group(And, nodes)
	if !changed || root == nil {
		return t, false
	}
	return Tree{Root: root}, true
}

// EachWord returns at most most queries, each with one of the words and all else, those of the longest
// words first, which few pages have; the query itself if it has no two words.
func (t Tree) EachWord(most int) (out []Tree) {
	var words, rest []*Node
	for _, n := range t.required() {
		if n.Kind == Word {
			words = append(words, n)
		} else {
			rest = append(rest, n)
		}
	}
	if len(words) < 2 {
		return []Tree{t}
	}
	slices.SortStableFunc(words, func(a, b *Node) int { return len(b.Text) - len(a.Text) })
	for _, w := range words[:min(len(words), most)] {
		out = append(out, Tree{Root: group(And, append([]*Node{w}, rest...))})
	}
	return out
}

// words returns the words of a phrase, each by itself.
func (n *Node) words() (out []*Node) {
	for _, text := range strings.Fields(n.Text) {
		w := Parse(text).Root
		if w.Kind != Word || w.String() != text {
			w = &Node{Kind: Phrase, Text: text}
		}
		if hasWord(text) {
			out = append(out, w)
		}
	}
	return out
}

// hasWord reports whether a text has a letter or a digit.
func hasWord(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// Demanding prints the query with a word put in quotes, so that every result must contain it;
// "" if the query does not contain that word by itself in this form.
func (t Tree) Demanding(word string) string {
	found := false
	root := demanding(t.Root, word, &found)
	if !found {
		return ""
	}
	return root.String()
}

func demanding(n *Node, word string, found *bool) *Node {
	c := *n
	switch {
	case n.Kind == Word && n.Text == word && !n.Prefix && n.Edits == 0:
		c.Kind, *found = Phrase, true
	case n.Kind == And:
		c.Nodes = make([]*Node, len(n.Nodes))
		for i, k := range n.Nodes {
			c.Nodes[i] = demanding(k, word, found)
		}
	}
	return &c
}
