package admission

// SeekCost is how many postings are decoded at most to find one document in a long list: one
// block.
const SeekCost = 128

// A Tally adds up how many postings a query decodes at most.
type Tally struct {
	lists    []int64
	shortest int64
	whole    int64
}

// NewTally returns the tally of a query on an index with that many documents.
func NewTally(docs int) *Tally { return &Tally{shortest: int64(docs) + 1} }

// List adds a list with that many postings.
func (t *Tally) List(postings int64) { t.lists = append(t.lists, postings) }

// Whole adds postings that are decoded whatever else is needed.
func (t *Tally) Whole(postings int64) { t.whole += postings }

// Need says that every matching document is in a list with that many postings.
func (t *Tally) Need(postings int64) { t.shortest = min(t.shortest, postings) }

// Postings returns how many postings are decoded at most: all lists, or, if every matching
// document has all that is needed (must), at most one block of each for every document of the
// shortest needed list.
func (t *Tally) Postings(must bool) (sum int64) {
	sum = t.whole
	for _, n := range t.lists {
		if must {
			n = min(n, t.shortest*SeekCost)
		}
		sum += n
	}
	return sum
}
