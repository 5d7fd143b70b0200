package query

import "unicode/utf8"

// Limits of a query. What goes beyond is left out with a hint.
const (
	// MaxBytes is the longest query, in bytes.
	MaxBytes = 1000
	// MaxClauses is the largest number of words, phrases and operators.
	MaxClauses = 32
	// MaxDepth is the deepest nesting of groups and exclusions.
	MaxDepth = 8
)

// Parse reads a query. It never fails: what cannot be read as an operator is
// text, and the hints tell what was passed over.
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
		if n := p.or(0); n != nil {
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
	} else if onlyExcludes(root) {
		p.lex.hint(HintOnlyExclusions, "")
	}
	return Tree{Root: root, Hints: unique(p.lex.hints)}
}

type parser struct {
	lex     lexer
	tok     token
	clauses int
}

func (p *parser) advance() { p.tok = p.lex.next() }

// or reads alternatives up to the end or a closing parenthesis.
func (p *parser) or(depth int) *Node {
	var alternatives []*Node
	for {
		if n := p.and(depth); n != nil {
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

// and reads clauses side by side.
func (p *parser) and(depth int) *Node {
	var clauses []*Node
	for {
		switch p.tok.kind {
		case tokenEnd, tokenOr, tokenClose:
			return group(And, clauses)
		}
		if n := p.clause(depth); n != nil {
			clauses = append(clauses, n)
		}
	}
}

// clause reads a word, phrase, operator, group or exclusion; nil when it is
// left out.
func (p *parser) clause(depth int) *Node {
	t := p.tok
	p.advance()
	switch t.kind {
	case tokenMinus:
		return p.exclusion(depth)
	case tokenOpen:
		return p.parenthesis(depth)
	case tokenPhrase:
		if t.text == "" {
			p.lex.hint(HintEmptyPhrase, "")
			return nil
		}
		return p.leaf(&Node{Kind: Phrase, Text: t.text})
	case tokenFilter:
		return p.leaf(&Node{Kind: Filter, Field: t.field, Text: t.text})
	}
	return p.leaf(&Node{Kind: Word, Text: t.text})
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
func (p *parser) exclusion(depth int) *Node {
	switch p.tok.kind {
	case tokenEnd, tokenOr, tokenClose:
		return nil
	}
	if depth >= MaxDepth {
		p.lex.hint(HintTooDeep, "")
		for p.tok.kind == tokenMinus {
			p.advance()
		}
		if p.tok.kind == tokenEnd || p.tok.kind == tokenOr || p.tok.kind == tokenClose {
			return nil
		}
		return p.clause(depth)
	}
	n := p.clause(depth + 1)
	if n == nil {
		return nil
	}
	if n.Kind == Not {
		return n.Nodes[0]
	}
	return &Node{Kind: Not, Nodes: []*Node{n}}
}

// skipDeep passes over a group that lies too deep, to its closing sign.
func (p *parser) skipDeep() {
	for open := 1; open > 0 && p.tok.kind != tokenEnd; p.advance() {
		switch p.tok.kind {
		case tokenOpen:
			open++
		case tokenClose:
			open--
		}
	}
}

// parenthesis reads a group whose opening sign has been read. A group below
// MaxDepth is left out.
func (p *parser) parenthesis(depth int) *Node {
	if depth >= MaxDepth {
		p.lex.hint(HintTooDeep, "")
		p.skipDeep()
		return nil
	}
	n := p.or(depth + 1)
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

// group makes one node of several; nil of none. Nested groups of the same
// kind become one.
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

// onlyExcludes reports whether the node names nothing that a page must have.
func onlyExcludes(n *Node) bool {
	switch n.Kind {
	case Not:
		return true
	case And, Or:
		for _, c := range n.Nodes {
			if onlyExcludes(c) == (n.Kind == Or) {
				return n.Kind == Or
			}
		}
		return n.Kind == And
	}
	return false
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
