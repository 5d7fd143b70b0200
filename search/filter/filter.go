// Package filter turns what people write after site:, host:, lang:, filetype:, before: and after:
// into filters of the index.
//
// Floor: 4 (acts). Stability: engine. It is pure.
package filter

import (
	"math"
	"strings"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/weburl"
)

// Of returns the filter for an operator with a value, for example "type:pdf".
func Of(f query.Field, text string) string { return nameOf(f) + ":" + valueOf(f, text) }

// nameOf returns the name of a filter in the index.
func nameOf(f query.Field) string {
	if f == query.FileType {
		return "type"
	}
	return f.String()
}

// IsKind reports whether the value of filetype: is a kind of file or the extension of one. Many
// such files are known only by links.
func IsKind(text string) bool {
	value := valueOf(query.FileType, text)
	return extract.IsKind(value) || extract.KindOfEnding(value) != ""
}

// Ending returns the terms of the index that all files of an extension have which the value of
// filetype: names, read or not: those of the kind of such files and of a word in their URL; nil if
// the extension is of no kind.
func Ending(f query.Field, text string) []string {
	value := valueOf(f, text)
	kind := extract.KindOfEnding(value)
	if f != query.FileType || kind == "" || extract.IsKind(value) {
		return nil
	}
	return []string{segment.PrefixFilter + Of(f, kind), segment.PrefixURL + value}
}

// TextEnding returns the term of the texts whose names have the extension that the value of
// filetype: names; "" if it can be none, or a format or a kind has that name. A picture may be a text.
func TextEnding(f query.Field, text string) string {
	value := valueOf(f, text)
	ending := document.EndingFilter(value)
	known := extract.KindOfEnding(value) == "" && (extract.Formats{}).Named(value) != ""
	if f != query.FileType || ending == "" || known || extract.IsKind(value) {
		return ""
	}
	return segment.PrefixFilter + ending
}

// Fits reports whether a URL has the extension that the value of filetype: names, if it names
// one.
func Fits(text string, u weburl.URL) bool {
	value := valueOf(query.FileType, text)
	return extract.KindOfEnding(value) == "" || strings.HasSuffix(strings.ToLower(u.Path()), "."+value)
}

// Dates returns the range of dates that before: or after: with a value names, in seconds since
// 1970; to is exclusive. 0 means that a page has no date.
func Dates(f query.Field, text string) (from, to uint32) {
	first, _, _ := query.DateOf(text)
	at := uint32(min(max(first.Unix(), 1), math.MaxUint32))
	if f == query.After {
		return at, math.MaxUint32
	}
	return 1, at
}

// Missing suggests what to ask for instead of a site, language or type that no page of an index
// has; an empty hint for no suggestion.
func Missing(f query.Field, text string) hint.Hint {
	value := valueOf(f, text)
	switch _, known := analyze.ParseLang(value); {
	case f == query.Site:
		return hint.Hint{Code: hint.NoSite, Value: value}
	case f == query.Host:
		return hint.Hint{Code: hint.NoHost, Value: value}
	case f == query.Lang && known:
		return hint.Hint{Code: hint.NoLanguage, Value: value}
	case f == query.Facet && (strings.HasPrefix(value, "=") || strings.HasSuffix(value, "=")):
		return hint.Hint{Code: hint.FacetValue, Value: text}
	case f == query.Facet:
		return hint.Hint{Code: hint.NoFacet, Value: value}
	case f == query.Lang:
		return hint.Hint{Code: hint.UnknownLanguage, Value: value}
	case f != query.FileType:
		return hint.Hint{}
	}
	if IsKind(value) {
		return hint.Hint{}
	}
	return hint.Hint{Code: hint.NoType, Value: value}
}

// Unlinked says that no page of an index is known to link to the URL of link:; an empty
// hint if one does, or text is no URL.
func Unlinked(text string, linked bool) hint.Hint {
	if _, err := weburl.Parse(addressOf(text)); linked || err != nil {
		return hint.Hint{}
	}
	return hint.Hint{Code: hint.Unlinked, Value: text}
}

// Port returns the port in the value of site: or host:, which apply to all ports of a host; ""
// if there is none.
func Port(f query.Field, text string) string {
	if f != query.Site && f != query.Host {
		return ""
	}
	if u, err := weburl.Parse(addressOf(text)); err == nil {
		return u.URL().Port()
	}
	return ""
}

// addressOf returns what people write after site: or host: as a URL.
func addressOf(text string) string {
	text = strings.TrimLeft(strings.ToLower(strings.TrimSpace(text)), "*.")
	if !strings.Contains(text, "://") {
		text = "http://" + text
	}
	return text
}

// valueOf normalises the value of site:, host:, lang: or filetype:. People paste addresses and
// write names in their own script.
func valueOf(f query.Field, text string) string {
	text = strings.TrimLeft(strings.ToLower(strings.TrimSpace(text)), "*.")
	switch f {
	case query.FileType:
		text = strings.TrimPrefix(text, ".")
		if name := (extract.Formats{}).Named(text); name != "" && extract.KindOfEnding(text) == "" {
			return name
		}
		return text
	case query.Lang:
		if l, ok := analyze.ParseLang(text); ok {
			return l.String()
		}
		return text
	case query.Facet:
		return document.FoldFacet(text)
	}
	if u, err := weburl.Parse(addressOf(text)); err == nil {
		return strings.Trim(u.Host(), ".")
	}
	return text
}
