package curation

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"time"

	"github.com/aranea-search/aranea/console/orders"
	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/console/searchlog"
	"github.com/aranea-search/aranea/console/searchlog/tally"
	"github.com/aranea-search/aranea/internal/show"
)

const (
	// maxLog is how many bytes of the log are read for a page, the newest ones: about 300,000 searches.
	maxLog = 64 << 20
	// maxListed is the number of queries in each list.
	maxListed = 50
)

// periods are those that a page may count, in days.
var periods = []struct {
	days int
	text string
}{{7, "A week"}, {30, "30 days"}, {365, "A year"}}

// Searches shows what was searched for most often, and what in vain. All fields are required.
type Searches struct {
	Files *Files
	Pages orders.Pages
	Now   func() time.Time
}

// searched is what the page shows.
type searched struct {
	Noted   bool // searches are noted
	Edited  bool // lists are edited here
	Periods []results.Choice
	Sum     string
	Cut     bool // the log holds more of the period than was read
	Lists   []queries
}

// A queries is one list of queries.
type queries struct {
	Title, Without string // Without is said if there are none
	Vain           bool   // those that no page answered
	Rows           []row
}

type row struct {
	Query, Searches, Pages, Last string
	URL, Pin, Synonym            string // of the search, and of lines of the lists that begin with the query
}

// ServeHTTP shows the page.
func (p *Searches) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	v := searched{Noted: p.Files.Searches != "", Edited: len(p.Files.Lists()) > 0}
	if !v.Noted {
		p.Pages.Show(w, r, http.StatusOK, "searches", "Searches", &v)
		return
	}
	days := periods[1].days
	for _, x := range periods {
		if r.URL.Query().Get("days") == fmt.Sprint(x.days) {
			days = x.days
		}
	}
	for _, x := range periods {
		v.Periods = append(v.Periods, results.Choice{Text: x.text, URL: fmt.Sprintf("%s?days=%d", SearchesPath, x.days), Current: x.days == days})
	}
	t := tally.Tally{Since: p.Now().AddDate(0, 0, -days)}
	var err error
	if v.Cut, err = readNewest(&t, p.Files.Searches); err != nil {
		p.Pages.Fail(w, r, err)
		return
	}
	report := t.Report(maxListed)
	v.Sum = sum(&report)
	v.Lists = []queries{
		{"In vain", "Every search found a page that has all the words.", true, rows(report.Without)},
		{"Most often", "Nobody has searched.", false, rows(report.Often)},
	}
	p.Pages.Show(w, r, http.StatusOK, "searches", "Searches", &v)
}

// sum tells how many searches there were.
func sum(r *tally.Report) string {
	switch {
	case r.Searches == 0:
		return "No searches."
	case r.Others > 0:
		return fmt.Sprintf("%s, more than %s; the lists have only these. %s found no page that has all the words.", show.Count(r.Searches, "search"), show.Count(r.Queries, "different query"), show.Number(r.Unanswered))
	}
	return fmt.Sprintf("%s, %s. %s found no page that has all the words.", show.Count(r.Searches, "search"), show.Count(r.Queries, "different query"), show.Number(r.Unanswered))
}

func rows(all []tally.Query) (out []row) {
	for i := range all {
		q := &all[i]
		pages := show.Number(q.Total)
		if q.More {
			pages = "at least " + pages
		}
		if q.Some > 0 {
			pages = show.Number(q.Total-q.Some) + ", and " + show.Number(q.Some) + " with some of the words"
		}
		text := url.QueryEscape(q.Query)
		out = append(out, row{
			Query: show.Shorten(show.Visible(q.Query), maxBegun/4), Searches: show.Number(q.Searches), Pages: pages, Last: q.Last.UTC().Format(time.DateOnly),
			URL: "/?q=" + text, Pin: PinsPath + "?add=" + text, Synonym: SynonymsPath + "?add=" + text,
		})
	}
	return out
}

// readNewest counts the searches of a log and of the older files beside it, the newest first, up to
// maxLog bytes. cut says that some of the period were not read.
func readNewest(t *tally.Tally, path string) (cut bool, err error) {
	left := int64(maxLog)
	for i := 0; i <= searchlog.KeptFiles && left > 0; i++ {
		name := path
		if i > 0 {
			name = fmt.Sprintf("%s.%d", path, i)
		}
		read, begins, err := readEnd(t, name, left)
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		left, cut = left-read, begins > 0
		if changed, err := os.Stat(name); err == nil && changed.ModTime().Before(t.Since) {
			return false, nil // what is older was written before
		}
	}
	return cut || left <= 0, nil
}

// readEnd counts the last searches of a file, of at most so many bytes. It returns how many it has read,
// and where they begin. What keeps nothing, such as a pipe, has none, and is not opened, which would wait.
func readEnd(t *tally.Tally, name string, most int64) (read, begins int64, err error) {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return 0, 0, err
	}
	f, err := os.Open(name)
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = f.Close() }() // it was only read
	if info, err = f.Stat(); err != nil {
		return 0, 0, err
	}
	begins = max(info.Size()-most, 0)
	if _, err = f.Seek(begins, io.SeekStart); err == nil {
		err = t.Read(io.LimitReader(f, info.Size()-begins))
	}
	return info.Size() - begins, begins, err
}
