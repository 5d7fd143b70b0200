package aranea

import "fmt"

// A Reason is a stable code that says why a URL is where it is: in the index,
// waiting, or out. Reasons are part of the user interface: a code is stored in
// the data folder by number and shown by name, is never renamed and never
// reused, and has a page in docs/reasons.md.
//
// The zero Reason is ReasonNone: nothing has been decided yet.
type Reason uint16

// The closed list of reasons. Numbers are grouped by family, with room to grow.
const (
	ReasonNone Reason = 0

	// How a URL became known.
	DiscoverSeed     Reason = 1  // named by the operator
	DiscoverLink     Reason = 2  // a link on a page
	DiscoverRedirect Reason = 3  // the target of a redirect
	DiscoverRobots   Reason = 4  // the robots file of a host
	DiscoverCleaned  Reason = 5  // another URL without parameters that its site calls meaningless
	DiscoverSitemap  Reason = 6  // a sitemap names it, or it is a sitemap that a robots file names
	DiscoverMirror   Reason = 7  // the same path on another mirror of its site
	DiscoverProbe    Reason = 8  // made up, to test how its host answers for missing pages
	DiscoverNotice   Reason = 9  // announced by its site with the IndexNow protocol
	DiscoverForm     Reason = 10 // a form of a page leads to it

	// Why a URL is out of scope.
	ScopeHost      Reason = 20 // another host than the seeds'
	ScopeSite      Reason = 21 // another registrable domain than the seeds'
	ScopePrefix    Reason = 22 // outside the seeds' URL prefixes
	ScopeDepth     Reason = 23 // deeper than the link-depth limit
	ScopeScheme    Reason = 24 // neither http nor https
	ScopeLength    Reason = 25 // longer than the URL limit
	ScopeTrap      Reason = 26 // has the shape of an endless URL space
	ScopeType      Reason = 27 // its name says that it is of a type that is not read
	ScopeNoFollow  Reason = 28 // known only by links that ask not to be followed
	ScopeInvalid   Reason = 29 // not a URL
	ScopeBudget    Reason = 30 // the crawl's page limit was reached before it
	ScopeParameter Reason = 32 // replaced by the URL without a parameter that changes nothing
	ScopePort      Reason = 33 // its port belongs to another protocol than HTTP
	ScopeList      Reason = 34 // the crawl visits a list, and it is not on it
	ScopePattern   Reason = 35 // a pattern of the operator excludes it, or none includes it
	ScopeNoIndex   Reason = 36 // visited for its links only, by a pattern of the operator
	ScopeDropped   Reason = 37 // a seed that the operator dropped, or known by one
	ScopeFolder    Reason = 38 // a folder answers for its host, and for other URLs
	ScopeArchive   Reason = 39 // the archive that answers for all hosts does not have it
	ScopeMoved     Reason = 31 // a seed redirects elsewhere in its site, and the scope follows

	// What the robots file says.
	RobotsAllowed     Reason = 40 // a rule, or the lack of one, allows it
	RobotsDenied      Reason = 41 // a rule denies it
	RobotsUnavailable Reason = 42 // there is no file to obey, so everything is allowed
	RobotsUnreachable Reason = 43 // the file is unavailable for now; the host is deferred
	RobotsParsed      Reason = 44 // the robots file was fetched and read
	RobotsHours       Reason = 45 // Visit-time: the site wants robots at other hours
	RobotsCleanParam  Reason = 46 // Clean-param: another URL is the same page
	RobotsStale       Reason = 47 // the file is unavailable for now; the last known copy counts
	RobotsForbidden   Reason = 48 // the file is refused or lost; the dialect closes the host
	RobotsWebPage     Reason = 49 // a web page came in place of the file
	RobotsChanged     Reason = 50 // the rules changed, and known URLs were decided again

	// When a URL is visited.
	ScheduleQueued  Reason = 60 // waits for its turn
	ScheduleDelay   Reason = 61 // its host's next allowed instant is in the future
	ScheduleBackoff Reason = 62 // its host asked for rest or is failing
	ScheduleRetry   Reason = 63 // a passing failure; it will be tried again
	ScheduleLate    Reason = 64 // the request could not leave within its lease
	ScheduleStopped Reason = 65 // the crawl was stopped before or during the visit
	ScheduleHeld    Reason = 66 // the operator holds its host
	ScheduleLogin   Reason = 67 // the login of its secret was not tried to its end, or its site is not well
	ScheduleRoom    Reason = 68 // its body was large, and there was no memory for it

	// The network.
	NetDNS     Reason = 80 // the name has no address
	NetDial    Reason = 81 // no connection
	NetTLS     Reason = 82 // no trusted connection
	NetTimeout Reason = 83 // no answer in time
	NetReset   Reason = 84 // the connection broke
	NetGuard   Reason = 85 // the address is private and not opened by the operator
	NetProxy   Reason = 86 // the proxy refused or broke
	NetProto   Reason = 87 // the answer is not HTTP

	// The answer.
	HTTPOK          Reason = 100 // 2xx with a body
	HTTPRedirect    Reason = 101 // 3xx with a usable target
	HTTPBadRedirect Reason = 102 // 3xx without a usable target
	HTTPNotModified Reason = 103 // 304
	HTTPNotFound    Reason = 104 // 404 or 410
	HTTPForbidden   Reason = 105 // 401, 402, 403, 407 or 451
	HTTPThrottled   Reason = 106 // 429
	HTTPClient      Reason = 107 // any other 4xx
	HTTPServer      Reason = 108 // 5xx
	HTTPEmpty       Reason = 109 // 2xx without a body
	HTTPStatus      Reason = 110 // any other status
	HTTPLogin       Reason = 111 // the site asks for a login in spite of a secret
	HTTPSoftMissing Reason = 112 // 2xx with the answer that the host gives for any missing page
	HTTPChallenge   Reason = 113 // a challenge that only a browser passes

	// The body.
	BodyTooLarge Reason = 120 // cut at the size limit; the part was read
	BodyBroken   Reason = 121 // ended early, or is not in its declared coding
	BodyBomb     Reason = 122 // decompresses beyond the output limit
	BodyType     Reason = 123 // a type that is not read
	BodyCharset  Reason = 124 // text in no known charset; read with replacements
	BodyHeader   Reason = 125 // the header is larger than its limit
	BodyDamaged  Reason = 127 // its reader could not read all of it, or it is encrypted
	BodyKilled   Reason = 128 // its reader ended at a limit of time or memory, or failed
	BodySkipped  Reason = 129 // documents of its host and format ended their readers too often
	BodyLimit    Reason = 126 // an element, link or text limit was reached; the part was read

	// What the page says about itself.
	DirectiveNoIndex    Reason = 140 // noindex
	DirectiveNoFollow   Reason = 141 // nofollow: its links are not followed
	DirectiveNoSnippet  Reason = 142 // nosnippet: nothing of its text is shown
	DirectiveNoArchive  Reason = 143 // noarchive: its text is not kept
	DirectiveMaxSnippet Reason = 144 // max-snippet: that much of its text is shown
	DirectiveExpires    Reason = 145 // unavailable_after: it goes at a date
	DirectiveExpired    Reason = 146 // unavailable_after: the date has come
	DirectiveCanonical  Reason = 147 // it names another URL as its canonical one; a hint
	DirectiveRefresh    Reason = 148 // a refresh without delay leads elsewhere
	DirectiveParts      Reason = 149 // parts of it are excluded from the index or from snippets

	// Duplicates.
	DupExact     Reason = 160 // the same text as an earlier page
	DupCanonical Reason = 161 // another form of the URL that it names as canonical
	DupNear      Reason = 162 // nearly the same text as another page; results show one of them

	// The index.
	IndexAdded   Reason = 180 // its elements are in the index
	IndexRemoved Reason = 181 // was in the index and is no longer
	IndexNoText  Reason = 182 // nothing to index
	IndexScript  Reason = 183 // what a browser shows of it is made by scripts
	IndexLogin   Reason = 184 // a login form and little else
	IndexHidden  Reason = 185 // its document is kept but not found
	IndexShown   Reason = 186 // its document is found again, without a visit
	IndexData    Reason = 187 // its text comes from the data for its scripts
	// IndexImported says that the operator brought its document, which is in the index.
	IndexImported Reason = 188
	IndexName     Reason = 189 // a file in a folder, of which its name is in the index and no text

	// Rendering.
	RenderDone   Reason = 260 // a browser ran its scripts
	RenderFailed Reason = 261 // a browser could not

	// The operator.
	OperatorRemoved Reason = 200 // the operator took it out and keeps it out

	// Sitemaps.
	SitemapRead   Reason = 220 // its entries were read
	SitemapBroken Reason = 221 // it is not a sitemap, or an incomplete one

	// Links whose targets are only checked.
	LinkAvailable Reason = 280 // it was answered
	LinkRefused   Reason = 281 // its site refuses to answer a robot
	LinkLimit     Reason = 282 // too many of its site, or in all, are checked already
	LinkFragment  Reason = 283 // it has no part that a link names; no entry has this reason

	// Mirrors.
	MirrorMoved Reason = 240 // replaced by the URL of the main mirror

	// Clusters.
	ScopePartition Reason = 300 // another node of the cluster visits its site

	// Folders on disk.
	DiskDenied     Reason = 320 // the disk refuses it to the user of the process
	ScopeGenerated Reason = 321 // a folder that a program wrote, and can write again
)

type reasonInfo struct{ code, text string }

var reasonTable = map[Reason]reasonInfo{
	ReasonNone:       {"NONE", "has not been decided on yet"},
	DiscoverSeed:     {"DISCOVER.SEED", "was named by the operator"},
	DiscoverLink:     {"DISCOVER.LINK", "was found as a link on a page"},
	DiscoverRedirect: {"DISCOVER.REDIRECT", "was found as the target of a redirect"},
	DiscoverRobots:   {"DISCOVER.ROBOTS", "is the robots file of a host"},
	DiscoverCleaned:  {"DISCOVER.CLEAN-PARAM", "was found as another URL without its meaningless parameters"},
	DiscoverSitemap:  {"DISCOVER.SITEMAP", "was found in a sitemap, or is one that a robots file names"},
	DiscoverMirror:   {"DISCOVER.MIRROR", "was found as the same path on another mirror of its site"},
	DiscoverProbe:    {"DISCOVER.PROBE", "was made up, to see how its host answers for pages that it does not have"},
	DiscoverForm:     {"DISCOVER.FORM", "was found through a form of a page"},
	DiscoverNotice:   {"DISCOVER.INDEXNOW", "was named by its site, by the IndexNow protocol"},

	ScopeHost:      {"SCOPE.HOST", "is on another host than the seeds"},
	ScopeSite:      {"SCOPE.SITE", "is in another registrable domain than the seeds"},
	ScopePrefix:    {"SCOPE.PREFIX", "is outside the seeds' folders"},
	ScopeDepth:     {"SCOPE.DEPTH", "is more links away from a seed than the depth limit"},
	ScopeScheme:    {"SCOPE.SCHEME", "is neither http nor https"},
	ScopeLength:    {"SCOPE.LENGTH", "is longer than the limit for a URL"},
	ScopeTrap:      {"SCOPE.TRAP", "has the shape of an endless URL space, or pages like it were found to hold nothing new or to have no end"},
	ScopeType:      {"SCOPE.TYPE", "has a name that says a type of file that is not read"},
	ScopeNoFollow:  {"SCOPE.NOFOLLOW", "is known only by links that ask not to be followed"},
	ScopeInvalid:   {"SCOPE.INVALID", "is not a URL"},
	ScopePort:      {"SCOPE.PORT", "has the port of another protocol than HTTP"},
	ScopeMoved:     {"SCOPE.MOVED", "leads elsewhere in its site, and the scope of the crawl follows it"},
	ScopeParameter: {"SCOPE.PARAMETER", "differs from another URL in a parameter only that was found to change nothing"},
	ScopeList:      {"SCOPE.LIST", "is not on the list of seeds, and the crawl visits nothing else"},
	ScopePattern:   {"SCOPE.PATTERN", "is left out by the patterns to include and exclude"},
	ScopeNoIndex:   {"SCOPE.NOINDEX", "is visited for its links only"},
	ScopeDropped:   {"SCOPE.DROPPED", "was a seed that the operator dropped, or is known by one"},
	ScopeFolder:    {"SCOPE.FOLDER", "is on a host that a folder answers for, and outside of that folder"},
	ScopeArchive:   {"SCOPE.ARCHIVE", "is not in the archive that is read in place of the network"},
	ScopePartition: {"SCOPE.PARTITION", "is on a site of another partition, which another node visits"},
	ScopeGenerated: {"SCOPE.GENERATED", "is a folder that a program wrote and can write again"},
	ScopeBudget:    {"SCOPE.BUDGET", "was not reached before the page limit of the crawl"},

	RobotsAllowed:     {"ROBOTS.ALLOWED", "is allowed by the robots file"},
	RobotsDenied:      {"ROBOTS.DENIED", "is denied by the robots file"},
	RobotsUnavailable: {"ROBOTS.UNAVAILABLE", "gives no rules to obey, so nothing on its host is closed"},
	RobotsUnreachable: {"ROBOTS.UNREACHABLE", "waits, because the robots file of its host is unavailable now"},
	RobotsParsed:      {"ROBOTS.PARSED", "was fetched and read as a robots file"},
	RobotsHours:       {"ROBOTS.HOURS", "waits for the hours at which the site welcomes robots"},
	RobotsCleanParam:  {"ROBOTS.CLEAN-PARAM", "differs from another URL only in parameters that the site calls meaningless"},
	RobotsStale:       {"ROBOTS.STALE", "is unavailable now, so what was known of it before still counts"},
	RobotsForbidden:   {"ROBOTS.FORBIDDEN", "is refused or lost, which closes its whole host by the dialect of the crawl"},
	RobotsWebPage:     {"ROBOTS.WEB-PAGE", "was answered with a web page in place of a robots file"},
	RobotsChanged:     {"ROBOTS.CHANGED", "has other rules than before, so known pages of its host were closed or opened"},

	ScheduleQueued:  {"SCHEDULE.QUEUED", "waits for its turn"},
	ScheduleDelay:   {"SCHEDULE.DELAY", "waits, because its host may not be asked again yet"},
	ScheduleBackoff: {"SCHEDULE.BACKOFF", "waits, because its host asked for rest or is failing"},
	ScheduleRetry:   {"SCHEDULE.RETRY", "failed for a passing reason and will be tried again"},
	ScheduleLate:    {"SCHEDULE.LATE", "could not be asked for in time and was given back"},
	ScheduleStopped: {"SCHEDULE.STOPPED", "was not finished before the crawl was stopped"},
	ScheduleHeld:    {"SCHEDULE.HELD", "waits, because the operator holds its host"},
	ScheduleRoom:    {"SCHEDULE.ROOM", "is large, came when this robot had no memory for it, and will be asked for again"},
	ScheduleLogin:   {"SCHEDULE.LOGIN", "waits for the login to its site, which takes long or failed"},

	NetDNS:     {"NET.DNS", "is on a host whose name has no address"},
	NetDial:    {"NET.DIAL", "is on a host that accepts no connection"},
	NetTLS:     {"NET.TLS", "is on a host without a trusted certificate"},
	NetTimeout: {"NET.TIMEOUT", "was not answered in time"},
	NetReset:   {"NET.RESET", "was lost with a broken connection"},
	NetGuard:   {"NET.GUARD", "is at a private address that the operator has not opened"},
	NetProxy:   {"NET.PROXY", "was refused or lost by the proxy"},
	NetProto:   {"NET.PROTOCOL", "was answered with something that is not HTTP"},

	HTTPOK:          {"HTTP.OK", "was fetched"},
	HTTPRedirect:    {"HTTP.REDIRECT", "redirects to another URL"},
	HTTPBadRedirect: {"HTTP.BAD-REDIRECT", "redirects without a usable target"},
	HTTPNotModified: {"HTTP.NOT-MODIFIED", "has not changed since the last visit"},
	HTTPNotFound:    {"HTTP.NOT-FOUND", "does not exist (404 or 410)"},
	HTTPForbidden:   {"HTTP.FORBIDDEN", "asks for rights (401, 402, 403, 407 or 451)"},
	HTTPThrottled:   {"HTTP.THROTTLED", "was refused because the site asked to slow down (429)"},
	HTTPClient:      {"HTTP.CLIENT-ERROR", "was refused by the site (4xx)"},
	HTTPServer:      {"HTTP.SERVER-ERROR", "failed on the site's side (5xx)"},
	HTTPEmpty:       {"HTTP.EMPTY", "was answered without a body"},
	HTTPStatus:      {"HTTP.STATUS", "was answered with a status that means nothing here"},
	HTTPLogin:       {"HTTP.LOGIN", "asks for a login although there is a secret for it"},
	HTTPSoftMissing: {"HTTP.SOFT-NOT-FOUND", "is answered as any page is that its host does not have"},
	HTTPChallenge:   {"HTTP.CHALLENGE", "stands behind a page that wants to see a browser first"},

	BodyTooLarge: {"BODY.TOO-LARGE", "is larger than the body limit; the first part was read"},
	BodyBroken:   {"BODY.BROKEN", "has a body that ended early or does not decode"},
	BodyBomb:     {"BODY.BOMB", "has a body that unfolds beyond the output limit"},
	BodyType:     {"BODY.TYPE", "is of a type that is not read"},
	BodyCharset:  {"BODY.CHARSET", "is in a charset that is not known; unreadable bytes were replaced"},
	BodyHeader:   {"BODY.HEADER", "has a response header that is larger than its limit"},
	BodyDamaged:  {"BODY.DAMAGED", "is damaged or encrypted, so that its reader could not read it whole"},
	BodyKilled:   {"BODY.KILLED", "ended its reader, at a limit of time or memory or by a fault"},
	BodySkipped:  {"BODY.SKIPPED", "was not read, because documents of its host and format ended their readers too often"},
	BodyLimit:    {"BODY.LIMIT", "has more elements, links or text than is read; the first part was read"},

	DirectiveNoIndex:    {"DIRECTIVE.NOINDEX", "asks not to be indexed"},
	DirectiveNoFollow:   {"DIRECTIVE.NOFOLLOW", "asks that its links be not followed"},
	DirectiveNoSnippet:  {"DIRECTIVE.NOSNIPPET", "asks that its text be not shown"},
	DirectiveNoArchive:  {"DIRECTIVE.NOARCHIVE", "asks that no copy of its text be kept"},
	DirectiveMaxSnippet: {"DIRECTIVE.MAX-SNIPPET", "limits how much of its text is shown"},
	DirectiveExpires:    {"DIRECTIVE.EXPIRES", "asks to leave the index at a date"},
	DirectiveExpired:    {"DIRECTIVE.EXPIRED", "asked to leave the index at a date that has passed"},
	DirectiveCanonical:  {"DIRECTIVE.CANONICAL", "names another URL as its canonical one"},
	DirectiveRefresh:    {"DIRECTIVE.REFRESH", "sends its visitors on to another page"},
	DirectiveParts:      {"DIRECTIVE.PARTS", "closes parts of itself to the index or to snippets"},

	DupExact:     {"DUP.EXACT", "has the same text as another page"},
	DupNear:      {"DUP.NEAR", "has nearly the same text as another page, so results show one of both"},
	DupCanonical: {"DUP.CANONICAL", "is another form of a URL that it names as its canonical one"},

	IndexAdded:    {"INDEX.ADDED", "is in the index"},
	IndexRemoved:  {"INDEX.REMOVED", "is no longer in the index"},
	IndexNoText:   {"INDEX.NO-TEXT", "holds no text to index"},
	IndexScript:   {"INDEX.NEEDS-SCRIPT", "has nothing of its own but scripts, which were not run"},
	IndexLogin:    {"INDEX.LOGIN-FORM", "is a login form; what is behind it was not read"},
	IndexHidden:   {"INDEX.HIDDEN", "is kept in the index and not found"},
	IndexShown:    {"INDEX.SHOWN", "is found again as it was, without another visit"},
	IndexImported: {"INDEX.IMPORTED", "was imported by the operator, and is not visited"},
	IndexData:     {"INDEX.FROM-DATA", "shows its text by scripts; it was taken from the data for them"},

	IndexName: {"INDEX.NAME-ONLY", "has no text that is read, and is found by its name"},

	DiskDenied: {"DISK.DENIED", "is on disk and may not be read by the user that the robot runs as"},

	RenderDone:   {"RENDER.DONE", "was rendered by a browser"},
	RenderFailed: {"RENDER.FAILED", "could not be rendered by a browser"},

	OperatorRemoved: {"OPERATOR.REMOVED", "was removed by the operator"},

	SitemapRead:   {"SITEMAP.READ", "was read as a list, whose entries lead to pages"},
	SitemapBroken: {"SITEMAP.BROKEN", "is no sitemap, or not a whole one"},

	LinkAvailable: {"LINK.AVAILABLE", "is available; the crawl does not visit it, and checked it for the links to it only"},
	LinkRefused:   {"LINK.REFUSED", "is refused to robots by its site; the crawl does not visit it, and checked it for the links to it only"},
	LinkLimit:     {"LINK.LIMIT", "was not checked for the links to it, because as many URLs are checked as the limit allows"},
	LinkFragment:  {"LINK.FRAGMENT", "has no element with the identifier that the fragment of a link to it names"},

	MirrorMoved: {"MIRROR.MOVED", "is on another mirror of its site; the same path on the main mirror stands in its place"},
}

// String returns the code, for example "ROBOTS.DENIED". An unknown number
// prints as "REASON(n)".
func (r Reason) String() string {
	if info, ok := reasonTable[r]; ok {
		return info.code
	}
	return fmt.Sprintf("REASON(%d)", uint16(r))
}

// MarshalText returns the code.
func (r Reason) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads a code that this version knows.
func (r *Reason) UnmarshalText(text []byte) error {
	known, ok := ParseReason(string(text))
	if !ok {
		return &Error{Op: "read reason", Kind: Invalid, Obj: fmt.Sprintf("%.100q", text)}
	}
	*r = known
	return nil
}

// Sentence returns the meaning of r as the end of a sentence that starts with
// the URL, for example "the robots file denies it".
func (r Reason) Sentence() string {
	if info, ok := reasonTable[r]; ok {
		return info.text
	}
	return "has a reason that this version does not know"
}

// ParseReason returns the reason whose String is code, and false if there is
// none.
func ParseReason(code string) (Reason, bool) {
	for r, info := range reasonTable {
		if info.code == code {
			return r, true
		}
	}
	return ReasonNone, false
}

// Reasons returns every reason in the order of its number.
func Reasons() []Reason {
	var all []Reason
	for r := Reason(0); r < 1000; r++ {
		if _, ok := reasonTable[r]; ok {
			all = append(all, r)
		}
	}
	return all
}
