package replay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/archive/warc"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/weburl"
)

// MaxCaptures is the maximum number of captures of archives: at 24 bytes each they take 480 MB.
const MaxCaptures = 20_000_000

const (
	maxTold    = 5   // faults of one file that are told one by one
	maxLeftOut = 100 // files that are left out and told one by one
	maxLayers  = 2   // compressions of a file, beside that of each record
)

// Options configure how archives are opened.
type Options struct {
	// Page gets the URL of each capture of a document with status 200, more than once if there are
	// several; nil for nothing.
	Page func(weburl.URL)
	// Told gets a sentence about what is not read, with its file and offset; nil for nothing.
	Told func(string)
	// Dir is the folder into which files that are compressed as a whole are unpacked, to be read; they
	// have no name there, and are gone with the process. Without it such files are not read.
	Dir string
	// Free returns the number of free bytes of the disk of a folder; nil for any number.
	Free func(dir string) (uint64, error)
}

// An Archive answers from files. It is safe for concurrent use.
type Archive struct {
	sources []source
	index   index
	version Version
	leftOut []error
	spool   *os.File // what is unpacked, nil for nothing; it is closed when nobody reads from it
	spooled int64    // its size in bytes
}

// Open reads the archives with some names, each a file or a folder. What is damaged in them is told, and
// passed over, and so are files of folders that cannot be read at all.
func Open(ctx context.Context, names []string, o Options) (opened *Archive, err error) {
	if o.Told == nil {
		o.Told = func(string) {}
	}
	all, leftOut, err := sources(names)
	if err != nil {
		return nil, err
	}
	a := &Archive{sources: all, version: versionOf(all)}
	defer func() {
		if opened == nil && a.spool != nil {
			_ = a.spool.Close() // nobody reads from it
		}
	}()
	for _, fault := range leftOut {
		a.leaveOut(fault, &o)
	}
	for number := range all {
		before := len(a.index)
		err := a.read(ctx, number, &o)
		switch {
		case err == nil:
		case all[number].named || ctx.Err() != nil || aranea.KindOf(err) == aranea.Limit:
			return nil, err
		default:
			a.index = a.index[:before]
			a.leaveOut(err, &o)
		}
	}
	if len(a.index) == 0 {
		return nil, &aranea.Error{Op: "open archive", Kind: aranea.Invalid, Err: fmt.Errorf("%s has no answer of a site", strings.Join(names, ", "))}
	}
	a.index.sort()
	return a, nil
}

// leaveOut notes that a file is not read.
func (a *Archive) leaveOut(fault error, o *Options) {
	if a.leftOut = append(a.leftOut, fault); len(a.leftOut) <= maxLeftOut {
		o.Told("a file is left out: " + fault.Error())
	}
}

// LeftOut returns the number of files of folders that could not be read.
func (a *Archive) LeftOut() int {
	if a == nil {
		return 0
	}
	return len(a.leftOut)
}

// Captures returns the number of captures.
func (a *Archive) Captures() int { return len(a.index) }

// Newest returns the date of the capture of a URL that counts, in whole seconds, and zero if it says none;
// not ok if there is no capture.
func (a *Archive) Newest(u weburl.URL) (at time.Time, ok bool, err error) {
	all := a.index.of(fingerprint(u))
	switch {
	case len(all) == 0 || all[0].kind == bare:
		return time.Time{}, false, nil
	case all[0].kind.isRevisit(): // the archive may lack the answer to which it refers
		c, err := a.Find(u, false)
		if c == nil || err != nil {
			return time.Time{}, false, err
		}
		c.Close()
		return c.At.Truncate(time.Second), true, nil
	case all[0].second == 0:
		return time.Time{}, true, nil
	}
	return time.Unix(int64(all[0].second), 0).UTC(), true, nil
}

// Version returns the version of the files that were opened.
func (a *Archive) Version() Version { return a.version }

// read adds the captures of one source to the index, and unpacks it before if it is compressed as a whole.
func (a *Archive) read(ctx context.Context, number int, o *Options) error {
	s, before := &a.sources[number], len(a.index)
	err := warc.ErrPacked
	if !s.deflated && !s.zstd {
		err = a.scan(ctx, number, o)
	}
	for try := 0; errors.Is(err, warc.ErrPacked) && try < maxLayers; try++ {
		a.index = a.index[:before]
		fault, wrong := a.unpack(ctx, s, o)
		if wrong != nil {
			return &aranea.Error{Op: "open archive", Kind: aranea.Invalid, Err: fmt.Errorf("%s is compressed as a whole: %w", s, wrong)}
		}
		if fault != nil {
			o.Told(fmt.Sprintf("%s is compressed as a whole, and damaged behind %d bytes of its contents: %v", s, s.size, fault))
		}
		err = a.scan(ctx, number, o)
	}
	return err
}

// scan adds the captures of a source to the index.
func (a *Archive) scan(ctx context.Context, number int, o *Options) error {
	s := &a.sources[number]
	f, done, err := s.open()
	if err != nil {
		return err
	}
	defer done()
	records, told := warc.NewScanner(io.NewSectionReader(f, s.offset, s.size), s.size), 0
	found := gather(a, number, o.Page != nil)
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
			found.end(o.Page)
			return nil
		case errors.Is(err, warc.ErrPacked):
			return err
		case aranea.KindOf(err) == aranea.Corrupt:
			if told++; told <= maxTold {
				o.Told(fmt.Sprintf("%s: %v", s, err))
			}
			continue
		case err != nil:
			return err
		}
		if err := found.add(rec); err != nil {
			return err
		}
	}
}

// A gathering is a source whose captures are added to the index.
type gathering struct {
	a       *Archive
	number  int
	before  int // the number of captures of the files before
	methods methods
	pages   []page // that may be documents; not gathered if nobody asks for them
	asked   bool
}

// A page is a capture of a document, by its place in the index.
type page struct {
	url weburl.URL
	at  int
}

func gather(a *Archive, number int, pages bool) *gathering {
	return &gathering{a: a, number: number, before: len(a.index), asked: pages}
}

// add adds a record to the index, if it is a capture.
func (f *gathering) add(rec *warc.Record) error {
	if rec.Get("WARC-Type") == "request" {
		if at, k, ok := f.methods.request(rec); ok {
			f.a.index[at].kind = k
		}
		return nil
	}
	u, ok := target(rec)
	if !ok {
		return nil
	}
	k, document, ok := classify(rec)
	if !ok {
		return nil
	}
	at := len(f.a.index)
	if at == MaxCaptures {
		return &aranea.Error{Op: "open archive", Kind: aranea.Limit, Err: fmt.Errorf("more than %d captures: crawl a part of the files into a data folder of its own", MaxCaptures)}
	}
	if of, ok := f.methods.reply(rec, at); ok {
		k = of
	}
	f.a.index = append(f.a.index, item{url: fingerprint(u), place: placeOf(f.number, rec.Offset), second: secondOf(dateOf(rec)), kind: k})
	if document && f.asked && !u.IsRobots() {
		f.pages = append(f.pages, page{u, at})
	}
	return nil
}

// end tells the pages of a file that was read to its end, and takes out of the index what answers no visit.
func (f *gathering) end(tell func(weburl.URL)) {
	for _, p := range f.pages {
		if k := f.a.index[p.at].kind; k != bare && k != other {
			tell(p.url)
		}
	}
	kept := slices.DeleteFunc(f.a.index[f.before:], func(i item) bool { return i.kind == other })
	f.a.index = f.a.index[:f.before+len(kept)]
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

// open opens the record of a capture. The caller calls done.
func (a *Archive) open(p place) (rec *warc.Record, done func(), err error) {
	s := &a.sources[p.source()]
	f, done, err := s.open()
	if err != nil {
		return nil, nil, err
	}
	rec, err = warc.ReaderAt(io.NewSectionReader(f, s.offset, s.size), p.offset(), s.size).Next()
	if err != nil {
		done()
		return nil, nil, fmt.Errorf("%s: %w", s, err)
	}
	return rec, done, nil
}
