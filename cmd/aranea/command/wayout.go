package command

import (
	"cmp"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/fetch/authority"
	"github.com/aranea-search/aranea/internal/ports"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/weburl"
)

// WayOutOf returns what WayOut returns for the URL of a trail. For a URL that the operator
// removed, it returns how to allow it again, and for one in a folder that was left out, what lets that in.
func WayOutOf(t *trail.Trail, data string) string {
	evidence := evidenceOf(t)
	if authority.Unknown(evidence) { // the sentence of the trail includes it
		return ""
	}
	if folder, why := t.LeftOutFolder(); folder != "" {
		return wayOut(aranea.ScopeGenerated.String(), folder, why, data)
	}
	return WayOutBy(t.Reason, t.URL, evidence, data)
}

// WayOutBy is WayOutOf for a URL with a reason and its evidence, which may be "".
func WayOutBy(reason, url, evidence, data string) string {
	if reason != aranea.OperatorRemoved.String() {
		return wayOut(reason, url, evidence, data)
	}
	target := cmp.Or(evidence, url)
	return "Let it in again: aranea delete" + data + " --undo " + show.Line(show.Word(target)) + "; a crawl brings it back."
}

// evidenceOf returns the evidence in a trail, or "".
func evidenceOf(t *trail.Trail) string {
	text := ""
	for _, f := range t.Facts {
		if f.Name == trail.Evidence {
			text = f.Text
		}
	}
	return text
}

// WayOut returns, in one sentence, the flag or command with which the operator can change the
// state of a URL, or "". Its arguments are a reason code, the URL, and the flag for the data
// folder in commands (see DataFlag).
func WayOut(reason, url, data string) string { return wayOut(reason, url, "", data) }

// wayOut is WayOut for a URL with evidence.
func wayOut(reason, url, evidence, data string) string {
	const otherPort = "No setting opens that port: browsers refuse it as well. If the site is yours, serve it on another one, such as 8080."
	switch reason {
	case aranea.ScopePort.String():
		return otherPort
	case aranea.ScopeHost.String(), aranea.ScopeSite.String(), aranea.ScopePrefix.String():
		return "To have it crawled, name it: aranea crawl" + data + " " + show.Line(show.Word(url)) + "; or let the crawl go further with --scope."
	case aranea.ScopeList.String():
		return "To have it crawled, name it as well: aranea crawl" + data + " " + show.Line(show.Word(url)) + "."
	case aranea.ScopePattern.String():
		return "To have it crawled, change --include or --exclude, or name it: aranea crawl" + data + " " + show.Line(show.Word(url)) + "."
	case aranea.ScopeGenerated.String():
		return "To have it read all the same, name it: aranea crawl" + data + " " + show.Line(show.Word(url)) + "; or with a pattern: --include / --include '*/NAME/'."
	case aranea.ScopeArchive.String():
		return "If another archive has it, name that beside those of before: --archive FILE. The network is asked for it in another data folder: --data."
	case aranea.ScopePartition.String():
		return "Nothing is to be done: the node of that partition visits it, and its data folder tells what came."
	case aranea.ScopeNoIndex.String():
		if evidence == scope.ListOfFiles {
			return ""
		}
		return "To have it indexed, change --index-only or --follow-only."
	case aranea.NetGuard.String():
		if u, err := weburl.Parse(url); err == nil && ports.Blocked(u.Origin().Port()) {
			return otherPort
		}
		return opening(evidence)
	case aranea.ScopeTrap.String():
		u, err := weburl.Parse(url)
		if err != nil {
			return ""
		}
		rule := cmp.Or(trap.FolderIn(evidence, u.Target()), trap.ViewIn(evidence, u.Target()), trap.KindIn(evidence, u.Target()), trap.Template(u.Target()))
		if !scope.Shape(u).OK {
			rule = trap.RuleShape
		}
		return "If URLs like it are worth a visit, let them in: " + allow(u, rule, data) + "."
	case aranea.HTTPChallenge.String():
		if u, err := weburl.Parse(url); err == nil {
			return "If it is a page of the site, have it read as it comes: " + allow(u, trap.RuleChallenge, data) + "; else only the owner of the site can let the robot in (aranea identity)."
		}
	case aranea.NetTLS.String(), aranea.RobotsUnreachable.String():
		if authority.Unknown(evidence) {
			return "If you trust the authority that signed its certificate, your company's for instance, name the file of its certificate: --ca-file FILE (docs/operating.md)."
		}
	case aranea.HTTPForbidden.String(), aranea.IndexLogin.String():
		return "If you may come in, say how when you crawl: --secrets FILE (docs/credentials.md); what a new secret opens is asked for again at once."
	case aranea.HTTPLogin.String():
		return "There is a secret for it, and it did not open it: aranea secrets FILE tries those of a file; what a changed secret opens is asked for again at once."
	case aranea.ScheduleLogin.String():
		return "The login is tried again by itself; aranea secrets FILE tries it at once, and says what came."
	}
	return ""
}

// opening returns the flag that opens the address that the evidence of a refusal names, and no
// other. It returns "" if that had better stay closed, or no flag opens it.
func opening(evidence string) string {
	if evidence == "" {
		return "If its address is yours, open it with --allow-net; aranea inspect says which one it is."
	}
	open, ok := fetch.OpenableIn(evidence)
	if !ok {
		return ""
	}
	return "If the address is yours, open it: --allow-net " + fetch.Opening(open) + "."
}

// allow returns the command that revokes a verdict on URLs like u.
func allow(u weburl.URL, rule, data string) string {
	return "aranea traps" + data + " " + show.Word(string(u.Origin())) + " --allow " + show.Word(rule)
}
