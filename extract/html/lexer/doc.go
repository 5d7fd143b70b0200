// Package lexer splits HTML into tokens: text, tags with attributes, comments. It does not copy
// what can be returned as it is, and allocates only a buffer for what has to be decoded, which
// grows to the largest token.
//
// Its tokens are those of the tokenizer of golang.org/x/net/html, which follows the tokenization
// stage of the HTML standard as far as that is possible without a tree; a differential fuzz test
// verifies that. There is one difference: of a tag with more than MaxAttributes attributes the
// others are left out.
//
// Floor: 2 (pure). Stability: engine. It builds no tree and knows no links.
package lexer
