package dialect

import (
	"time"

	"github.com/aranea-search/aranea/robotstxt/internal/enum"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// A Dialect is one interpretation of the protocol. It is a value: to define your own, copy one
// of the named dialects and change its fields. The zero value of each switch means RFC 9309,
// except for limits and times. Validate finds invalid dialects.
type Dialect struct {
	// Name is shown in decisions.
	Name string

	// Agents determines which User-agent values apply to a robot.
	Agents AgentMatch
	// FirstGroup uses only the first group that applies to the robot; otherwise all of them are
	// merged (RFC 9309 section 2.2.1).
	FirstGroup bool
	// EmptyLineEndsGroup ends a record at an empty line (the 1994 standard).
	EmptyLineEndsGroup bool
	// FieldEndsAgents ends the list of agents at any line of a group, not only at allow and
	// disallow lines, like many smaller parsers.
	FieldEndsAgents bool
	// Catalogue uses what the owners of known robots document: see Agents. Tokens have the
	// documented fallbacks, and some ignore "*".
	Catalogue bool

	// Spelling is the worst spelling of a key that is still accepted.
	Spelling syntax.Spelling
	// NeedColon ignores "Disallow /x".
	NeedColon bool
	// TrimUnicode removes no-break spaces and other Unicode whitespace around values, which
	// occur in text pasted from a web page.
	TrimUnicode bool
	// NULEndsValue cuts a value at a NUL byte, like Google's parser.
	NULEndsValue bool
	// MaxLine is the length at which a line is cut, in bytes; 0 for no limit.
	MaxLine int
	// MaxBytes is the largest file that is read; a larger one opens the site. 0 means no limit.
	MaxBytes int
	// NoUTF16 does not support files in UTF-16, which then have no groups.
	NoUTF16 bool

	// Precedence determines which of several matching rules decides.
	Precedence Precedence
	// Patterns determines which characters in a path are special.
	Patterns Patterns
	// Escapes determines which spellings of an octet are equal.
	Escapes Escapes
	// NoAllow ignores allow lines (the 1994 standard).
	NoAllow bool
	// EmptyAllowsAll treats an empty disallow line as a rule that allows everything, at its
	// position; otherwise it is not a rule.
	EmptyAllowsAll bool
	// TrailingStarIsFree excludes a "*" at the end of a path from its length.
	TrailingStarIsFree bool
	// IndexHTML makes an allow rule for .../index.htm also allow the folder itself, like Google.
	IndexHTML bool
	// AddSlash treats "private" as "/private".
	AddSlash bool
	// StripSite treats a whole URL of the same site as its path.
	StripSite bool
	// DropEmptyQuery treats "/x?" as "/x".
	DropEmptyQuery bool

	// Extensions are the lines besides access rules that have a meaning.
	Extensions Extensions
	// DelayFromStar uses the Crawl-delay of "*" for a robot whose own group has none (Bing).
	DelayFromStar bool
	// DelayIsWindow interprets Crawl-delay: N as one visit in each window of N seconds (Bing).
	DelayIsWindow bool

	// Policy determines the meaning of the answers to a request for the file.
	Policy Policy
}

// An AgentMatch determines which User-agent values apply to a robot.
type AgentMatch uint8

// The ways to compare a User-agent value with a robot's token; all ignore case.
const (
	// AgentByToken: the leading letters, hyphens and underscores of the value are the token, so
	// that "FooBot/1.0" means FooBot, and "* x" means "*" (Google's tolerance).
	AgentByToken AgentMatch = 0
	// AgentExact: the whole value is the token (RFC 9309 by the letter).
	AgentExact AgentMatch = 1
	// AgentInName: the value without version is a part of the robot's name (the 1996 draft).
	AgentInName AgentMatch = 2
	// AgentLiberal: the value is a part of the name, or the name a part of the value (the
	// liberal interpretation of 1994).
	AgentLiberal AgentMatch = 3
)

var agentMatchNames = [...]string{"token", "exact", "in-name", "liberal"}

// String returns the name of the way of comparing.
func (m AgentMatch) String() string { return enum.Name(agentMatchNames[:], uint8(m), "agent-match") }

// A Precedence determines which of several matching rules decides.
type Precedence uint8

// The precedences.
const (
	// Longest: the rule with the most octets, or the allow rule of several of the same length
	// (RFC 9309 section 2.2.2).
	Longest Precedence = 0
	// First: the first in the file (the 1996 draft; Baidu's page).
	First Precedence = 1
	// AnyDisallow: any match disallows (the 1994 standard).
	AnyDisallow Precedence = 2
	// AnyAllow: any matching allow rule allows, whatever else matches (observed by users of
	// Baidu's tester).
	AnyAllow Precedence = 3
	// ExplicitFirst: paths without expressions come before expressions, then the longest counts
	// (Conner's Extended Standard 2.0).
	ExplicitFirst Precedence = 4
)

var precedenceNames = [...]string{"longest", "first", "any-disallow", "any-allow", "explicit-first"}

// String returns the name of the precedence.
func (p Precedence) String() string { return enum.Name(precedenceNames[:], uint8(p), "precedence") }

// Patterns determines what is special in the path of a rule.
type Patterns uint8

// The kinds of patterns.
const (
	// PatternsWild: "*" is any run of octets, and "$" at the end anchors the path there (RFC
	// 9309 section 2.2.3).
	PatternsWild Patterns = 0
	// PatternsPrefix: nothing is special, and the path is a prefix (1994, 1996).
	PatternsPrefix Patterns = 1
	// PatternsGlob: in a group with "Robot-version: 2" the path is a shell expression for the
	// whole path: "*", "?", "[set]", "\"; in other groups it is a prefix (Conner's Extended
	// Standard 2.0). Escapes determines its octets; a decoded octet is never special. With
	// EscapesRFC, delimiters after a "?" are not equal to their escapes.
	PatternsGlob Patterns = 2
)

var patternsNames = [...]string{"wild", "prefix", "glob"}

// String returns the name of the kind of patterns.
func (p Patterns) String() string { return enum.Name(patternsNames[:], uint8(p), "patterns") }

// Escapes determines which spellings of an octet are equal when paths are compared.
type Escapes uint8

// The ways to interpret escapes.
const (
	// EscapesRFC: octets outside ASCII are escaped, escaped unreserved octets are decoded,
	// reserved ones stay as written, and %2A and %24 are the literal "*" and "$"; after "?" an
	// escaped ":", "/", "?", "@", "[" or "]" equals the character itself (RFC 9309 section 2.2.2
	// with its table).
	EscapesRFC Escapes = 0
	// EscapesGoogle: only in rules, octets outside ASCII are escaped and the case of escapes is
	// folded; nothing is decoded.
	EscapesGoogle Escapes = 1
	// EscapesDraft: every escape except %2F is decoded (the 1996 draft). With wildcards, %2A in
	// a rule is then a wildcard.
	EscapesDraft Escapes = 2
	// EscapesNone: octets are compared as written (1994).
	EscapesNone Escapes = 3
)

var escapesNames = [...]string{"rfc", "google", "draft", "none"}

// String returns the name of the interpretation.
func (e Escapes) String() string { return enum.Name(escapesNames[:], uint8(e), "escapes") }

// Extensions is a set of lines besides access rules that have a meaning.
type Extensions uint16

// The extensions.
const (
	ExtCrawlDelay Extensions = 1 << iota
	ExtRequestRate
	ExtVisitTime
	ExtRobotVersion
	ExtComment
	ExtHost
	ExtCleanParam
	ExtPageRules // Noindex, Nofollow, Noarchive
	ExtContentUsage
	ExtContentSignal
	ExtLicense
)

var extensionNames = [...]string{
	"crawl-delay", "request-rate", "visit-time", "robot-version", "comment", "host",
	"clean-param", "page-rules", "content-usage", "content-signal", "license",
}

// Has reports whether all of x are in the set.
func (e Extensions) Has(x Extensions) bool { return e&x == x }

// String lists the members of the set, separated by commas.
func (e Extensions) String() string {
	var out string
	for i, name := range extensionNames {
		if e&(1<<i) != 0 {
			if out != "" {
				out += ","
			}
			out += name
		}
	}
	return out
}

// A Treatment is the meaning of an answer to the request for a robots file.
type Treatment uint8

// The treatments. The zero treatment waits, which is always safe.
const (
	TreatOutage Treatment = 0 // the file is temporarily unavailable
	TreatOpen   Treatment = 1 // there is no file: nothing is closed
	TreatClosed Treatment = 2 // everything is closed
)

var treatmentNames = [...]string{"outage", "open", "closed"}

// String returns the name of the treatment.
func (t Treatment) String() string { return enum.Name(treatmentNames[:], uint8(t), "treatment") }

// A Policy is the meaning of the answers to a request for the robots file, and how long a copy
// is used.
type Policy struct {
	Refused   Treatment // 401 and 403
	Throttled Treatment // 429
	Missing   Treatment // other 4xx
	Redirects Treatment // more than MaxHops redirects, or one without a target
	Failing   Treatment // 5xx
	NoAnswer  Treatment // no answer, or an incomplete one
	Strange   Treatment // 2xx other than 200, if OnlyOK

	// OnlyOK uses only the body of a 200 answer (Yandex).
	OnlyOK bool
	// HTMLKeepsOld treats a web page instead of the file as an outage if a file was known
	// before: a login page or a captcha must not open a site. If the page is still there when
	// the outage is longer than StaleFor (and Hold), it counts as Missing, unless
	// Fetch.SiteDown.
	HTMLKeepsOld bool

	// MaxAge is the longest time for which a copy is used while the file is available, and
	// DefaultAge the time if the response sets none.
	MaxAge, DefaultAge time.Duration
	// Hold is the first part of an outage, in which everything is postponed even if there is a
	// copy (Google: 12 hours).
	Hold time.Duration
	// StaleFor is how long during an outage the last good copy is used.
	StaleFor time.Duration
	// NoCopy is the meaning of an outage after Hold if there never was a good answer, until
	// StaleFor, or while it lasts if StaleFor is 0. Late is its meaning after Hold and StaleFor,
	// with or without an earlier good answer. Fetch.SiteDown postpones everything instead of
	// Late; it does not affect NoCopy.
	NoCopy, Late Treatment
}
