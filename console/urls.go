package console

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/console/csvexport"
	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/console/status"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/internal/show"
)

// Limits of the lists of URLs.
const (
	listSize  = 50      // rows of a page of a list
	maxList   = 200_000 // maximum page number of a list
	maxDetail = 200     // characters
)

type urlsPage struct {
	frame
	Form    urlsForm
	Problem string
	Status  string
	AsOf    string // that some are as of a copy
	Rows    []urlRow
	Pager   []results.Choice
	CSV     string // address of the whole list
	JSON    string // the same, "" if there is no API or it does not support a filter
}

// A urlsForm is the form above a list of URLs.
type urlsForm struct {
	Reasons, States, Kinds, Hows, Counts                []option
	Host, Prefix, Status, Since, Depth, Month, NameType string
	More                                                bool // a rarely used filter is set
}

type urlRow struct {
	URL, Text, State, Reason, ReasonURL, Detail, Status, Depth, Visited, Due string
	Queued                                                                   bool // without Due: it is visited when its turn comes
}

func (s *Server) handleURLs(w http.ResponseWriter, r *http.Request) {
	v := r.URL.Query()
	f, problem := readFilter(v)
	p := urlsPage{frame: s.frame(r, "URLs"), Form: f.form(), Problem: problem}
	if problem != "" {
		s.render(w, http.StatusBadRequest, "urls", p)
		return
	}
	page := pageOf(v)
	ctx, cancel := context.WithTimeout(r.Context(), scanTimeout)
	defer cancel()
	var copies status.Copies
	rows, more, err := someRows(f.list(ctx, s.service, (page-1)*listSize, listSize+1), func(u *service.URLFacts) urlRow { copies.Add(u.Copied); return rowOf(u) })
	if err != nil {
		s.fail(w, r, err)
		return
	}
	p.Rows = rows
	p.Status, p.AsOf = rangeText("URL", page, len(p.Rows), more), copies.Text(trail.When)
	p.Pager = turn("/urls", f.values(), page, more)
	p.CSV = "/urls.csv?" + f.values().Encode()
	if s.api != nil && f.plain() {
		p.JSON = apiRoot + "urls?" + f.values().Encode()
	}
	s.render(w, http.StatusOK, "urls", p)
}

// rowOf returns the row of one URL.
func rowOf(u *service.URLFacts) urlRow {
	row := urlRow{
		URL: whyURL(u.URL), Text: show.Shorten(show.Visible(show.URL(u.URL)), results.MaxTitle), State: show.Visible(u.State), Reason: show.Visible(u.Reason), ReasonURL: reasonURL(u.Reason),
		Detail: show.Shorten(show.Visible(results.Evidence(u.Detail, u.Target)), maxDetail), Depth: strconv.Itoa(u.Depth), Visited: day(u.Visited), Due: day(u.Due), Queued: u.State == aranea.StateQueued.String(),
	}
	if u.Status > 0 {
		row.Status = strconv.Itoa(u.Status)
	}
	switch {
	case u.Indexed:
		row.State = indexed
	case u.Hidden:
		row.State = hidden
	}
	return row
}

// someRows returns one page of a list that was asked for one more, and whether there are more.
func someRows[T, R any](all iter.Seq2[T, error], row func(*T) R) (rows []R, more bool, err error) {
	for x, err := range all {
		if err != nil {
			return nil, false, err
		}
		if len(rows) == listSize {
			return rows, true, nil
		}
		rows = append(rows, row(&x))
	}
	return rows, false, nil
}

// statusOf says which of the things of a noun are shown; of are the words before it if there are any.
func statusOf(of, noun string, page, rows int, more bool) string {
	if rows == 0 && page == 1 {
		return "No " + noun + " is known."
	}
	return rangeText(of+noun, page, rows, more)
}

// rangeText describes which part of a list is shown.
func rangeText(noun string, page, rows int, more bool) string {
	first := (page-1)*listSize + 1
	switch {
	case rows == 0 && page > 1:
		return "The list ends before this page."
	case rows == 0:
		return "No " + noun + " meets all filters."
	case page == 1 && !more:
		return show.Count(rows, noun) + "."
	}
	text := strings.ToUpper(noun[:1]) + noun[1:] + "s " + show.Number(first) + " to " + show.Number(first+rows-1)
	if more {
		return text + "; more follow."
	}
	return text + "; these are the last."
}

// turn returns the links to the previous and the next page.
func turn(path string, v url.Values, page int, more bool) (out []results.Choice) {
	to := func(n int) string {
		w := url.Values{}
		for k, list := range v {
			w[k] = list
		}
		if n > 1 {
			w.Set("page", strconv.Itoa(n))
		}
		return strings.TrimSuffix(path+"?"+w.Encode(), "?")
	}
	if page > 1 {
		out = append(out, results.Choice{Text: "First", URL: to(1)}, results.Choice{Text: "Previous", URL: to(page - 1)})
	}
	if page > 1 || more {
		out = append(out, results.Choice{Text: show.Number(page), Current: true})
	}
	if more && page < maxList {
		out = append(out, results.Choice{Text: "Next", URL: to(page + 1)})
	}
	return out
}

// pageOf returns the requested page number of a list.
func pageOf(v url.Values) int {
	page := 1
	number(v.Get("page"), 1, maxList, &page)
	return page
}

// day formats a day for a list; "" for the zero time.
func day(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04")
}

// csvHead are the columns of the list as CSV, with the names of the API's fields.
var csvHead = []string{
	"url", "kind", "state", "indexed", "hidden", "reason", "detail", "status", "depth", "how", "found", "visited", "due", "visits", "attempts", "target",
}

// handleCSV streams a list of any length.
func (s *Server) handleCSV(w http.ResponseWriter, r *http.Request) {
	f, problem := readFilter(r.URL.Query())
	if problem != "" {
		s.refuseOperator(w, r, http.StatusBadRequest, problem)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), listTime)
	defer cancel()
	list := csvexport.Sheet{Name: "urls.csv", Head: csvHead}
	if err := list.Send(w, r, csvexport.Rows(f.list(ctx, s.service, 0, 0), csvRow)); err != nil {
		s.fail(w, r, err)
	}
}

func csvRow(u *service.URLFacts) []string {
	return []string{
		show.Cell(u.URL), u.Kind, u.State, strconv.FormatBool(u.Indexed), strconv.FormatBool(u.Hidden), u.Reason, show.Cell(u.Detail), strconv.Itoa(u.Status), strconv.Itoa(u.Depth), u.How,
		show.Instant(u.Found), show.Instant(u.Visited), show.Instant(u.Due), strconv.Itoa(u.Visits), strconv.Itoa(u.Attempts), show.Cell(u.Target),
	}
}
