// Package replacement finds which page replaces one that has left the index: of several pages with the
// same text only one is indexed, and when it leaves, one of its copies is visited at once
// instead of at its own turn.
//
// A copy is found through the link graph, in which a page with the same text as another leads to
// that one. A copy that is not found is visited when it is due anyway, and then enters the
// index; so nothing here has to be durable.
//
// Floor: 4 (acts), below crawl. Stability: engine. It changes no entry itself.
package replacement
