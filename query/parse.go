package query

import (
	"strings"
	"unicode/utf8"
)

// Limits of a query. What exceeds them is left out with a hint.
const (
	// MaxBytes is the longest query, in bytes.
	MaxBytes = 1000
	// MaxClauses is the largest number of words, phrases and operators.
	MaxClauses = 32
	// MaxDepth is the deepest nesting of groups.
	MaxDepth = 8
)

// Parse reads a query. It never fails: what cannot be read as an operator is text, and hints
// tell what was ignored.
func Parse(text string) Tree {
	p := parser{}
	if len(text) > MaxBytes {
		cut := MaxBytes
		for cut > 0 && !utf8.RuneStart(text[cut]) {
			cut--
		}
		text = text[:cut]
		p.lex.hint(HintTooLong, "")
	}
	p.lex.s = text
	p.advance()
	var all []*Node
	for p.tok.kind != tokenEnd {
		if n := p.or(); n != nil {
			all = append(all, n)
		}
		if p.tok.kind == tokenClose {
			p.lex.hint(HintParenthesis, ")")
			p.advance()
		}
	}
	root := group(And, all)
	if root == nil {
		root = &Node{Kind: All}
		if said := strings.TrimFunc(text, separates); said != "" && len(p.lex.hints) == 0 {
			p.lex.hint(HintNothing, said)
		}
	} else if onlyExcludes(root) {
		p.lex.hint(HintOnlyExclusions, "")
	}
	return Tree{Root: root, Hints: unique(p.lex.hints)}
}

type parser struct {
	lex     lexer
	tok     token
	clauses int
	open    int // groups that are open
	deep    int // opening parentheses ignored because they are too deep
}

// advance reads the next token. Parentheses deeper than MaxDepth are ignored, and their
// contents join the enclosing group.
func (p *parser) advance() {
	for {
		p.tok = p.lex.next()
		switch {
		case p.tok.kind == tokenOpen && p.open == MaxDepth:
			p.lex.hint(HintTooDeep, "")
			p.deep++
		case p.tok.kind == tokenOpen:
			p.open++
			return
		case p.tok.kind == tokenClose && p.deep > 0:
			p.deep--
		case p.tok.kind == tokenClose && p.open > 0:
			p.open--
			return
		default:
			return
		}
	}
}

// or reads alternatives until the end or a closing parenthesis.
func (p *parser) or() *Node {
	var alternatives []*Node
	for {
		if n := p.and(); n != nil {
			alternatives = append(alternatives, n)
		} else if p.tok.kind == tokenOr || len(alternatives) > 0 {
			p.lex.hint(HintDanglingOr, "")
		}
		if p.tok.kind != tokenOr {
			return group(Or, alternatives)
		}
		p.advance()
	}
}

// and reads a sequence of clauses.
func (p *parser) and() *Node {
	var clauses []*Node
	for {
		switch p.tok.kind {
		case tokenEnd, tokenOr, tokenClose:
			return group(And, clauses)
		}
		if n := p.clause(); n != nil {
			clauses = append(clauses, n)
		}
	}
}

// clause reads a word, phrase, operator, group or exclusion; it returns nil if that is left
// out.
func (p *parser) clause() *Node {
	t := p.tok
	p.advance()
	switch t.kind {
	case tokenMinus:
		return p.exclusion()
	case tokenOpen:
		return p.parenthesis()
	case tokenPhrase:
		if t.text == "" {
			p.lex.hint(HintEmptyPhrase, "")
			return nil
		}
		return p.leaf(&Node{Kind: Phrase, Text: t.text, Distance: t.distance})
	case tokenFilter:
		n := &Node{Kind: Filter, Field: t.field, Text: t.text, Prefix: t.prefix, Ranged: t.ranged}
		if host, path := n.Folder(); path != "" {
			n.Text = host + path
		}
		return p.leaf(n)
	}
	return p.leaf(&Node{Kind: Word, Text: t.text, Prefix: t.prefix, Edits: t.edits})
}

func (p *parser) leaf(n *Node) *Node {
	if p.clauses == MaxClauses {
		p.lex.hint(HintTooManyClauses, n.Text)
		return nil
	}
	p.clauses++
	return n
}

// exclusion reads what follows a minus. Two minuses cancel out.
func (p *parser) exclusion() *Node {
	excluded := true
	for p.tok.kind == tokenMinus {
		excluded = !excluded
		p.advance()
	}
	switch p.tok.kind {
	case tokenEnd, tokenOr, tokenClose:
		return nil
	}
	n := p.clause()
	switch {
	case n == nil || !excluded:
		return n
	case n.Kind == Not:
		return n.Nodes[0]
	}
	return &Node{Kind: Not, Nodes: []*Node{n}}
}

// parenthesis reads a group whose opening parenthesis has been read.
func (p *parser) parenthesis() *Node {
	n := p.or()
	if p.tok.kind == tokenClose {
		p.advance()
	} else {
		p.lex.hint(HintParenthesis, "(")
	}
	if n == nil {
		p.lex.hint(HintEmptyPhrase, "")
	}
	return n
}

// group makes one node of several; nil of none. Nested groups of the same kind are merged.
func group(k Kind, nodes []*Node) *Node {
	switch len(nodes) {
	case 0:
		return nil
	case 1:
		return nodes[0]
	}
	flat := make([]*Node, 0, len(nodes))
	for _, n := range nodes {
		if n.Kind == k {
			flat = append(flat, n.Nodes...)
		} else {
			flat = append(flat, n)
		}
	}
	return &Node{Kind: k, Nodes: flat}
}

// onlyExcludes reports whether the node requires nothing of a page.
func onlyExcludes(n *Node) bool {
	if n.Kind == And || n.Kind == Or {
		for _, c := range n.Nodes {
			if !onlyExcludes(c) {
				return false
			}
		}
		return true
	}
	return n.Kind == Not
}

func unique(hints []Hint) []Hint {
	var out []Hint
	for _, h := range hints {
		seen := false
		for _, o := range out {
			seen = seen || o.Code == h.Code && (o.Text == h.Text || h.Code == HintTooManyClauses)
		}
		if !seen {
			out = append(out, h)
		}
	}
	return out
}
