package top

// A Queue hands out numbers, the foremost first.
type Queue struct {
	heap   []int32
	before func(a, b int32) bool
}

// NewQueue returns a queue of the numbers from 0 to below n, in the memory of
// room if that is large enough. before reports whether a comes before b.
func NewQueue(n int, room []int32, before func(a, b int32) bool) Queue {
	room = room[:0]
	for i := range n {
		room = append(room, int32(i))
	}
	q := Queue{room, before}
	for i := n/2 - 1; i >= 0; i-- {
		q.down(i)
	}
	return q
}

// Len returns how many numbers are left.
func (q *Queue) Len() int { return len(q.heap) }

// First returns the foremost number; there is one.
func (q *Queue) First() int32 { return q.heap[0] }

// Take takes the n foremost numbers out, at most Len. They are the caller's until
// the memory of the queue is used anew.
func (q *Queue) Take(n int) []int32 {
	n = min(n, len(q.heap))
	for range n {
		last := len(q.heap) - 1
		q.heap[0], q.heap[last] = q.heap[last], q.heap[0]
		q.heap = q.heap[:last]
		q.down(0)
	}
	return q.heap[len(q.heap):][:n]
}

// Room returns the memory of the queue, for another one.
func (q *Queue) Room() []int32 { return q.heap[:0] }

func (q *Queue) down(i int) {
	for {
		kid := 2*i + 1
		if kid >= len(q.heap) {
			return
		}
		if kid+1 < len(q.heap) && q.before(q.heap[kid+1], q.heap[kid]) {
			kid++
		}
		if !q.before(q.heap[kid], q.heap[i]) {
			return
		}
		q.heap[i], q.heap[kid] = q.heap[kid], q.heap[i]
		i = kid
	}
}
