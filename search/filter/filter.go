// Package filter turns what people write after site:, host:, lang: and filetype: into filters
// of the index.
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

// Of returns the filter for an operator with a value, for example "type:pdf".
func Of(f query.Field, text string) string { return nameOf(f) + ":" + valueOf(f, text) }

// nameOf returns the name of a filter in the index.
func nameOf(f query.Field) string {
	if f == query.FileType {
		return "type"
	}
	return f.String()
}

// IsKind reports whether the value of filetype: is a kind of file, many of which are known only
// by links.
func IsKind(text string) bool { return extract.IsKind(valueOf(query.FileType, text)) }

// Missing suggests what to ask for instead of a site, language or type that no page of an index
// has; "" for no suggestion.
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
		return fmt.Sprintf("Files ending in %s that were not read are found by the words of links to them: add filetype:%s inurl:%s to those.", value, kind, value)
	}
}

// Unlinked says that no page of an index is known to link to the URL of link:; "" if one does,
// or it is no URL.
func Unlinked(text string, linked bool) string {
	if _, err := weburl.Parse(addressOf(text)); linked || err != nil {
		return ""
	}
	return fmt.Sprintf("No page of the index links to %s, as far as its links are known.", text)
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

// typeNames are other names of formats, mostly file name suffixes.
var typeNames = map[string]string{"htm": "html", "xhtml": "html", "txt": "text", "md": "markdown"}

// valueOf normalises the value of site:, host:, lang: or filetype:. People paste addresses and
// write names in their own script.
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
