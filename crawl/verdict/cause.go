package verdict

import (
	"fmt"
	"time"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/schedule"
)

// A Cause is one word for why a crawl has its verdict. Its names are part of the user interface.
type Cause uint8

// The causes. The zero cause belongs to a crawl that broke off.
const (
	CauseBroken      Cause = 0  // state could not be read or written
	CauseComplete    Cause = 1  // everything that may be visited was visited
	CausePageLimit   Cause = 2  // the page limit was reached
	CauseStopped     Cause = 3  // the operator stopped it
	CauseDeferred    Cause = 4  // pages wait for hosts that cannot be asked now
	CauseFailed      Cause = 5  // pages were requested and did not come
	CauseRefused     Cause = 6  // the sites refuse (401, 402, 403, 407, 451)
	CausePrivate     Cause = 7  // addresses are not open to the crawl
	CauseRedirected  Cause = 8  // a seed leads out of the scope
	CauseNeedsScript Cause = 9  // a start page shows nothing without scripts
	CauseLogin       Cause = 10 // a start page is a login form
	CauseDenied      Cause = 11 // robots files deny everything
	CauseNoIndex     Cause = 12 // every page asks not to be indexed
	CauseBlocked     Cause = 13 // several refusals together
	CauseRobots      Cause = 14 // a robots file is unavailable
	CauseDNS         Cause = 15 // a host name has no address
	CauseProxy       Cause = 16 // the proxy refused or broke
	CauseMissing     Cause = 17 // nothing that was requested exists
	CauseNoText      Cause = 18 // what was fetched has no text
	CauseHeld        Cause = 19 // the operator holds hosts
	CauseRemoved     Cause = 20 // the operator removed the seeds
	CauseChallenge   Cause = 21 // pages stand behind challenges for browsers
	CauseQuota       Cause = 22 // the data folder has reached its quota
	CauseDiskFull    Cause = 23 // the disk is full
	CauseNamed       Cause = 24 // nothing that was named is in the index
	CauseNoLogin     Cause = 25 // pages wait for a login that failed
	CauseFollowOnly  Cause = 26 // the operator wants start pages for their links only, and nothing else has text
	CauseLeftOut     Cause = 27 // files of an archive could not be read
	CauseNoFollow    Cause = 28 // a start page asks that its links be not followed, and little else was found
	CauseElsewhere   Cause = 29 // other nodes of the cluster visit all seeds, and nothing was handed over yet
)

var causeNames = [...]string{
	"broken", "complete", "page-limit", "stopped", "deferred", "failed", "refused", "private-address",
	"redirected-away", "needs-script", "login-form", "denied", "noindex", "blocked", "robots-unavailable",
	"no-address", "proxy", "missing", "no-text", "held",
	"removed", "challenge",
	"disk-quota", "disk-full",
	"named", "no-login", "follow-only", "left-out", "nofollow", "elsewhere",
}

// IsWhole reports whether everything that may be visited was visited.
func (c Cause) IsWhole() bool { return c == CauseComplete || c == CauseNoFollow || c == CauseElsewhere }

// String returns the cause's name.
func (c Cause) String() string {
	if int(c) < len(causeNames) {
		return causeNames[c]
	}
	return fmt.Sprintf("cause(%d)", uint8(c))
}

// MarshalText returns the cause's name.
func (c Cause) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (c *Cause) UnmarshalText(text []byte) error {
	n, err := indexOf(causeNames[:], "cause", text)
	*c = Cause(n)
	return err
}

// Sentence returns one sentence for people on why the crawl has its verdict.
func (j Judgement) Sentence() string {
	if j.Cause == CauseChallenge {
		return fmt.Sprintf("%s behind a page that wants to see a browser first, such as that of %s (%s)", show.CountVerb(j.n, "page", "stands", "stand"), j.Seed, j.detail)
	}
	if j.Cause == CauseNamed {
		return j.namedSentence()
	}
	if j.Cause == CauseNoLogin {
		return show.CountVerb(j.n, "page", "is", "are") + " still queued; what lies behind a login waits for it: " + j.detail
	}
	if j.Verdict == NoRoom {
		return j.detail + "; " + show.CountVerb(j.n, "page", "is", "are") + " still queued"
	}
	if j.Verdict == Blocked || j.Verdict == Empty {
		return j.emptySentence()
	}
	switch j.Cause {
	case CauseComplete:
		return "everything that may be visited was visited"
	case CausePageLimit:
		return fmt.Sprintf("the page limit was reached; %s still queued", show.CountVerb(j.n, "page", "is", "are"))
	case CauseStopped:
		return j.stoppedSentence()
	case CauseDeferred:
		return fmt.Sprintf("%s for hosts that cannot be asked now; run the same command later to go on", show.CountVerb(j.n, "page", "waits", "wait"))
	case CauseFailed:
		return show.CountVerb(j.n, "page", "was", "were") + " asked for and did not come"
	case CauseRefused:
		if j.Seed != "" {
			return fmt.Sprintf("the site %s refuses all that it gave before; %s, and what is in the index stays for %d days", j.Seed, show.CountVerb(j.n, "page", "waits", "wait"), schedule.UnreachableFor/(24*time.Hour))
		}
		return fmt.Sprintf("the sites refused more pages (%d) than they gave", j.n)
	case CauseLeftOut:
		return show.CountVerb(j.n, "file", "of the archive was", "of the archive were") + " left out as unreadable; all else was visited"
	case CauseElsewhere:
		return "everything that may be visited was visited; the seeds lie on sites of other partitions, such as " + j.Seed + ", and no links into this one have been followed yet"
	case CauseHeld:
		return j.heldSentence()
	case CausePrivate:
		return fmt.Sprintf("%s for hosts whose addresses are not open to this crawl", show.CountVerb(j.n, "page", "waits", "wait"))
	}
	return j.startSentence()
}

// startSentence is Sentence for a start page that leads no further.
func (j Judgement) startSentence() string {
	switch j.Cause {
	case CauseNeedsScript:
		return "the start page " + j.Seed + " shows nothing without a browser that runs its scripts"
	case CauseLogin:
		return "the start page " + j.Seed + " is a login form; what is behind it was not read"
	case CauseNoFollow:
		return "everything that may be visited was visited; the start page " + j.Seed + " asks that its links be not followed (" + j.detail + ")"
	case CauseRedirected:
		return fmt.Sprintf("the seed %s leads to %s, which is out of the scope of this crawl", j.Seed, j.Target)
	}
	return "the crawl broke off because its state could not be read or written"
}

// stoppedSentence is Sentence for a crawl that was stopped.
func (j Judgement) stoppedSentence() string {
	const onward = "; run the same command again to go on"
	queued, again := show.Count(j.n, "page")+" still queued", show.Count(j.again, "page")+" still to be visited again"
	switch {
	case j.n > 0 && j.again > 0:
		return "stopped with " + queued + " and " + again + onward
	case j.n > 0:
		return "stopped with " + queued + onward
	case j.again > 0:
		return "stopped with " + again + onward
	case j.links > 0:
		return "stopped with " + show.Count(j.links, "link") + " still to be checked" + onward
	}
	return "stopped when no page was queued any more; the same command looks whether anything is left"
}

// heldSentence is Sentence for entries whose hosts the operator holds.
func (j Judgement) heldSentence() string {
	return fmt.Sprintf("%s for hosts that you hold, such as %s", show.CountVerb(j.n, "page", "waits", "wait"), j.Seed)
}

// emptySentence is Sentence for a crawl that has nothing in the index.
func (j Judgement) emptySentence() string {
	switch j.Cause {
	case CausePrivate:
		return "the addresses of the sites are not open to this crawl, so nothing was asked"
	case CauseHeld:
		return j.heldSentence()
	case CauseRemoved:
		return fmt.Sprintf("the seed %s is kept out, because you removed %s", j.Seed, j.Target)
	case CauseDeferred:
		return "the sites cannot be visited now"
	case CauseDNS:
		return fmt.Sprintf("the host name of %s has no address", j.Seed)
	case CauseProxy:
		return fmt.Sprintf("the proxy did not bring %s (%s)", j.Seed, j.detail)
	case CauseRobots:
		return fmt.Sprintf("the robots file of %s is unavailable (%s), and nothing may be asked for before it is there", j.Seed, j.detail)
	case CauseFailed:
		return show.CountVerb(j.n, "page", "was", "were") + " asked for and did not come"
	case CauseMissing:
		return show.CountVerb(j.n, "page", "asked for does", "asked for do") + " not exist"
	case CauseDenied:
		text := fmt.Sprintf("the robots files deny everything that was found (%s)", show.Count(j.n, "page"))
		if j.Target != "" {
			text += fmt.Sprintf("; that of %s names %s as the main mirror", j.Seed, j.Target)
		}
		return text
	case CauseRefused:
		return fmt.Sprintf("the sites refuse everything that was asked for (%s; 401, 403, 451 or a check for browsers)", show.Count(j.n, "page"))
	case CauseNoIndex:
		return fmt.Sprintf("everything that was fetched asks not to be indexed (%s)", show.Count(j.n, "page"))
	case CauseBlocked:
		return "the sites let nothing be indexed: " + j.detail
	case CauseFollowOnly:
		return "what was visited is wanted for its links only, by --index-only or --follow-only, or has no text"
	case CauseNoText:
		if j.detail != "" {
			return "no page with text was found; " + j.detail
		}
		return "no page with text was found"
	}
	return j.startSentence()
}
