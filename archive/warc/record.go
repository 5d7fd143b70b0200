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

// Words of ISO 28500:2017 (WARC 1.1).
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

// A record is one to be written: its fields, in order, and its block in parts.
type record struct {
	id     string
	fields []string // name and value in turns
	block  [][]byte
}

// newRecord returns a record of a type with the fields that all have.
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

// head returns the lines in front of the block.
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

// newID returns the name of a record, a random UUID (RFC 9562).
func newID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("<urn:uuid:%x-%x-%x-%x-%x>", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// stamp writes an instant as WARC 1.1 wants it.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000Z") }

// oneLine makes a value one that cannot end its line.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
}

// requestOf returns the record of what was asked. Fields that carry secrets or a
// signature are not among those that fetch tells of.
func requestOf(x *archive.Exchange) *record {
	f := x.Fetched
	r := newRecord(typeRequest, f.Sent)
	r.add("WARC-Target-URI", f.URL.String())
	r.add("Content-Type", mediaRequest)
	_, authority, _ := strings.Cut(string(f.URL.Origin()), "://")
	b := fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: %s\r\n", f.URL.Target(), authority)
	r.block = [][]byte{append(appendFields(b, f.Asked, nil), "\r\n"...)}
	r.add("WARC-Block-Digest", archive.Digest(r.block...))
	return r
}

// responseOf returns the record of an answer, of the given type: with its body, or
// without it if another record holds that.
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

// truncated says why a body is not whole, "" if it is.
func truncated(f *aranea.Fetched) string {
	switch {
	case f.Truncated:
		return "length"
	case f.Failure == aranea.NetTimeout:
		return "time"
	case f.Failure == aranea.NetReset, f.Failure == aranea.BodyBroken:
		return "disconnect"
	case f.Failure != aranea.ReasonNone, len(f.Body) == 0 && (f.WireBytes > 0 || declares(f)):
		return "unspecified" // of this kind of answer the body was not read, or not kept
	}
	return ""
}

// declares reports whether the head of an answer says that a body follows.
func declares(f *aranea.Fetched) bool {
	if f.Status == http.StatusNotModified {
		return false
	}
	length := f.Header.Get("Content-Length")
	return length != "" && length != "0"
}

// changedFields are those that tell how the body came, not how it lies in the
// record: without its coding. They are kept under other names, as others do.
func changedFields() map[string]string {
	return map[string]string{
		"Content-Encoding": "X-Crawler-Content-Encoding", "Transfer-Encoding": "X-Crawler-Transfer-Encoding",
		"Content-Length": "X-Crawler-Content-Length",
	}
}

// responseHead returns the lines of an answer in front of its body, in the form of
// HTTP/1.1 whatever it came in.
func responseHead(f *aranea.Fetched) []byte {
	b := fmt.Appendf(nil, "HTTP/1.1 %03d %s\r\n", f.Status, cmp.Or(http.StatusText(f.Status), "Unknown"))
	b = appendFields(b, f.Header, changedFields())
	if f.Status != http.StatusNotModified {
		b = fmt.Appendf(b, "Content-Length: %d\r\n", len(f.Body))
	}
	return append(b, "\r\n"...)
}

// appendFields appends header fields sorted by name, those of renamed under their
// other names.
func appendFields(b []byte, h aranea.Header, renamed map[string]string) []byte {
	for _, name := range slices.Sorted(maps.Keys(h)) {
		for _, value := range h[name] {
			b = append(append(append(append(b, cmp.Or(renamed[name], name)...), ": "...), oneLine(value)...), "\r\n"...)
		}
	}
	return b
}

// metadataOf returns the record of what else is known of an exchange, with the words
// that other crawlers use.
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
