// Package linkgraph keeps the links between pages: which page links to which URL, with the
// anchor text and what the link says about itself. It answers which pages link to a URL and
// where a page links to. What ranking derives from links is computed from it.
//
// It keeps its records in the key-value store of the frontier, so that one synced batch makes
// both durable; docs/format/linkgraph.md describes them.
//
// Floor: 3 (state and input/output). Stability: engine. Memory: 2 MiB while a new folder is
// filled; while the index of anchors is updated, MaxDead references (some 150 MB), the
// documents of a batch and the links of one page. It decides nothing about URLs and ranks
// nothing; what counts as a link is decided by the plan of a crawl.
package linkgraph
