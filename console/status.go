package console

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/console/orders"
	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/console/status"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/internal/show"
)

// liveEvery is the interval in seconds after which a live page is reloaded. The reader can start
// and stop it.
const liveEvery = 5

type statusPage struct {
	frame
	Live, Still string // addresses of the page with and without reloading
	Heading     string
	Crawl       []trail.Fact
	Folder      []trail.Fact
	Nodes       []trail.Fact // of a cluster
	Trouble     []troubleRow
	Troubled    string // how many hosts have trouble, if not all are listed
	Held        []results.Choice
	Orders      []orders.Button  // empty for who has not signed in
	Adding      orders.FormError // an empty form
	First       bool             // an operator may begin the first crawl
	Damage      []damageRow
	Way         string // what to do about the damage
}

type troubleRow struct {
	Host, URL, Reason, ReasonURL, Detail, Waiting, WaitingURL, Failed, Until string
}

func (s *Server) handleStatus(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), askTimeout)
	defer cancel()
	st, err := s.status(ctx)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	p := statusPage{
		frame: s.frame(r, "Status"), Live: "/status?live=1", Still: "/status",
		Heading: heading(&st), Folder: folderFacts(&st), Nodes: nodeFacts(st.Nodes),
	}
	if p.Operator != "" {
		p.First = st.InForce == nil && len(st.Nodes) == 0
		p.Orders = orders.OfCrawls(!st.Paused.IsZero(), !st.Stopped.IsZero())
	}
	if r.URL.Query().Get("live") == "1" {
		p.Refresh = liveEvery
	}
	if st.Crawl != nil {
		p.Crawl = crawlFacts(st.Crawl)
	} else if st.Last != nil {
		p.Crawl = status.Last(st.Last)
	}
	for _, t := range st.Trouble {
		p.Trouble = append(p.Trouble, troubleOf(&t))
	}
	if st.Troubled > len(st.Trouble) {
		p.Troubled = show.Number(st.Troubled)
	}
	for _, h := range st.Held {
		p.Held = append(p.Held, results.Choice{Text: show.Visible(show.Host(h)), URL: urlsURL("host", h)})
	}
	p.Way = wayOut(st.Damage)
	for _, f := range st.Damage {
		p.Damage = append(p.Damage, damageOf(&f))
	}
	s.render(w, http.StatusOK, "status", p)
}

// heading describes whether there is a crawl, and the operator's orders for all hosts.
func heading(st *service.Status) string {
	text := "No crawl is under way."
	if st.Crawl != nil {
		text = "A crawl is under way."
	}
	if !st.Stopped.IsZero() {
		text += " The operator stopped crawls on " + trail.When(st.Stopped) + ": aranea run begins none until aranea resume."
	}
	if !st.Paused.IsZero() {
		text += " The operator paused crawls on " + trail.When(st.Paused) + ": no request leaves until aranea resume."
	}
	return text
}

// crawlFacts returns the state of the current crawl.
func crawlFacts(c *service.CrawlStatus) []trail.Fact {
	p := &c.Progress
	facts := []trail.Fact{
		{Name: "Begun", Text: trail.When(c.Since) + ", from " + show.Count(c.Seeds, "seed")},
		{Name: "Rate", Text: strconv.FormatFloat(c.Rate, 'f', 1, 64) + " requests a second"},
		{Name: "Queue", Text: show.Count(p.Counts[aranea.CountQueued], "URL"), URL: countURL(&p.Counts, aranea.CountQueued, "")},
		{Name: "This run", Text: show.Count(p.Run[aranea.CountFetched], "page") + " fetched, " + show.Count(p.Run[aranea.CountRequests], "request") +
			", " + show.Bytes(p.Run[aranea.CountBytes])},
		{Name: "Failed exchanges", Text: show.Number(p.Errors)},
		{Name: "Visits running", Text: show.Number(p.Outstanding)},
	}
	if p.LastURL != "" {
		facts = append(facts, trail.Fact{Name: "Last visit", Text: show.Shorten(show.Visible(show.URL(p.LastURL)), results.MaxTitle), URL: whyURL(p.LastURL)})
	}
	if d := &p.Longest; d.Takes(time.Now()) > 0 {
		facts = append(facts, trail.Fact{Name: "Reads", Text: show.Shorten(show.Visible(show.URL(d.URL)), results.MaxTitle) + ", since " + trail.When(d.Since), URL: whyURL(d.URL)})
	}
	if p.Left > 0 {
		facts = append(facts, trail.Fact{Name: "Left", Text: "at least " + p.Left.Round(time.Second).String() + " with the delays in force"})
	}
	if !p.Until.IsZero() {
		text := "until " + trail.When(p.Until)
		if o := p.Waiting.Origin; o != "" {
			text += " for " + show.URL(string(o))
		}
		facts = append(facts, trail.Fact{Name: "Waits", Text: text})
	}
	if c.Callers > 1 {
		facts = append(facts, trail.Fact{Name: "Asked for by", Text: show.Count(c.Callers, "command")})
	}
	return facts
}

// nodeFacts returns the state of each node of a cluster.
func nodeFacts(nodes []service.NodeStatus) []trail.Fact {
	var facts []trail.Fact
	for i := range nodes {
		facts = append(facts, trail.Fact{
			Name: fmt.Sprintf("Partition %d of %d", nodes[i].Partition.Number, nodes[i].Partition.Of), Text: show.Visible(status.Node(&nodes[i], trail.When)),
		})
	}
	return facts
}

// folderFacts returns the state of the data folder, with the list of each number.
func folderFacts(st *service.Status) []trail.Fact {
	found := trail.Fact{Name: "Pages that can be found", Text: show.Number(st.Docs)}
	running := trail.Fact{Name: "Running", Text: "since " + trail.When(st.Since) + ", version " + show.Visible(st.Version)}
	if way := wayOut(st.Damage); (way == wayOfFrontier || way != "" && st.ReadOnly != "") && st.Asked == 0 { // it was not opened, so nothing else is known
		return []trail.Fact{found, running}
	}
	found.URL = urlsURL("state", "indexed")
	facts := []trail.Fact{
		found,
		{Name: "Of these in memory and in the log", Text: show.Number(st.Waiting)},
		{Name: "Hosts asked", Text: show.Number(st.Asked), URL: "/hosts"},
		{Name: "Hosts merely known", Text: show.Number(st.Known), URL: "/hosts?list=known"},
	}
	facts = append(facts, countFacts(&st.Counts, "")...)
	disk := show.Bytes(st.Disk)
	if st.DiskLimit > 0 {
		disk += " of " + show.Bytes(st.DiskLimit)
	}
	if st.DiskFree != nil {
		disk += ", " + show.Bytes(*st.DiskFree) + " free"
	}
	return append(facts,
		trail.Fact{Name: "Memory", Text: show.Bytes(st.Memory)}, trail.Fact{Name: "Disk", Text: disk}, running,
	)
}

func troubleOf(t *verdict.HostTrouble) troubleRow {
	row := troubleRow{
		Host: show.URL(string(t.Origin)), URL: hostURL(t.Origin), Reason: t.Reason.String(), ReasonURL: reasonURL(t.Reason.String()),
		Detail: show.Shorten(show.Visible(t.Detail), maxDetail), Waiting: show.Number(t.Queued), Failed: show.Number(t.Failed),
		WaitingURL: urlsURL("host", string(t.Origin), "state", aranea.StateQueued.String()),
	}
	if !t.Until.IsZero() {
		row.Until = trail.When(t.Until)
	}
	return row
}
