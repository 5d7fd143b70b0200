// Package defect says what is wrong with the body of an answer.
//
// Floor: 4 (acts), a part of crawl. Stability: engine. What follows from it is decided by crawl.
package defect

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/evidence"
	"github.com/aranea-search/aranea/crawl/rendering"
	"github.com/aranea-search/aranea/extract"
)

// OfPage returns what is wrong with the body of an answer, of which a reader made the page p, nil
// for none, after a browser had run its scripts, if r is not nil; ReasonNone if nothing is.
func OfPage(f *aranea.Fetched, p *aranea.Page, r *rendering.Rendered) (aranea.Reason, string) {
	switch {
	case p != nil && slices.Contains(p.Warnings, aranea.IndexName):
		return aranea.IndexName, cmp.Or(p.Trouble, evidence.NoText(p), extract.MediaType(f.Header.Get("Content-Type")))
	case f.Failure != aranea.ReasonNone && p == nil:
		return f.Failure, f.Detail
	case f.Failure == aranea.BodyBroken:
		return aranea.BodyBroken, f.Detail
	case f.Failure != aranea.ReasonNone:
		// The first part arrived before the transfer became too slow or broke off.
		return aranea.BodyBroken, fmt.Sprintf("cut after %d bytes, %s: %s", f.WireBytes, f.Failure, f.Detail)
	case p == nil:
		return aranea.HTTPEmpty, ""
	case f.Truncated:
		return aranea.BodyTooLarge, cmp.Or(f.Detail, fmt.Sprintf("cut at %d bytes", f.WireBytes))
	}
	for _, w := range p.Warnings {
		switch w {
		case aranea.BodyType:
			return w, cmp.Or(p.Trouble, extract.MediaType(f.Header.Get("Content-Type")))
		case aranea.BodyDamaged, aranea.BodyKilled, aranea.BodySkipped:
			return w, p.Trouble
		}
	}
	switch {
	case p.NeedsScript, p.FromData:
		return needsScript(p, r)
	case len(p.Elements) == 0:
		return aranea.IndexNoText, evidence.NoText(p)
	case p.Password && len(p.Text) <= maxLoginText && len(p.Links) <= maxLoginLinks:
		return aranea.IndexLogin, ""
	}
	return aranea.ReasonNone, ""
}

// A page with a password field and at most this much text, in bytes, and this many links is a
// login form and little else.
const (
	maxLoginText  = 600
	maxLoginLinks = 20
)

// needsScript says why a page that consists of scripts has no text.
func needsScript(p *aranea.Page, r *rendering.Rendered) (aranea.Reason, string) {
	switch {
	case r != nil && r.Failure != "":
		return aranea.RenderFailed, r.Detail()
	case p.FromData:
		return aranea.IndexData, ""
	case r != nil:
		return aranea.IndexNoText, "a browser ran its scripts"
	}
	return aranea.IndexScript, ""
}

// OfList returns what is wrong with the body of a sitemap, ReasonNone if nothing is. read says that
// there was one.
func OfList(f *aranea.Fetched, read bool) (aranea.Reason, string) {
	switch {
	case f.Failure != aranea.ReasonNone:
		return f.Failure, f.Detail
	case !read:
		return aranea.HTTPEmpty, ""
	case f.Truncated:
		return aranea.BodyTooLarge, cmp.Or(f.Detail, fmt.Sprintf("cut at %d bytes", f.WireBytes))
	}
	return aranea.ReasonNone, ""
}
