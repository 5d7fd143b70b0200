// Package displaylimits reads what the owner of a page permits to be shown of it: snippets, copies, how
// much of its text, and until when.
//
// Floor: 4 (acts). Stability: engine. Whether a page may be in the index at all is not its concern.
package displaylimits

import (
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/weburl"
)

// Fields returns the directives for a robot with some names in the fields of an answer.
func Fields(h aranea.Header, d robotsmeta.Dialect, names []string) robotsmeta.Directives {
	r := robotsmeta.NewReaderFor(d, names...)
	extract.Fields(r, h)
	return r.Directives()
}

// A Said is a limit, with the directive that sets it.
type Said struct {
	Reason aranea.Reason
	Source string
}

// Limit sets in an index change what results may show of its page, and until when. It returns the
// limits.
func Limit(c *aranea.IndexChange, d robotsmeta.Directives) (limits []Said) {
	snippet, archive := d.Snippet(), d.Archive()
	c.Snippet, c.NoCopy = snippet.Allowed, !archive.Allowed
	if !snippet.Allowed {
		limits = append(limits, Said{aranea.DirectiveNoSnippet, snippet.Source})
	}
	if !archive.Allowed {
		limits = append(limits, Said{aranea.DirectiveNoArchive, archive.Source})
	}
	if letters, source := d.MaxSnippet(); letters > 0 {
		c.MaxSnippet = uint32(min(letters, 1<<30))
		limits = append(limits, Said{aranea.DirectiveMaxSnippet, source})
	}
	if at, source := d.Expires(); !at.IsZero() {
		c.Expires = at
		limits = append(limits, Said{aranea.DirectiveExpires, at.UTC().Format(time.RFC3339) + " by " + source})
	}
	return limits
}

// An Index compares limits with what it keeps of a page.
type Index interface {
	// ShowsMore reports whether more of the document of a URL may be shown, or for longer, than the
	// limits of a change permit.
	ShowsMore(id weburl.ID, limits *aranea.IndexChange) bool
}

// Narrows reports whether the fields of a "not modified" answer permit less to be shown of a page
// than the index shows: they take the place of those of the last full answer (RFC 9110 section
// 15.4.5).
func Narrows(fields robotsmeta.Directives, page weburl.URL, x Index) bool {
	var c aranea.IndexChange
	return len(Limit(&c, fields)) > 0 && x.ShowsMore(page.ID(), &c)
}
