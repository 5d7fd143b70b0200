// Package heirs finds who takes the place of a page that has left the index: of
// several pages with the same text one is in the index, and when it goes, a copy
// of it is visited at once instead of at its own turn.
//
// A copy is found by the link graph, in which a page whose text is another's
// leads to that one. What is not found is visited when it is due anyhow, and then
// comes into the index by itself; so nothing here has to be durable.
//
// Floor: 4 (acts), below crawl. Stability: engine. It changes no entry itself.
package heirs
