// Package sitemap reads lists of a site's URLs: sitemaps and sitemap indexes as
// sitemaps.org describes them, with hreflang alternates, RSS and Atom feeds, and
// plain lists with a URL on each line, each of them coded with gzip or not.
//
// A file is read as a stream, entry by entry, within named limits: whatever comes,
// memory stays small and reading ends. What is wrong with one entry is told and
// does not spoil the others.
//
// Floor: 0 (leaves). Stability: public. It fetches nothing, resolves no relative
// reference, and does not decide which entries may be believed: a sitemap may
// name any URL, and whether it may name those of other hosts depends on where it
// was found.
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

// A Kind says what an entry names.
type Kind uint8

// The kinds of entries.
const (
	Page  Kind = 0 // a page, in a sitemap or a plain list
	Index Kind = 1 // a further sitemap, in a sitemap index
	Item  Kind = 2 // a page, in a feed: the newest ones only
)

var kindNames = [...]string{"page", "sitemap", "feed item"}

// String returns the kind in words.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// An Entry is one URL of the file, with what the file says of it. Nothing of it
// was checked against the page.
type Entry struct {
	Kind Kind
	// Loc is the URL as it was written, without whitespace around it. It should
	// be absolute, and often is not. An item of a feed that names no page but media has
	// none.
	Loc string
	// LastMod is when the page changed last, in UTC; zero if that is not said.
	LastMod time.Time
	// ChangeFreq is how often it changes; Unknown if that is not said.
	ChangeFreq Frequency
	// Priority is its weight among the pages of its site, from 0 to 1; 0.5 if
	// that is not said.
	Priority float64
	// Alternates are versions of the page for other languages and regions.
	Alternates []Alternate
	// Title is what an item of a feed calls itself, at most 4 KiB of it, and Media are the
	// files that it brings along, or that a sitemap says the page shows.
	Title string
	Media []Medium
}

// An Alternate is a version of a page for a language or region (xhtml:link with
// rel="alternate" and hreflang).
type Alternate struct {
	Lang string // a language tag, or "x-default"
	Href string
}

// Limits of what is read. Those of the protocol are the defaults of Options.
const (
	DefaultMaxURLs  = 50_000   // entries of a file
	DefaultMaxBytes = 50 << 20 // bytes of a file, after gzip
	MaxLoc          = 2048     // bytes of a URL; a longer one is a fault
	MaxAlternates   = 500      // alternates of one entry; further ones are left out
	MaxDepth        = 32       // elements inside each other
	MaxFaults       = 100      // faults that are told; further ones are not

	maxText = 4 << 10 // bytes of an element's text
)

// Options bound what is read. The zero value means the protocol's limits.
type Options struct {
	MaxURLs  int   // entries
	MaxBytes int64 // bytes after gzip
}

// What ends the reading of a file. The entries before it are good.
var (
	// ErrFormat says that the file is none of the formats.
	ErrFormat = errors.New("it is no sitemap, feed or list of URLs")
	// ErrLimit says that the file goes on behind a limit.
	ErrLimit = errors.New("it is longer than the limit")
	// ErrBroken says that the file ends early or is not well-formed.
	ErrBroken = errors.New("it is broken")
)

// A Fault is what is wrong with one entry. The entries after it are read.
type Fault struct {
	Line int    // in the file, from 1
	What string // what is wrong, in words
	Text string // the text in question, at most 100 bytes
}

// Error returns the fault with its line.
func (f *Fault) Error() string { return fmt.Sprintf("line %d: %s: %q", f.Line, f.What, f.Text) }

// Read yields the entries of a file in their order. A *Fault concerns one entry,
// and more may follow; any other error is the last: ErrFormat, ErrLimit and
// ErrBroken can be told by errors.Is, others are those of r.
//
// r is read as far as entries are asked for. The entry is the caller's.
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

// errStopped ends the reading when the caller has enough.
var errStopped = errors.New("the caller has enough")

// A sink hands entries and faults to the caller, within the limits.
type sink struct {
	yield   func(Entry, error) bool
	max     int
	entries int
	faults  int
	stopped bool
}

// entry hands over an entry.
func (s *sink) entry(e Entry) error {
	if s.entries >= s.max {
		return fmt.Errorf("%w of %d entries", ErrLimit, s.max)
	}
	s.entries++
	return s.hand(e, nil)
}

// fault hands over a fault.
func (s *sink) fault(line int, what, text string) error {
	if s.faults++; s.faults > MaxFaults {
		return nil
	}
	return s.hand(Entry{}, &Fault{Line: line, What: what, Text: text[:min(len(text), 100)]})
}

func (s *sink) hand(e Entry, err error) error {
	if !s.yield(e, err) {
		s.stopped = true
		return errStopped
	}
	return nil
}

// read finds out what r is and reads it.
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
	case limited.err != nil: // whatever the reader above made of it
		return limited.err
	case errors.Is(err, io.EOF):
		return ErrFormat // there was nothing but whitespace
	}
	return err
}

// firstByte skips whitespace and returns the byte behind it, unread.
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

// A limitReader reads so many bytes, and fails if there are more. It remembers
// what went wrong below the parsers.
type limitReader struct {
	r    io.Reader
	left int64
	err  error
}

// Read reads from the reader below.
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
