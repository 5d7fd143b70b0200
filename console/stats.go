package console

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/crawl/rendering"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/weburl"
)

// maxRows is the maximum number of rows in a table of the statistics.
const maxRows = 60

type statsPage struct {
	frame
	URLs   string
	Tables []countTable
	// Rendering is the cost of browsers, if any were used.
	Rendering []trail.Fact
}

// A countTable counts URLs by one property.
type countTable struct {
	Title, What string
	Rows        []countRow
	Note        string
}

// A countRow is a number. URL is the address of its list, and About the address of the page about
// what is counted, if there is one.
type countRow struct{ Name, About, URL, Number string }

func (s *Server) handleStats(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), scanTimeout)
	defer cancel()
	st, err := s.service.Stats(ctx)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.render(w, http.StatusOK, "stats", statsPage{
		frame: s.frame(r, "Statistics"), URLs: show.Count(st.URLs, "URL"), Tables: tablesOf(&st), Rendering: renderingFacts(&st.Rendering),
	})
}

// renderingFacts returns the cost of browsers in all crawls.
func renderingFacts(c *rendering.Cost) []trail.Fact {
	if c.Pages+c.Failed == 0 {
		return nil
	}
	facts := []trail.Fact{
		{Name: "Pages rendered", Text: show.Number(c.Pages)}, {Name: "Could not be rendered", Text: show.Number(c.Failed)},
		{Name: "Requests", Text: show.Number(c.Requests) + ", " + show.Bytes(c.Bytes)}, {Name: "Time of a browser", Text: c.Took.Round(time.Second).String()},
	}
	if c.CPU > 0 {
		facts = append(facts, trail.Fact{Name: "Processor time", Text: c.CPU.Round(time.Second / 10).String()})
	}
	return facts
}

// tablesOf returns the statistics as tables, with the list of each number.
func tablesOf(st *service.Stats) []countTable {
	list := func(name string) func(string) string {
		return func(key string) string { return urlsURL(name, key, "kind", pageKind) }
	}
	tables := []countTable{
		tableOf("Where they stand", "State", st.State, byNumber, list("state")),
		tableOf("Why", "Reason", st.Reason, byNumber, list("reason")),
		tableOf("Status of the last answer", "Status", st.Status, byKey, list("status")),
		tableOf("Languages of the pages in the index", "Language", st.Lang, byNumber, func(key string) string { return results.SearchURL("lang:"+key, 1) }),
		tableOf("Hosts", "Host", st.Host, byNumber, list("host")),
		tableOf("Types, by the ending of the name", "Type", st.Type, byNumber, list("type")),
		tableOf("Links away from a seed", "Depth", st.Depth, byKey, list("depth")),
		tableOf("How they were found", "How", st.How, byNumber, list("how")),
		tableOf("Month of the last visit", "Month", st.Month, byKey, list("month")),
	}
	if n := st.Hosts; n > len(st.Host) {
		tables[4].Note = "The " + show.Count(len(st.Host), "host") + " with the most URLs, of " + show.Number(n) + "."
	}
	for i, row := range tables[3].Rows {
		tables[3].Rows[i].Name = results.LangLabel(row.Name)
	}
	for i, row := range tables[4].Rows {
		tables[4].Rows[i].Name, tables[4].Rows[i].About = show.URL(row.Name), hostURL(weburl.Origin(row.Name))
	}
	for i, row := range tables[1].Rows {
		tables[1].Rows[i].About = reasonURL(row.Name)
	}
	return slices.DeleteFunc(tables, func(t countTable) bool { return len(t.Rows) == 0 })
}

// tableOf returns a table of numbers by name.
func tableOf(title, what string, n map[string]uint64, order func(a, b count) int, link func(string) string) countTable {
	t := countTable{Title: title, What: what}
	var rows []count
	for key, n := range n {
		rows = append(rows, count{key, n})
	}
	slices.SortFunc(rows, order)
	if len(rows) > maxRows {
		t.Note = "The first " + show.Number(maxRows) + " of " + show.Number(len(rows)) + "."
		rows = rows[:maxRows]
	}
	for _, c := range rows {
		t.Rows = append(t.Rows, countRow{Name: show.Visible(c.key), URL: link(c.key), Number: show.Number(c.n)})
	}
	return t
}

// A count is a number with its name.
type count struct {
	key string
	n   uint64
}

// byNumber sorts the highest number first.
func byNumber(a, b count) int { return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.key, b.key)) }

// byKey sorts numeric names by value and other names alphabetically.
func byKey(a, b count) int {
	x, xerr := strconv.Atoi(a.key)
	y, yerr := strconv.Atoi(b.key)
	if xerr == nil && yerr == nil {
		return cmp.Compare(x, y)
	}
	return cmp.Compare(a.key, b.key)
}
