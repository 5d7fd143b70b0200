package replay

import (
	"io"
	"net/http"
	"strings"

	"github.com/aranea-search/aranea/archive/warc"
)

// maxApart is the number of captures, and of requests with other methods than GET, that may stand between
// a request and its answer: programs write both together.
const maxApart = 64

// maxID is the maximum length of the ID of a record in bytes; longer ones name nothing.
const maxID = 256

// maxMethod is the maximum length of the name of a method, with the space behind it, in bytes.
const maxMethod = 32

// methods finds the answers to requests with other methods than GET: what a form or a script got with POST
// is not the page at the URL, and what HEAD got is no page. Either of both records may come first, and
// either may name the other.
type methods struct {
	asked    [maxApart]asked // the last requests with other methods
	answered [maxApart]reply // the last captures
	requests int
	replies  int
}

// asked is a request, by its ID, and what its answer is.
type asked struct {
	id   string
	kind kind
}

// reply is a capture, by its ID, and its place in the index.
type reply struct {
	id string
	at int
}

// request takes a request, and returns the place of the capture that answers it if that came before, and
// what this is by the method.
func (m *methods) request(rec *warc.Record) (at int, k kind, ok bool) {
	var head [maxMethod]byte
	n, _ := io.ReadFull(rec.Block, head[:]) // a shorter one is looked at as well
	switch method, _, ok := strings.Cut(string(head[:n]), " "); {
	case !ok, method == http.MethodGet:
		return 0, 0, false
	case method == http.MethodHead:
		k = bare
	default:
		k = other
	}
	for id := range concurrent(rec) {
		for _, r := range m.answered {
			if r.id == id {
				return r.at, k, true
			}
		}
	}
	if id := rec.Get("WARC-Record-ID"); id != "" && len(id) <= maxID {
		m.asked[m.requests%maxApart] = asked{id, k}
		m.requests++
	}
	return 0, 0, false
}

// reply takes a capture at a place in the index, and returns what it is, if its request came before and had
// another method than GET.
func (m *methods) reply(rec *warc.Record, at int) (k kind, ok bool) {
	for id := range concurrent(rec) {
		for _, a := range m.asked {
			if a.id == id {
				return a.kind, true
			}
		}
	}
	if id := rec.Get("WARC-Record-ID"); id != "" && len(id) <= maxID {
		m.answered[m.replies%maxApart] = reply{id, at}
		m.replies++
	}
	return 0, false
}

// concurrent yields the IDs of the records that a record says it belongs to.
func concurrent(rec *warc.Record) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for _, f := range rec.Fields {
			if strings.EqualFold(f.Name, "WARC-Concurrent-To") && f.Value != "" && !yield(f.Value) {
				return
			}
		}
	}
}
