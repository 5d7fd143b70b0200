package extract

import (
	"cmp"
	"context"
	"errors"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/charset"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/frame"
)

// ErrState means that the records of documents being read could not be kept: nothing is known of
// the document then, and the next ones would fail likewise.
var ErrState = errors.New("keep books of documents that are read")

// ErrStopped means that a document was not started because reading was stopped.
var ErrStopped = errors.New("no further document is read")

// readOutside has a document read outside of this process. The error is that of the context,
// ErrStopped or ErrState.
func (x *Extractor) readOutside(ctx context.Context, page *aranea.Page, d *Document, f *Format) error {
	body := d.Body
	if f.text {
		cs := charset.Tell(body, charsetOf(d.Header), d.Usual, true)
		body, page.Charset = cs.Decode(), cs.Name
		if cs.Unknown {
			warn(page, aranea.BodyCharset)
		}
	}
	j := frame.Job{Format: f.Name, Type: MediaType(d.Header.Get("Content-Type")), URL: d.URL.String()}
	j.Limit(content.Limits{
		Text: x.limits.Text, Elements: x.limits.Elements, Links: x.limits.Links,
		Title: x.limits.Title, Attribute: x.limits.Attribute,
	})
	r, fault, err := x.turn(ctx, d, j, body)
	if err != nil {
		return err
	}
	if other := x.formats.forTextless(f.Name); other != nil && fault == nil && isTextless(&r) {
		j.Format = other.Name
		j.Text, j.Elements, j.Links = j.Text-len(r.Text), j.Elements-len(r.Elements), j.Links-len(r.Links)
		var seen content.Document
		if seen, fault, err = x.turn(ctx, d, j, body); err != nil {
			return err
		}
		r = joined(r, seen)
	}
	if fault != nil {
		warn(page, faultOf(fault))
		page.Trouble = fault.Error()
	}
	take(page, &r)
	return nil
}

// turn has a document read when its turn comes. A fault is one of the document; the error is that
// of the context, ErrStopped or ErrState.
func (x *Extractor) turn(ctx context.Context, d *Document, j frame.Job, body []byte) (r content.Document, fault, err error) {
	end, err := x.outside.Turn(ctx, d.Stop, j.Format)
	if err != nil {
		return r, nil, err
	}
	defer end()
	r, fault = x.outside.Read(ctx, d.URL.Host(), j, body)
	switch {
	case fault == nil:
		return r, nil, nil
	case ctx.Err() != nil:
		return r, nil, context.Cause(ctx)
	case errors.Is(fault, ErrState):
		return r, nil, fault
	}
	return r, fault, nil
}

// leastText is how many characters a document has at least in text, headings, lists and cells
// that is not taken for a scan: programs for scanning add a line of their own.
const leastText = 100

// isTextless reports whether a document has hardly any text but for its properties.
func isTextless(r *content.Document) bool {
	left := leastText
	for _, e := range r.Elements {
		switch e.Kind {
		case aranea.ElementTitle, aranea.ElementDescription, aranea.ElementKeywords:
			continue
		}
		if e.Kind.IsBlock() {
			left -= utf8.RuneCount(r.Text[e.Start:e.End])
		}
	}
	return left > 0
}

// joined returns what two readers found in a document, one after the other.
func joined(first, second content.Document) content.Document {
	at := uint32(len(first.Text))
	for _, e := range second.Elements {
		e.Start, e.End = e.Start+at, e.End+at
		first.Elements = append(first.Elements, e)
	}
	for _, l := range second.Links {
		l.Start, l.End = l.Start+at, l.End+at
		first.Links = append(first.Links, l)
	}
	first.Text = append(first.Text, second.Text...)
	first.Reader, first.Limited = second.Reader, first.Limited || second.Limited
	first.Lang = cmp.Or(first.Lang, second.Lang)
	if first.Published.At.IsZero() {
		first.Published = second.Published
	}
	if first.Modified.At.IsZero() {
		first.Modified = second.Modified
	}
	return first
}

// faultOf returns the reason code of a fault of a document.
func faultOf(err error) aranea.Reason {
	switch {
	case errors.Is(err, content.ErrDamaged), errors.Is(err, content.ErrEncrypted):
		return aranea.BodyDamaged
	case errors.Is(err, content.ErrSkipped):
		return aranea.BodySkipped
	}
	return aranea.BodyKilled
}

// take copies a document into a page. The links of a copied source are left out: they are written
// for another place, and the page that was made of it has them.
func take(page *aranea.Page, r *content.Document) {
	page.Text, page.Elements, page.Reader = r.Text, r.Elements, r.Reader
	page.Published, page.Modified = r.Published, r.Modified
	if r.Lang != "" {
		page.Lang = r.Lang
	}
	if r.Limited {
		warn(page, aranea.BodyLimit)
	}
	if isCopied(page.URL) {
		return
	}
	for _, l := range r.Links {
		u, err := page.URL.Resolve(l.Target)
		if err == nil && u != page.URL {
			page.Links = append(page.Links, aranea.Link{URL: u, How: l.How, Start: l.Start, End: l.End})
		}
	}
}
