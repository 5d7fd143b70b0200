// Package search answers queries on a snapshot of the index: ranked, explained
// results with snippets.
//
// A page matches if it holds every word, phrase and filter of the query and
// nothing that the query excludes. If too few pages do, pages with some of the
// words follow. The first stage ranks by BM25F: the impact of a word in a page,
// kept in its posting, times how rare the word is; and by what is known of the page
// whatever is asked. Segments are read by windows of documents (package lists).
// When the best are full, blocks of postings whose bound cannot reach them, or what
// will be shown of them, are skipped; the result is the same as without (a test
// compares). The second stage looks at the best few again: words in the title,
// words close together.
//
// Floor: 4 (acts). Stability: engine. It reads an index snapshot and knows
// nothing of crawling. It starts no goroutine.
package search
