package weight

// What a page gains besides its words, as shares of the sum of their rarities. docs/ranking.md has the figures.
const (
	Title   = 1.6 // all words in the title, and nothing else in it
	Order   = 0.5 // the title has the words in order
	IsTitle = 2.5 // the title is the query
	Near    = 0.5 // neighbouring words of the query next to each other
	Forms   = 0.8 // each of several words in the typed form
	Slug    = IsTitle
	Address = 20 // the query is the address of the page: more than everything else together
	Start   = Address
	Asked   = 5 // the start page of a site, if the query asks what that is: less than a title that asks the same

	DepthPenalty = 0.01 // for each link away from a seed, up to MostDepth
	MostDepth    = 10
)

// StartOf returns what the start page of a site gains for a query with so many words besides those that only ask. One
// word alone leads there only if the query asks what it is.
func StartOf(words int) float64 {
	if words > 1 {
		return Start
	}
	return Asked
}

// FewWords is up to how many words the typed form counts as much again as any form of a word.
// Someone who types few words has chosen the forms; in a question grammar has, and the longer
// it is the less the form counts (figures in docs/ranking.md).
const FewWords = 3
