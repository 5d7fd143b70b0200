package replay

import (
	"bufio"
	"errors"
	"io"
	"net/http"
	"net/http/httputil"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/aranea-search/aranea/archive/warc"
	"github.com/aranea-search/aranea/weburl"
)

// A Capture is one answer of an archive. The caller closes it.
type Capture struct {
	At     time.Time // when the site answered; zero if the archive does not say
	Proto  string
	Status int
	Header http.Header
	// Body has the content coding that Header says, and no transfer coding.
	Body io.Reader
	// Cut says that the archive has only the beginning of the body.
	Cut bool

	done []func() // that close its files
}

// IsRefusal reports whether the site was asked in vain: another answer would have counted.
func (c *Capture) IsRefusal() bool { return isRefusal(c.Status) }

// Close closes the files of the capture, which were only read.
func (c *Capture) Close() {
	for _, done := range c.done {
		done()
	}
}

// maxReads is the maximum number of records that are read for one answer: a URL may have any number of
// captures that refer to what the archive does not have.
const maxReads = 64

// Find returns the capture of a URL that counts, nil if there is none among those that are read. That of a
// request with the method HEAD counts only if there is no other, and for a page (not head) only if it says
// that there is none. An error means that the files are not as they were when the archive was opened.
func (a *Archive) Find(u weburl.URL, head bool) (*Capture, error) {
	left := maxReads
	for _, i := range a.index.of(fingerprint(u)) {
		c, err := a.capture(u, i, &left)
		if c != nil && i.kind == bare && !head && c.Status < 300 {
			c.Close()
			c = nil
		}
		if c != nil || err != nil || left <= 0 {
			return c, err
		}
	}
	return nil, nil
}

// capture reads the capture of a URL at a place, nil if it is of another URL, or refers to an answer that
// the archive does not have. It takes the records that it reads off those that are left.
func (a *Archive) capture(u weburl.URL, i item, left *int) (*Capture, error) {
	*left--
	rec, done, err := a.open(i.place)
	if err != nil {
		return nil, err
	}
	if of, ok := target(rec); !ok || of != u {
		done()
		return nil, nil
	}
	c := &Capture{At: dateOf(rec), done: []func(){done}}
	switch {
	case i.kind.isRevisit():
		err = a.resolve(c, u, i, rec, left)
	case rec.Get("WARC-Type") == "resource":
		c.Proto, c.Status, c.Header, c.Body = "HTTP/1.1", http.StatusOK, http.Header{}, rec.Block
		if declared := rec.Get("Content-Type"); declared != "" {
			c.Header.Set("Content-Type", declared)
		}
		c.truncate(rec)
	default:
		err = c.answer(rec)
	}
	if err != nil || c.Body == nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// answer takes over the response in a record.
func (c *Capture) answer(rec *warc.Record) error {
	head, err := warc.ReadAnswer(rec.Block)
	if err != nil {
		return err
	}
	c.Proto, c.Status, c.Header, c.Body = head.Proto, head.Status, head.Header, plain(head)
	c.truncate(rec)
	return nil
}

// truncate takes over why a record has only the beginning of a body: a limit of the program that wrote
// it, or a connection that broke.
func (c *Capture) truncate(rec *warc.Record) {
	switch rec.Get("WARC-Truncated") {
	case "length":
		c.Cut = true
	case "time", "disconnect":
		c.Body = broken{c.Body}
	}
}

// A broken body ended early.
type broken struct{ r io.Reader }

// Read reads, and reports that the end is none.
func (b broken) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

var _ io.Reader = broken{}

// resolve completes the capture of a URL that is a revisit: by the record that it names, or if it names
// none by the last answer of the URL before it. The body stays nil if the archive does not have that.
func (a *Archive) resolve(c *Capture, u weburl.URL, i item, rec *warc.Record, left *int) error {
	of := u
	if named, err := weburl.Parse(trimmed(rec.Get("WARC-Refers-To-Target-URI"))); err == nil {
		of = named
	}
	at, digest := parseDate(rec.Get("WARC-Refers-To-Date")), ""
	if i.kind == equal {
		digest = rec.Get("WARC-Payload-Digest")
	}
	var own *warc.Answer
	if i.kind == equal {
		own, _ = warc.ReadAnswer(rec.Block) // without a head it has that of the other
	}
	var originals []item
	for _, o := range a.index.of(fingerprint(of)) {
		if !o.kind.isRevisit() && o.kind != bare && o.second <= i.second && (at.IsZero() || o.second == secondOf(at)) {
			originals = append(originals, o)
		}
		if len(originals) == maxReads {
			break
		}
	}
	if err := a.resolveBy(c, of, originals, digest, left); err != nil {
		return err
	}
	if c.Body != nil && own != nil {
		inherit(own.Header, c.Header)
		c.Proto, c.Status, c.Header = own.Proto, own.Status, own.Header
	}
	return nil
}

// resolveBy takes over the first of some answers of a URL whose payload has a digest, or if none has it, as
// programs compute it in different ways, the first.
func (a *Archive) resolveBy(c *Capture, u weburl.URL, originals []item, digest string, left *int) error {
	digests := []string{digest, ""}
	if digest == "" || len(originals) < 2 {
		digests = digests[1:]
	}
	for _, want := range digests {
		for _, o := range originals {
			if *left <= 0 {
				return nil
			}
			*left--
			if found, err := a.original(c, u, o, want); found || err != nil {
				return err
			}
		}
	}
	return nil
}

// original takes over the answer at a place, if it is of a URL and has a digest, if that is not "".
func (a *Archive) original(c *Capture, u weburl.URL, o item, digest string) (found bool, err error) {
	rec, done, err := a.open(o.place)
	if err != nil {
		return false, err
	}
	if of, ok := target(rec); !ok || of != u || rec.Get("WARC-Type") != "response" || digest != "" && !strings.EqualFold(rec.Get("WARC-Payload-Digest"), digest) {
		done()
		return false, nil
	}
	c.done = append(c.done, done)
	return true, c.answer(rec)
}

// inherit gives a head the fields that say how a body is coded which it has from another.
func inherit(head, other http.Header) {
	for _, name := range []string{"Content-Encoding", "Content-Type"} {
		if values := other[name]; name == "Content-Encoding" || head[name] == nil {
			delete(head, name)
			if len(values) > 0 {
				head[name] = values
			}
		}
	}
}

// trimmed returns a URI without the angle brackets of the first version of the format.
func trimmed(uri string) string {
	if n := len(uri); n > 1 && uri[0] == '<' && uri[n-1] == '>' {
		return uri[1 : n-1]
	}
	return uri
}

// sniffed is the number of bytes of a body that are looked at for its coding.
const sniffed = 512

// plain returns the body of an answer without its transfer coding, and takes fields away that do not fit
// it: many programs write bodies decoded and leave the fields as they were.
func plain(head *warc.Answer) io.Reader {
	body := head.Body
	if head.Header.Get("Transfer-Encoding") == "chunked" && isChunked(body) {
		body = bufio.NewReader(httputil.NewChunkedReader(body))
	}
	head.Header.Del("Transfer-Encoding")
	if head.Header.Get("Content-Encoding") != "" && !isCoded(head.Header.Get("Content-Encoding"), body) {
		head.Header.Del("Content-Encoding")
	}
	return body
}

// isChunked reports whether a body begins with the size of a chunk (RFC 9112 section 7.1).
func isChunked(body *bufio.Reader) bool {
	head, _ := body.Peek(32) // a shorter one is looked at as well
	for i, c := range head {
		switch {
		case c == '\r' || c == ';':
			return i > 0
		case (c < '0' || c > '9') && (c < 'a' || c > 'f') && (c < 'A' || c > 'F'):
			return false
		}
	}
	return false
}

// isCoded reports whether a body may have a content coding. Text has none.
func isCoded(coding string, body *bufio.Reader) bool {
	head, _ := body.Peek(sniffed) // a shorter one is looked at as well
	switch coding {
	case "gzip", "x-gzip":
		return len(head) < 2 || head[0] == 0x1f && head[1] == 0x8b
	case "zstd":
		return len(head) < 4 || string(head[:4]) == "\x28\xb5\x2f\xfd"
	}
	return len(head) == 0 || !isText(head)
}

// isText reports whether bytes, of which the last character may be cut, are text in UTF-8.
func isText(b []byte) bool {
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		switch {
		case r == utf8.RuneError && size == 1:
			return len(b) < utf8.UTFMax && !utf8.FullRune(b)
		case r < ' ' && r != '\t' && r != '\n' && r != '\r' && r != '\f':
			return false
		}
		b = b[size:]
	}
	return true
}
