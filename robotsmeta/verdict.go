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
	Source  string // with !Allowed: what was said and where
}

var allowed = Verdict{Allowed: true}

// A Situation is what must be known beside the page to judge it.
type Situation struct {
	Now time.Time
	// Closed is the rule of the robots file that closes the page, "" if none
	// does. What a closed page says is never seen.
	Closed string
}

// Verdicts are all answers about one page. They are independent of each other:
// a page may be indexed and not followed, or shown in a snippet and not kept.
type Verdicts struct {
	Visit     Verdict // may it be asked for
	Index     Verdict // may it be found
	Follow    Verdict // may its links be visited
	Archive   Verdict // may a copy of it be kept
	Snippet   Verdict // may its text be shown
	Images    Verdict // may its pictures be found
	Translate Verdict // may a translation be offered
	Train     Use     // may its text train models: "train-ai"
	Search    Use     // what is said about "search"
	Mining    Use     // what is said about "tdm", text and data mining
}

// Judge gives all verdicts. Only the robots file closes a page to visits; if it
// does, nothing else is granted, because nothing of the page is known.
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

// permits reports whether one of the permitting names was said where the dialect
// reads it.
func (d Directives) permits(names ...string) bool {
	for _, s := range d.statements {
		if slices.Contains(names, s.Name) && (s.Place.Field == 0 || !d.dialect.PermitWins) {
			return true
		}
	}
	return false
}

// ask returns no if one of the forbidding names was said and, where the dialect
// lets that win, none of the permitting ones.
func (d Directives) ask(permit, forbid []string) Verdict {
	if d.dialect.PermitWins && d.permits(permit...) {
		return allowed
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
	if v := d.NoIndex(); !v.Allowed {
		return v
	}
	if at, s, ok := d.expiry(); ok && !now.Before(at) {
		return Verdict{Source: s.String()}
	}
	return d.searchable()
}

// NoIndex is the part of Index that noindex and none decide.
func (d Directives) NoIndex() Verdict {
	return d.ask([]string{"index", "all"}, []string{"noindex", "none"})
}

// searchable is the part of Index that usage preferences decide.
func (d Directives) searchable() Verdict {
	if v := d.Use(UseSearch); !d.dialect.IgnoreUsage && v.Known && !v.Allowed {
		return Verdict{Source: v.Source}
	}
	return allowed
}

// Expires returns the instant from which on the page must not be in an index,
// the earliest that was said, and the directive that says so with its place; the
// zero time and "" if there is none.
func (d Directives) Expires() (at time.Time, source string) {
	at, by, ok := d.expiry()
	if !ok {
		return time.Time{}, ""
	}
	return at, by.String()
}

// expiry returns the earliest date of unavailable_after, and who says so.
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

// IndexEmbedded says whether the page may be indexed as a part of another page
// that embeds it: indexifembedded lifts noindex and none, nothing else.
func (d Directives) IndexEmbedded(now time.Time) Verdict {
	if _, ok := d.first("indexifembedded"); !ok {
		return d.Index(now)
	}
	if at, s, ok := d.expiry(); ok && !now.Before(at) {
		return Verdict{Source: s.String()}
	}
	return d.searchable()
}

// Follow says whether links of the page may be followed.
func (d Directives) Follow() Verdict {
	v := d.ask([]string{"follow", "all"}, []string{"nofollow", "none"})
	if v.Allowed && d.dialect.NoFollowByDefault && !d.permits("follow", "all") {
		return Verdict{Source: "the default of dialect " + d.dialect.Name}
	}
	return v
}

// Archive says whether a copy of the page may be kept or shown.
func (d Directives) Archive() Verdict {
	return d.ask([]string{"archive"}, []string{"noarchive", "nocache"})
}

// Snippet says whether text of the page may be shown; nosnippet and max-snippet:0
// forbid it. A page that must not be archived may still have a snippet.
func (d Directives) Snippet() Verdict {
	if v := d.ask([]string{"snippet"}, []string{"nosnippet"}); !v.Allowed {
		return v
	}
	if n, s := d.smallest("max-snippet"); n == 0 {
		return Verdict{Source: s.String()}
	}
	return allowed
}

// Translate says whether a translation may be offered.
func (d Directives) Translate() Verdict { return d.ask(nil, []string{"notranslate"}) }

// ImageIndex says whether pictures of the page may be indexed. A page that must
// not be indexed says nothing about its pictures, which other pages may show.
func (d Directives) ImageIndex() Verdict { return d.ask(nil, []string{"noimageindex"}) }

// MaxSnippet returns how many letters of the page's text may be shown, -1 for
// any number, and the directive that says so with its place, "" for none. The
// smallest number said counts.
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

// MaxVideoPreview returns how many seconds of a video may be shown, -1 for any
// number, 0 for a still. nosnippet allows a still at most.
func (d Directives) MaxVideoPreview() int {
	if !d.ask([]string{"snippet"}, []string{"nosnippet"}).Allowed {
		return 0
	}
	n, _ := d.smallest("max-video-preview")
	return n
}

// smallest returns the smallest number of the directive and who says so, -1 if
// there is none.
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

// MaxImagePreview returns "none", "standard" or "large", the smallest said, and
// "large" if nothing was.
func (d Directives) MaxImagePreview() string {
	least := len(imageSizes) - 1
	for _, s := range d.statements {
		if i := slices.Index(imageSizes[:], strings.ToLower(s.Value)); s.Name == "max-image-preview" && i >= 0 {
			least = min(least, i)
		}
	}
	return imageSizes[least]
}
