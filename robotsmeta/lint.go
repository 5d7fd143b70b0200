package robotsmeta

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Check is one kind of finding. Codes are stable.
type Check uint8

// The checks.
const (
	CheckNone            Check = 0
	CheckContradiction   Check = 1  // two directives with opposite meanings
	CheckDuplicate       Check = 2  // a directive twice in one place
	CheckRedundant       Check = 3  // a directive that another one includes: "none, nofollow"
	CheckUnknown         Check = 4  // no known robot understands it
	CheckOutsideHead     Check = 5  // the tag is outside the head
	CheckWrongAttribute  Check = 6  // http-equiv or property instead of name, or a field in http-equiv
	CheckMisspelt        Check = 7  // the content attribute is misspelt or has another name
	CheckSeparator       Check = 8  // whitespace or semicolons instead of commas
	CheckBadValue        Check = 9  // an invalid date or number
	CheckExpired         Check = 10 // the date of unavailable_after has passed
	CheckObsolete        Check = 11 // the directory that it refers to no longer exists
	CheckCanonicalHidden Check = 12 // a page that must not be indexed names a canonical address
	CheckCanonicalTwice  Check = 13 // two canonical addresses
	CheckUnseen          Check = 14 // the robots file blocks the page, so nobody reads this
	CheckSitemapHidden   Check = 15 // a page of the sitemap must not be indexed
	CheckQuotes          Check = 16 // quotation marks around a value where none belong
	CheckNoEffect        Check = 17 // a directive that does nothing without another one
	CheckCanonicalClosed Check = 18 // the robots file blocks the canonical address
	CheckCanonicalUnfit  Check = 19 // the canonical page must not be indexed itself
	CheckWrongWord       Check = 20 // yes in Content-Usage, y in Content-Signal
	CheckUnclearName     Check = 21 // "unavailable-after: soon": neither a directive nor a robot's name
	CheckSeveralNames    Check = 22 // a tag whose name lists several robots
)

var checks = [...][2]string{
	{"none", "Nothing is wrong."},
	{"contradiction", "Two directives say the contrary of each other. Robots choose differently: most take the stricter one, Yandex the permitting one."},
	{"duplicate", "A directive is said twice in one place."},
	{"redundant", "A directive is contained in another one."},
	{"unknown", "No robot that is known here understands this directive."},
	{"outside-head", "The tag stands outside the head of the page, where not all robots look for it."},
	{"wrong-attribute", "The tag names robots, or the field X-Robots-Tag, in http-equiv or property. In a page only the name attribute counts, with \"robots\" or a robot's name in it."},
	{"misspelt", "The content attribute is misspelt or has another name, so the tag says nothing."},
	{"separator", "Directives are separated by whitespace or semicolons. Only commas are sure to be understood."},
	{"bad-value", "The value cannot be read, so the directive is ignored."},
	{"expired", "The date has passed: the page is out of the index."},
	{"obsolete", "The directory that this directive speaks of does not exist any more."},
	{"canonical-hidden", "The page must not be indexed and names a canonical address. Search engines may then drop the canonical page too."},
	{"canonical-twice", "The page names two canonical addresses. Search engines then ignore both."},
	{"unseen", "The robots file closes the page, so robots never see what it says. Its address may be indexed all the same."},
	{"sitemap-hidden", "The page stands in a sitemap and must not be indexed."},
	{"quotes", "Quotation marks stand around a value, or around its parts. Others take them for a part of it."},
	{"no-effect", "The directive does nothing without another one: indexifembedded needs noindex."},
	{"canonical-closed", "The robots file closes the address that the page names as canonical, so nobody can see that page."},
	{"canonical-unfit", "The page that is named as canonical must not be indexed itself, so neither of the two may be found."},
	{"wrong-word", "Content-Usage takes y and n, Content-Signal takes yes and no. Others may not understand the words of the one in the other."},
	{"unclear-name", "A word before a colon is no directive that is known, and no directive follows, so it is no robot's name either. What comes behind counts for the robots named before."},
	{"several-names", "The name attribute lists several robots. It is read as one name, which no robot has, so the tag says nothing. Write one tag for each."},
}

// String returns the code of the check.
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

// Checks returns all checks but CheckNone.
func Checks() []Check {
	var out []Check
	for c := range len(checks) - 1 {
		out = append(out, Check(c+1))
	}
	return out
}

// A Finding is one mistake, oddity or noteworthy fact.
type Finding struct {
	Check  Check
	Place  Place  // where
	Detail string // details, "" if the place is enough
}

// String returns the finding as "contradiction: index ... and noindex ...".
func (f Finding) String() string {
	s := f.Check.String() + " in " + f.Place.String()
	if f.Detail != "" {
		s += ": " + f.Detail
	}
	return s
}

// Limits of findings on one page.
const (
	maxFindings = 100
	maxDetail   = 300 // bytes
)

func (r *Reader) notice(c Check, at Place, detail string) {
	f := Finding{c, at, clip(detail, maxDetail)}
	if len(r.out.noticed) < maxFindings && !slices.Contains(r.out.noticed, f) {
		r.out.noticed = append(r.out.noticed, f)
	}
}

// LintOptions are facts about the page from other sources. The zero value is valid.
type LintOptions struct {
	Now       time.Time // for dates; with the zero time they are not checked
	URL       string    // the address of the page, as canonical links write it
	Closed    bool      // the robots file blocks the page
	InSitemap bool
	// Facts about the page that the first canonical link names.
	CanonicalClosed  bool // the robots file blocks it
	CanonicalNoIndex bool // it must not be indexed
}

// Lint returns the findings on the directives of a page, at most 100.
func (d Directives) Lint(opt LintOptions) []Finding {
	out := slices.Clone(d.noticed)
	for i, s := range d.statements {
		out = d.lintStatement(out, s, opt.Now)
		for _, t := range d.statements[:i] {
			if len(out) >= maxFindings {
				break
			}
			if c := clash(t, s); c != CheckNone {
				out = append(out, Finding{c, s.Place, t.String() + " and " + s.String()})
			}
		}
	}
	out = d.lintCanonicals(out, opt)
	if opt.Closed && len(d.statements) > 0 {
		out = append(out, Finding{CheckUnseen, d.statements[0].Place, d.statements[0].Name})
	}
	if v := d.Index(opt.Now); opt.InSitemap && !v.Allowed {
		out = append(out, Finding{CheckSitemapHidden, Place{Source: "sitemap"}, v.Source})
	}
	out = out[:min(len(out), maxFindings)]
	for i := range out {
		out[i].Detail = clip(out[i].Detail, maxDetail)
	}
	return out
}

// lintCanonicals checks the canonical links. Links of the page to itself are correct.
func (d Directives) lintCanonicals(out []Finding, opt LintOptions) []Finding {
	hidden := !d.Index(opt.Now).Allowed
	for i, l := range d.canonicals {
		if hidden && l.URL != opt.URL {
			out = append(out, Finding{CheckCanonicalHidden, l.Place, l.URL})
		}
		if i > 0 && l.URL != d.canonicals[0].URL {
			out = append(out, Finding{CheckCanonicalTwice, l.Place, l.URL})
		}
	}
	if len(d.canonicals) == 0 || d.canonicals[0].URL == opt.URL {
		return out
	}
	l := d.canonicals[0]
	if opt.CanonicalClosed {
		out = append(out, Finding{CheckCanonicalClosed, l.Place, l.URL})
	}
	if opt.CanonicalNoIndex {
		out = append(out, Finding{CheckCanonicalUnfit, l.Place, l.URL})
	}
	return out
}

// clash returns the check that two statements together violate.
func clash(a, b Statement) Check {
	x, okA := lookup(a.Name)
	if _, okB := lookup(b.Name); !okA || !okB {
		return CheckNone
	}
	near := a.Place.Source == b.Place.Source
	switch {
	case x.Opposite == b.Name, opposes(a, b), opposes(b, a):
		return CheckContradiction
	case near && (contains(a.Name, b.Name) || contains(b.Name, a.Name)):
		return CheckRedundant
	case near && a.Name == b.Name && a.Value != b.Value:
		return CheckContradiction
	}
	return CheckNone
}

// opposes reports whether a contradicts b: "all" means index and follow, "none" means noindex and
// nofollow, and nosnippet contradicts a max-snippet other than 0.
func opposes(a, b Statement) bool {
	switch a.Name {
	case "all":
		return b.Name == "noindex" || b.Name == "nofollow"
	case "none":
		return b.Name == "index" || b.Name == "follow"
	case "nosnippet":
		return b.Name == "max-snippet" && b.Value != "0"
	case "nocache":
		return b.Name == "archive"
	}
	return false
}

func contains(a, b string) bool {
	return a == "all" && (b == "index" || b == "follow") || a == "none" && (b == "noindex" || b == "nofollow")
}

// lintStatement checks one statement.
func (d Directives) lintStatement(out []Finding, s Statement, now time.Time) []Finding {
	add := func(c Check, detail string) []Finding {
		return append(out, Finding{c, s.Place, detail})
	}
	k, ok := lookup(s.Name)
	switch {
	case !ok:
		return add(CheckUnknown, unknownDetail(s.Name))
	case k.Obsolete:
		return add(CheckObsolete, s.Name)
	case !k.Value.fits(s.Value):
		return add(CheckBadValue, s.Name+":"+s.Value)
	}
	if at, ok := ParseDate(s.Value); k.Value == DateValue && ok && !now.IsZero() && !now.Before(at) {
		return add(CheckExpired, s.Value)
	}
	if _, ok := d.first("noindex", "none"); s.Name == "indexifembedded" && !ok {
		return add(CheckNoEffect, s.Name)
	}
	return out
}

// unknownDetail returns the name of an unknown directive, and the directive that was probably
// meant.
func unknownDetail(name string) string {
	if meant := meantDirective(name); meant != "" {
		return name + "; did you mean " + meant + "?"
	}
	return name
}

// minMeant is the minimum length in bytes of a name that is compared with directives for a typing
// error.
const minMeant = 5

// meantDirective returns the directive that equals the name apart from whitespace, hyphens and
// underscores, or that begins with the same letter and differs by one typing error; "" if there
// is none. "dofollow", which many people write, has no meaning and is not a misspelt nofollow.
func meantDirective(name string) string {
	if len(name) > maxDetail {
		return ""
	}
	bare := letters(name)
	for _, k := range &directives {
		if bare == letters(k.Name) {
			return k.Name
		}
	}
	if len(bare) < minMeant {
		return ""
	}
	for _, k := range &directives {
		if known := letters(k.Name); len(known) >= minMeant && known[0] == bare[0] && isSlip(bare, known) {
			return k.Name
		}
	}
	return ""
}

// letters returns s without whitespace, hyphens and underscores.
func letters(s string) string {
	return strings.Map(func(c rune) rune {
		if c == ' ' || c == '-' || c == '_' || c == '\t' {
			return -1
		}
		return c
	}, s)
}
