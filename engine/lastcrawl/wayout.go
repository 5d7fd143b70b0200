package lastcrawl

import (
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/fetch/authority"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

// WayOut returns what the operator can do about the cause of a verdict, in one or two sentences,
// or "" if there is nothing to do. Commands name the data folder by flag, which begins with a
// space unless it is "".
func (c *Crawl) WayOut(flag string) string {
	switch c.Cause {
	case verdict.CausePageLimit:
		return "Run the same command again to go on, with a larger --max-pages, --max-pages-per-host or --max-pages-per-site, whichever was given."
	case verdict.CauseQuota:
		return "Run the same command again with a larger --disk to go on; nothing that was fetched is lost."
	case verdict.CauseDiskFull:
		return "Make room on the disk: aranea run then goes on by itself, aranea crawl when it is run again. Nothing that was fetched is lost."
	case verdict.CauseLeftOut:
		return "Standard error, or the log, says which ones and why when the crawl begins. Fix or replace them, or take them out of the folder, and run the same command again."
	case verdict.CauseHeld:
		return "Let it be visited again with aranea resume" + flag + " " + c.Seed + ", then run the same command again."
	case verdict.CauseRemoved:
		return "Let it in again with aranea delete" + flag + " --undo '" + c.Target + "', then run the same command again."
	case verdict.CausePrivate:
		return c.opening()
	case verdict.CauseRedirected:
		return "Give " + c.Target + " as the seed" + widening(c.Seed, c.Target) + "."
	case verdict.CauseNeedsScript:
		return "Let a browser run its scripts: --render chromium (docs/rendering.md); or give pages that hold their text themselves as seeds, such as a site map."
	case verdict.CauseLogin:
		return "If you may log in, say how with --secrets FILE (docs/credentials.md); else give pages that need no login as seeds."
	case verdict.CauseNoLogin:
		return "aranea run tries the login again by itself, less and less often; aranea crawl when it is run again. aranea secrets FILE tries it at once."
	case verdict.CauseChallenge:
		return "Ask the owners of the sites to let the robot in: aranea identity tells them its name, its addresses and its signature (docs/identity.md). It is tried again later. If a page of the site is taken for a challenge: aranea traps" + flag + " HOST --allow challenge."
	case verdict.CauseRefused:
		if c.Seed != "" {
			return "It is asked again after an hour, then less and less often; aranea crawl" + flag + " asks at once. A firewall of the site may have turned the robot away: aranea identity tells its owners what they need to let it in (docs/identity.md)."
		}
		return "If you may come in, say how with --secrets FILE; what a new secret opens is asked for again at once (docs/credentials.md; aranea secrets FILE tries whether its secrets open their sites); else only the owners of the sites can change that. aranea explain URL shows the answer."
	case verdict.CauseDenied, verdict.CauseNoIndex, verdict.CauseBlocked:
		if c.Cause == verdict.CauseDenied && c.Target != "" {
			return c.mainMirror()
		}
		return "Only the owners of the sites can change that; aranea explain URL shows the line or the answer that decides. When they have, aranea crawl URL reads the robots file again and asks at once, and --refresh all does so for every page."
	case verdict.CauseNoFollow:
		return "Only the owner of the site can change that; what you name yourself is visited all the same: more URLs, --seeds FILE, or --sitemap URL."
	case verdict.CauseElsewhere:
		return "Nothing is to be done: aranea run visits what other nodes hand over as soon as they find links into this partition."
	case verdict.CauseNamed:
		return c.wayIn()
	case verdict.CauseRobots:
		if way := throughTLS(c.Trouble); way != "" {
			return way
		}
		return "Run the same command later; until then the site must be taken as closed."
	case verdict.CauseDNS:
		return "Check the spelling of the name, or say where it is with --resolve NAME:PORT:ADDRESS."
	case verdict.CauseProxy:
		return "Check --proxy, and that the proxy may reach the site."
	case verdict.CauseFollowOnly:
		return "Change the patterns, or begin at a page that leads to what they let in."
	case verdict.CauseMissing, verdict.CauseNoText:
		return "Check the seeds; aranea explain URL tells what came."
	case verdict.CauseFailed:
		return c.afterFailures()
	}
	return ""
}

// afterFailures is WayOut for a crawl in which pages did not come.
func (c *Crawl) afterFailures() string {
	if slices.ContainsFunc(c.Trouble, wantsLogin) {
		return "A secret does not open its site: aranea secrets FILE tries those of a file. When it does, run the same command again."
	}
	if way := throughTLS(c.Trouble); way != "" {
		return way
	}
	if slices.ContainsFunc(c.Trouble, isDiskDenied) {
		return "Give the user who runs aranea the right to read all files and folders, or leave them out with --exclude (aranea urls --reason " + aranea.DiskDenied.String() + " lists them); then run the same command again."
	}
	return "Run the same command later; aranea explain URL tells what came."
}

// wayIn is WayOut for a crawl of which nothing that was named is in the index.
func (c *Crawl) wayIn() string {
	switch c.Verdict {
	case verdict.Blocked:
		if c.Target != "" {
			return c.mainMirror()
		}
		return "Only the owners of the sites can change that, or a secret of yours that opens them (--secrets FILE, docs/credentials.md); aranea explain URL shows the line or the answer that decides. When it has changed, the same command asks again at once."
	case verdict.Partial:
		return "Run the same command later; aranea explain URL tells what came."
	}
	return "Check what was named; aranea explain URL tells what came."
}

// mainMirror is WayOut for a site whose robots file names another host instead.
func (c *Crawl) mainMirror() string {
	return "Give " + c.Target + " as the seed, which the owner of " + c.Seed + " names as the main mirror; aranea explain URL shows the line that decides."
}

// widening returns what lets in a URL to which a seed redirects out of the scope, besides giving
// it as a seed. Within the registrable domain of the seed, only the scope prefix leaves it out.
func widening(seed, target string) string {
	from, err := weburl.Parse(seed)
	to, err2 := weburl.Parse(target)
	if err != nil || err2 != nil {
		return ""
	}
	if from.Host() == to.Host() {
		return ", or change the patterns of --include or --exclude"
	}
	if from.Origin().Site() == to.Origin().Site() {
		return ", or widen the crawl with --scope host or --scope site"
	}
	domain, err := scope.ParseDomain(to.Origin().Site())
	if err != nil { // an address has no domain
		return ""
	}
	return ", or let its domain in as well with --allow-domain " + domain
}

// maxOpened is the number of addresses that opening names.
const maxOpened = 3

// opening returns the flags that open the addresses of the hosts that the crawl was meant for, and
// no others.
func (c *Crawl) opening() string {
	var flags []string
	for i := range c.Trouble {
		t := &c.Trouble[i]
		open, ok := fetch.OpenableIn(t.Detail)
		if flag := "--allow-net " + fetch.Opening(open); isBarred(*t) && ok && (c.Seed == "" || c.Seed == string(t.Origin)) && !slices.Contains(flags, flag) {
			flags = append(flags, flag)
		}
	}
	switch len(flags) {
	case 0:
		return "If the addresses are yours, open them with --allow-net; aranea inspect says which they are."
	case 1:
		return "If the address is yours, open it: " + flags[0] + "."
	}
	return "If the addresses are yours, open them: " + strings.Join(flags[:min(len(flags), maxOpened)], " ") + "."
}

func isBarred(t verdict.HostTrouble) bool { return t.Reason == aranea.NetGuard }

// wantsLogin reports whether a host asks for a login although there is a secret for it.
func wantsLogin(t verdict.HostTrouble) bool { return t.Reason == aranea.HTTPLogin }

// isDiskDenied reports whether the trouble is that the disk refuses files of a folder.
func isDiskDenied(t verdict.HostTrouble) bool { return t.Reason == aranea.DiskDenied }

// untrusted returns how to trust a site whose certificate is signed by an unknown authority, or ""
// if there is none.
func untrusted(trouble []verdict.HostTrouble) string {
	i := slices.IndexFunc(trouble, isUntrusted)
	if i < 0 {
		return ""
	}
	site := string(trouble[i].Origin)
	if trouble[i].Origin.Scheme() == "http" {
		site = "the site that " + site + " redirects to"
	}
	return "If you trust the authority that signed the certificate of " + site + ", your company's for instance, name the file of its certificate with --ca-file (docs/operating.md); the site is asked at once then."
}

// isUntrusted reports whether the certificate of a host, or of one that it redirects to, is signed
// by an unknown authority.
func isUntrusted(t verdict.HostTrouble) bool {
	return t.Reason == aranea.NetTLS && authority.Unknown(t.Detail)
}

// isWithoutTLS reports whether a host may not support https, because connecting by it failed.
func isWithoutTLS(t verdict.HostTrouble) bool {
	return strings.HasPrefix(t.URL, "https:") && (t.Reason == aranea.NetDial || t.Reason == aranea.NetTLS)
}

// throughTLS returns how to reach a site to which no connection by https could be made, or "" if
// there is none: whom to trust, or else how to name one that may not support https.
func throughTLS(trouble []verdict.HostTrouble) string {
	if trust := untrusted(trouble); trust != "" {
		return trust
	}
	i := slices.IndexFunc(trouble, isWithoutTLS)
	if i < 0 {
		return ""
	}
	return "If the site has no https, name it with its scheme: http:" + strings.TrimPrefix(trouble[i].URL, "https:") + "; else run the same command later."
}
