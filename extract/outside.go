package extract

import (
	"context"
	"errors"
	"path"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/charset"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/frame"
	"github.com/aranea-search/aranea/weburl"
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
	end, err := x.outside.Turn(ctx, d.Stop, f.Name)
	if err != nil {
		return err
	}
	defer end()
	r, err := x.outside.Read(ctx, d.URL.Host(), j, body)
	if err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if errors.Is(err, ErrState) {
			return err
		}
		warn(page, faultOf(err))
		page.Trouble = err.Error()
	}
	take(page, &r)
	return nil
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

// take copies a document into a page. What the source of a page links to, beside which a program put it, is
// written for the place that it had before, and people see it as text: the links are those of the page.
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

// isCopied reports whether an address is that of a source that servers are made to send as text.
func isCopied(u weburl.URL) bool {
	name := strings.ToLower(u.Path())
	return strings.HasSuffix(name, ".txt") && ending(u) != "txt"
}

// ending returns the extension of a document's name in lower case, without a dot: of sources that servers are
// made to send as text, by .txt behind it, that of their markup.
func ending(u weburl.URL) string {
	name := strings.ToLower(u.Path())
	if markup := path.Ext(strings.TrimSuffix(name, ".txt")); markup == ".md" || markup == ".markdown" || markup == ".ipynb" {
		return markup[1:]
	}
	return strings.TrimPrefix(path.Ext(name), ".")
}
