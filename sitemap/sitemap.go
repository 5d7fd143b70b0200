// Package sitemap reads lists of a site's URLs: sitemaps and sitemap indexes as defined by
// sitemaps.org, with hreflang alternates, RSS and Atom feeds, and plain lists with a URL on each
// line, each of them optionally compressed with gzip.
//
// A file is read as a stream, entry by entry, within named limits: for any input, memory is
// bounded and reading ends. A fault in one entry is reported and does not affect the others.
//
// Floor: 0 (leaves). Stability: public. It fetches nothing, resolves no relative references, and
// does not decide which entries can be trusted: a sitemap may name any URL, and whether it may
// name those of other hosts depends on where it was found.
package sitemap

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// A Kind is the kind of an entry.
type Kind uint8

// The kinds of entries.
const (
	Page  Kind = 0 // a page, in a sitemap or a plain list
	Index Kind = 1 // a further sitemap, in a sitemap index
	Item  Kind = 2 // a page in a feed, which has only the newest ones
)

var kindNames = [...]string{"page", "sitemap", "feed item"}

// String describes the kind.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// An Entry is one URL of the file with its data in the file, which was not checked against the
// page.
type Entry struct {
	Kind Kind
	// Loc is the URL as written, without surrounding whitespace. It should be absolute, and often
	// is not. It is empty for an item of a feed that has only media.
	Loc string
	// LastMod is when the page last changed, in UTC; zero if unknown.
	LastMod time.Time
	// ChangeFreq is how often the page changes; Unknown if the file does not say.
	ChangeFreq Frequency
	// Priority is the weight among the pages of the site, from 0 to 1; the default is 0.5.
	Priority float64
	// Alternates are versions of the page for other languages and regions.
	Alternates []Alternate
	// Title is the title of an item of a feed, at most 4 KiB. Media are the files that are
	// attached to the item, or that the page shows according to a sitemap.
	Title string
	Media []Medium
}

// An Alternate is a version of a page for a language or region (xhtml:link with
// rel="alternate" and hreflang).
type Alternate struct {
	Lang string // a language tag, or "x-default"
	Href string
}

// Limits of reading. Those of the protocol are the defaults of Options.
const (
	DefaultMaxURLs  = 50_000   // entries of a file
	DefaultMaxBytes = 50 << 20 // bytes of a file, after decompression
	MaxLoc          = 2048     // bytes of a URL; a longer one is a fault
	MaxAlternates   = 500      // alternates of one entry; further ones are left out
	MaxDepth        = 32       // nesting of elements
	MaxFaults       = 100      // faults that are reported

	maxText = 4 << 10 // bytes of an element's text
)

// Options are limits of reading. The zero value means the limits of the protocol.
type Options struct {
	MaxURLs  int   // entries
	MaxBytes int64 // bytes after decompression
}

// Errors that end the reading of a file. The entries before them are valid.
var (
	// ErrFormat means that the file has none of the supported formats.
	ErrFormat = errors.New("it is no sitemap, feed or list of URLs")
	// ErrWebPage means that the file is a web page. It is an ErrFormat.
	ErrWebPage = fmt.Errorf("%w: it is a web page", ErrFormat)
	// ErrLimit means that the file exceeds a limit.
	ErrLimit = errors.New("it is longer than the limit")
	// ErrBroken means that the file is truncated or not well-formed.
	ErrBroken = errors.New("it is broken")
)

// A Fault is a fault of one entry. Reading continues with the next entry.
type Fault struct {
	Line int    // in the file, from 1
	What string // description of the fault
	Text string // the text in question, at most 100 bytes
	// Loc is the URL of the entry as it is written, "" if it has none, or one that the file names
	// only behind the fault; at most MaxLoc bytes.
	Loc string
}

// Error returns the fault with its line number and the URL of its entry.
func (f *Fault) Error() string {
	text := fmt.Sprintf("line %d: %s: %q", f.Line, f.What, f.Text)
	if f.Loc != "" {
		text += " for " + f.Loc
	}
	return text
}

// Read yields the entries of a file in order. A *Fault concerns one entry, and more entries may
// follow; any other error is the last: ErrFormat, ErrLimit and ErrBroken can be tested with
// errors.Is, others are errors of r.
//
// r is read only as far as necessary for the consumed entries. The caller owns the entries.
func Read(r io.Reader, o Options) iter.Seq2[Entry, error] {
	o.MaxURLs = cmp.Or(o.MaxURLs, DefaultMaxURLs)
	o.MaxBytes = cmp.Or(o.MaxBytes, DefaultMaxBytes)
	return func(yield func(Entry, error) bool) {
		s := &sink{yield: yield, max: o.MaxURLs}
		if err := read(r, o, s); err != nil && !s.stopped {
			yield(Entry{}, err)
		}
	}
}

// errStopped ends the reading when the caller stops the iteration.
var errStopped = errors.New("the caller has enough")

// A sink passes entries and faults to the caller, within the limits.
type sink struct {
	yield   func(Entry, error) bool
	max     int
	entries int
	faults  int
	stopped bool
}

// entry passes on an entry.
func (s *sink) entry(e Entry) error {
	if s.entries >= s.max {
		return fmt.Errorf("%w of %d entries", ErrLimit, s.max)
	}
	s.entries++
	return s.hand(e, nil)
}

// fault passes on a fault.
func (s *sink) fault(line int, what, text, loc string) error {
	if s.faults++; s.faults > MaxFaults {
		return nil
	}
	return s.hand(Entry{}, &Fault{Line: line, What: what, Text: text[:min(len(text), 100)], Loc: loc[:min(len(loc), MaxLoc)]})
}

func (s *sink) hand(e Entry, err error) error {
	if !s.yield(e, err) {
		s.stopped = true
		return errStopped
	}
	return nil
}

// read detects the format of r and reads it.
func read(r io.Reader, o Options, s *sink) error {
	in := bufio.NewReader(r)
	if magic, _ := in.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(in)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrBroken, err)
		}
		in = bufio.NewReader(z)
	}
	limited := &limitReader{r: in, left: o.MaxBytes}
	text := bufio.NewReader(transform.NewReader(limited, unicode.BOMOverride(encoding.Nop.NewDecoder())))
	var err error
	switch first, perr := firstByte(text); {
	case perr != nil:
		err = perr
	case first == '<':
		err = readXML(text, s)
	default:
		err = readList(text, s)
	}
	switch {
	case limited.err != nil: // whatever error the parser made of it
		return limited.err
	case errors.Is(err, io.EOF):
		return ErrFormat // there was only whitespace
	}
	return err
}

// firstByte skips whitespace and returns the next byte without consuming it.
func firstByte(in *bufio.Reader) (byte, error) {
	for {
		b, err := in.ReadByte()
		if err != nil {
			return 0, err
		}
		if !isSpace(b) {
			return b, in.UnreadByte()
		}
	}
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\r' || b == '\n' }

// A limitReader reads up to a number of bytes, and fails if there are more. It remembers the
// error below the parsers.
type limitReader struct {
	r    io.Reader
	left int64
	err  error
}

// Read reads from the underlying reader.
func (l *limitReader) Read(p []byte) (int, error) {
	if l.err != nil {
		return 0, l.err
	}
	n, err := l.r.Read(p[:min(int64(len(p)), l.left+1)])
	if l.left -= int64(n); l.left < 0 {
		l.err = fmt.Errorf("%w of bytes", ErrLimit)
		return n - 1, l.err
	}
	switch {
	case err == nil || errors.Is(err, io.EOF):
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader), errors.Is(err, io.ErrUnexpectedEOF), isFlate(err):
		l.err = fmt.Errorf("%w: %w", ErrBroken, err)
	default:
		l.err = err
	}
	if l.err != nil {
		return n, l.err
	}
	return n, err
}
