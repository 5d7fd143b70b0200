// Package trail builds the trail of a URL: where it was found, what was decided and why, what
// happened at its visits, and for an unknown URL what would be decided about it.
//
// Floor: 5 (owner). Stability: engine. It reads records and changes none; engine adds what only
// the index knows about a page.
package trail

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/fetch/authority"
	"github.com/aranea-search/aranea/frontier/budget"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/schedule/refusal"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

// Records is what is known about URLs and hosts; it is the frontier.
type Records interface {
	// EntryByID returns an entry with its current reason, which is that of its host if the whole
	// host has to wait.
	EntryByID(id weburl.ID) (aranea.Entry, bool, error)
	// StoredReason returns the reason of an entry itself, none if it is not known.
	StoredReason(id weburl.ID) (aranea.Reason, error)
	Trail(id weburl.ID) ([]aranea.Event, error)
	Host(o weburl.Origin) (aranea.Host, bool, error)
	// Robots returns the robots copy of a host.
	Robots(o weburl.Origin) (acquire.Copy, bool, error)
	// Full returns the reason why an unknown URL would not be stored, or "" if it would.
	Full(u weburl.URL) (string, error)
}

// A Trail is everything known about one URL: where it was found, what was decided and why, and
// what happened at its visits.
type Trail struct {
	URL      string  `json:"url"`
	Known    bool    `json:"known"`
	In       bool    `json:"in"`               // it can be found
	Hidden   bool    `json:"hidden,omitempty"` // its words are in the index, but it is not found
	State    string  `json:"state"`
	Reason   string  `json:"reason"`
	Sentence string  `json:"sentence"`
	Facts    []Fact  `json:"facts"`
	Events   []Event `json:"events"`
	// Listed says that a sitemap lists it, or that it takes the place of another URL, so that a
	// crawl with scope list visits it, if its sites are those of the seeds.
	Listed bool `json:"listed,omitempty"`
	// Moved lists the places that seeds of its site moved to, which are in scope as well.
	Moved []string `json:"moved,omitempty"`
}

// A Fact is one line of a trail. URL is set if Text names a page.
type Fact struct {
	Name string `json:"name"`
	Text string `json:"text"`
	URL  string `json:"url,omitempty"`
}

// An Event is one step of a visit.
type Event struct {
	At   time.Time `json:"at"`
	Code string    `json:"code"`
	Text string    `json:"text"`
}

// Of returns the trail of a URL. If the text has no scheme, that of a known URL is used. Text
// that is not a URL is an error of kind Invalid; other errors mean that the records cannot be
// read.
func Of(ctx context.Context, sites Records, text string, o Outlook) (Trail, error) {
	u, err := ParseURL(text)
	if err != nil {
		return Trail{}, err
	}
	e, known, err := sites.EntryByID(u.ID())
	if err == nil && !strings.Contains(text, "://") {
		if other := variant(u, "https"+strings.TrimPrefix(u.String(), "http")); !other.IsZero() {
			x, also, xerr := sites.EntryByID(other.ID())
			if err = xerr; also || !known { // unknown URLs are requested by https
				e, known, u = x, also, other
			}
		}
	}
	t := Trail{URL: u.String(), Facts: []Fact{}, Events: []Event{}}
	if err == nil {
		t.Moved, err = o.follow(ctx, sites, u.Origin().Site())
	}
	if err != nil {
		return t, err
	}
	if !known || u.IsRobots() && !e.Found() {
		return t, t.unknown(sites, u, &o)
	}
	if e, err = o.standing(sites, e); err != nil {
		return t, err
	}
	t.Known, t.In, t.Hidden, t.State, t.Reason = true, e.Found(), e.Hidden(), e.State.String(), e.Reason.String()
	t.Sentence, t.Listed = sentence(&e), scope.Lists(e.How) && e.Reason != aranea.ScopeDropped
	if err := t.entryFacts(sites, &e); err != nil {
		return t, err
	}
	if err := t.hostFacts(sites, &e, &o); err != nil {
		return t, err
	}
	first, err := discovered(sites, &e)
	if err != nil {
		return t, err
	}
	return t, t.visits(sites, u, first)
}

// discovered returns how a URL became known, and on which page.
func discovered(sites Records, e *aranea.Entry) (aranea.Event, error) {
	if robots := namedBy(e); robots != "" {
		return e.Discovered(robots), nil
	}
	from, _, err := sites.EntryByID(e.FoundOn)
	return e.Discovered(from.URL.String()), err
}

// namedBy returns the robots file of the entry's origin if that names the entry as a sitemap, or
// "". Robots files have no entries.
func namedBy(e *aranea.Entry) string {
	if robots := e.URL.Origin().RobotsURL(); e.How == aranea.HowRobots && robots.ID() == e.FoundOn {
		return robots.String()
	}
	return ""
}

// visits adds the steps of a URL's visits after a first one.
func (t *Trail) visits(sites Records, u weburl.URL, first aranea.Event) error {
	events, err := sites.Trail(u.ID())
	if first.Reason == aranea.DiscoverRobots && len(events) > 0 && (first.At.IsZero() || events[0].At.Before(first.At)) {
		first.At = events[0].At // only the time of its last read is stored apart from its visits
	}
	if len(events) == 0 || first.Reason != aranea.IndexImported { // an import records its own step
		events = append([]aranea.Event{first}, events...)
	}
	for _, ev := range events {
		text := ev.Detail
		if text == "" {
			text = ev.Reason.Sentence()
		}
		t.Events = append(t.Events, Event{At: ev.At, Code: ev.Reason.String(), Text: text})
	}
	return err
}

// unknown adds similar URLs that are known, for a URL without an entry.
func (t *Trail) unknown(sites Records, u weburl.URL, o *Outlook) error {
	t.State, t.Reason = aranea.StateUnknown.String(), aranea.ReasonNone.String()
	if u.IsRobots() {
		return t.robotsFile(sites, u, o)
	}
	done, err := t.unlinked(sites, u, o)
	if err == nil && !done {
		err = t.foresee(sites, u, o)
	}
	if err != nil {
		return err
	}
	for _, other := range o.others(u) {
		e, known, err := sites.EntryByID(other.ID())
		if err != nil {
			return err
		}
		if known {
			t.instead(e.URL)
		}
	}
	return t.hostFacts(sites, &aranea.Entry{URL: u}, o)
}

// KnownInstead is the name of the fact that a URL is known which may be meant in place of an unknown
// one.
const KnownInstead = "Known instead"

// instead adds a URL that may be meant in place of an unknown one.
func (t *Trail) instead(u weburl.URL) {
	t.Facts = append(t.Facts, Fact{Name: KnownInstead, Text: u.String(), URL: u.String()})
}

// robotsFile adds facts about the robots file of a host, which is visited before its pages and
// is not a page itself.
func (t *Trail) robotsFile(sites Records, u weburl.URL, o *Outlook) error {
	c, read, err := sites.Robots(u.Origin())
	if err != nil {
		return err
	}
	if !read {
		t.Sentence = "Not in the index: it is the robots file of its host, and was not read yet."
		for _, other := range o.others(u) {
			if _, read, err := sites.Robots(other.Origin()); err != nil {
				return err
			} else if read && other.IsRobots() {
				t.instead(other)
			}
		}
		return nil
	}
	t.Known, t.Sentence = true, "Not in the index: it is the robots file of its host."
	e := aranea.Entry{URL: u, Kind: aranea.KindRobots, How: aranea.HowRobots, FoundAt: c.FetchedAt}
	if err := t.visits(sites, u, e.Discovered("")); err != nil {
		return err
	}
	return t.hostFacts(sites, &aranea.Entry{URL: u}, o)
}

// lookalikes returns the URLs that people often mean instead: with the other scheme, and with or
// without a slash at the end or www in front.
func lookalikes(u weburl.URL) []weburl.URL {
	scheme, rest, _ := strings.Cut(u.String(), "://")
	other := "https"
	if scheme == other {
		other = "http"
	}
	slashed, cut := strings.CutSuffix(rest, "/")
	if !cut {
		slashed = rest + "/"
	}
	host, bare := strings.CutPrefix(rest, "www.")
	if !bare {
		host = "www." + rest
	}
	var out []weburl.URL
	for _, text := range []string{other + "://" + rest, scheme + "://" + slashed, scheme + "://" + host, other + "://" + host} {
		if v := variant(u, text); !v.IsZero() {
			out = append(out, v)
		}
	}
	return out
}

// variant parses a changed form of u. It returns the zero URL if that is not another URL.
func variant(u weburl.URL, text string) weburl.URL {
	v, err := weburl.Parse(text)
	if err != nil || v == u {
		return weburl.URL{}
	}
	return v
}

// ParseURL parses a URL as people write it, with http as the default scheme. Text that is not a
// URL is an error of kind Invalid.
func ParseURL(text string) (weburl.URL, error) {
	text = strings.TrimSpace(text)
	host, _, _ := strings.Cut(text, "/")
	if host != "" && !strings.ContainsAny(host, "@?#") && !strings.Contains(text, "://") {
		text = "http://" + text
	}
	u, err := weburl.Parse(text)
	var e *weburl.Error
	if errors.As(err, &e) {
		return u, &aranea.Error{Op: "explain", Kind: aranea.Invalid, Obj: e.Input, Err: errors.New(e.Problem.String())}
	}
	return u, err
}

// sentence describes in one line whether the page is in the index and why.
func sentence(e *aranea.Entry) string {
	why := why(e)
	switch {
	case e.Hidden():
		return "Hidden: its words are kept in the index and not found, because it " + why + "."
	case e.Indexed && e.Reason == aranea.IndexAdded:
		return "In the index."
	case e.Indexed:
		return "In the index; it " + why + "."
	case e.Reason == aranea.HTTPNotModified:
		return "Not in the index: it has not changed since the visit that left it out."
	case e.State == aranea.StateQueued:
		return "Not in the index yet: it " + why + "."
	}
	return "Not in the index: it " + why + "."
}

// why returns what keeps the page where it is, as Reason.Sentence does, and names a certificate
// that is not trusted as the cause, with what helps.
func why(e *aranea.Entry) string {
	text := e.Reason.Sentence()
	failure, _, _ := strings.Cut(e.Detail, " ")
	switch byTLS := failure == aranea.NetTLS.String(); {
	case e.Reason == aranea.RobotsUnreachable && byTLS:
		text = "waits, because its host is without a trusted certificate, so that its robots file cannot be read"
	case e.Reason == aranea.ScheduleRetry && byTLS:
		text = "waits for another try, because its host is without a trusted certificate"
	case e.Reason != aranea.NetTLS:
		return text
	}
	if authority.Unknown(e.Detail) {
		text += "; if you trust the authority that signed it, name the file of its certificate with --ca-file"
	}
	return text
}

// Add adds a fact.
func (t *Trail) Add(name, text string) { t.Facts = append(t.Facts, Fact{Name: name, Text: text}) }

// page adds a fact that names another page.
func (t *Trail) page(sites Records, name string, id weburl.ID) error {
	e, ok, err := sites.EntryByID(id)
	if err != nil || !ok {
		return err
	}
	t.Facts = append(t.Facts, Fact{Name: name, Text: e.URL.String(), URL: e.URL.String()})
	return nil
}

// Evidence is the name of the fact with the evidence for the reason.
const Evidence = "Evidence"

func (t *Trail) entryFacts(sites Records, e *aranea.Entry) error {
	t.Add("Reason", e.Reason.String())
	if e.Detail != "" && e.Reason != aranea.DupExact {
		t.Add(Evidence, e.Detail)
	}
	if !e.Twin.IsZero() {
		if err := t.page(sites, "Same text as", e.Twin); err != nil {
			return err
		}
	}
	if e.Target != "" {
		name := "Redirects to"
		switch {
		case e.Represented() || e.Reason == aranea.DupCanonical:
			name = "Canonical URL"
		case e.Reason == aranea.MirrorMoved:
			name = "On the main mirror"
		case e.Reason == aranea.ScopeParameter:
			name = "Without the parameter"
		}
		t.Facts = append(t.Facts, Fact{Name: name, Text: e.Target, URL: e.Target})
		if err := t.addLoop(sites, e); err != nil {
			return err
		}
	}
	t.Add("Found", found(e))
	if robots := namedBy(e); robots != "" {
		t.Facts = append(t.Facts, Fact{Name: "Found on", Text: robots, URL: robots})
	} else if !e.FoundOn.IsZero() {
		if err := t.page(sites, "Found on", e.FoundOn); err != nil {
			return err
		}
	}
	if e.Nearer > 0 {
		t.Add("Comes sooner", fmt.Sprintf("with --order best: for who links to it, its way counts 1/%d", 1+int(e.Nearer)))
	}
	t.lastVisit(e)
	if e.Attempts > 0 {
		t.Add("Failed tries", fmt.Sprint(e.Attempts))
	}
	switch {
	case e.Since.IsZero():
	case e.Hidden():
		t.Add("Hidden since", When(e.Since))
	case e.State == aranea.StateGone:
		t.Add("Gone since", When(e.Since))
	}
	if at := schedule.Leaves(e); !at.IsZero() {
		t.Add("Leaves the index", When(at))
	}
	t.addNext(e)
	return nil
}

// maxHops is how many redirects are followed to find out whether they end.
const maxHops = 10

// addLoop adds a fact about redirects in a circle.
func (t *Trail) addLoop(sites Records, e *aranea.Entry) error {
	seen := map[string]bool{}
	for at, hops := *e, 0; hops < maxHops && isRedirect(at.Reason); hops++ {
		if seen[at.URL.String()] {
			t.Add("Never ends", "its redirects lead in a circle: there is no page to index, and only the site can change that")
			return nil
		}
		seen[at.URL.String()] = true
		u, err := weburl.Parse(at.Target)
		if err != nil {
			return nil //nolint:nilerr // a target that is no URL ends them
		}
		var known bool
		if at, known, err = sites.EntryByID(u.ID()); err != nil || !known {
			return err
		}
	}
	return nil
}

func isRedirect(r aranea.Reason) bool {
	return r == aranea.HTTPRedirect || r == aranea.DirectiveRefresh
}

// addNext adds when an entry is visited next, if it will be.
func (t *Trail) addNext(e *aranea.Entry) {
	switch {
	case e.Reason == aranea.ScopeBudget:
	case e.Waits() && e.Due.IsZero() && e.Priority == aranea.PriorityNamed:
		t.Add("Next visit", "before others of its host: it was named by the operator or by its site")
	case e.State == aranea.StateQueued && e.Due.IsZero() && e.Priority == budget.ForeignPriority:
		t.Add("Next visit", "after the pages that its own site names: another site named it, and many URLs of its host were known")
	case e.Again && e.Due.IsZero():
		t.Add("Next visit", "in its turn: it waits in the queue of its host")
	case e.Named && e.State == aranea.StateExcluded && e.Reason == aranea.RobotsDenied:
		t.Add("Next visit", "when its robots file opens it: it was named meanwhile, by the operator or by its site")
	case !e.Due.IsZero() && !e.Hidden():
		t.Add(nextName(e), When(e.Due))
	}
}

// nextName returns the name of the next step: a visit, or another try after a failure.
func nextName(e *aranea.Entry) string {
	if e.Attempts > 0 || e.VisitedAt.IsZero() {
		return "Next try"
	}
	return "Next visit"
}

// found describes when and how a URL became known.
func found(e *aranea.Entry) string {
	switch e.How {
	case aranea.HowSitemap:
		return When(e.FoundAt) + ", as an entry of a sitemap"
	case aranea.HowProbe:
		return When(e.FoundAt) + ", made up to see how the host answers for pages that it does not have"
	case aranea.HowNotice:
		return When(e.FoundAt) + ", named by its site (IndexNow)"
	case aranea.HowImport:
		return When(e.FoundAt) + ", by an import"
	case aranea.HowFeed:
		return When(e.FoundAt) + ", as the feed of a page"
	case aranea.HowSitemapLink:
		return When(e.FoundAt) + ", as a sitemap that a page names"
	case aranea.HowRobots:
		return When(e.FoundAt) + ", as a sitemap that a robots file names"
	}
	text := When(e.FoundAt) + ", as " + article(e.How.String())
	if e.How == aranea.HowForm {
		text = When(e.FoundAt) + ", through a form"
	}
	if e.Depth > 0 {
		text += ", " + show.Count(int(e.Depth), "link") + " from a start page"
	}
	return text
}

// article returns a noun with its article.
func article(noun string) string {
	if strings.ContainsRune("aeio", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// lastVisit adds when an entry was visited or imported.
func (t *Trail) lastVisit(e *aranea.Entry) {
	switch {
	case e.Imported:
		t.Add("Imported", When(e.VisitedAt))
	case !e.VisitedAt.IsZero():
		t.Add("Last visit", visit(e))
	}
	if !e.Captured.IsZero() {
		t.Add("Captured", When(e.Captured))
	}
}

// visit describes the last exchange.
func visit(e *aranea.Entry) string {
	text := When(e.VisitedAt)
	if e.Status == 0 {
		return text + ", without an answer"
	}
	text += fmt.Sprintf(", status %d", e.Status)
	if e.Visits > 0 {
		text += fmt.Sprintf(", visit number %d", e.Visits)
	}
	return text
}

// hostFacts adds facts about the whole host.
func (t *Trail) hostFacts(sites Records, e *aranea.Entry, o *Outlook) error {
	h, ok, err := sites.Host(e.URL.Origin())
	if err != nil || !ok {
		return err
	}
	within := time.Duration(0)
	if o.Crawl != nil {
		within = o.Crawl.RevisitWithin
	}
	if why := schedule.Why(e, &h, within); why != "" {
		t.Add("Why then", why)
	}
	if h.Robots.Version > 0 {
		c, ok, err := sites.Robots(e.URL.Origin())
		if err != nil {
			return err
		}
		if ok {
			t.Add("Robots file", robotsFact(&c))
		}
	}
	t.Add("Delay of the host", fmt.Sprintf("%s (%s)", h.Delay, h.DelayReason))
	t.addRefusals(&h)
	return nil
}

// addRefusals adds that the host refuses everything.
func (t *Trail) addRefusals(h *aranea.Host) {
	if h.RefusedSince.IsZero() {
		return
	}
	text := "all that it gave before, since " + When(h.RefusedSince) + "; its pages in the index stay until " + When(refusal.Ends(h))
	if !h.RefusedUntil.IsZero() {
		text += "; asked again " + When(h.RefusedUntil)
	}
	t.Add("Host refuses", text)
}

func robotsFact(c *acquire.Copy) string {
	again := ", asked again " + When(c.Expires)
	switch c.Class {
	case acquire.ClassRules:
		return fmt.Sprintf("read %s, %s, used until %s", When(c.FetchedAt), show.Count(len(c.Body), "byte"), When(c.Expires))
	case acquire.ClassUnreachable:
		return fmt.Sprintf("unavailable since %s (%s)", When(c.DownSince), c.Detail) + again
	case acquire.ClassForbidden:
		return fmt.Sprintf("refused (status %d), which closes the host", c.Status) + again
	case acquire.ClassUnavailable:
		return fmt.Sprintf("none (status %d)", c.Status) + again
	}
	return "not asked for yet"
}

// When prints an instant in UTC.
func When(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 MST") }
