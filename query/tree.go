package query

import "strings"

// Kind says what a node of a query is.
type Kind uint8

// The kinds of nodes. The zero kind is All: the query that asks for nothing in
// particular.
const (
	All    Kind = iota // no condition; only as the root of an empty query
	Word               // Text is one word as typed
	Phrase             // Text is what stood between the quotes
	Filter             // Field and Text are an operator and its value
	And                // Nodes, side by side
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
	NoField Field = iota
	Site          // a registrable domain or host, with its subdomains
	Host          // one host
	InTitle       // words in the title
	InURL         // words in the address
	Lang          // a language by its code
	numFields
)

var fieldNames = [numFields]string{"", "site", "host", "intitle", "inurl", "lang"}

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
	return NoField
}

// Node is one node of a query tree. Only the fields its Kind names are set.
type Node struct {
	Kind  Kind
	Field Field
	Text  string
	Nodes []*Node
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
	case Phrase:
		b.WriteString(`"` + n.Text + `"`)
	case Filter:
		b.WriteString(n.Field.String() + ":")
		if strings.IndexFunc(n.Text, breaksWord) >= 0 {
			b.WriteString(`"` + n.Text + `"`)
			return
		}
		b.WriteString(n.Text)
	case Not:
		b.WriteByte('-')
		n.Nodes[0].print(b, Not)
	case And:
		n.printGroup(b, " ", parent == Not || parent == And)
	case Or:
		n.printGroup(b, " OR ", parent == Not || parent == And || parent == Or)
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
	// Root is never nil; its Kind is All when nothing was asked.
	Root *Node
	// Hints tell what was not taken at its word, in the order met.
	Hints []Hint
}

// String prints the query as it was understood.
func (t Tree) String() string { return t.Root.String() }

// Empty reports whether nothing was asked.
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
