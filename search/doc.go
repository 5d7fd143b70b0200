// Package search answers queries on a snapshot of the index: ranked, explained results with
// snippets.
//
// A search takes these steps, each in the file named:
//
//	query.Parse      the query as a tree (package query)
//	plan.go          compile the tree into a plan: words that rank, conditions, groups; stop words, weights
//	                 (package term opens the posting lists of a word: form, stems by language, prefixes, fuzzy words;
//	                 package condition compiles operators and exclusions, and evaluates them in a segment)
//	cost.go          estimate the postings to be read; package admission queues or refuses the query
//	run.go, sweep.go first stage, segment by segment in windows of documents (package postings): find matches, score them
//	                 by BM25F from impacts, skip blocks and documents that cannot reach the results (exact)
//	contest.go       second stage for the best few (package contest), until no other page can come among the wanted ones:
//	refine.go        words in the title, words near each other; gain.go bounds what these add
//	anchors.go       the same query on the words of links, which add to scores and bring up further pages
//	answering.go     pages that an operator has pinned to the query come first (packages pin, pinned)
//	fold.go          fold near copies and spread sites (package collapse)
//	result.go        records, marking.go: snippets (package snippet), explanations
//	after.go         continue a list by cursors, beyond what the second stage looks at (package paging)
//	suggest.go       did you mean; completing.go: completions; relating.go: related:
//
// A page matches if it has every word, phrase and filter of the query and nothing that the
// query excludes. If too few pages do, pages with some of the words follow. Words are weighted
// by their impact in a page, stored in the posting, times their rarity; static rank and, where
// asked for, the date are added, and pages in other languages than wished for (package locale) lose some.
//
// Floor: 4 (acts). Stability: engine. It reads an index snapshot and knows nothing of crawling.
// It starts no goroutine.
package search
