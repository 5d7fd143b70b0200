// Package lexer cuts HTML into tokens: text, tags with attributes, comments. It
// copies nothing that can be handed out as it stands, and allocates nothing but a
// buffer for what has to be decoded, which grows to the largest token.
//
// Its tokens are those of the tokenizer of golang.org/x/net/html, which follows the
// tokenization stage of the HTML standard as far as that is possible without a tree;
// a differential fuzz test holds it to that. It differs in one thing: of a tag with
// more than MaxAttributes attributes the further ones are left out.
//
// Floor: 2 (pure). Stability: engine. It builds no tree and knows no links.
package lexer
