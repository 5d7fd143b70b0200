package robotsmeta

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Check is one kind of finding. Codes are stable.
type Check uint8

// The checks.
const (
	None            Check = 0
	Contradiction   Check = 1  // two directives say the contrary
	Duplicate       Check = 2  // a directive is said twice in one place
	Redundant       Check = 3  // a directive that another one holds: "none, nofollow"
	Unknown         Check = 4  // no robot that is known here understands it
	OutsideHead     Check = 5  // the tag stands outside the head
	WrongAttribute  Check = 6  // http-equiv or property instead of name
	Misspelt        Check = 7  // the content attribute is misspelt
	Separator       Check = 8  // blanks or semicolons instead of commas
	BadValue        Check = 9  // a date or number that cannot be read
	Expired         Check = 10 // the date of unavailable_after has passed
	Obsolete        Check = 11 // the directory it spoke of is gone
	CanonicalHidden Check = 12 // a page that must not be indexed names a canonical address
	CanonicalTwice  Check = 13 // two canonical addresses
	Unseen          Check = 14 // the robots file closes the page, so nobody reads this
	SitemapHidden   Check = 15 // a page of the sitemap must not be indexed
)

var checks = [...][2]string{
	{"none", "Nothing is wrong."},
	{"contradiction", "Two directives say the contrary of each other. Robots choose differently: most take the stricter one, Yandex the permitting one."},
	{"duplicate", "A directive is said twice in one place."},
	{"redundant", "A directive is contained in another one."},
	{"unknown", "No robot that is known here understands this directive."},
	{"outside-head", "The tag stands outside the head of the page, where not all robots look for it."},
	{"wrong-attribute", "The tag names robots in http-equiv or property. Only the name attribute counts."},
	{"misspelt", "The content attribute is misspelt, so the tag says nothing."},
	{"separator", "Directives are separated by blanks or semicolons. Only commas are sure to be understood."},
	{"bad-value", "The value cannot be read, so the directive is ignored."},
	{"expired", "The date has passed: the page is out of the index."},
	{"obsolete", "The directory that this directive speaks of does not exist any more."},
	{"canonical-hidden", "The page must not be indexed and names a canonical address. Search engines may then drop the canonical page too."},
	{"canonical-twice", "The page names two canonical addresses. Search engines then ignore both."},
	{"unseen", "The robots file closes the page, so robots never see what it says. Its address may be indexed all the same."},
	{"sitemap-hidden", "The page stands in a sitemap and must not be indexed."},
}

// String returns the check's code.
func (c Check) String() string {
	if int(c) < len(checks) {
		return checks[c][0]
	}
	return fmt.Sprintf("check(%d)", uint8(c))
}

// Text explains the check in a sentence or two.
func (c Check) Text() string {
	if int(c) < len(checks) {
		return checks[c][1]
	}
	return ""
}

// Checks returns all checks but None.
func Checks() []Check {
	var out []Check
	for c := range len(checks) - 1 {
		out = append(out, Check(c+1))
	}
	return out
}

// A Finding is one thing that is wrong, odd or worth knowing.
type Finding struct {
	Check  Check
	Source string // where
	Detail string // what exactly
}

// maxFindings bounds what is noticed on one page.
const maxFindings = 100

func (r *Reader) notice(c Check, source, detail string) {
	f := Finding{c, source, detail}
	if len(r.out.noticed) < maxFindings && !slices.Contains(r.out.noticed, f) {
		r.out.noticed = append(r.out.noticed, f)
	}
}

// LintOptions say what is known beside the page. The zero value is fine.
type LintOptions struct {
	Now       time.Time // for dates; the zero time leaves them alone
	URL       string    // the page's address, as canonical links write it
	Closed    bool      // the robots file closes the page
	InSitemap bool
}

// Lint tells what is wrong with the directives of a page.
func (d Directives) Lint(opt LintOptions) []Finding {
	out := slices.Clone(d.noticed)
	for i, s := range d.statements {
		out = append(out, lintStatement(s, opt.Now)...)
		for _, t := range d.statements[:i] {
			if c := clash(t, s); c != None {
				out = append(out, Finding{c, s.Source, t.String() + " and " + s.String()})
			}
		}
	}
	hidden := !d.Index(opt.Now).Allowed
	for i, l := range d.canonicals {
		if hidden && l.URL != opt.URL {
			out = append(out, Finding{CanonicalHidden, l.Source, l.URL})
		}
		if i > 0 && l.URL != d.canonicals[0].URL {
			out = append(out, Finding{CanonicalTwice, l.Source, l.URL})
		}
	}
	if opt.Closed && len(d.statements) > 0 {
		out = append(out, Finding{Unseen, d.statements[0].Source, d.statements[0].Name})
	}
	if opt.InSitemap && hidden {
		out = append(out, Finding{SitemapHidden, "sitemap", d.Index(opt.Now).Source})
	}
	return out[:min(len(out), maxFindings)]
}

// clash compares two statements.
func clash(a, b Statement) Check {
	x, okA := lookup(a.Name)
	if _, okB := lookup(b.Name); !okA || !okB {
		return None
	}
	switch {
	case x.Opposite == b.Name, opposes(a.Name, b.Name), opposes(b.Name, a.Name):
		return Contradiction
	case a.Source == b.Source && (contains(a.Name, b.Name) || contains(b.Name, a.Name)):
		return Redundant
	case a.Name == b.Name && a.Value != b.Value && a.Source == b.Source:
		return Contradiction
	}
	return None
}

// opposes: "all" is index and follow, "none" is noindex and nofollow.
func opposes(a, b string) bool {
	return a == "all" && (b == "noindex" || b == "nofollow") || a == "none" && (b == "index" || b == "follow") ||
		a == "nosnippet" && b == "max-snippet"
}

func contains(a, b string) bool {
	return a == "all" && (b == "index" || b == "follow") || a == "none" && (b == "noindex" || b == "nofollow")
}

func lintStatement(s Statement, now time.Time) []Finding {
	k, ok := lookup(s.Name)
	switch {
	case !ok:
		return []Finding{{Unknown, s.Source, s.Name}}
	case k.Obsolete:
		return []Finding{{Obsolete, s.Source, s.Name}}
	}
	bad := false
	switch s.Name {
	case "max-snippet", "max-video-preview":
		n, err := strconv.Atoi(s.Value)
		bad = err != nil || n < -1
	case "max-image-preview":
		bad = !slices.Contains([]string{"none", "standard", "large"}, strings.ToLower(s.Value))
	case "unavailable_after":
		at, ok := parseDate(s.Value)
		bad = !ok
		if ok && !now.IsZero() && now.After(at) {
			return []Finding{{Expired, s.Source, s.Value}}
		}
	}
	if bad {
		return []Finding{{BadValue, s.Source, s.Name + ":" + s.Value}}
	}
	return nil
}
