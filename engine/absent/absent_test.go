package absent_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/engine/absent"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/weburl"
)

// hosts are what is known of origins.
type hosts map[weburl.Origin]aranea.HostCounts

func (h hosts) Host(_ context.Context, o weburl.Origin) (engine.HostFacts, error) {
	c, ok := h[o]
	if !ok {
		return engine.HostFacts{}, &aranea.Error{Op: "host", Kind: aranea.NotFound, Err: errors.New("not known")}
	}
	return engine.HostFacts{Origin: o, Counts: c}, nil
}

func (h hosts) Explain(_ context.Context, url string) (trail.Trail, error) {
	return trail.Trail{URL: url, Known: !strings.Contains(url, "homeless"), Sentence: "Not in the index: it is out."}, nil
}

// TestOf: of a site that is known and cannot be found it is told how its URLs stand.
func TestOf(t *testing.T) {
	t.Parallel()
	known := hosts{
		"http://gone.test":          {aranea.CountExcluded: 1200, aranea.CountFetched: 3, aranea.CountDuplicates: 1},
		"https://www.shut.test":     {aranea.CountDenied: 5, aranea.CountHidden: 4},
		"http://in.test":            {aranea.CountIndexed: 1, aranea.CountFetched: 1},
		"http://half.test":          {aranea.CountDenied: 7},
		"https://half.test":         {aranea.CountIndexed: 1, aranea.CountFetched: 1},
		"http://empty.test":         {aranea.CountRequests: 1},
		"http://port.test:8080":     {aranea.CountFailed: 1, aranea.CountRefused: 1},
		"http://homeless.test":      {aranea.CountQueued: 1},
		"http://xn--bcher-kva.test": {aranea.CountMissing: 2},
	}
	const home = "/: Not in the index: it is out."
	for q, want := range map[string]string{
		"site:gone.test silk":    "No page of gone.test can be found now, though 1,203 URLs of it are known: 1,200 left out by scope, mirror, type, nofollow or the operator, 1 with the text of other pages, 2 with nothing to index.|http://gone.test" + home,
		"site:shut.test":         "No page of shut.test can be found now, though 5 URLs of it are known: 5 denied by its robots file. 4 pages are still kept, and found again if the robots file opens in time.|https://www.shut.test" + home,
		"host:shut.test":         "",
		"host:www.shut.test":     "No page of www.shut.test can be found now, though 5 URLs of it are known: 5 denied by its robots file. 4 pages are still kept, and found again if the robots file opens in time.|https://www.shut.test" + home,
		"site:port.test:8080":    "No page of port.test:8080 can be found now, though 2 URLs of it are known: 2 refused or without a usable answer.|http://port.test:8080" + home,
		"site:homeless.test":     "No page of homeless.test can be found now, though 1 URL of it is known: 1 waiting to be visited.",
		"site:BÜCHER.test":       "No page of bücher.test can be found now, though 2 URLs of it are known: 2 missing.|http://bücher.test" + home,
		"site:in.test silk":      "",
		"site:half.test":         "",
		"site:empty.test":        "",
		"site:never.test":        "",
		"silk -site:gone.test":   "",
		"(site:gone.test OR x)":  "",
		"gone.test":              "",
		`site:"gone test" silk`:  "",
		"site:*.gone.test lang:": "No page of gone.test can be found now, though 1,203 URLs of it are known: 1,200 left out by scope, mirror, type, nofollow or the operator, 1 with the text of other pages, 2 with nothing to index.|http://gone.test" + home,
	} {
		c, err := absent.Of(t.Context(), known, query.Parse(q))
		got := ""
		if c != nil {
			got = strings.Join(c.Sentences(), "|")
		}
		if err != nil || got != want {
			t.Errorf("%s: %v\n%s, want\n%s", q, err, got, want)
		}
	}
}
