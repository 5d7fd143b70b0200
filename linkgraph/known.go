package linkgraph

import (
	"bytes"
	"context"
	"iter"

	"github.com/aranea-search/aranea/weburl"
)

// A Standing says whether a URL is found by the words of links.
type Standing uint8

// The standings.
const (
	Unlisted Standing = 0 // it is not found at all
	Read     Standing = 1 // it is in the index, and also found by the words of links
	Unread   Standing = 2 // it was never read, and is found only by the words of links
)

// A Known is what is known of a URL.
type Known struct {
	URL      weburl.URL
	ID       weburl.ID
	Counts   bool     // the links of the page count
	Standing Standing // how the URL is found
}

// Knowns yields what is known of URLs in the order of their IDs, as of the moment it reaches
// each. It may leave some out; these are looked up one by one, which costs several times as
// much.
type Knowns func(context.Context) iter.Seq2[Known, error]

// A knownList iterates over what is known of URLs in the order of their refs. stop must be
// called.
type knownList struct {
	next func() (Known, error, bool)
	stop func()
	head Known
	ref  ref  // of head
	any  bool // head is valid
	err  error
}

func newKnownList(ctx context.Context, all Knowns) *knownList {
	k := &knownList{stop: func() {}}
	if all == nil {
		return k
	}
	k.next, k.stop = iter.Pull2(all(ctx))
	k.advance()
	return k
}

// advance moves to the next URL.
func (k *knownList) advance() {
	if k.head, k.err, k.any = k.next(); k.any && k.err == nil {
		k.ref = refOf(k.head.ID)
	}
}

// find returns what is known of a target, false if it is not at its place in the list. Targets
// must be passed in ascending order. The list has that order unless origins share the part of
// their IDs that a ref contains, which one owner can bring about; of such origins only the
// first one's URLs are found.
func (k *knownList) find(target ref) (Known, bool, error) {
	for k.any && k.err == nil && bytes.Compare(k.ref[:], target[:]) < 0 {
		k.advance()
	}
	return k.head, k.any && k.err == nil && k.ref == target, k.err
}
