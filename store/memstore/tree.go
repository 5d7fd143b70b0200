package memstore

import (
	"bytes"
	"hash/fnv"
)

// A node is the root of an immutable treap: keys in order, weights as a heap.
// Weights come from the keys' hashes, so the shape depends on the keys alone and
// the expected depth is logarithmic (Aragon and Seidel, 1989).
type node struct {
	key, value  []byte
	weight      uint64
	left, right *node
}

func weigh(key []byte) uint64 {
	h := fnv.New64a()
	_, _ = h.Write(key) // never fails
	return h.Sum64() * 0x9e3779b97f4a7c15
}

// find returns the node with the key, or nil.
func (n *node) find(key []byte) *node {
	for n != nil {
		c := bytes.Compare(key, n.key)
		switch {
		case c == 0:
			return n
		case c < 0:
			n = n.left
		default:
			n = n.right
		}
	}
	return nil
}

// with returns a copy of n with other children.
func (n *node) with(left, right *node) *node {
	return &node{key: n.key, value: n.value, weight: n.weight, left: left, right: right}
}

// put returns the tree with m in it, in place of the node with its key.
func (n *node) put(m *node) *node {
	if n == nil {
		return m
	}
	c := bytes.Compare(m.key, n.key)
	switch {
	case c == 0:
		return m.with(n.left, n.right)
	case m.weight > n.weight:
		left, right := n.split(m.key)
		if right.find(m.key) != nil {
			_, right = right.split(append(bytes.Clone(m.key), 0))
		}
		return m.with(left, right)
	case c < 0:
		return n.with(n.left.put(m), n.right)
	}
	return n.with(n.left, n.right.put(m))
}

// split returns the tree's keys below key, and those from key on.
func (n *node) split(key []byte) (below, from *node) {
	if n == nil {
		return nil, nil
	}
	if bytes.Compare(n.key, key) < 0 {
		below, from = n.right.split(key)
		return n.with(n.left, below), from
	}
	below, from = n.left.split(key)
	return below, n.with(from, n.right)
}

// join returns the union of two trees of which the first has the lower keys.
func join(low, high *node) *node {
	switch {
	case low == nil:
		return high
	case high == nil:
		return low
	case low.weight > high.weight:
		return low.with(low.left, join(low.right, high))
	}
	return high.with(join(low, high.left), high.right)
}

// walk visits the nodes with lo <= key < hi in order until visit returns false.
func (n *node) walk(lo, hi []byte, visit func(*node) bool) bool {
	if n == nil {
		return true
	}
	above := bytes.Compare(n.key, lo) >= 0
	if above && !n.left.walk(lo, hi, visit) {
		return false
	}
	if hi != nil && bytes.Compare(n.key, hi) >= 0 {
		return true
	}
	if above && !visit(n) {
		return false
	}
	return n.right.walk(lo, hi, visit)
}
