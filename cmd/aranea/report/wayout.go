package report

import (
	"github.com/aranea-search/aranea/crawl"
)

// wayOut says what the operator can do about the cause of a verdict, in one
// sentence; "" if there is nothing to do.
func wayOut(r crawl.Report) string {
	switch r.Cause {
	case crawl.CausePageLimit:
		return "Run the same command again with a larger --max-pages to go on."
	case crawl.CauseHeld:
		return "Let it be visited again with aranea resume " + r.Seed + ", then run the same command again."
	case crawl.CauseRemoved:
		return "Let it in again with aranea delete --undo '" + r.Target + "', then run the same command again."
	case crawl.CausePrivate:
		return "If the addresses are yours, open them: --allow-net 10.0.0.0/8, for example."
	case crawl.CauseRedirected:
		return "Give " + r.Target + " as the seed, or widen the crawl with --scope site or --scope any."
	case crawl.CauseNeedsScript:
		return "No scripts are run; give pages that hold their text themselves as seeds, such as a site map."
	case crawl.CauseLogin:
		return "If you may log in, say how with --secrets FILE (docs/credentials.md); else give pages that need no login as seeds."
	case crawl.CauseRefused:
		return "If you may come in, say how with --secrets FILE (docs/credentials.md); else only the owners of the sites can change that. aranea explain URL shows the answer."
	case crawl.CauseDenied, crawl.CauseNoIndex, crawl.CauseBlocked:
		return "Only the owners of the sites can change that; aranea explain URL shows the line or the answer that decides."
	case crawl.CauseRobots:
		return "Run the same command later; until then the site must be taken as closed."
	case crawl.CauseDNS:
		return "Check the spelling of the name, or say where it is with --resolve."
	case crawl.CauseProxy:
		return "Check --proxy, and that the proxy may reach the site."
	case crawl.CauseMissing, crawl.CauseNoText:
		return "Check the seeds; aranea explain URL tells what came."
	case crawl.CauseFailed:
		return "Run the same command later; aranea explain URL tells what came."
	}
	return ""
}
