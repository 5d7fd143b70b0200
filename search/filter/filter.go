// Package filter brings what people write behind site:, host:, lang: and filetype:
// into the form of the filters of an index.
//
// Floor: 4 (acts). Stability: engine. It is pure.
package filter

import (
	"fmt"
	"strings"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/weburl"
)

// Of returns the filter that an operator with a value stands for, for example
// "type:pdf".
func Of(f query.Field, text string) string { return nameOf(f) + ":" + valueOf(f, text) }

// nameOf returns what a filter is called in the index.
func nameOf(f query.Field) string {
	if f == query.FileType {
		return "type"
	}
	return f.String()
}

// IsKind reports whether the value of filetype: is a kind of file, many of which are
// known by links alone.
func IsKind(text string) bool { return extract.IsKind(valueOf(query.FileType, text)) }

// Missing says what to ask for instead of a site, a language or a type that no page of an
// index has, "" if there is nothing to say.
func Missing(f query.Field, text string) string {
	value := valueOf(f, text)
	switch _, known := analyze.ParseLang(value); {
	case f == query.Site:
		return fmt.Sprintf("No page of the index is in the domain %s.", value)
	case f == query.Host:
		return fmt.Sprintf("No page of the index is on the host %s; site:%s takes subdomains as well.", value, value)
	case f == query.Lang && known:
		return fmt.Sprintf("No page of the index is in the language %s.", value)
	case f == query.Lang:
		return fmt.Sprintf("%s is the code of no language that is known here; lang:en is English.", value)
	case f != query.FileType:
		return ""
	}
	switch kind := extract.KindOfEnding(value); {
	case extract.IsKind(value):
		return ""
	case kind == "":
		return fmt.Sprintf("No page of the index is of the type %s.", value)
	default:
		return fmt.Sprintf("Files ending in %s that were not read are found by words of links to them, beside filetype:%s inurl:%s.", value, kind, value)
	}
}

// Unlinked says of the URL behind link: that no page of an index is known to link to it, ""
// if one does, or it is no URL.
func Unlinked(text string, linked bool) string {
	if _, err := weburl.Parse(addressOf(text)); linked || err != nil {
		return ""
	}
	return fmt.Sprintf("No page of the index links to %s, as far as its links are known.", text)
}

// Port returns the port in the value of site: or host:, which are of all ports of a host,
// and "" without one.
func Port(f query.Field, text string) string {
	if f != query.Site && f != query.Host {
		return ""
	}
	if u, err := weburl.Parse(addressOf(text)); err == nil {
		return u.URL().Port()
	}
	return ""
}

// addressOf returns what people write behind site: or host: as a URL.
func addressOf(text string) string {
	text = strings.TrimLeft(strings.ToLower(strings.TrimSpace(text)), "*.")
	if !strings.Contains(text, "://") {
		text = "http://" + text
	}
	return text
}

// typeNames are other names of formats, mostly the endings of their files.
var typeNames = map[string]string{"htm": "html", "xhtml": "html", "txt": "text", "md": "markdown"}

// valueOf brings the value of site:, host:, lang: or filetype: into the index's form.
// People paste addresses and write names in their own script.
func valueOf(f query.Field, text string) string {
	text = strings.TrimLeft(strings.ToLower(strings.TrimSpace(text)), "*.")
	switch f {
	case query.FileType:
		text = strings.TrimPrefix(text, ".")
		if name := typeNames[text]; name != "" {
			return name
		}
		return text
	case query.Lang:
		if l, ok := analyze.ParseLang(text); ok {
			return l.String()
		}
		return text
	}
	if u, err := weburl.Parse(addressOf(text)); err == nil {
		return strings.Trim(u.Host(), ".")
	}
	return text
}
