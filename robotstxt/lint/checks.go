package lint

import (
	"github.com/aranea-search/aranea/robotstxt/internal/enum"
)

// A Severity is how bad a finding is.
type Severity uint8

// The severities. The zero severity is only information.
const (
	SeverityInfo    Severity = 0 // legal, but not all robots agree, or style
	SeverityWarning Severity = 1 // probably not what was meant
	SeverityError   Severity = 2 // certainly not what was meant
)

var severityNames = [...]string{"info", "warning", "error"}

// String returns "info", "warning" or "error".
func (s Severity) String() string { return enum.Name(severityNames[:], uint8(s), "severity") }

// A Check is one kind of finding. Codes are stable.
type Check uint8

// The checks; see Check.Text for the meaning of each.
const (
	CheckNone             Check = iota // nothing is wrong
	CheckReversed                      // a robot's name where a path belongs
	CheckSeveralPaths                  // several paths on one line
	CheckSpaceInPath                   // a space inside a path
	CheckLeadingSpace                  // whitespace before the key
	CheckMissingSlash                  // a path that begins with neither slash nor star
	CheckWholeURL                      // a whole URL instead of a path
	CheckHostInPath                    // a host name instead of a path
	CheckFileCase                      // upper-case letters in the file's name
	CheckFileFolder                    // the file is in a folder
	CheckHTML                          // a web page instead of the file
	CheckSeveralAgents                 // several robots on one line
	CheckAgentVersion                  // a version after a robot's name
	CheckAgentStar                     // text after the star
	CheckAgentToken                    // a name that no robot can have
	CheckQuoted                        // a quoted value
	CheckDoubleColon                   // two colons
	CheckTypo                          // a misspelled key
	CheckNoColon                       // a key without its colon
	CheckKeyCase                       // a key in upper case
	CheckUnknownKey                    // an unknown key
	CheckJunk                          // a line that is not valid
	CheckRuleOutside                   // a rule before any group
	CheckEmptyGroup                    // a group without a rule
	CheckAgentsJoined                  // robots that share rules across another line
	CheckNoInherit                     // a robot that is allowed what all others are not
	CheckGroupTwice                    // a robot with several groups
	CheckEmptyLineInGroup              // an empty line inside a group
	CheckDeadRule                      // a rule that decides nothing
	CheckDollarInside                  // a dollar sign inside a path
	CheckNoMatch                       // a rule about the robots file itself
	CheckFragment                      // a hash sign directly after a path
	CheckBadEscape                     // a percent sign without two digits
	CheckDoubleSlash                   // two slashes in a row
	CheckPlus                          // a plus sign in a path
	CheckWideSpace                     // Unicode whitespace around a value
	CheckHostInvalid                   // a Host line with a wrong value
	CheckHostPlace                     // a Host line out of place
	CheckHostOld                       // a Host line, which search engines no longer read
	CheckDelay                         // a wrong Crawl-delay
	CheckRate                          // a wrong Request-rate
	CheckVisitTime                     // a wrong Visit-time
	CheckCleanParam                    // a wrong Clean-param
	CheckPageRule                      // Noindex, Nofollow or Noarchive, which belong elsewhere
	CheckSitemap                       // a Sitemap line without a whole URL
	CheckSitemapBlocked                // a sitemap that is closed
	CheckURLBlocked                    // a URL that should be open and is closed
	CheckResource                      // style sheets or scripts that are closed
	CheckAllowOld                      // Allow, which the standard of 1994 does not have
	CheckWildcardOld                   // a wildcard, which the old standards do not have
	CheckEmptyAllow                    // an allow line without a path
	CheckMark                          // a byte order mark
	CheckUTF16                         // a file in UTF-16
	CheckNUL                           // a NUL byte
	CheckBytes                         // a path in an old character set
	CheckLineEnd                       // a separator that is not a line end for robots
	CheckLongLine                      // a line that Google cuts
	CheckTruncated                     // a file that is cut
	CheckStarJoined                    // the star shares rules meant for others, or the other way round
	CheckLongPath                      // a path that is too long for Yandex
	CheckManyRules                     // more rules than Yandex accepts
	CheckUnchecked                     // a check that was not made, or only in part
	CheckTwoDirectives                 // two directives on one line
	CheckCommentMark                   // a comment in the syntax of another language
	CheckMarkTwice                     // a byte order mark encoded twice
	CheckClosed                        // the whole site is closed for all robots
	CheckClosedOthers                  // the whole site is closed for all robots except those named
	CheckRegexp                        // a regular expression instead of a path
	CheckDotSegment                    // "/../" or "/./" in a path
	CheckUsage                         // a wrong Content-Signal or Content-Usage
	CheckLicense                       // a License line without a whole URL
	CheckAgentTypo                     // the misspelled name of a known robot
	CheckSitemapTwice                  // a Sitemap line that repeats another
	CheckDeadHere                      // a rule that only some current robots need
	CheckControl                       // an invisible character in a path
	CheckDelayLong                     // a Crawl-delay so long that it keeps robots out
	CheckDelayTwice                    // different Crawl-delay lines in a group
	CheckNotRobots                     // a file without a line that robots understand
	CheckStarTwice                     // several groups for all robots
	CheckAgentList                     // a name that may be several
	CheckAgentGeneric                  // a name that is a part of many
	CheckSitemapPage                   // a sitemap with the name of a web page
	checkCount
)

type checkInfo struct {
	code     string
	severity Severity
	text     string
}

var checks = [checkCount]checkInfo{
	CheckNone:             {"none", SeverityInfo, "Nothing is wrong."},
	CheckReversed:         {"reversed", SeverityError, "The name of a robot stands where a path belongs. Name the robot in a User-agent line and the path in a Disallow line below it."},
	CheckSeveralPaths:     {"several-paths", SeverityError, "One line holds several paths. It is read as one path with whitespace inside, which no URL has. Write one line for each path."},
	CheckSpaceInPath:      {"blank-in-path", SeverityWarning, "The path holds whitespace. URLs hold %20 instead, and some robots do not take the two for equal."},
	CheckLeadingSpace:     {"leading-blanks", SeverityWarning, "Whitespace stands before the key. Most robots skip it; some old ones do not read the line."},
	CheckMissingSlash:     {"missing-slash", SeverityError, "The path does not begin with a slash, so it matches nothing."},
	CheckWholeURL:         {"whole-url", SeverityError, "The line holds a whole URL. Rules hold paths, so it matches nothing."},
	CheckHostInPath:       {"host-in-path", SeverityError, "The path begins with the name of a host. It would only match a path that is spelt so."},
	CheckFileCase:         {"file-case", SeverityError, "The file's name must be robots.txt in small letters, because names in URLs are sensitive to case."},
	CheckFileFolder:       {"file-folder", SeverityError, "Robots look for the file in the root of the host only. One in a folder is never read."},
	CheckHTML:             {"html", SeverityError, "A web page stands where the file should be, probably the target of a redirect for missing pages. Put an empty robots.txt there if you want to say nothing."},
	CheckSeveralAgents:    {"several-agents", SeverityError, "One User-agent line names several robots. Robots read the first at best. Write one line for each."},
	CheckAgentVersion:     {"agent-version", SeverityInfo, "The name of the robot has a version or an addition. Some robots do not recognise themselves then."},
	CheckAgentStar:        {"agent-star", SeverityWarning, "Something stands beside the star, which means all robots when it stands alone and is no wildcard in names. Some robots take the line for all robots, others for none."},
	CheckAgentToken:       {"agent-token", SeverityInfo, "The name has other characters than letters, - and _, of which RFC 9309 makes names. Most robots of today read it up to the first such character, so that it also names a robot of that shorter name; others compare whole names. A robot recognises itself if it treats its own name as it treats the line."},
	CheckQuoted:           {"quoted", SeverityError, "The value stands in quotes. They are taken for a part of it."},
	CheckDoubleColon:      {"double-colon", SeverityError, "Two colons stand behind the key. The second is taken for a part of the value."},
	CheckTypo:             {"typo", SeverityWarning, "The key is misspelt. Some robots guess what is meant, others ignore the line."},
	CheckNoColon:          {"no-colon", SeverityWarning, "The colon behind the key is missing. Some robots guess what is meant, others ignore the line."},
	CheckKeyCase:          {"key-case", SeverityWarning, "The key is written in capitals throughout. Robots do not mind that in keys and names; but in paths capitals and small letters differ, and often the path is in capitals too where URLs are not."},
	CheckUnknownKey:       {"unknown-key", SeverityInfo, "No robot that is known here understands this key."},
	CheckJunk:             {"junk", SeverityWarning, "The line is neither a key with a value nor a comment."},
	CheckRuleOutside:      {"rule-outside", SeverityError, "The line stands before any User-agent line, so it speaks to nobody."},
	CheckEmptyGroup:       {"empty-group", SeverityWarning, "The group has no rule. Say \"Disallow:\" if everything is open to it, so that nobody has to guess and no other group runs together with it."},
	CheckAgentsJoined:     {"agents-joined", SeverityWarning, "A line that is no access rule does not end a group. The robots above it and the robots below it share all rules that follow."},
	CheckNoInherit:        {"no-inherit", SeverityInfo, "A robot with a group of its own does not obey the group for all robots: what that one closes is open to it."},
	CheckGroupTwice:       {"group-twice", SeverityInfo, "The robot has several groups. RFC 9309 merges them; older robots obey the first only."},
	CheckEmptyLineInGroup: {"blank-in-group", SeverityInfo, "An empty line stands inside a group. To robots of the 1994 standard it ends the group."},
	CheckDeadRule:         {"dead-rule", SeverityWarning, "To the robots of today's search engines the rule decides nothing that another line does not decide alike."},
	CheckDollarInside:     {"dollar-inside", SeverityWarning, "A dollar sign means the end of the URL only at the end of the path. Here it stands for itself."},
	CheckNoMatch:          {"no-match", SeverityWarning, "The rule closes the robots file itself, which is always allowed."},
	CheckFragment:         {"fragment", SeverityWarning, "A hash sign begins a comment even without whitespace before it. The path ends there."},
	CheckBadEscape:        {"bad-escape", SeverityWarning, "A percent sign is not followed by two hexadecimal digits. Robots read such escapes in different ways."},
	CheckDoubleSlash:      {"double-slash", SeverityInfo, "The path holds two slashes in a row. It does not match URLs with one."},
	CheckPlus:             {"plus", SeverityInfo, "The path holds a plus sign. It does not match URLs that write a space as %20."},
	CheckWideSpace:        {"wide-blank", SeverityError, "The value holds a no-break space or other whitespace of Unicode, probably from a web page. Many robots take it for a part of the value."},
	CheckHostInvalid:      {"host-invalid", SeverityWarning, "The value of the Host line is not one host name with an optional port, as Yandex defined the line in 2003. Search engines of today do not read it; Aranea takes a valid one as evidence for mirrors."},
	CheckHostPlace:        {"host-place", SeverityWarning, "The Host line stands where the proposal of 2003 does not want it: in a group, behind the Disallow lines. Search engines of today do not read it; Aranea takes one in a group as evidence for mirrors, behind the Disallow lines or not."},
	CheckHostOld:          {"host-old", SeverityInfo, "Search engines of today do not read Host lines: Yandex took a redirect for the same purpose in 2018. Aranea takes one in a group as evidence for mirrors."},
	CheckDelay:            {"delay", SeverityWarning, "The value of Crawl-delay is not a number of seconds."},
	CheckRate:             {"rate", SeverityWarning, "The value of Request-rate is not of the form 1/60, 10/5m or 1/1h with optional hours like 0600-0845."},
	CheckVisitTime:        {"visit-time", SeverityWarning, "The value of Visit-time is not of the form 0600-0845."},
	CheckCleanParam:       {"clean-param", SeverityWarning, "The value of Clean-param is not a list of parameters joined by & with an optional path, or it is longer than 500 bytes."},
	CheckPageRule:         {"page-rule", SeverityWarning, "Robots do not obey Noindex, Nofollow and Noarchive lines here; Google stopped in 2019. Use a robots meta tag or the X-Robots-Tag field."},
	CheckSitemap:          {"sitemap", SeverityWarning, "A Sitemap line needs a whole URL."},
	CheckSitemapBlocked:   {"sitemap-blocked", SeverityWarning, "A sitemap of this site is closed to the robots that are named here, which then cannot read it."},
	CheckURLBlocked:       {"url-blocked", SeverityError, "A URL that the site wants to be found, from a sitemap or a canonical link, is closed to robots."},
	CheckResource:         {"resource-blocked", SeverityWarning, "Style sheets or scripts are closed. Search engines that render pages need them."},
	CheckAllowOld:         {"allow-old", SeverityInfo, "The standard of 1994 has no Allow. Robots that keep to it ignore the line and stay out."},
	CheckWildcardOld:      {"wildcard-old", SeverityInfo, "The standards of 1994 and 1996 have no wildcards. To robots that keep to them the star stands for itself, and the rule forbids nothing."},
	CheckEmptyAllow:       {"empty-allow", SeverityWarning, "An Allow line without a path says nothing."},
	CheckMark:             {"mark", SeverityInfo, "The file begins with a byte order mark. Some robots do not understand its first line."},
	CheckUTF16:            {"utf-16", SeverityError, "The file is in UTF-16. Robots expect UTF-8 and understand nothing of it."},
	CheckNUL:              {"nul", SeverityError, "The line holds a NUL byte. Some robots stop reading there."},
	CheckBytes:            {"bytes", SeverityWarning, "The path holds bytes that are not UTF-8, probably from an old character set. It matches only URLs that are written in the same set."},
	CheckLineEnd:          {"line-end", SeverityWarning, "The line holds a separator that some programs show as a line end. To robots it is none."},
	CheckLongLine:         {"long-line", SeverityWarning, "The line is longer than any URL. Google cuts it."},
	CheckStarJoined:       {"star-joined", SeverityError, "A line that is no access rule does not end a group, so what is written for some robots below holds for all robots: the star stands in the same group."},
	CheckLongPath:         {"long-path", SeverityWarning, "The path is longer than 1024 bytes. Yandex reports that as an error; hardly any URL is as long."},
	CheckManyRules:        {"many-rules", SeverityWarning, "The file has more than 2048 rules. Yandex reports that as an error; expressions and folders say the same in fewer."},
	CheckUnchecked:        {"unchecked", SeverityInfo, "A check was not made, or on a part of the file only, because the file is too large for it. That the check finds nothing there means nothing."},
	CheckTwoDirectives:    {"two-directives", SeverityError, "One line holds two directives. The second is read as a part of the first one's value. Write each on a line of its own."},
	CheckCommentMark:      {"comment-mark", SeverityError, "Comments begin with #. What was meant as one is read as a part of the value."},
	CheckMarkTwice:        {"mark-twice", SeverityError, "The file begins with a byte order mark that was taken for letters and encoded once more. No robot understands the first line."},
	CheckClosed:           {"closed", SeverityWarning, "The whole site is closed to all robots. If that is not what you want, write \"Disallow:\" without a path."},
	CheckClosedOthers:     {"closed-to-others", SeverityInfo, "The whole site is closed to all robots but some that have a group of their own."},
	CheckRegexp:           {"regexp", SeverityWarning, "The path looks like a regular expression. Paths know only * for any characters and $ for the end; all else stands for itself."},
	CheckDotSegment:       {"dot-segment", SeverityWarning, "The path has a segment of one dot or two. Robots resolve those in a URL before they ask for it, so the rule matches nothing."},
	CheckUsage:            {"usage", SeverityWarning, "The value of Content-Signal or Content-Usage is not a list of preferences that robots understand, such as search=yes, ai-train=no or train-ai=n."},
	CheckLicense:          {"license", SeverityWarning, "A License line needs a whole URL."},
	CheckAgentTypo:        {"agent-typo", SeverityWarning, "The name is one slip away from that of a known robot, which does not recognise itself."},
	CheckSitemapTwice:     {"sitemap-twice", SeverityInfo, "The Sitemap line repeats one above. That does no harm."},
	CheckDeadHere:         {"dead-here", SeverityInfo, "To some robots of today the rule decides nothing that another line does not decide alike, but others may need it. Leave it if you mean those too."},
	CheckControl:          {"control", SeverityWarning, "The path holds a character that cannot be seen: a control character or a mark of writing direction. It matches only URLs that hold the same one, escaped, as hardly any does."},
	CheckDelayLong:        {"delay-long", SeverityWarning, "The Crawl-delay is longer than an hour. A robot that obeys it visits fewer than 24 pages a day; Bing knows delays of 1 to 30 seconds only. The value counts seconds, not milliseconds."},
	CheckDelayTwice:       {"delay-twice", SeverityWarning, "The group has several Crawl-delay lines that differ. Robots take the first, the last or the longest. Write one."},
	CheckNotRobots:        {"not-robots", SeverityError, "The file has no line that a robot understands: probably it is not the file that was meant, but a message, a program or an image. Robots take the site for open."},
	CheckStarTwice:        {"star-twice", SeverityWarning, "The file has several groups for all robots. RFC 9309 merges them; older robots obey the first only, and people overlook the others. Write one."},
	CheckAgentList:        {"agent-list", SeverityWarning, "The value may name several robots. Robots that make names of letters, - and _ read the first only. Write one User-agent line for each."},
	CheckAgentGeneric:     {"agent-generic", SeverityWarning, "The name is a part of many robots' names. By the standards of 1994 and 1996 the group speaks to all of them (\"bot\" to Bot, Robot, Bottom-Feeder, Spambot and Dont-Bother-Me), by RFC 9309 to one of just this name, which hardly exists."},
	CheckSitemapPage:      {"sitemap-page", SeverityInfo, "The sitemap has the name of a web page. Aranea visits a web page there as a page and follows its links; search engines read only XML, feeds and lists of URLs."},
	CheckTruncated:        {"truncated", SeverityError, "The file is longer than 500 KiB. What stands behind that is not read."},
}

// String returns the code of the check.
func (c Check) String() string {
	if c < checkCount {
		return checks[c].code
	}
	return enum.Name(nil, uint8(c), "check")
}

// Severity returns how bad a finding of this kind is.
func (c Check) Severity() Severity {
	if c < checkCount {
		return checks[c].severity
	}
	return SeverityInfo
}

// Text explains the check in a sentence or two.
func (c Check) Text() string {
	if c < checkCount {
		return checks[c].text
	}
	return ""
}

// Checks returns all checks except CheckNone.
func Checks() []Check {
	var out []Check
	for c := CheckNone + 1; c < checkCount; c++ {
		out = append(out, c)
	}
	return out
}

// CheckByCode returns the check with a code.
func CheckByCode(code string) (Check, bool) {
	for _, c := range Checks() {
		if checks[c].code == code {
			return c, true
		}
	}
	return CheckNone, false
}
