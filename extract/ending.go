package extract

import (
	"path"
	"strings"

	"github.com/aranea-search/aranea/weburl"
)

// ending returns the extension of a document's name in lower case, without a dot: of sources that servers are
// made to send as text, by .txt behind it, that of their markup.
func ending(u weburl.URL) string {
	name := strings.ToLower(u.Path())
	if markup := path.Ext(strings.TrimSuffix(name, ".txt")); markup == ".md" || markup == ".markdown" || markup == ".ipynb" {
		return markup[1:]
	}
	return strings.TrimPrefix(path.Ext(name), ".")
}

// isCopied reports whether an address is that of a source that servers are made to send as text.
func isCopied(u weburl.URL) bool {
	name := strings.ToLower(u.Path())
	return strings.HasSuffix(name, ".txt") && ending(u) != "txt"
}
