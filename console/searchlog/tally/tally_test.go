package tally_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/console/searchlog/tally"
)

// lines writes a log: each line is day, first, total, some, query.
func lines(all ...[5]any) string {
	var b strings.Builder
	for _, l := range all {
		fmt.Fprintf(&b, `{"at":"2026-11-%02dT10:00:00Z","via":"page","query":%q,"first":%d,"total":%d,"some":%d,"ms":3}`+"\n", l[0], l[4], l[1], l[2], l[3])
	}
	return b.String()
}

// TestReport: queries that differ in case and whitespace are one; further pages of results, lines
// that are none and old searches are left out; the answer is that of the last search.
func TestReport(t *testing.T) {
	t.Parallel()
	c := tally.Tally{Since: time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)}
	text := lines(
		[5]any{1, 1, 9, 0, "vpn"}, [5]any{2, 0, 0, 0, "vpn"}, [5]any{5, 1, 12, 0, " VPN"}, [5]any{4, 1, 10, 0, "vpn"},
		[5]any{3, 11, 12, 0, "vpn"}, [5]any{6, 1, 4, 4, "wifi  guest"}, [5]any{7, 0, 0, 0, "Отпуск"}, [5]any{7, 0, 0, 0, "отпуск"},
	)
	text += "garbage\n{}\n" + `{"query":"` + strings.Repeat("x", 3*tally.MaxLine) + "\"}\n\n" + strings.TrimSpace(lines([5]any{8, 1, 1, 0, "last"}))
	if err := c.Read(strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	r := c.Report(2)
	if r.Searches != 7 || r.Queries != 4 || r.Unanswered != 4 || r.Unread != 4 || r.From.Day() != 2 || r.To.Day() != 8 {
		t.Errorf("%+v", r)
	}
	if len(r.Often) != 2 || r.Often[0].Query != "VPN" || r.Often[0].Searches != 3 || r.Often[0].Total != 12 || !r.Often[0].Answered() {
		t.Errorf("often: %+v", r.Often)
	}
	if len(r.Without) != 2 || r.Without[0].Query != "отпуск" || r.Without[0].Searches != 2 || r.Without[1].Query != "wifi guest" || r.Without[1].Some != 4 {
		t.Errorf("without: %+v", r.Without)
	}
}

// TestManyQueries: beyond a number of queries, the searches for others are only counted.
func TestManyQueries(t *testing.T) {
	t.Parallel()
	var c tally.Tally
	var b strings.Builder
	for i := range tally.MaxQueries + 2 {
		fmt.Fprintf(&b, `{"query":"%d"}`+"\n", i)
	}
	if err := c.Read(strings.NewReader(b.String() + `{"query":"0"}`)); err != nil {
		t.Fatal(err)
	}
	if r := c.Report(1); r.Queries != tally.MaxQueries || r.Others != 2 || r.Searches != tally.MaxQueries+3 || r.Often[0].Query != "0" || r.Often[0].Searches != 2 {
		t.Errorf("%+v", r)
	}
}

// FuzzRead: any file is read to its end, and the numbers fit each other.
func FuzzRead(f *testing.F) {
	f.Add(lines([5]any{1, 1, 9, 0, "vpn"}) + "x\n\n")
	f.Add(`{"query":"a","some":-1,"total":-5}`)
	f.Fuzz(func(t *testing.T, text string) {
		var c tally.Tally
		if err := c.Read(strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
		r := c.Report(3)
		if r.Unanswered > r.Searches || r.Queries > r.Searches || r.Searches+r.Unread > strings.Count(text, "\n")+1 || len(r.Without) > len(r.Often) {
			t.Fatalf("%+v", r)
		}
	})
}
