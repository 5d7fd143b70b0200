package topk

// A Queue hands out numbers, those with the highest scores first. The zero value is one
// without memory.
type Queue struct {
	heap  []ranked
	taken []int32
	// before reports whether a comes before b, of two numbers with one score.
	before func(a, b int32) bool
}

// NewQueue returns an empty queue with room for n numbers.
func NewQueue(n int) Queue { return Queue{heap: make([]ranked, 0, n), taken: make([]int32, 0, n)} }

// Fill puts the numbers of scores in place of those in the queue. before reports whether a
// comes before b, of two numbers with one score.
func (q *Queue) Fill(scores []float64, before func(a, b int32) bool) {
	q.heap, q.before = q.heap[:0], before
	for i, s := range scores {
		q.heap = append(q.heap, ranked{s, int32(i)})
	}
	for i := len(scores)/2 - 1; i >= 0; i-- {
		q.down(i)
	}
}

// Len returns how many numbers are left.
func (q *Queue) Len() int { return len(q.heap) }

// First returns the foremost number; there is one.
func (q *Queue) First() int32 { return q.heap[0].at }

// Take takes the n foremost numbers out, at most Len. They are the caller's until
// numbers are taken out again.
func (q *Queue) Take(n int) []int32 {
	q.taken = q.taken[:0]
	for range min(n, len(q.heap)) {
		last := len(q.heap) - 1
		q.taken = append(q.taken, q.heap[0].at)
		q.heap[0] = q.heap[last]
		q.heap = q.heap[:last]
		q.down(0)
	}
	return q.taken
}

func (q *Queue) down(i int) {
	if i >= len(q.heap) {
		return
	}
	x := q.heap[i]
	for {
		kid := 2*i + 1
		if kid >= len(q.heap) {
			break
		}
		if kid+1 < len(q.heap) && q.foremost(q.heap[kid+1], q.heap[kid]) {
			kid++
		}
		if !q.foremost(q.heap[kid], x) {
			break
		}
		q.heap[i] = q.heap[kid]
		i = kid
	}
	q.heap[i] = x
}

// foremost reports whether x comes before y.
func (q *Queue) foremost(x, y ranked) bool {
	if x.score != y.score {
		return x.score > y.score
	}
	return q.before(x.at, y.at)
}
