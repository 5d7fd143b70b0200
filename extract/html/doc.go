// Package html extracts HTML in one streaming pass over the tokens of package lexer,
// without a tree: a small stack of open elements tells
// what kind of element a text belongs to. It bounds everything it keeps, and no
// markup makes it lose the rest of a page.
//
// Floor: 2 (pure). Stability: engine.
package html
