package warc

import (
	"cmp"
	"crypto/rand"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/archive"
)

// Terms of ISO 28500:2017 (WARC 1.1).
const (
	version = "WARC/1.1"

	typeInfo     = "warcinfo"
	typeRequest  = "request"
	typeResponse = "response"
	typeRevisit  = "revisit"
	typeMetadata = "metadata"

	profileEqual     = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
	profileUnchanged = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"

	mediaRequest  = "application/http;msgtype=request"
	mediaResponse = "application/http;msgtype=response"
	mediaFields   = "application/warc-fields"
)

// A record is a record to be written: its fields, in order, and the parts of its block.
type record struct {
	id     string
	fields []string // names and values, alternating
	block  [][]byte
}

// newRecord returns a record of a type with the fields that all records have.
func newRecord(kind string, at time.Time) *record {
	r := &record{id: newID()}
	r.add("WARC-Type", kind)
	r.add("WARC-Record-ID", r.id)
	r.add("WARC-Date", stamp(at))
	return r
}

// add adds a field, unless its value is empty.
func (r *record) add(name, value string) {
	if value != "" {
		r.fields = append(r.fields, name, value)
	}
}

// head returns the lines before the block.
func (r *record) head() []byte {
	var size int
	for _, p := range r.block {
		size += len(p)
	}
	b := append(make([]byte, 0, 1<<10), version+"\r\n"...)
	for i := 0; i < len(r.fields); i += 2 {
		b = append(append(append(append(b, r.fields[i]...), ": "...), oneLine(r.fields[i+1])...), "\r\n"...)
	}
	return append(strconv.AppendInt(append(b, "Content-Length: "...), int64(size), 10), "\r\n\r\n"...)
}

// newID returns a record ID, a random UUID (RFC 9562).
func newID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("<urn:uuid:%x-%x-%x-%x-%x>", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// stamp formats a time for WARC 1.1.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000Z") }

// oneLine removes the characters from a value that could end its line.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
}

// requestOf returns the record of a request. Package fetch does not report fields with secrets or
// a signature.
func requestOf(x *archive.Exchange) *record {
	f := x.Fetched
	r := newRecord(typeRequest, f.Sent)
	r.add("WARC-Target-URI", f.URL.String())
	r.add("Content-Type", mediaRequest)
	_, authority, _ := strings.Cut(string(f.URL.Origin()), "://")
	method := http.MethodGet
	if x.Head {
		method = http.MethodHead
	}
	b := fmt.Appendf(nil, "%s %s HTTP/1.1\r\nHost: %s\r\n", method, f.URL.Target(), authority)
	r.block = [][]byte{append(appendFields(b, f.Asked, nil), "\r\n"...)}
	r.add("WARC-Block-Digest", archive.Digest(r.block...))
	return r
}

// responseOf returns the record of a response, of the given type: with its body, or without it if
// another record has the body.
func responseOf(x *archive.Exchange, kind string) *record {
	f := x.Fetched
	r := newRecord(kind, f.Sent)
	r.add("WARC-Target-URI", f.URL.String())
	if f.Remote.IsValid() && !f.Proxied {
		r.add("WARC-IP-Address", f.Remote.Addr().Unmap().String())
	}
	r.add("Content-Type", mediaResponse)
	r.block = [][]byte{responseHead(f)}
	if kind == typeResponse {
		r.block = append(r.block, f.Body)
		r.add("WARC-Truncated", truncated(f))
	}
	if kind == typeResponse || len(f.Body) > 0 {
		r.add("WARC-Payload-Digest", x.Digest())
	}
	r.add("WARC-Block-Digest", archive.Digest(r.block...))
	return r
}

// truncated returns why a body is not complete, or "" if it is.
func truncated(f *aranea.Fetched) string {
	switch {
	case f.Truncated:
		return "length"
	case f.Failure == aranea.NetTimeout:
		return "time"
	case f.Failure == aranea.NetReset, f.Failure == aranea.BodyBroken:
		return "disconnect"
	case f.Failure != aranea.ReasonNone, len(f.Body) == 0 && (f.WireBytes > 0 || declares(f)):
		return "unspecified" // the body of this kind of response was not read or not kept
	}
	return ""
}

// declares reports whether the head of a response says that a body follows.
func declares(f *aranea.Fetched) bool {
	if f.Status == http.StatusNotModified {
		return false
	}
	length := f.Header.Get("Content-Length")
	return length != "" && length != "0"
}

// changedFields are the fields that describe the transfer of the body, but not the body in the
// record, which is decoded. They are kept under other names, as in other crawlers.
func changedFields() map[string]string {
	return map[string]string{
		"Content-Encoding": "X-Crawler-Content-Encoding", "Transfer-Encoding": "X-Crawler-Transfer-Encoding",
		"Content-Length": "X-Crawler-Content-Length",
	}
}

// responseHead returns the head of a response before its body, in the format of HTTP/1.1 whatever
// protocol it used.
func responseHead(f *aranea.Fetched) []byte {
	b := fmt.Appendf(nil, "HTTP/1.1 %03d %s\r\n", f.Status, cmp.Or(http.StatusText(f.Status), "Unknown"))
	b = appendFields(b, f.Header, changedFields())
	if f.Status != http.StatusNotModified {
		b = fmt.Appendf(b, "Content-Length: %d\r\n", len(f.Body))
	}
	return append(b, "\r\n"...)
}

// appendFields appends header fields sorted by name; fields in renamed get their other names.
func appendFields(b []byte, h aranea.Header, renamed map[string]string) []byte {
	for _, name := range slices.Sorted(maps.Keys(h)) {
		for _, value := range h[name] {
			b = append(append(append(append(b, cmp.Or(renamed[name], name)...), ": "...), oneLine(value)...), "\r\n"...)
		}
	}
	return b
}

// metadataOf returns the record of the other facts about an exchange, with the field names of
// other crawlers.
func metadataOf(x *archive.Exchange) *record {
	f := x.Fetched
	r := newRecord(typeMetadata, f.Sent)
	r.add("WARC-Target-URI", f.URL.String())
	r.add("Content-Type", mediaFields)
	var b []byte
	if x.Via != "" {
		b = fmt.Appendf(b, "via: %s\r\n", oneLine(x.Via))
	}
	b = fmt.Appendf(b, "hopsFromSeed: %s\r\nfetchTimeMs: %d\r\n", archive.Path(x), f.Ended.Sub(f.Sent).Milliseconds())
	if f.Proto != "" {
		b = fmt.Appendf(b, "protocol: %s\r\n", oneLine(f.Proto))
	}
	if f.Failure != aranea.ReasonNone {
		b = fmt.Appendf(b, "failure: %s\r\n", f.Failure)
	}
	r.block = [][]byte{b}
	return r
}
