// Package rank computes the static rank of pages: how much the links between pages recommend
// them, independent of any query. It keeps the ranks in a file of the data folder,
// docs/format/rank.md.
//
// The result for each page is three levels from 0 to 255: its link popularity (PageRank), that
// of its site, and how many other sites link to it. Mirrors are merged: links to any of them
// count for the main one, and they have one vote together. A site has the rank that other sites
// give it. Its own pages share that out and cannot add to it, and its internal links carry less
// than those to other sites. docs/ranking.md explains this to operators.
//
// Memory during computation: 24 bytes a page, some 40 a site, 16 for each URL that redirects or
// is a copy, and 16 MiB; the links are in files of 4 bytes a link that are read sequentially.
// Afterwards 11 bytes a page. In a cluster, nodes tell each other what their pages pass on
// (elsewhere.go): 44 bytes for each known URL of other partitions, during computation.
//
// Floor: 3 (state and input/output). Stability: engine. It does not fetch, and does not say how
// much a rank counts in a score.
package rank
