package linkgraph

import (
	"bytes"
	"context"
	"iter"

	"github.com/aranea-search/aranea/weburl"
)

// A Known is what is known of a URL.
type Known struct {
	URL      weburl.URL
	ID       weburl.ID
	Counts   bool     // the links of its page count
	Standing Standing // how it is found
}

// Knowns yields what is known of URLs in the order of their identities, as it is when
// it comes to them. It may leave some out: these are asked for one by one, which costs
// several times as much.
type Knowns func(context.Context) iter.Seq2[Known, error]

// A knownList goes through what is known of URLs, in the order of their refs. stop must
// be called.
type knownList struct {
	next func() (Known, error, bool)
	stop func()
	head Known
	ref  ref  // of the head
	any  bool // there is a head
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

// advance goes to the next one.
func (k *knownList) advance() {
	if k.head, k.err, k.any = k.next(); k.any && k.err == nil {
		k.ref = refOf(k.head.ID)
	}
}

// find returns what is known of a target, false if it is not at its place in the list.
// Targets are asked for in ascending order. That is the order of identities, but for
// origins that share the part of their identities which is in a ref, as one owner can
// make them: of these only the first one's URLs are found.
func (k *knownList) find(target ref) (Known, bool, error) {
	for k.any && k.err == nil && bytes.Compare(k.ref[:], target[:]) < 0 {
		k.advance()
	}
	return k.head, k.any && k.err == nil && k.ref == target, k.err
}
