// Package pdf reads PDF documents with PDFium, which runs as WebAssembly: the text of their
// pages, the links in it, the titles of their outline, and their properties.
//
// Floor: 3 (state and input/output): it keeps the compiled module in a folder. Stability: engine.
// It can draw pages, and runs no scripts of a document.
package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"time"

	pdfium "github.com/klippa-app/go-pdfium"
	faults "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cage/modulecache"
	"github.com/aranea-search/aranea/extract/content"
)

// Name is the name of this reader with the version of its library; the number of the reader
// increases when its results change.
const Name = library + ", reader 6"

const library = "pdfium 1.19.8"

// Limits of a document.
const (
	maxPages    = 2000
	memoryPages = 4096 // pages of 64 KiB: the maximum memory of the module
)

// startPatience is the maximum time to start the module on a loaded machine.
const startPatience = 5 * time.Minute

// A Reader reads documents one after another. It is not safe for concurrent use.
type Reader struct {
	pool  pdfium.Pool
	pdf   pdfium.Pdfium
	marks int           // links, actions and outline entries that the library holds
	used  *atomic.Int64 // bytes of the module's memory outside of the heap
}

// Memory returns how many bytes of memory the module has outside of the heap. It is safe for concurrent
// use.
func (r *Reader) Memory() int64 { return r.used.Load() }

// maxMarks is how many links, actions and outline entries the library may hold across documents:
// it releases them only when it is restarted.
const maxMarks = 50_000

// anew restarts the library if it holds too much.
func (r *Reader) anew() error {
	if r.marks < maxMarks {
		return nil
	}
	if err := r.pdf.Close(); err != nil {
		return fmt.Errorf("end the reader of PDF: %w", err)
	}
	var err error
	if r.pdf, err = r.pool.GetInstance(startPatience); err != nil {
		return fmt.Errorf("start the reader of PDF: %w", err)
	}
	r.marks = 0
	return nil
}

// New returns a Reader. Compiling the module takes seconds; the result is kept in the folder
// cache, unless that is "" or cannot be used.
func New(ctx context.Context, cache string) (*Reader, error) {
	config := wazero.NewRuntimeConfig().WithMemoryLimitPages(memoryPages)
	if cache != "" {
		if kept, err := modulecache.Open(cache, strings.ReplaceAll(library, " ", "-"), time.Now()); err == nil {
			if r, err := launch(ctx, config.WithCompilationCache(kept)); err == nil {
				return r, nil
			}
		}
	}
	return launch(ctx, config)
}

// launch starts the library.
func launch(ctx context.Context, config wazero.RuntimeConfig) (*Reader, error) {
	used := new(atomic.Int64)
	pool, err := webassembly.Init(webassembly.Config{
		MinIdle: 1, MaxIdle: 1, MaxTotal: 1, ReuseWorkers: true, Context: experimental.WithMemoryAllocator(ctx, outsideHeap(used)),
		RuntimeConfig: config, FSConfig: wazero.NewFSConfig(), Stdout: io.Discard, Stderr: io.Discard,
	})
	if err != nil {
		return nil, fmt.Errorf("start the reader of PDF: %w", err)
	}
	r := &Reader{pool: pool, used: used}
	if r.pdf, err = pool.GetInstance(startPatience); err != nil {
		return nil, errors.Join(fmt.Errorf("start the reader of PDF: %w", err), pool.Close())
	}
	return r, nil
}

// Read reads a document. A page that cannot be read is left out.
func (r *Reader) Read(body []byte, l content.Limits) (content.Document, error) {
	b := content.New(l)
	doc, end, err := r.open(body)
	if err != nil {
		return b.Document(Name), err
	}
	defer end()
	r.properties(b, doc)
	pages, err := r.pages(doc)
	if err != nil {
		return b.Document(Name), err
	}
	d := newDocument(doc, l)
	outline := r.outline(d)
	var lost error
	for i := range min(pages, maxPages) {
		if b.Full() {
			break
		}
		text, links, err := r.page(d, i)
		if err != nil {
			lost = fmt.Errorf("%w: page %d cannot be read", content.ErrDamaged, i+1)
			continue
		}
		blocks := outline.split(joined.Replace(text))
		write(b, place(blocks, links))
	}
	write(b, outline.rest())
	out := b.Document(Name)
	out.Limited = out.Limited || d.limited || pages > maxPages
	return out, lost
}

// open opens a document; end releases it.
func (r *Reader) open(body []byte) (doc references.FPDF_DOCUMENT, end func(), err error) {
	if err := r.anew(); err != nil {
		return "", nil, err
	}
	opened, err := r.pdf.OpenDocument(&requests.OpenDocument{File: &body})
	switch {
	case errors.Is(err, faults.ErrPassword), errors.Is(err, faults.ErrSecurity):
		return "", nil, content.ErrEncrypted
	case err != nil:
		return "", nil, fmt.Errorf("%w: %s", content.ErrDamaged, fault(body))
	}
	// The document is released in the module; an error would show at the next document.
	return opened.Document, func() { _, _ = r.pdf.FPDF_CloseDocument(&requests.FPDF_CloseDocument{Document: opened.Document}) }, nil
}

// pages returns how many pages a document has.
func (r *Reader) pages(doc references.FPDF_DOCUMENT) (int, error) {
	count, err := r.pdf.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: doc})
	if err != nil {
		return 0, fmt.Errorf("%w: its pages cannot be counted", content.ErrDamaged)
	}
	return count.PageCount, nil
}

// page returns the text of a page, as returned by the library but with combined accents, and its
// links.
func (r *Reader) page(d *document, i int) (text string, links []link, err error) {
	page := requests.Page{ByIndex: &requests.PageByIndex{Document: d.ref, Index: i}}
	loaded, err := r.pdf.FPDFText_LoadPage(&requests.FPDFText_LoadPage{Page: page})
	if err != nil {
		return "", nil, err
	}
	defer func() {
		_, closing := r.pdf.FPDFText_ClosePage(&requests.FPDFText_ClosePage{TextPage: loaded.TextPage})
		err = errors.Join(err, closing)
	}()
	count, err := r.pdf.FPDFText_CountChars(&requests.FPDFText_CountChars{TextPage: loaded.TextPage})
	if err != nil {
		return "", nil, err
	}
	w := written{ref: loaded.TextPage, characters: count.Count}
	if w.text, err = r.text(&w); err != nil {
		return "", nil, err
	}
	r.compose(d, &w)
	return r.withMarksApart(&w), r.links(d, page, &w), nil
}

// tail is how many bytes before the end of a document its end mark may be.
const tail = 1024

// fault returns what is wrong with a document that does not open. The library reports little more
// than that it does not.
func fault(body []byte) string {
	if !bytes.Contains(body[max(len(body)-tail, 0):], []byte("%%EOF")) {
		return "it is cut off before its end"
	}
	return "the table that says where its parts are is missing or wrong"
}

// properties adds the properties of the document.
func (r *Reader) properties(b *content.Builder, doc references.FPDF_DOCUMENT) {
	tags := []string{"Title", "Subject", "Keywords", "Author", "ModDate", "CreationDate"}
	meta, err := r.pdf.GetMetaData(&requests.GetMetaData{Document: doc, Tags: &tags})
	if err != nil {
		return // the property is empty
	}
	for _, tag := range meta.Tags {
		value := strings.TrimSpace(strings.Trim(tag.Value, "\x00"))
		switch {
		case value == "":
		case tag.Tag == "Title":
			b.Property(aranea.ElementTitle, value)
		case strings.HasSuffix(tag.Tag, "Date"): // the last change comes first
			b.Modified(tag.Tag, instant(value))
		case tag.Tag == "Subject":
			b.Property(aranea.ElementDescription, value)
		default:
			b.Property(aranea.ElementKeywords, value)
		}
	}
}

// instant parses a date of PDF (ISO 32000-1 section 7.9.4), for example D:20210506070809+02'00',
// possibly truncated; the zero time means that it is invalid.
func instant(text string) time.Time {
	digits, zone := strings.TrimPrefix(text, "D:"), ""
	if at := strings.IndexAny(digits, "Z+-"); at >= 0 {
		digits, zone = digits[:at], strings.ReplaceAll(digits[at:], "'", "")
	}
	const form = "20060102150405"
	if zone != "" && len(digits) == len(form) {
		if at, err := time.Parse(form+"Z0700", digits+zone); err == nil {
			return at
		}
	}
	for _, n := range [...]int{len(form), len("200601021504"), len("20060102"), len("200601"), len("2006")} {
		if len(digits) >= n {
			if at, err := time.Parse(form[:n], digits[:n]); err == nil {
				return at
			}
		}
	}
	return time.Time{}
}
