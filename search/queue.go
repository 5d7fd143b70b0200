package search

import "slices"

// A queue hands out hits by what they may become, the one that may become best
// first.
type queue struct {
	hits  []hit
	order []int32 // a heap
}

// queueOf returns a queue of all hits in the memory of order.
func queueOf(hits []hit, order []int32) queue {
	for i := range hits {
		order = append(order, int32(i))
	}
	q := queue{hits, order}
	for i := len(order)/2 - 1; i >= 0; i-- {
		q.down(i)
	}
	return q
}

// pop takes the first hit out; its number stands behind the others.
func (q *queue) pop() {
	last := len(q.order) - 1
	q.order[0], q.order[last] = q.order[last], q.order[0]
	q.order = q.order[:last]
	q.down(0)
}

func (q *queue) down(i int) {
	for {
		kid := 2*i + 1
		if kid >= len(q.order) {
			return
		}
		if kid+1 < len(q.order) && q.hits[q.order[kid+1]].mightBefore(&q.hits[q.order[kid]]) {
			kid++
		}
		if !q.hits[q.order[kid]].mightBefore(&q.hits[q.order[i]]) {
			return
		}
		q.order[i], q.order[kid] = q.order[kid], q.order[i]
		i = kid
	}
}

// A lowest value keeps the best scores, so many at most, in ascending order.
type lowest struct {
	list []float64
	most int
}

func (l *lowest) add(score float64) {
	if len(l.list) == l.most {
		if l.most == 0 || score <= l.list[0] {
			return
		}
		copy(l.list, l.list[1:])
		l.list = l.list[:len(l.list)-1]
	}
	at, _ := slices.BinarySearch(l.list, score)
	l.list = slices.Insert(l.list, at, score)
}

// above reports whether all scores are kept that were wanted and a score is below
// them.
func (l *lowest) above(score float64) bool {
	return l.most > 0 && len(l.list) == l.most && score < l.list[0]
}
