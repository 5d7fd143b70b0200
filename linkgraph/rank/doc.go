// Package rank computes the static rank of pages: how much the links between pages
// recommend them, whatever is asked for. It keeps the ranks in a file of the data
// folder, docs/format/rank.md.
//
// Three things are known of a page afterwards, each as a level from 0 to 255: its
// link popularity (PageRank), that of its site, and how many other sites link to
// it. Mirrors are glued: what links to any of them counts for the main one, and
// they have one vote together. A site has what other sites give it: its own pages
// share that out and cannot add to it, and its links to itself carry less than those
// to others. docs/ranking.md tells it to operators.
//
// Memory while it computes: 24 bytes a page, some 40 a site, 16 for each URL that
// redirects or is a copy, and 16 MiB; the links lie in files of 4 bytes a link that
// are read from one end to the other. Afterwards 11 bytes a page.
//
// Floor: 3 (state and input/output). Stability: engine. It does not fetch, and does
// not say how much a rank counts in a score.
package rank
