package dialect

import (
	"strings"
	"time"

	"github.com/aranea-search/aranea/robotstxt/syntax"
)

const (
	hour = time.Hour
	day  = 24 * time.Hour
	week = 7 * day
)

// GoogleMaxLine is the length at which Google's parser cuts a line: eight times the longest URL
// that browsers accepted.
const GoogleMaxLine = 2083 * 8

// usual are the extensions that have a meaning for most robots.
const usual = ExtCrawlDelay | ExtRequestRate | ExtVisitTime | ExtCleanParam |
	ExtContentUsage | ExtContentSignal | ExtLicense | ExtComment

// RFC9309 is the default dialect: RFC 9309 with the mistakes that Google's parser tolerates and
// the full interpretation of escapes of the standard. 429 is an outage, as for Google; by the
// letter of the standard it would open the site.
func RFC9309() Dialect {
	return Dialect{
		Name: "rfc9309", Spelling: syntax.SpelledPrefix, Extensions: usual,
		Policy: Policy{
			Refused: TreatOpen, Missing: TreatOpen, Redirects: TreatOpen, HTMLKeepsOld: true,
			MaxAge: day, DefaultAge: day, StaleFor: 30 * day,
		},
	}
}

// RFC9309Strict is RFC 9309 by the letter: no mistakes are tolerated, and a 429 answer is
// treated like other 4xx ones (section 2.3.1.3).
func RFC9309Strict() Dialect {
	d := RFC9309()
	d.Name, d.Agents, d.Spelling, d.NeedColon = "rfc9309-strict", AgentExact, syntax.SpelledRight, true
	d.Extensions = 0
	d.Policy.Throttled, d.Policy.HTMLKeepsOld = TreatOpen, false
	return d
}

// Standard1994 is the Standard for Robot Exclusion of June 1994: only User-agent and Disallow,
// any match disallows, an empty line ends a record.
func Standard1994() Dialect {
	return Dialect{
		Name: "1994", Agents: AgentLiberal, FirstGroup: true, EmptyLineEndsGroup: true, NeedColon: true, NoUTF16: true,
		Precedence: AnyDisallow, Patterns: PatternsPrefix, Escapes: EscapesNone,
		NoAllow: true, EmptyAllowsAll: true,
		Policy: draftPolicy(),
	}
}

// Draft1996 is the Internet-Draft "A Method for Web Robots Control": Allow, the
// first match decides, escapes are decoded.
func Draft1996() Dialect {
	return Dialect{
		Name: "1996", Agents: AgentInName, FirstGroup: true, EmptyLineEndsGroup: true, NeedColon: true, NoUTF16: true,
		Precedence: First, Patterns: PatternsPrefix, Escapes: EscapesDraft, EmptyAllowsAll: true,
		Policy: draftPolicy(),
	}
}

// draftPolicy is the table of the 1996 draft: 401 and 403 close the site, failures defer, a copy
// is kept for seven days.
func draftPolicy() Policy {
	return Policy{
		Refused: TreatClosed, Throttled: TreatOutage, Missing: TreatOpen, Redirects: TreatOpen,
		MaxAge: week, DefaultAge: week,
	}
}

// Conner2 is Sean Conner's Extended Standard 2.0: expressions in groups with
// "Robot-version: 2", Visit-time, Request-rate, Comment.
func Conner2() Dialect {
	d := Draft1996()
	d.Name, d.Precedence, d.Patterns, d.EmptyAllowsAll = "conner2", ExplicitFirst, PatternsGlob, false
	d.Extensions = ExtRequestRate | ExtVisitTime | ExtRobotVersion | ExtComment
	return d
}

// Google is Google's open source parser, with the documented fallbacks and treatment of
// failures. Crawl-delay is ignored.
func Google() Dialect {
	return Dialect{
		Name: "google", Catalogue: true, Spelling: syntax.SpelledPrefix, NULEndsValue: true, MaxLine: GoogleMaxLine, NoUTF16: true,
		Escapes: EscapesGoogle, IndexHTML: true,
		Policy: Policy{
			Refused: TreatOpen, Missing: TreatOpen, Redirects: TreatOpen, HTMLKeepsOld: true,
			MaxAge: day, DefaultAge: day, Hold: 12 * hour, StaleFor: 30 * day, NoCopy: TreatOpen, Late: TreatOpen,
		},
	}
}

// Bing is like RFC 9309, except that Crawl-delay is a window, and that of "*" also applies to
// robots with their own group.
func Bing() Dialect {
	d := RFC9309()
	d.Name, d.Catalogue = "bing", true
	d.Extensions = ExtCrawlDelay
	d.DelayFromStar, d.DelayIsWindow = true, true
	d.Policy.MaxAge, d.Policy.DefaultAge = day, 4*hour
	return d
}

// Yandex is the current dialect: the longest prefix decides, a trailing "*" is implied,
// Clean-param is obeyed, Crawl-delay and Host are not (since 2018). Its help says that a file
// without status 200 leaves the site open; that includes 429 and 5xx. No answer at all is an
// outage.
func Yandex() Dialect {
	d := RFC9309()
	d.Name, d.Catalogue, d.TrailingStarIsFree = "yandex", true, true
	d.MaxBytes = 500 << 10
	d.Extensions = ExtCleanParam
	d.Policy.OnlyOK, d.Policy.Strange = true, TreatOpen
	d.Policy.Throttled, d.Policy.Failing = TreatOpen, TreatOpen
	return d
}

// Yandex2003 is the dialect of 2003: the standard of 1994 with the Host line, which implies
// "Disallow: /" for all other names of the site.
func Yandex2003() Dialect {
	d := Standard1994()
	d.Name, d.Agents, d.EmptyAllowsAll, d.Catalogue = "yandex-2003", AgentInName, false, true
	d.EmptyLineEndsGroup, d.FirstGroup = false, false
	d.Extensions = ExtHost | ExtCrawlDelay
	return d
}

// Baidu is the dialect documented by Baidu: the first match counts.
func Baidu() Dialect {
	d := RFC9309()
	d.Name, d.Catalogue, d.FirstGroup, d.Precedence, d.Extensions = "baidu", true, true, First, 0
	return d
}

// BaiduObserved is what users of Baidu's tester observed: an allow rule beats a disallow rule in
// any order.
func BaiduObserved() Dialect {
	d := Baidu()
	d.Name, d.Precedence = "baidu-observed", AnyAllow
	return d
}

// Seznam is like RFC 9309 and supports Request-rate with hours.
func Seznam() Dialect {
	d := RFC9309()
	d.Name, d.Catalogue = "seznam", true
	d.Extensions = ExtRequestRate | ExtVisitTime | ExtRobotVersion | ExtComment
	d.Policy.MaxAge, d.Policy.DefaultAge = week, week
	return d
}

// Slurp is Yahoo's robot of 2008: wildcards and Crawl-delay.
func Slurp() Dialect {
	d := RFC9309()
	d.Name, d.Catalogue, d.Spelling, d.Extensions = "slurp", true, syntax.SpelledRight, ExtCrawlDelay
	return d
}

// All returns the named dialects, the default first.
func All() []Dialect {
	return []Dialect{
		RFC9309(), RFC9309Strict(), Standard1994(), Draft1996(), Conner2(), Google(), Bing(),
		Yandex2003(), Yandex(), Baidu(), BaiduObserved(), Seznam(), Slurp(),
	}
}

// ByName returns the dialect with a name in any case, or false if there is none. The empty name
// means the default.
func ByName(name string) (Dialect, bool) {
	if name == "" {
		return RFC9309(), true
	}
	for _, d := range All() {
		if strings.EqualFold(d.Name, name) {
			return d, true
		}
	}
	return Dialect{}, false
}
