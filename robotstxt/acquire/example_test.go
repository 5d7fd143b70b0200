package acquire_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// Example does what every robot does: it fetches the robots file, follows the steps, keeps the
// copy, and asks it before each request.
func Example() {
	site := httptest.NewServer(http.HandlerFunc(serve))
	defer site.Close()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) // time.Now() in a robot

	var kept acquire.Copy // of this site; a robot stores it with its Expires
	for _, path := range []string{"/", "/private/diary", "/about"} {
		if !now.Before(kept.Expires) {
			kept = fetchRobots(client, site.URL+"/robots.txt", kept, now)
		}
		d := kept.Access(dialect.RFC9309(), site.URL, "MyBot").Decide(path)
		if d.Verdict != robotstxt.Allow {
			fmt.Println(path, d.Verdict, d.Reason, "line", d.Line)
			continue
		}
		res, err := client.Get(site.URL + path)
		if err != nil {
			fmt.Println(err)
			return
		}
		res.Body.Close()
		fmt.Println(path, d.Verdict, res.StatusCode)
		now = now.Add(time.Minute)
	}
	// Output:
	// robots file asked for
	// / allow 200
	// /private/diary deny deny-rule line 2
	// /about allow 200
}

// fetchRobots requests the file and returns the copy that then applies.
func fetchRobots(client *http.Client, url string, kept acquire.Copy, now time.Time) acquire.Copy {
	fmt.Println("robots file asked for")
	for hops := 0; ; hops++ {
		var f acquire.Fetch
		res, err := client.Get(url)
		if err != nil {
			f.Detail = err.Error() // no answer: an outage
		} else {
			f = acquire.FetchOf(res.StatusCode, res.Header, res.Body)
			res.Body.Close()
			if to, err := res.Location(); err == nil {
				url = to.String()
			}
		}
		f.Hops = hops
		next, step := acquire.Next(dialect.RFC9309(), kept, f, now)
		if step == acquire.StepUse {
			return next
		}
	}
}

// serve is a site whose robots file is behind a redirect.
func serve(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/robots.txt":
		http.Redirect(w, r, "/rules.txt", http.StatusFound)
	case "/rules.txt":
		io.WriteString(w, "User-agent: *\nDisallow: /private/\n")
	default:
		io.WriteString(w, "a page")
	}
}
