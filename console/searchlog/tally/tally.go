// Package tally counts the lines of a log of searches: what was searched for most often, and for
// what no page was found.
//
// Floor: 6 (face), a part of console. Stability: engine. It reads logs that package searchlog
// wrote, and tells nothing of single searches.
package tally

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea/console/searchlog"
)

// Limits of what is read. The searches for further queries are counted, but not the queries.
const (
	MaxQueries = 100_000
	MaxLine    = 64 << 10 // bytes; longer lines count as unread
)

// A Query is one query, however it was written: in upper or lower case, with more or less
// whitespace. Its answer is that of the last search for it.
type Query struct {
	Query    string    `json:"query"` // as it was written last
	Searches int       `json:"searches"`
	Last     time.Time `json:"last"`
	Total    int       `json:"total"`           // matching pages; a lower bound if More
	More     bool      `json:"more,omitempty"`  // likewise
	Some     int       `json:"some,omitempty"`  // pages among Total with only some of the words
	Meant    string    `json:"meant,omitempty"` // the query that was suggested
}

// Answered reports whether a page had all the words.
func (q *Query) Answered() bool { return q.Total > q.Some }

// A Report is what the lines of a log say. Only first pages of results count as searches.
type Report struct {
	From time.Time `json:"from,omitzero"` // of the first and the last search
	To   time.Time `json:"to,omitzero"`
	// Searches is how many there were, Unanswered those for which no page had all the words.
	Searches   int     `json:"searches"`
	Unanswered int     `json:"unanswered"`
	Queries    int     `json:"queries"`          // different ones, at most MaxQueries
	Others     int     `json:"others,omitempty"` // searches for further queries
	Unread     int     `json:"unread,omitempty"` // lines that are none of the log
	Often      []Query `json:"often"`            // those searched for most often first
	Without    []Query `json:"without"`          // likewise, of those that no page answered
}

// A Tally counts searches. The zero value counts all; it is used by one goroutine.
type Tally struct {
	Since time.Time // older searches are left out

	report  Report
	queries map[string]*Query
}

// Read counts the lines of a log. Its error is that of r.
func (t *Tally) Read(r io.Reader) error {
	in := bufio.NewReaderSize(r, MaxLine)
	for {
		text, err := in.ReadSlice('\n')
		for whole := true; errors.Is(err, bufio.ErrBufferFull); whole = false {
			if text = nil; whole {
				t.report.Unread++
			}
			_, err = in.ReadSlice('\n')
		}
		var line searchlog.Line
		switch {
		case err != nil && !errors.Is(err, io.EOF):
			return err
		case len(text) == 0:
		case json.Unmarshal(text, &line) != nil || line.Query == "":
			t.report.Unread++
		default:
			t.add(&line)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
	}
}

// add counts one search.
func (t *Tally) add(line *searchlog.Line) {
	if line.First > 1 || line.At.Before(t.Since) {
		return
	}
	r := &t.report
	if r.Searches++; line.Total <= line.Some {
		r.Unanswered++
	}
	if r.From.IsZero() || line.At.Before(r.From) {
		r.From = line.At
	}
	if line.At.After(r.To) {
		r.To = line.At
	}
	key := strings.ToLower(strings.Join(strings.Fields(line.Query), " "))
	q := t.queries[key]
	switch {
	case q == nil && len(t.queries) == MaxQueries:
		r.Others++
		return
	case q == nil:
		if q = new(Query); t.queries == nil {
			t.queries = map[string]*Query{}
		}
		t.queries[key] = q
	}
	if q.Searches++; !line.At.Before(q.Last) {
		*q = Query{strings.Join(strings.Fields(line.Query), " "), q.Searches, line.At, line.Total, line.More, line.Some, line.Meant}
	}
}

// Report returns what was counted, with at most so many queries in each list.
func (t *Tally) Report(most int) Report {
	r := t.report
	r.Queries, r.Often, r.Without = len(t.queries), []Query{}, []Query{}
	for _, q := range t.queries {
		if r.Often = append(r.Often, *q); !q.Answered() {
			r.Without = append(r.Without, *q)
		}
	}
	r.Often, r.Without = first(r.Often, most), first(r.Without, most)
	return r
}

// first returns the queries that were searched for most often, of equal ones those of late first.
func first(all []Query, most int) []Query {
	slices.SortFunc(all, func(a, b Query) int {
		return cmp.Or(cmp.Compare(b.Searches, a.Searches), b.Last.Compare(a.Last), strings.Compare(a.Query, b.Query))
	})
	return all[:min(len(all), most)]
}
