// Package html extracts HTML in one streaming pass over the tokens of package lexer, without a
// tree: a small stack of open elements determines the kind of element that a text belongs to. It
// limits everything it keeps, and no markup makes it lose the rest of a page.
//
// Floor: 2 (pure). Stability: engine.
package html
