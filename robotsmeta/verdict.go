package robotsmeta

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Verdict answers one question about a page.
type Verdict struct {
	Allowed bool
	Source  string // with !Allowed: the directive and where it was said
}

var allowed = Verdict{Allowed: true}

// first returns the first statement with one of the names.
func (d Directives) first(names ...string) (Statement, bool) {
	for _, s := range d.statements {
		if slices.Contains(names, s.Name) {
			return s, true
		}
	}
	return Statement{}, false
}

// ask returns no if one of the forbidding names was said and, where the dialect
// lets that win, none of the permitting ones.
func (d Directives) ask(permit, forbid []string) Verdict {
	if d.dialect.PermitWins {
		if _, ok := d.first(permit...); ok {
			return allowed
		}
	}
	if s, ok := d.first(forbid...); ok {
		return Verdict{Source: s.String()}
	}
	return allowed
}

// Index says whether the page may be in an index. A page is out after the date
// of unavailable_after; the usage preference "search" counts unless the dialect
// ignores it.
func (d Directives) Index(now time.Time) Verdict {
	if v := d.ask([]string{"index", "all"}, []string{"noindex", "none"}); !v.Allowed {
		return v
	}
	for _, s := range d.statements {
		if s.Name != "unavailable_after" {
			continue
		}
		if at, ok := parseDate(s.Value); ok && now.After(at) {
			return Verdict{Source: s.String()}
		}
	}
	if !d.dialect.IgnoreUsage {
		if v := d.Use("search"); v.Known && !v.Allowed {
			return Verdict{Source: v.Source}
		}
	}
	return allowed
}

// IndexEmbedded says whether the page may be indexed as a part of another page
// that embeds it.
func (d Directives) IndexEmbedded(now time.Time) Verdict {
	v := d.Index(now)
	if _, ok := d.first("indexifembedded"); ok {
		return allowed
	}
	return v
}

// Follow says whether links of the page may be followed.
func (d Directives) Follow(time.Time) Verdict {
	v := d.ask([]string{"follow", "all"}, []string{"nofollow", "none"})
	if v.Allowed && d.dialect.NoFollowByDefault {
		if _, ok := d.first("follow", "all"); !ok {
			return Verdict{Source: "the default of dialect " + d.dialect.Name}
		}
	}
	return v
}

// Archive says whether a copy of the page may be shown.
func (d Directives) Archive(time.Time) Verdict {
	return d.ask([]string{"archive"}, []string{"noarchive", "nocache"})
}

// Snippet says whether text of the page may be shown. max-snippet:0, nosnippet,
// noarchive and nocache forbid it.
func (d Directives) Snippet(time.Time) Verdict {
	for _, s := range d.statements {
		if s.Name == "max-snippet" {
			if n, err := strconv.Atoi(s.Value); err == nil && n == 0 {
				return Verdict{Source: s.String()}
			}
		}
	}
	return d.ask([]string{"snippet"}, []string{"nosnippet", "noarchive", "nocache"})
}

// Translate says whether a translation may be offered.
func (d Directives) Translate(time.Time) Verdict { return d.ask(nil, []string{"notranslate"}) }

// ImageIndex says whether pictures of the page may be indexed.
func (d Directives) ImageIndex(time.Time) Verdict { return d.ask(nil, []string{"noimageindex"}) }

// MaxSnippet returns how many letters of the page's text may be shown, -1 for
// any number. The smallest number said counts.
func (d Directives) MaxSnippet(now time.Time) int {
	if !d.Snippet(now).Allowed {
		return 0
	}
	return d.smallest("max-snippet")
}

// MaxVideoPreview returns how many seconds of a video may be shown, -1 for any
// number, 0 for a still.
func (d Directives) MaxVideoPreview() int {
	if _, ok := d.first("nosnippet"); ok {
		return 0
	}
	return d.smallest("max-video-preview")
}

// smallest returns the smallest number of the directive, -1 if there is none.
func (d Directives) smallest(name string) int {
	least := -1
	for _, s := range d.statements {
		n, err := strconv.Atoi(s.Value)
		if s.Name == name && err == nil && n >= 0 && (least < 0 || n < least) {
			least = n
		}
	}
	return least
}

// MaxImagePreview returns "none", "standard" or "large", the smallest said, and
// "large" if nothing was.
func (d Directives) MaxImagePreview() string {
	sizes := []string{"none", "standard", "large"}
	least := len(sizes) - 1
	for _, s := range d.statements {
		if i := slices.Index(sizes, strings.ToLower(s.Value)); s.Name == "max-image-preview" && i >= 0 {
			least = min(least, i)
		}
	}
	return sizes[least]
}

// parseDate reads the date formats of unavailable_after: RFC 822, RFC 850 and
// ISO 8601.
func parseDate(s string) (time.Time, bool) {
	for _, layout := range []string{
		time.RFC1123, time.RFC1123Z, time.RFC850, time.RFC822, time.RFC822Z, time.RFC3339, "2006-01-02",
		"02 Jan 2006 15:04:05 MST", "2006-01-02T15:04:05", "02-Jan-2006 15:04:05 MST", "2006-01-02 15:04:05",
		"Mon, 02-Jan-06 15:04:05 MST", "2 Jan 2006 15:04:05 MST", "Mon, 2 Jan 2006 15:04:05 MST",
	} {
		if at, err := time.Parse(layout, strings.TrimSpace(s)); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}
