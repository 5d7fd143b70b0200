package replay

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/archive/warc"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/weburl"
)

// MaxCaptures is the maximum number of captures of archives: at 24 bytes each they take 480 MB.
const MaxCaptures = 20_000_000

// maxTold is the number of faults of one file that are told one by one.
const maxTold = 5

// Options configure how archives are opened.
type Options struct {
	// Page gets the URL of each capture of a document with status 200, more than once if there are
	// several; nil for nothing.
	Page func(weburl.URL)
	// Told gets a sentence about what is not read, with its file and offset; nil for nothing.
	Told func(string)
}

// An Archive answers from files. It is safe for concurrent use.
type Archive struct {
	sources []source
	index   index
	version Version
}

// Open reads the archives with some names, each a file or a folder. What is damaged in them is told, and
// passed over.
func Open(ctx context.Context, names []string, o Options) (*Archive, error) {
	if o.Told == nil {
		o.Told = func(string) {}
	}
	all, err := sources(names)
	if err != nil {
		return nil, err
	}
	a := &Archive{sources: all, version: versionOf(all)}
	for number := range all {
		if err := a.read(ctx, number, o); err != nil {
			return nil, err
		}
	}
	if len(a.index) == 0 {
		return nil, &aranea.Error{Op: "open archive", Kind: aranea.Invalid, Err: fmt.Errorf("%s has no answer of a site", strings.Join(names, ", "))}
	}
	a.index.sort()
	return a, nil
}

// Captures returns the number of captures.
func (a *Archive) Captures() int { return len(a.index) }

// Version returns the version of the files that were opened.
func (a *Archive) Version() Version { return a.version }

// read adds the captures of one source to the index.
func (a *Archive) read(ctx context.Context, number int, o Options) error {
	s := a.sources[number]
	f, err := os.Open(s.path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // it was only read
	records, told := warc.NewScanner(io.NewSectionReader(f, s.offset, s.size), s.size), 0
	for {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		rec, err := records.Next()
		switch {
		case errors.Is(err, io.EOF):
			if told > maxTold {
				o.Told(fmt.Sprintf("%s: %d other places are damaged", s, told-maxTold))
			}
			return nil
		case errors.Is(err, warc.ErrPacked):
			return &aranea.Error{Op: "open archive", Kind: aranea.Invalid, Err: fmt.Errorf("%s: %w", s, warc.ErrPacked)}
		case errors.Is(err, warc.ErrARC):
			return &aranea.Error{Op: "open archive", Kind: aranea.Invalid, Err: fmt.Errorf("%s: %w", s, warc.ErrARC)}
		case aranea.KindOf(err) == aranea.Corrupt:
			if told++; told <= maxTold {
				o.Told(fmt.Sprintf("%s: %v", s, err))
			}
			continue
		case err != nil:
			return err
		}
		if err := a.add(number, rec, o); err != nil {
			return err
		}
	}
}

// add adds a record to the index, if it is a capture.
func (a *Archive) add(number int, rec *warc.Record, o Options) error {
	u, ok := target(rec)
	if !ok {
		return nil
	}
	k, document, ok := classify(rec)
	if !ok {
		return nil
	}
	if len(a.index) == MaxCaptures {
		return &aranea.Error{Op: "open archive", Kind: aranea.Limit, Err: fmt.Errorf("more than %d captures: crawl a part of the files into a data folder of its own", MaxCaptures)}
	}
	a.index = append(a.index, item{url: fingerprint(u), place: placeOf(number, rec.Offset), second: secondOf(dateOf(rec)), kind: k})
	if document && o.Page != nil && !u.IsRobots() {
		o.Page(u)
	}
	return nil
}

// target returns the URL of a record, if it can be one of a site. Some programs write it in angle
// brackets, as the first version of the format has it.
func target(rec *warc.Record) (weburl.URL, bool) {
	u, err := weburl.Parse(trimmed(rec.Get("WARC-Target-URI")))
	return u, err == nil && !u.IsZero()
}

// dateOf returns the date of a record, zero if it has none.
func dateOf(rec *warc.Record) time.Time { return parseDate(rec.Get("WARC-Date")) }

func parseDate(text string) time.Time {
	at, _ := time.Parse(time.RFC3339Nano, text) // zero is none
	return at
}

// classify returns what a record holds, and whether that is a document which a crawl reads; not ok for a
// record that answers nothing.
func classify(rec *warc.Record) (k kind, document, ok bool) {
	switch rec.Get("WARC-Type") {
	case "resource":
		return answered, isDocument(rec.Get("Content-Type")), true
	case "revisit":
		if strings.HasSuffix(rec.Get("WARC-Profile"), "/server-not-modified") {
			return unchanged, false, true
		}
		if head, err := warc.ReadAnswer(rec.Block); err == nil {
			return equal, head.Status == 200 && isDocument(head.Header.Get("Content-Type")), true
		}
		return equal, false, true
	case "response":
	default:
		return 0, false, false
	}
	head, err := warc.ReadAnswer(rec.Block)
	switch {
	case err != nil || head.Status < 200 || head.Status == 304: // 304 is about a copy that the archive need not have
		return 0, false, false
	case isRefusal(head.Status):
		return refused, false, true
	}
	return answered, head.Status == 200 && isDocument(head.Header.Get("Content-Type")), true
}

// isRefusal reports whether a status asks to come again.
func isRefusal(status int) bool { return status == http.StatusTooManyRequests || status >= 500 }

// isDocument reports whether a crawl reads what has this type, or none.
func isDocument(declared string) bool {
	media := extract.MediaType(declared)
	return media == "" || extract.Formats{}.Limit(media, 1) > 0
}

// open opens the record of a capture. The caller closes the file.
func (a *Archive) open(p place) (*os.File, *warc.Record, error) {
	s := a.sources[p.source()]
	f, err := os.Open(s.path)
	if err != nil {
		return nil, nil, err
	}
	rec, err := warc.ReaderAt(io.NewSectionReader(f, s.offset, s.size), p.offset(), s.size).Next()
	if err != nil {
		return nil, nil, cmp.Or(fmt.Errorf("%s: %w", s, err), f.Close())
	}
	return f, rec, nil
}
