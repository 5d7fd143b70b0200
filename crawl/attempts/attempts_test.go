package attempts_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/attempts"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/frame"
	"github.com/aranea-search/aranea/learned"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// A reader reads documents, or calls deed instead if it is set.
type reader struct {
	extract.Outside
	reads int
	deed  func() error
}

func (*reader) Plugins() []frame.Hello { return nil }

func (*reader) Reader(string) string { return "" }

func (*reader) Turn(context.Context, <-chan struct{}, string) (func(), error) {
	return func() {}, nil
}

func (r *reader) Read(context.Context, string, frame.Job, []byte) (content.Document, error) {
	r.reads++
	return content.Document{Reader: "reader"}, r.deed()
}

// A broken keeper fails at the call with the given number.
type broken struct{ calls int }

var errDisk = errors.New("the disk is full")

func (b *broken) call() error {
	if b.calls--; b.calls == 0 {
		return errDisk
	}
	return nil
}

func (b *broken) Get(learned.Kind, string) ([]byte, error) { return nil, b.call() }

func (b *broken) Put([]learned.Record, bool) error { return b.call() }

// TestKeeperFails: an error of the store is not reported as a fault of the document.
func TestKeeperFails(t *testing.T) {
	t.Parallel()
	u := weburl.MustParse("http://a.test/doc")
	doc := extract.Document{URL: u, Header: aranea.Header{"Content-Type": {"application/pdf"}}, Body: []byte("%PDF-1.7")}
	for call := 1; call <= 4; call++ {
		r := &reader{deed: func() error { return nil }}
		page, err := extract.New(extract.Limits{}).With(attempts.Over(r, &broken{calls: call})).Extract(t.Context(), doc)
		if failed := call <= 3; errors.Is(err, errDisk) != failed || errors.Is(err, extract.ErrState) != failed || len(page.Warnings) > 0 {
			t.Errorf("call %d fails: %v, %v", call, err, page.Warnings)
		}
	}
}

// errKilled stands for the death of the process: nothing after it is executed.
var errKilled = errors.New("killed")

// TestKilledWhileRead: a document that is started three times by processes that are killed
// meanwhile is skipped once and then tried again; any other outcome, including an error, resets
// the count.
func TestKilledWhileRead(t *testing.T) {
	t.Parallel()
	store, r := learned.New(memstore.New()), &reader{}
	// read is one process that reads one document.
	read := func(url string, deed func() error) (doc content.Document, err error) {
		defer func() {
			if p := recover(); p != nil {
				err = errKilled
			}
		}()
		r.deed = deed
		return attempts.Over(r, store).Read(t.Context(), "a.test", frame.Job{URL: url}, nil)
	}
	killed := func() error { panic(errKilled) }
	good := func() error { return nil }
	const slow, other = "http://a.test/slow.pdf", "http://a.test/other.pdf"
	for range attempts.MaxTries {
		if _, err := read(slow, killed); !errors.Is(err, errKilled) {
			t.Fatal(err)
		}
	}
	if doc, err := read(other, good); err != nil || doc.Reader != "reader" {
		t.Errorf("another document: %+v, %v", doc, err)
	}
	before := r.reads
	if _, err := read(slow, good); err == nil || !strings.Contains(err.Error(), "3 times in a row") || r.reads != before {
		t.Errorf("behind the third time: %v, read %d times", err, r.reads-before)
	}
	if doc, err := read(slow, good); err != nil || doc.Reader != "reader" {
		t.Errorf("at the next visit: %+v, %v", doc, err)
	}
	for _, end := range []error{nil, content.ErrDamaged, context.Canceled} {
		_, _ = read(slow, killed)
		_, _ = read(slow, killed)
		if _, err := read(slow, func() error { return end }); !errors.Is(err, end) {
			t.Errorf("an end with %v is %v", end, err)
		}
	}
	for rec, err := range store.All(learned.Begun) {
		t.Errorf("left is %+v, %v", rec, err)
	}
	if attempts.Over(nil, store) != nil {
		t.Error("something counts that reads nothing")
	}
}
