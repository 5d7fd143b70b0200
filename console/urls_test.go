package console

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/service"
)

// TestURLs checks which of the paths of town are in the list with each filter.
func TestURLs(t *testing.T) {
	t.Parallel()
	h := handler(t, &answers{}, town(t))
	paths := []string{"/", "/a.html", "/private/x", "/new", "/gone", "/robots.txt"}
	tests := []struct{ query, want string }{
		{"", "/ /a.html /private/x /new /gone /robots.txt"},
		{"reason=ROBOTS.DENIED", "/private/x"},
		{"reason=ROBOTS", "/private/x /robots.txt"},
		{"state=queued", "/new /robots.txt"},
		{"state=indexed", "/ /a.html"},
		{"state=queued&kind=page", "/new"},
		{"status=404", "/gone"},
		{"status=4xx", "/gone"},
		{"prefix=http://a.test/pri", "/private/x"},
		{"since=2026-11-21", "/a.html /gone"},
		{"depth=1", "/a.html /private/x"},
		{"month=2026-12", "/gone"},
		{"how=robots", "/robots.txt"},
		{"type=html", "/a.html"},
		{"kind=page&type=page", "/ /private/x /new /gone"},
		{"host=http://a.test&depth=0&state=indexed", "/"},
		{"host=http://b.test", ""},
		{"reason=DUP", ""},
		{"count=indexed", "/ /a.html"},
		{"count=fetched", "/ /a.html"},
		{"count=denied", "/private/x"},
		{"count=queued", "/new"},
		{"count=missing", "/gone"},
		{"count=failed", ""},
	}
	for _, tt := range tests {
		w := get(t, h, "/urls?"+tt.query)
		has(t, w, 200)
		checkMarkup(t, tt.query, w.Body.String())
		var got []string
		for _, p := range paths {
			if strings.Contains(w.Body.String(), `dir="ltr">http://a.test`+p+"</a>") {
				got = append(got, p)
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %v, want %s", tt.query, got, tt.want)
		}
		rows, err := csv.NewReader(get(t, h, "/urls.csv?"+tt.query).Body).ReadAll()
		if err != nil || len(rows) != len(got)+1 || strings.Join(rows[0], " ") != strings.Join(csvHead, " ") {
			t.Errorf("%s as CSV: %v, %v", tt.query, rows, err)
		}
	}
	has(t, get(t, h, "/urls?reason=ROBOTS.DENIED"), 200, "1 URL.", `<a href="/reasons#ROBOTS.DENIED"><code>ROBOTS.DENIED</code></a>`,
		`<a href="/why?url=http%3A%2F%2Fa.test%2Fprivate%2Fx" dir="ltr">`, "robots.txt line 2: Disallow: /private/", `<option value="ROBOTS.DENIED" selected>`,
		`<a href="/urls.csv?reason=ROBOTS.DENIED">as CSV</a>`)
	has(t, get(t, h, "/urls?state=queued"), 200, "<time>2026-11-20 13:00</time>", `"next visit:">in its turn</td>`)
	lacks(t, get(t, h, "/urls?state=excluded"), "in its turn")
	has(t, get(t, h, "/urls?host=http://b.test"), 200, "No URL meets all filters.")
}

// TestURLsOfPrograms checks that the list is offered as JSON where the API supports its filters.
func TestURLsOfPrograms(t *testing.T) {
	t.Parallel()
	api := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	h := serverOf(t, &answers{}, town(t), Options{API: api}).Handler()
	has(t, get(t, h, "/urls?status=404&state=gone"), 200, `<a href="/api/v1/urls?state=gone&amp;status=404">as JSON lines</a>`)
	has(t, get(t, h, "/urls?status=4XX"), 200, `<a href="/api/v1/urls?status=4xx">as JSON lines</a>`, `name="status" value="4xx"`)
	lacks(t, get(t, h, "/urls?status=404&depth=20"), "JSON lines")
	lacks(t, get(t, handler(t, &answers{}, town(t)), "/urls?status=404"), "JSON lines")
}

func TestURLsOfBadFilters(t *testing.T) {
	t.Parallel()
	h := handler(t, &answers{}, town(t))
	for query, want := range map[string]string{
		"since=yesterday": "2026-01-31", "status=20": "such as 4xx", "status=abc": "such as 4xx", "depth=-1": "number of links",
		"month=13": "2026-01", "month=2026-13": "2026-01", "state=open": "queued, done, gone", "reason=NO.SUCH": "not a reason code", "reason=ROBO": "not a reason code", "count=bytes": "not a number",
		"prefix=" + strings.Repeat("x", maxFilter+1): "too long",
	} {
		w := get(t, h, "/urls?"+query)
		has(t, w, 400, want, "role=\"alert\"", "<form")
		checkMarkup(t, query, w.Body.String())
		has(t, get(t, h, "/urls.csv?"+query), 400, want)
	}
}

// TestURLsTurned checks that every row of a long list is on exactly one of its pages.
func TestURLsTurned(t *testing.T) {
	t.Parallel()
	r := newRecords()
	for i := range 2*listSize + 1 {
		kind := "page"
		if i%3 == 0 {
			kind = "robots"
		}
		r.urls = append(r.urls, service.URLFacts{URL: fmt.Sprintf("http://a.test/%03d", i), Kind: kind})
	}
	h := handler(t, &answers{}, r)
	for _, tt := range []struct {
		query  string
		rows   int
		status []string
	}{
		{"prefix=http://a.test/", 101, []string{"URLs 1 to 50; more follow.", "URLs 51 to 100; more follow.", "URLs 101 to 101; these are the last."}},
		{"kind=page", 67, []string{"URLs 1 to 50; more follow.", "URLs 51 to 67; these are the last.", "The list ends before this page."}},
	} {
		seen := map[string]bool{}
		for i, status := range tt.status {
			w := get(t, h, fmt.Sprintf("/urls?%s&page=%d", tt.query, i+1))
			has(t, w, 200, status)
			for _, part := range strings.Split(w.Body.String(), `dir="ltr">http://a.test/`)[1:] {
				seen[part[:3]] = true
			}
		}
		if len(seen) != tt.rows {
			t.Errorf("%s: %d URLs, want %d", tt.query, len(seen), tt.rows)
		}
		rows, err := csv.NewReader(get(t, h, "/urls.csv?"+tt.query).Body).ReadAll()
		if err != nil || len(rows) != tt.rows+1 {
			t.Errorf("%s: %d rows, %v", tt.query, len(rows), err)
		}
	}
}

// TestCSVCells checks that no cell can be a formula.
func TestCSVCells(t *testing.T) {
	t.Parallel()
	r := newRecords()
	r.urls = []service.URLFacts{{URL: "http://a.test/", Detail: "=cmd|x", Target: "-1,\"\n2"}}
	w := get(t, handler(t, &answers{}, r), "/urls.csv")
	rows, err := csv.NewReader(w.Body).ReadAll()
	if err != nil || len(rows) != 2 || rows[1][6] != "'=cmd|x" || rows[1][15] != "'-1,\"\n2" {
		t.Errorf("%q, %v", rows, err)
	}
}

// TestCountsHaveLists checks that each number of URLs has a list, including those that are
// usually 0.
func TestCountsHaveLists(t *testing.T) {
	t.Parallel()
	r := town(t)
	const again = "http://a.test/again"
	r.urls = append(r.urls, service.URLFacts{URL: again, Kind: "page", State: "done", Reason: "INDEX.ADDED", Indexed: true, Again: true})
	const hidden = "http://a.test/hidden"
	r.urls = append(r.urls, service.URLFacts{URL: hidden, Kind: "page", State: "excluded", Reason: "ROBOTS.DENIED", Hidden: true})
	const empty = "http://a.test/empty"
	r.urls = append(r.urls, service.URLFacts{URL: empty, Kind: "page", State: "done", Reason: "INDEX.NO-TEXT"})
	h := handler(t, &answers{}, r)
	var all aranea.HostCounts
	for i := range all {
		all[i] = 1
	}
	lists := 0
	for _, host := range []string{"", "http://a.test"} {
		for _, f := range countFacts(&all, host) {
			if f.Name == "Traffic" {
				continue
			}
			lists++
			has(t, get(t, h, f.URL), 200)
		}
	}
	if want := 2 * (len(counted) + len(countedIfAny)); lists != want {
		t.Errorf("%d lists, want %d", lists, want)
	}
	has(t, get(t, h, "/urls?count=due"), 200, "1 URL.", again)
	has(t, get(t, h, "/urls?count=hidden"), 200, "1 URL.", hidden)
	has(t, get(t, h, "/urls?count=nothing"), 200, empty)
	if body := get(t, h, "/urls?count=nothing").Body.String(); strings.Contains(body, again) || strings.Contains(body, hidden) {
		t.Errorf("pages with something to index are listed: %s", body)
	}
}

// TestCountsAddUp checks that fetched pages with nothing to index are included.
func TestCountsAddUp(t *testing.T) {
	t.Parallel()
	left := ""
	for _, f := range countFacts(&aranea.HostCounts{aranea.CountFetched: 5, aranea.CountIndexed: 2, aranea.CountDuplicates: 1}, "") {
		if f.Name == "Fetched, with nothing to index" {
			left = f.Text + " " + f.URL
		}
	}
	if left != "2 URLs /urls?count=nothing" {
		t.Errorf("left out: %q", left)
	}
}
