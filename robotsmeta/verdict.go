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
	Source  string // with !Allowed: the directive and its place
}

var allowed = Verdict{Allowed: true}

// A Situation has the facts outside the page that a verdict depends on.
type Situation struct {
	Now time.Time
	// Closed is the rule of the robots file that blocks the page, or "". The directives of a
	// blocked page are never seen.
	Closed string
}

// Verdicts are all answers about one page. They are independent of each other: a page may be
// indexed but not followed, or shown in a snippet but not kept.
type Verdicts struct {
	Visit     Verdict // may it be requested
	Index     Verdict // may it be found
	Follow    Verdict // may its links be visited
	Archive   Verdict // may a copy of it be kept
	Snippet   Verdict // may its text be shown
	Images    Verdict // may its pictures be found
	Translate Verdict // may a translation be offered
	Train     Use     // may models be trained on its text: "train-ai"
	Search    Use     // the preference for "search"
	Mining    Use     // the preference for "tdm", text and data mining
}

// Judge returns all verdicts. Only the robots file can forbid visits; if it does, nothing else is
// granted, because nothing is known about the page.
func (d Directives) Judge(s Situation) Verdicts {
	if s.Closed != "" {
		no, unknown := Verdict{Source: s.Closed}, Use{}
		return Verdicts{no, no, no, no, no, no, no, unknown, unknown, unknown}
	}
	return Verdicts{
		Visit: allowed, Index: d.Index(s.Now), Follow: d.Follow(), Archive: d.Archive(), Snippet: d.Snippet(),
		Images: d.ImageIndex(), Translate: d.Translate(),
		Train: d.Use(UseTrain), Search: d.Use(UseSearch), Mining: d.Use(UseMining),
	}
}

// first returns the first statement with one of the names.
func (d Directives) first(names ...string) (Statement, bool) {
	for _, s := range d.statements {
		if slices.Contains(names, s.Name) {
			return s, true
		}
	}
	return Statement{}, false
}

// permits reports whether one of the permitting directives is present where the dialect reads it.
func (d Directives) permits(names ...string) bool {
	for _, s := range d.statements {
		if slices.Contains(names, s.Name) && (s.Place.Field == 0 || !d.dialect.PermitWins) {
			return true
		}
	}
	return false
}

// ask returns a negative verdict if one of the forbidding directives is present, unless the
// dialect lets permitting directives win and one is present.
func (d Directives) ask(permit, forbid []string) Verdict {
	if d.dialect.PermitWins && d.permits(permit...) {
		return allowed
	}
	if s, ok := d.first(forbid...); ok {
		return Verdict{Source: s.String()}
	}
	return allowed
}

// Index returns whether the page may be in an index. A page is excluded after the date of
// unavailable_after; the usage preference "search" counts unless the dialect ignores it.
func (d Directives) Index(now time.Time) Verdict {
	if v := d.NoIndex(); !v.Allowed {
		return v
	}
	if at, s, ok := d.expiry(); ok && !now.Before(at) {
		return Verdict{Source: s.String()}
	}
	return d.searchable()
}

// NoIndex is the part of Index that depends on noindex and none.
func (d Directives) NoIndex() Verdict {
	return d.ask([]string{"index", "all"}, []string{"noindex", "none"})
}

// searchable is the part of Index that depends on usage preferences.
func (d Directives) searchable() Verdict {
	if v := d.Use(UseSearch); !d.dialect.IgnoreUsage && v.Known && !v.Allowed {
		return Verdict{Source: v.Source}
	}
	return allowed
}

// Expires returns the earliest time from which the page must not be in an index, and the
// directive with its place; the zero time and "" if there is none.
func (d Directives) Expires() (at time.Time, source string) {
	at, by, ok := d.expiry()
	if !ok {
		return time.Time{}, ""
	}
	return at, by.String()
}

// expiry returns the earliest date of unavailable_after and its statement.
func (d Directives) expiry() (least time.Time, by Statement, ok bool) {
	for _, s := range d.statements {
		if s.Name != "unavailable_after" {
			continue
		}
		if at, good := ParseDate(s.Value); good && (!ok || at.Before(least)) {
			least, by, ok = at, s, true
		}
	}
	return least, by, ok
}

// IndexEmbedded returns whether the page may be indexed as part of another page that embeds it:
// indexifembedded overrides only noindex and none.
func (d Directives) IndexEmbedded(now time.Time) Verdict {
	if _, ok := d.first("indexifembedded"); !ok {
		return d.Index(now)
	}
	if at, s, ok := d.expiry(); ok && !now.Before(at) {
		return Verdict{Source: s.String()}
	}
	return d.searchable()
}

// Follow returns whether the links of the page may be followed.
func (d Directives) Follow() Verdict {
	v := d.ask([]string{"follow", "all"}, []string{"nofollow", "none"})
	if v.Allowed && d.dialect.NoFollowByDefault && !d.permits("follow", "all") {
		return Verdict{Source: "the default of dialect " + d.dialect.Name}
	}
	return v
}

// Archive returns whether a copy of the page may be kept or shown.
func (d Directives) Archive() Verdict {
	return d.ask([]string{"archive"}, []string{"noarchive", "nocache"})
}

// Snippet returns whether text of the page may be shown; nosnippet and max-snippet:0 forbid it. A
// page that must not be archived may still have a snippet.
func (d Directives) Snippet() Verdict {
	if v := d.ask([]string{"snippet"}, []string{"nosnippet"}); !v.Allowed {
		return v
	}
	if n, s := d.smallest("max-snippet"); n == 0 {
		return Verdict{Source: s.String()}
	}
	return allowed
}

// Translate returns whether a translation may be offered.
func (d Directives) Translate() Verdict { return d.ask(nil, []string{"notranslate"}) }

// ImageIndex returns whether pictures of the page may be indexed. It does not depend on Index,
// because other pages may show the same pictures.
func (d Directives) ImageIndex() Verdict { return d.ask(nil, []string{"noimageindex"}) }

// MaxSnippet returns how many letters of the page's text may be shown, -1 for any number, and the
// directive with its place, or "". The smallest number counts.
func (d Directives) MaxSnippet() (letters int, source string) {
	if v := d.Snippet(); !v.Allowed {
		return 0, v.Source
	}
	n, s := d.smallest("max-snippet")
	if n < 0 {
		return n, ""
	}
	return n, s.String()
}

// MaxVideoPreview returns how many seconds of a video may be shown: -1 for any number, 0 for a
// still image. nosnippet allows at most a still image.
func (d Directives) MaxVideoPreview() int {
	if !d.ask([]string{"snippet"}, []string{"nosnippet"}).Allowed {
		return 0
	}
	n, _ := d.smallest("max-video-preview")
	return n
}

// smallest returns the smallest number of the directive and its statement, or -1 if there is
// none.
func (d Directives) smallest(name string) (least int, by Statement) {
	least = -1
	for _, s := range d.statements {
		n, err := strconv.Atoi(s.Value)
		if s.Name == name && err == nil && n >= 0 && (least < 0 || n < least) {
			least, by = n, s
		}
	}
	return least, by
}

// MaxImagePreview returns "none", "standard" or "large": the smallest value of the page, or
// "large" by default.
func (d Directives) MaxImagePreview() string {
	least := len(imageSizes) - 1
	for _, s := range d.statements {
		if i := slices.Index(imageSizes[:], strings.ToLower(s.Value)); s.Name == "max-image-preview" && i >= 0 {
			least = min(least, i)
		}
	}
	return imageSizes[least]
}
