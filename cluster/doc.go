// Package cluster answers for nodes that crawl one web together, each the sites of its own
// partition, as if they were one data folder: a Front asks the nodes and makes one answer of theirs.
//
// Questions about one URL, origin or host go to the node whose partition it is in. Counts are added,
// ordered lists are merged, and a search is made in three rounds: what each index says of the words of
// the query, then the results by the sum of that, so that their scores can be compared, and last the
// snippets of those that are shown.
//
// A node that does not answer leaves its pages out of searches, which say so. Lists and counts that
// would be wrong without it are errors instead.
//
// Floor: 5 (owner). Stability: engine. Memory: of each list aheadOf values of each node, and of a
// search the results that it may show of each node. It keeps nothing on disk, and does not know how
// nodes are reached.
package cluster
