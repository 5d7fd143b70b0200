package query

import (
	"strconv"
	"strings"

	"github.com/aranea-search/aranea/internal/quantity"
)

// Kind says what a node of a query is.
type Kind uint8

// The kinds of nodes. The zero kind is All: the query that asks for nothing in particular.
const (
	All    Kind = iota // no condition; only as the root of an empty query
	Word               // Text is one word as typed
	Phrase             // Text is what was between the quotes
	Filter             // Field and Text are an operator and its value
	And                // Nodes, all required
	Or                 // Nodes, alternatives
	Not                // Nodes[0], excluded
)

var kindNames = [...]string{"all", "word", "phrase", "filter", "and", "or", "not"}

// String returns the name of the kind in lower case.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}

// Field is the operator of a Filter.
type Field uint8

// The operators. The zero value is none.
const (
	NoField   Field = iota
	Site            // a registrable domain, host, or domain above them, with everything below
	Host            // one host
	InTitle         // words in the title
	InURL           // words in the address
	Lang            // a language by its code
	InBody          // words in running text, lists and tables
	InHeading       // words in a heading
	InAnchor        // words of links to the page
	FileType        // a format, by name
	Before          // dated before the start of a day, month or year
	After           // dated at or after the start of a day, month or year
	Link            // pages with a link to a URL
	Related         // pages similar to the one at a URL
	Facet           // a property that the operator has pages read for, as name=value
	numFields
)

var fieldNames = [numFields]string{
	"", "site", "host", "intitle", "inurl", "lang", "inbody", "inheading", "inanchor", "filetype", "before", "after", "link", "related", "facet",
}

// fieldAliases are other search engines' names for operators.
var fieldAliases = map[string]Field{"intext": InBody, "ext": FileType}

// Fields returns all operators.
func Fields() []Field {
	out := make([]Field, 0, numFields-1)
	for f := NoField + 1; f < numFields; f++ {
		out = append(out, f)
	}
	return out
}

// TakesWords reports whether the operator's value consists of words of pages, so that the last
// one may be a prefix.
func (f Field) TakesWords() bool {
	switch f {
	case InTitle, InURL, InBody, InHeading, InAnchor:
		return true
	}
	return false
}

// Ranks reports whether the words of the operator's value also rank pages.
func (f Field) Ranks() bool { return f.TakesWords() && f != InURL }

// String returns the operator as typed, without the colon.
func (f Field) String() string {
	if f < numFields {
		return fieldNames[f]
	}
	return ""
}

// fieldOf returns the operator of a name, in any case.
func fieldOf(name string) Field {
	for f := NoField + 1; f < numFields; f++ {
		if strings.EqualFold(fieldNames[f], name) {
			return f
		}
	}
	return fieldAliases[strings.ToLower(name)]
}

// Node is one node of a query tree. Only the fields named by its Kind are set.
type Node struct {
	Kind Kind
	// Field is the operator of a Filter. On an Or it is the operator that the alternatives
	// stand for; a page may never lack such a group.
	Field Field
	Text  string
	Nodes []*Node
	// Prefix says that the last word of Text is a prefix: of a Word, or of a Filter whose
	// operator takes words.
	Prefix bool
	// Ranged says that the value of a Facet, behind the =, is a range (quantity.RangeOf) and no text.
	Ranged bool
	// Edits says how many letters of a Word may differ: 0, 1 or 2.
	Edits int
	// Distance says how many other words may be between the words of a Phrase, which may then
	// come in any order; 0 means that they follow one another.
	Distance int
}

// String prints the node as a query that parses to an equal node.
func (n *Node) String() string {
	var b strings.Builder
	n.print(&b, All)
	return b.String()
}

func (n *Node) print(b *strings.Builder, parent Kind) {
	switch n.Kind {
	case Word:
		b.WriteString(n.Text)
		n.printSuffix(b)
	case Phrase:
		b.WriteString(`"` + n.Text + `"`)
		n.printSuffix(b)
	case Filter:
		b.WriteString(n.Field.String() + ":")
		if n.needsQuotes() {
			b.WriteString(`"` + n.Text + `"`)
			return
		}
		b.WriteString(n.Text)
		n.printSuffix(b)
	case Not:
		minus := "-"
		if c := n.Nodes[0]; c.Kind == Word && isOption(c.String()) {
			minus = "NOT " // -j is an option of a program
		}
		b.WriteString(minus)
		n.Nodes[0].print(b, Not)
	case And:
		n.printGroup(b, " ", parent == Not || parent == And)
	case Or:
		n.printGroup(b, " OR ", parent == Not || parent == And || parent == Or)
	}
}

// needsQuotes reports whether the value of an operator would be read otherwise without quotes.
func (n *Node) needsQuotes() bool {
	switch {
	case endOf(n.Text, breaksWord) < len(n.Text) || strings.HasPrefix(n.Text, ":"):
		return true
	case n.Field == Facet:
		return !n.Ranged && strings.Contains(n.Text, quantity.Between)
	}
	return n.Field.TakesWords() && !n.Prefix && strings.HasSuffix(n.Text, "*")
}

// printSuffix prints the suffix of a word or phrase.
func (n *Node) printSuffix(b *strings.Builder) {
	if n.Prefix {
		b.WriteByte('*')
	}
	if more := n.Edits + n.Distance; more > 0 {
		b.WriteString("~" + strconv.Itoa(more))
	}
}

func (n *Node) printGroup(b *strings.Builder, between string, group bool) {
	if group {
		b.WriteByte('(')
	}
	for i, c := range n.Nodes {
		if i > 0 {
			b.WriteString(between)
		}
		c.print(b, n.Kind)
	}
	if group {
		b.WriteByte(')')
	}
}

// Tree is a parsed query.
type Tree struct {
	// Root is never nil; its Kind is All if nothing was asked for.
	Root *Node
	// Hints tell what was not taken literally, in the order of the query.
	Hints []Hint
}

// String prints the query as it was understood.
func (t Tree) String() string { return t.Root.String() }

// Empty reports whether nothing was asked for.
func (t Tree) Empty() bool { return t.Root.Kind == All }

// Find returns the value of the first filter of the field that is not
// excluded, or "".
func (t Tree) Find(f Field) string { return t.Root.find(f) }

func (n *Node) find(f Field) string {
	if n.Kind == Filter && n.Field == f {
		return n.Text
	}
	if n.Kind == Not {
		return ""
	}
	for _, c := range n.Nodes {
		if v := c.find(f); v != "" {
			return v
		}
	}
	return ""
}
