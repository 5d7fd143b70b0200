package console

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/console/orders"
	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/console/robots"
	"github.com/aranea-search/aranea/console/status"
	"github.com/aranea-search/aranea/console/zones"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/weburl"
)

// maxCopies is the maximum number of versions of a robots file on the page about a host.
const maxCopies = 20

type hostsPage struct {
	frame
	Name, Status string
	AsOf         string // that some are as of a copy
	Known        bool   // the list of hosts to which no request was sent
	Lists        []results.Choice
	Sorts        []option
	Hosts        []hostRow
	Pager        []results.Choice
}

// hostRow is a row of the list of hosts; its numbers count URLs.
type hostRow struct {
	Name, URL, Delay string
	Numbers          []hostNumber
}

type hostNumber struct{ Name, Number, URL string }

type hostPage struct {
	frame
	Name   string
	Facts  []trail.Fact
	Orders []orders.Button // empty for who has not signed in
	Lines  []string        // of the robots file
	Notes  []string
	Copies []copyRow
	Zones  []zones.Row
	// ZonePages is the number of pages from which they were learned.
	ZonePages string
	Search    string // address of the search on this host
	URLs      string // address of the list of its URLs
	Testing   string // address of the tester with its robots file
}

type copyRow struct{ Checked, Text string }

// handleHosts shows the list of known hosts, or one of them.
func (s *Server) handleHosts(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), scanTimeout)
	defer cancel()
	text := strings.TrimSpace(r.URL.Query().Get("origin"))
	if text == "" {
		s.listHosts(ctx, w, r)
		return
	}
	u, err := trail.ParseURL(text)
	if err != nil {
		s.refuseOperator(w, r, http.StatusBadRequest, "That is not a URL of a host.")
		return
	}
	o := u.Origin()
	h, err := s.service.Host(ctx, o)
	if aranea.KindOf(err) == aranea.NotFound && !strings.Contains(text, "://") {
		h, err = s.service.Host(ctx, weburl.Origin("https"+strings.TrimPrefix(string(o), "http")))
	}
	switch {
	case aranea.KindOf(err) == aranea.NotFound && err != nil:
		s.refuseOperator(w, r, http.StatusNotFound, "This host is not known: no page that was visited links to it.")
	case err != nil:
		s.fail(w, r, err)
	default:
		s.showHost(ctx, w, r, &h)
	}
}

// columns are the numbers in the list of hosts.
var columns = [...]struct {
	counter aranea.Counter
	name    string
}{
	{aranea.CountIndexed, "in the index"}, {aranea.CountQueued, "waiting"}, {aranea.CountDenied, "denied"},
	{aranea.CountMissing, "missing"}, {aranea.CountFailed, "failed"},
}

func (s *Server) listHosts(ctx context.Context, w http.ResponseWriter, r *http.Request) {
	v := r.URL.Query()
	page := pageOf(v)
	f := service.HostFilter{
		Name: show.Clip(strings.ToValidUTF8(strings.TrimSpace(v.Get("name")), "\uFFFD"), maxFilter), Known: v.Get("list") == "known",
		Sort: v.Get("sort"), Offset: (page - 1) * listSize, Limit: listSize + 1,
	}
	if f.Asked = !f.Known; !slices.ContainsFunc(sorts[:], func(o option) bool { return o.Value == f.Sort }) {
		f.Sort = sorts[0].Value
	}
	p := hostsPage{frame: s.frame(r, "Hosts"), Name: f.Name, Known: f.Known, Lists: hostLists(&f)}
	for _, o := range sorts {
		o.Chosen = o.Value == f.Sort
		p.Sorts = append(p.Sorts, o)
	}
	var copies status.Copies
	rows, more, err := someRows(s.service.Hosts(ctx, f), func(h *service.HostFacts) hostRow { copies.Add(h.Copied); return hostRowOf(h) })
	if err != nil {
		s.fail(w, r, err)
		return
	}
	p.Hosts = rows
	p.Status, p.Pager = rangeText("host", page, len(p.Hosts), more), turn("/hosts", hostValues(&f), page, more)
	p.AsOf = copies.Text(trail.When)
	s.render(w, http.StatusOK, "hosts", p)
}

// sorts are the sort orders of the list of hosts; the first is the default.
var sorts = [...]option{
	{Value: "indexed", Text: "most in the index"}, {Value: "queued", Text: "most waiting"}, {Value: "denied", Text: "most denied"},
	{Value: "failed", Text: "most failed"}, {Value: "name", Text: "by name"},
}

// hostLists returns the links to the two lists of hosts: those to which a request was sent, and
// the others.
func hostLists(f *service.HostFilter) []results.Choice {
	asked, known := *f, *f
	asked.Known, known.Known = false, true
	return []results.Choice{
		{Text: "Asked", URL: "/hosts?" + hostValues(&asked).Encode(), Current: !f.Known},
		{Text: "Merely known", URL: "/hosts?" + hostValues(&known).Encode(), Current: f.Known},
	}
}

// hostValues returns the parameters of a list of hosts.
func hostValues(f *service.HostFilter) url.Values {
	v := url.Values{}
	if f.Name != "" {
		v.Set("name", f.Name)
	}
	if f.Known {
		v.Set("list", "known")
	}
	if f.Sort != sorts[0].Value {
		v.Set("sort", f.Sort)
	}
	return v
}

func hostRowOf(h *service.HostFacts) hostRow {
	row := hostRow{Name: show.URL(string(h.Origin)), URL: hostURL(h.Origin), Delay: delayText(h)}
	for _, c := range columns {
		row.Numbers = append(row.Numbers, hostNumber{
			Name: c.name, Number: show.Number(h.Counts[c.counter]), URL: countURL(&h.Counts, c.counter, string(h.Origin)),
		})
	}
	return row
}

func (s *Server) showHost(ctx context.Context, w http.ResponseWriter, r *http.Request, h *service.HostFacts) {
	name := show.URL(string(h.Origin))
	p := hostPage{
		frame: s.frame(r, name), Name: name, Facts: hostFacts(h), Search: results.SearchURL("host:"+h.Origin.Host(), 1),
		URLs: urlsURL("host", string(h.Origin)), Testing: testerURL(string(h.Origin) + "/"),
	}
	if p.Operator != "" {
		p.Orders = orders.OfHost(h.Origin, h.Held)
	}
	if h.Robots != nil {
		p.Lines, p.Notes = robots.Lines(h.Robots.Body)
	}
	for c, err := range s.service.RobotsHistory(ctx, h.Origin) {
		if err != nil {
			if aranea.KindOf(err) == aranea.NotFound {
				break
			}
			s.fail(w, r, err)
			return
		}
		if len(p.Copies) == maxCopies {
			break
		}
		p.Copies = append(p.Copies, copyRow{trail.When(c.Checked), show.Visible(robots.Describe(&c))})
	}
	var err error
	if p.Zones, p.ZonePages, err = zones.Rows(s.service.Templates(ctx, string(h.Origin))); err != nil {
		s.fail(w, r, err)
		return
	}
	s.render(w, http.StatusOK, "host", p)
}

// hostFacts returns the facts about a host: its robots file, its delay, its URLs.
func hostFacts(h *service.HostFacts) []trail.Fact {
	file := "not asked for yet"
	if h.Robots != nil {
		file = show.Visible(robots.Describe(h.Robots)) + ", in force until " + trail.When(h.Robots.Expires)
	}
	facts := []trail.Fact{{Name: "Robots file", Text: file, URL: whyURL(h.Origin.RobotsURL().String())}, {Name: "Delay", Text: delayText(h)}}
	if !h.Copied.IsZero() {
		facts = append(facts, trail.Fact{Name: "As of", Text: trail.When(h.Copied) + ": a standby answered, because the node does not"})
	}
	if h.Change != nil {
		facts = append(facts, trail.Fact{Name: "Robots file changed", Text: trail.When(h.Change.At) + ": " + show.Visible(h.Change.Text)})
	}
	if n := h.Counts[aranea.CountHidden]; n > 0 && h.Counts[aranea.CountIndexed] == 0 {
		facts = append(facts, trail.Fact{Name: "Closed", Text: "its robots file has closed every page that could be found; " + show.Count(n, "document") + " kept for a while"})
	}
	if !h.Refuses.IsZero() {
		facts = append(facts, trail.Fact{Name: "Refuses", Text: "all that it gave before, since " + trail.When(h.Refuses) + "; its pages in the index are kept for a while"})
	}
	if h.Held {
		facts = append(facts, trail.Fact{Name: "Requests", Text: "none: the host was paused by the operator"})
	}
	if !h.NextAllowed.IsZero() {
		facts = append(facts, trail.Fact{Name: "Next request", Text: "not before " + trail.When(h.NextAllowed)})
	}
	if h.Failures > 0 {
		facts = append(facts, trail.Fact{Name: "Failures in a row", Text: show.Number(h.Failures)})
	}
	facts = append(facts, mirrorFacts(h.Mirror)...)
	return append(facts, countFacts(&h.Counts, string(h.Origin))...)
}

// mirrorFacts returns the facts about a host as a mirror.
func mirrorFacts(r *mirror.Record) []trail.Fact {
	if r == nil {
		return nil
	}
	var facts []trail.Fact
	if r.Main != "" {
		facts = append(facts,
			trail.Fact{Name: "Mirror of", Text: show.URL(string(r.Main)), URL: hostURL(r.Main)},
			trail.Fact{Name: "Evidence", Text: show.Visible(r.Why)})
	}
	for _, m := range r.Members {
		facts = append(facts, trail.Fact{Name: "Main mirror of", Text: show.URL(string(m)), URL: hostURL(m)})
	}
	if r.Rule != "" {
		facts = append(facts, trail.Fact{Name: "It is the main mirror because", Text: show.Visible(r.Rule)})
	}
	for _, s := range r.Statements() {
		facts = append(facts, trail.Fact{Name: s.Name, Text: show.Visible(s.Text)})
	}
	if name, text := r.History(); name != "" {
		facts = append(facts, trail.Fact{Name: name, Text: show.Visible(text)})
	}
	for _, o := range r.Apart {
		facts = append(facts, trail.Fact{Name: "Separated by the operator from", Text: show.URL(string(o)), URL: hostURL(o)})
	}
	return facts
}

// delayText describes the delay between two requests, and its reason.
func delayText(h *service.HostFacts) string {
	switch {
	case h.Held:
		return "held"
	case h.Delay <= 0:
		return "none"
	case h.DelayReason == "":
		return h.Delay.String()
	}
	return h.Delay.String() + " (" + show.Visible(h.DelayReason) + ")"
}
