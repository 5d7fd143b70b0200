package extract

import (
	"slices"
	"strings"

	"github.com/aranea-search/aranea/weburl"
)

// WebPage is the name of the format of web pages.
const WebPage = "html"

// Named returns the format or kind of file that a text names, as filetype: takes it: by its name
// or by one of its file name extensions, in any case, "" if there is none.
func (fs Formats) Named(text string) string {
	text = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(text)), ".")
	if text == "" {
		return ""
	}
	if text == AnyFile || IsKind(text) {
		return text
	}
	for f := range fs.all {
		if f.Name == text {
			return f.Name
		}
	}
	for f := range fs.all {
		if slices.Contains(f.Endings, text) {
			return f.Name
		}
	}
	return KindOfEnding(text)
}

// Names returns the names of the formats and the kinds of files.
func (fs Formats) Names() []string {
	var all []string
	for f := range fs.all {
		all = append(all, f.Name)
	}
	for _, k := range unread {
		if k.name != "" {
			all = append(all, k.name)
		}
	}
	return append(all, AnyFile)
}

// NamedBy returns the format of the file that a URL names, by its extension: that of web pages
// without one, "" if nothing has that extension.
func (fs Formats) NamedBy(u weburl.URL) string {
	if e := ending(u); e != "" {
		return fs.Named(e)
	}
	return WebPage
}
