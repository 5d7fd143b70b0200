package wire

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"iter"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/aranea-search/aranea/internal/openapi"
	"github.com/aranea-search/aranea/search/paging/seal"
)

// Bounds of a page of a list: what it has at most and without a limit, and about how many bytes of
// values it begins no other one behind.
const (
	MaxPage     = 1000
	defaultPage = 100
	pageBytes   = 4 << 20
)

// The parameter that asks for a page, and its value for the first one.
const (
	afterParam = "after"
	firstPage  = "start"
)

// Cursors of lists.
const (
	cursorVersion = 1
	maxCursor     = 64 // characters
)

// wantsPage reports whether a request for a list asks for a page of it instead of lines: it has a
// cursor, or prefers the media type of a page (RFC 9110 section 12.5.1).
func wantsPage(r *http.Request) bool {
	if r.URL.Query().Has(afterParam) {
		return true
	}
	accept := strings.Join(r.Header.Values("Accept"), ",")
	return quality(accept, "application/json") > quality(accept, linesType)
}

// quality returns how much a caller wants a media type, 0 for not at all. The most specific range
// counts.
func quality(accept, kind string) (q float64) {
	top, _, _ := strings.Cut(kind, "/")
	best := 0
	for part := range strings.SplitSeq(accept, ",") {
		name, params, err := mime.ParseMediaType(part)
		rank := slices.Index([]string{"*/*", top + "/*", kind}, name) + 1
		if err != nil || rank == 0 || rank < best {
			continue
		}
		best, q = rank, 1
		if v, err := strconv.ParseFloat(params["q"], 64); err == nil {
			q = v
		}
	}
	return q
}

// A listRequest is a request for a list, or for a page of it.
type listRequest struct {
	*http.Request // without what is asked of the page
	paged         bool
	list          string // what cursors belong to: the name of the call and its parameters
	offset, limit int    // of the page
	skip, most    int    // what is left to do of them, which the call does not do itself
}

// has reports whether a call has a parameter.
func has(known []openapi.Param, name string) bool {
	return slices.ContainsFunc(known, func(k openapi.Param) bool { return k.Name == name })
}

// listRequestOf parses what a request says of the part of a list that it asks for.
func listRequestOf(name string, known []openapi.Param, r *http.Request) (p listRequest, err error) {
	q := ParamsOf(r)
	switch p.Request = r; {
	case !has(known, afterParam):
		return p, nil
	case !wantsPage(r):
		if !has(known, "offset") {
			p.most = q.Number("limit", 0, MaxOffset)
		}
		return p, q.Err()
	}
	p.paged, p.limit, p.offset = true, q.Number("limit", 0, MaxPage), q.Number("offset", 0, MaxOffset)
	if p.limit == 0 {
		p.limit = defaultPage
	}
	after := q.V.Get(afterParam)
	for _, k := range known {
		if k.LinesOnly && q.V.Has(k.Name) {
			q.Fault("%s is for lists of lines, not for pages of a list", k.Name)
		}
	}
	if after != "" && q.V.Has("offset") {
		q.Fault("%s and offset do not go together", afterParam)
	}
	for _, of := range []string{afterParam, "limit", "offset"} {
		q.V.Del(of)
	}
	p.list = name + "?" + q.V.Encode()
	if after != "" && after != firstPage {
		if p.offset, err = p.position(after); err != nil {
			q.Fault("%w", err)
		}
	}
	p.narrow(r, q.V, has(known, "offset"))
	return p, q.Err()
}

// narrow makes the request one for the lines of the page and one more: by its offset and limit if the call
// has them, so that no others are sent between processes.
func (p *listRequest) narrow(r *http.Request, v url.Values, itself bool) {
	if p.most, p.skip = p.limit+1, p.offset; itself {
		p.skip = 0
		SetNumber(v, "offset", p.offset)
		SetNumber(v, "limit", p.limit+1)
	}
	p.Request = r.Clone(r.Context())
	p.URL.RawQuery = v.Encode()
}

// position returns how many values are before the page of a cursor.
func (p *listRequest) position(after string) (int, error) {
	c := seal.Open(after, cursorVersion, maxCursor)
	if c == nil {
		return 0, errors.New("after is no cursor of this version; begin with after=" + firstPage)
	}
	offset := c.Count(MaxOffset)
	switch {
	case !c.Whole():
		return 0, errors.New("after is no cursor of this version; begin with after=" + firstPage)
	case !c.Belongs(p.list):
		return 0, errors.New("after is the cursor of another list; its parameters are the same on all pages")
	}
	return offset, nil
}

// cursor returns the cursor of the page behind so many values.
func (p *listRequest) cursor(offset int) string {
	return seal.Close(binary.AppendUvarint(seal.Begin(cursorVersion, p.list), uint64(offset)))
}

// writePage answers with a page of a list, as {"items":[...],"next":"..."}.
func writePage[Out any](w http.ResponseWriter, p *listRequest, all iter.Seq2[Out, error]) {
	var b bytes.Buffer
	b.WriteString(`{"items":[`)
	n, more := 0, false
	for v, err := range all {
		if more = err == nil && (n == p.limit || b.Len() > pageBytes); more {
			break
		}
		if n++; n > 1 {
			b.WriteByte(',')
		}
		if err == nil {
			err = json.NewEncoder(&b).Encode(v)
		}
		if err != nil {
			Tell(w, err)
			return
		}
		b.Truncate(b.Len() - 1) // the line end
	}
	b.WriteByte(']')
	if more {
		b.WriteString(`,"next":"` + p.cursor(p.offset+n) + `"`)
	}
	b.WriteString("}\n")
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(b.Bytes()) // a caller who disconnects loses the rest
}

// writeLines answers with the lines of a list.
func writeLines[Out any](w http.ResponseWriter, all iter.Seq2[Out, error]) {
	s := NewStream(w)
	for v, err := range all {
		if err != nil {
			s.Fail(err)
			return
		}
		if !s.Put(v) {
			return
		}
	}
	s.End()
}
