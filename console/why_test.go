package console

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/console/locale"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/score"
)

func TestWhy(t *testing.T) {
	t.Parallel()
	r := town(t)
	r.trails["http://a.test/"] = trail.Trail{
		URL: "http://a.test/", Known: true, In: true, State: "done", Reason: "INDEX.ADDED", Sentence: "In the index.",
		Facts:  []trail.Fact{{Name: "Reason", Text: "INDEX.ADDED"}, {Name: "Found on", Text: "http://a.test/b", URL: "http://a.test/b"}, {Name: "Found", Text: "as a seed"}},
		Events: []trail.Event{{At: noon, Code: "HTTP.OK", Text: "status 200"}},
	}
	a := &answers{explanation: search.Explanation{
		Query: "silk -web", Indexed: true, Missing: []string{"silk"}, Why: score.Parts{{Name: "word silk", Value: 1.234}},
	}}
	h := handler(t, a, r)
	w := get(t, h, "/why?url=http://a.test/")
	has(t, w, 200, `<h2 class="verdict in" lang="en" dir="ltr">In the index.</h2>`, `<a href="/reasons#INDEX.ADDED">INDEX.ADDED</a>`,
		`<a href="/why?url=http%3A%2F%2Fa.test%2Fb">http://a.test/b</a>`, "<td>as a seed</td>", "The last visits", `<a href="/reasons#HTTP.OK"><code>HTTP.OK</code></a>`,
		`<time datetime="2026-11-20T12:00:00Z">2026-11-20 12:00:00 UTC</time>`, `<a href="/hosts?origin=http%3A%2F%2Fa.test">How its host stands`,
		`<a href="/robots?url=http%3A%2F%2Fa.test%2F">Ask the robots file for another robot</a>`)
	lacks(t, w, "How it answers")
	checkMarkup(t, "why", w.Body.String())
	w = get(t, h, "/why?q=silk&url=http://a.test/")
	has(t, w, 200, "How it answers the search <q>silk -web</q>", "The page lacks something", "<li><bdi>silk</bdi></li>", `<th scope="row" lang="en" dir="ltr">word silk</th><td class="number"><bdi dir="ltr">1.23</bdi></td>`)
	checkMarkup(t, "why with a query", w.Body.String())
	getIn(t, h, "/why?q=silk&url=http://a.test/", "pt-BR,en;q=0.5")
	if want := locale.Preferred("pt-BR,en;q=0.5"); !slices.Equal(a.asked.Langs, want) || len(want) != 2 {
		t.Errorf("a reader of %v asks as one of %v", want, a.asked.Langs)
	}
	lacks(t, w, "pinned")
	a.explanation.Matches, a.explanation.Missing, a.explanation.Pinned = true, nil, 2
	has(t, get(t, h, "/why?q=silk&url=http://a.test/"), 200, "The page holds everything", "<p>The operator has pinned the page to this search: it comes first (place 2).</p>")
	w = get(t, h, "/why?q=silk&url=http://b.test/")
	has(t, w, 200, "This URL is not known", `class="verdict out"`)
	lacks(t, w, "How it answers", "How its host stands")
}

// TestWhyOffersALook checks that for an unknown URL the page shows the command that looks at it,
// with the URL quoted so that a shell executes nothing in it.
func TestWhyOffersALook(t *testing.T) {
	t.Parallel()
	r := town(t)
	r.trails["http://a.test/"] = trail.Trail{URL: "http://a.test/", Known: true, State: "queued", Sentence: "It waits."}
	h := handler(t, &answers{}, r)
	for text, word := range map[string]string{
		"http://b.test/a?x=1&y=2":      "&#39;http://b.test/a?x=1&amp;y=2&#39;",
		"http://b.test/'$(halt)';halt": `&#39;http://b.test/&#39;\&#39;&#39;$(halt)&#39;\&#39;&#39;;halt&#39;`,
	} {
		w := get(t, h, "/why?url="+url.QueryEscape(text))
		has(t, w, 200, "<code>aranea inspect "+word+"</code>")
		checkMarkup(t, text, w.Body.String())
	}
	lacks(t, get(t, h, "/why?url=http://a.test/"), "aranea inspect")
}

func TestWhyOfBadURLs(t *testing.T) {
	t.Parallel()
	h := handler(t, &answers{}, town(t))
	has(t, get(t, h, "/why"), 200, "<form")
	for _, text := range []string{"ftp://a.test/", "http://", "mailto:a@b.test", "javascript:alert(1)", "http://a b.test/", "\x00"} {
		w := get(t, h, "/why?url="+url.QueryEscape(text))
		has(t, w, 400, "not a URL that can be crawled")
		checkMarkup(t, text, w.Body.String())
	}
	down := town(t)
	down.err = errDisk
	w := get(t, handler(t, &answers{}, down), "/why?url=http://a.test/")
	has(t, w, 500, "cannot be read")
	lacks(t, w, "secret", strings.TrimPrefix(errDisk.Error(), "open "))
}
