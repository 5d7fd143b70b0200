// Package complete finds how a query that is being typed may go on: by words of the
// index that begin like the last one, and by pieces of titles that hold it.
//
// Floor: 4 (acts). Stability: engine. It reads the dictionary of an index snapshot.
// Which pages a searcher may see is not its business: who shows what it finds asks
// first whether the searcher finds a page by it.
package complete
