package dialect

import (
	"time"

	"github.com/aranea-search/aranea/robotstxt/internal/enum"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// A Dialect is one way to read the protocol. It is a value: copy one of the named
// dialects and change its fields to define your own. The
// zero value of each switch is the reading of RFC 9309, except for limits and
// times. Validate finds what cannot be meant.
type Dialect struct {
	// Name is shown in decisions.
	Name string

	// Agents says which User-agent values address a robot.
	Agents AgentMatch
	// FirstGroup uses the first group that addresses the robot only; otherwise
	// all of them are merged (RFC 9309 section 2.2.1).
	FirstGroup bool
	// EmptyLineEndsGroup ends a record at a blank line (the 1994 standard).
	EmptyLineEndsGroup bool
	// FieldEndsAgents ends the list of agents at any line of a group, not at
	// allow and disallow only, as many smaller parsers do.
	FieldEndsAgents bool
	// Catalogue uses what the owners of known robots say of them: see Agents.
	// Tokens fall back as their owners document, and some ignore "*".
	Catalogue bool

	// Spelling is the wildest spelling of a key that is still accepted.
	Spelling syntax.Spelling
	// NeedColon ignores "Disallow /x".
	NeedColon bool
	// TrimUnicode drops no-break spaces and other whitespace of Unicode around
	// values, which come with text that was pasted from a web page.
	TrimUnicode bool
	// NULEndsValue cuts a value at a NUL byte, as Google's parser does.
	NULEndsValue bool
	// MaxLine is where a line is cut, in bytes; 0 is nowhere.
	MaxLine int
	// MaxBytes is the size of a file that is read at all; a larger one opens
	// the site. 0 is no such limit.
	MaxBytes int
	// NoUTF16 does not understand files in UTF-16: they have no groups.
	NoUTF16 bool

	// Precedence says which of several matching rules decides.
	Precedence Precedence
	// Patterns says what is special in a path.
	Patterns Patterns
	// Escapes says which spellings of an octet are equal.
	Escapes Escapes
	// NoAllow ignores allow lines (the 1994 standard).
	NoAllow bool
	// EmptyAllowsAll takes an empty disallow line for a rule that allows
	// everything, at its place; otherwise it is no rule.
	EmptyAllowsAll bool
	// TrailingStarIsFree does not count a "*" at the end of a path as length.
	TrailingStarIsFree bool
	// IndexHTML makes an allow rule for .../index.htm allow the bare folder
	// too, as Google does.
	IndexHTML bool
	// AddSlash reads "private" as "/private".
	AddSlash bool
	// StripSite reads a whole URL of the same site as its path.
	StripSite bool
	// DropEmptyQuery takes "/x?" for "/x".
	DropEmptyQuery bool

	// Extensions are the lines beyond access rules that have a meaning.
	Extensions Extensions
	// DelayFromStar takes the Crawl-delay of "*" for a robot whose own group
	// has none (Bing).
	DelayFromStar bool
	// DelayIsWindow reads Crawl-delay: N as one visit in each window of N
	// seconds (Bing).
	DelayIsWindow bool

	// Policy says what the answers to a request for the file mean.
	Policy Policy
}

// An AgentMatch says which User-agent values address a robot.
type AgentMatch uint8

// The ways to compare a User-agent value with a robot's token; all ignore case.
const (
	// AgentByToken: the leading letters, hyphens and underscores of
	// the value are the token, so that "FooBot/1.0" names FooBot, and "* x" is
	// "*" (Google's tolerance).
	AgentByToken AgentMatch = 0
	// AgentExact: the whole value is the token (RFC 9309 by the letter).
	AgentExact AgentMatch = 1
	// AgentInName: the value, without version, is a part of the robot's name
	// (the 1996 draft).
	AgentInName AgentMatch = 2
	// AgentLiberal: the value is a part of the name, or the name a part of the
	// value (the liberal reading of 1994).
	AgentLiberal AgentMatch = 3
)

var agentMatchNames = [...]string{"token", "exact", "in-name", "liberal"}

// String names the way of comparing.
func (m AgentMatch) String() string { return enum.Name(agentMatchNames[:], uint8(m), "agent-match") }

// A Precedence says which of several matching rules decides.
type Precedence uint8

// The precedences.
const (
	// Longest: the rule with most octets, an allow rule of equal length first
	// (RFC 9309 section 2.2.2).
	Longest Precedence = 0
	// First: the first in the file (the 1996 draft; Baidu's page).
	First Precedence = 1
	// AnyDisallow: any match closes (the 1994 standard).
	AnyDisallow Precedence = 2
	// AnyAllow: any matching allow rule opens, whatever else matches (what
	// users of Baidu's tester saw).
	AnyAllow Precedence = 3
	// ExplicitFirst: paths without expressions before expressions, then the
	// longest (Conner's Extended Standard 2.0).
	ExplicitFirst Precedence = 4
)

var precedenceNames = [...]string{"longest", "first", "any-disallow", "any-allow", "explicit-first"}

// String names the precedence.
func (p Precedence) String() string { return enum.Name(precedenceNames[:], uint8(p), "precedence") }

// Patterns says what is special in the path of a rule.
type Patterns uint8

// The kinds of patterns.
const (
	// PatternsWild: "*" is any run of octets, "$" at the end is the end (RFC
	// 9309 section 2.2.3).
	PatternsWild Patterns = 0
	// PatternsPrefix: nothing is special, the path is a beginning (1994, 1996).
	PatternsPrefix Patterns = 1
	// PatternsGlob: in a group with "Robot-version: 2" the path is a shell
	// expression over the whole path: "*", "?", "[set]", "\"; in other groups
	// it is a beginning (Conner's Extended Standard 2.0). Escapes say of which
	// octets it is made; what an escape stands for is never special. With
	// EscapesRFC, delimiters behind a "?" are not taken for their escapes.
	PatternsGlob Patterns = 2
)

var patternsNames = [...]string{"wild", "prefix", "glob"}

// String names the kind of patterns.
func (p Patterns) String() string { return enum.Name(patternsNames[:], uint8(p), "patterns") }

// Escapes says which spellings of an octet are equal when a path is compared.
type Escapes uint8

// The dialects of escapes.
const (
	// EscapesRFC: octets outside ASCII are escaped, escaped unreserved octets
	// are decoded, reserved ones stay as written, %2A and %24 are the letters
	// "*" and "$"; behind "?" an escaped ":", "/", "?", "@", "[" or "]" is the
	// letter itself (RFC 9309 section 2.2.2 with its table).
	EscapesRFC Escapes = 0
	// EscapesGoogle: in rules only, octets outside ASCII are escaped and the
	// case of escapes is folded; nothing is decoded.
	EscapesGoogle Escapes = 1
	// EscapesDraft: every escape is decoded but %2F (the 1996 draft). With
	// wildcards, %2A in a rule then is one.
	EscapesDraft Escapes = 2
	// EscapesNone: octets are compared as they are (1994).
	EscapesNone Escapes = 3
)

var escapesNames = [...]string{"rfc", "google", "draft", "none"}

// String names the reading of escapes.
func (e Escapes) String() string { return enum.Name(escapesNames[:], uint8(e), "escapes") }

// Extensions is a set of lines beyond access rules that have a meaning.
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

// String lists the members of the set with commas.
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

// A Treatment says what an answer to the request for a robots file means.
type Treatment uint8

// The treatments. The zero treatment waits, which is always safe.
const (
	TreatOutage Treatment = 0 // the file is unavailable for now
	TreatOpen   Treatment = 1 // there is no file: nothing is closed
	TreatClosed Treatment = 2 // everything is closed
)

var treatmentNames = [...]string{"outage", "open", "closed"}

// String names the treatment.
func (t Treatment) String() string { return enum.Name(treatmentNames[:], uint8(t), "treatment") }

// A Policy says what the answers to a request for the robots file mean, and how
// long a copy is used.
type Policy struct {
	Refused   Treatment // 401 and 403
	Throttled Treatment // 429
	Missing   Treatment // other 4xx
	Redirects Treatment // more than MaxHops redirects, or one to nowhere
	Failing   Treatment // 5xx
	NoAnswer  Treatment // no answer, or one that broke off
	Strange   Treatment // 2xx other than 200, if OnlyOK

	// OnlyOK reads the body of a 200 answer only (Yandex).
	OnlyOK bool
	// HTMLKeepsOld takes a web page in place of the file for an outage if a
	// file was known before: a login page or a captcha must not open a site. A
	// page that is still there when the outage is longer than StaleFor (and
	// Hold) counts as Missing, unless Fetch.SiteDown.
	HTMLKeepsOld bool

	// MaxAge is how long a copy is used at most while the file is available, and
	// DefaultAge the age used when the response names none.
	MaxAge, DefaultAge time.Duration
	// Hold is the first part of an outage, in which everything is postponed
	// even if there is a copy (Google: 12 hours).
	Hold time.Duration
	// StaleFor is how long into an outage the last good copy is used.
	StaleFor time.Duration
	// NoCopy is what an outage means behind Hold when there never was a good
	// answer, until StaleFor; if that is 0, for as long as it lasts. Late is
	// what it means behind Hold and StaleFor, with a good answer before or
	// without. Fetch.SiteDown makes everything wait instead of Late; it changes
	// nothing in NoCopy.
	NoCopy, Late Treatment
}
