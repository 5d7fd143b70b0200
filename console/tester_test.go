package console

import (
	"context"
	"iter"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/console/robots"
	"github.com/aranea-search/aranea/engine/service"
)

// ask returns the address of the tester with values, given in pairs.
func ask(pairs ...string) string {
	v := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		v.Set(pairs[i], pairs[i+1])
	}
	return "/robots?" + v.Encode()
}

func TestTester(t *testing.T) {
	t.Parallel()
	h := handler(t, &answers{}, town(t))
	const file = "User-agent: Other\nDisallow: /\n\nUser-agent: *\nAllow: /a\nDisallow: /a/b\nDisallow: /c\n"
	tests := []struct {
		name, path string
		want       []string
		lacks      []string
	}{
		{"nothing asked", "/robots", []string{`name="robot" value="Aranea"`, `<option value="rfc9309" selected>`}, []string{"verdict"}},
		{"denied by a line, and who lost", ask("url", "http://a.test/a/b/c", "file", file), []string{
			`<h2 class="verdict out">Denied</h2>`, "line 6: Disallow: /a/b", "the group of line 4, for *", "deny-rule", "By the pasted file.",
			"<code>Allow: /a</code>", "shorter", "no-match", "<li><mark><code>Disallow: /a/b</code></mark></li>"}, nil},
		{"allowed", ask("url", "http://a.test/a/x", "file", file), []string{`<h2 class="verdict in">Allowed</h2>`, "line 5: Allow: /a"}, nil},
		{"another robot", ask("url", "http://a.test/a/x", "file", file, "robot", "Other"), []string{"Denied", "line 2: Disallow: /", "for Other"}, nil},
		{"a chain of robots", ask("url", "http://a.test/a/x", "file", file, "robot", "None, Other"), []string{"Denied", "line 2: Disallow: /"}, nil},
		{"a whole User-Agent field", ask("url", "http://a.test/a/x", "file", file, "robot", "Other/1.0 (+http://o.test)"), []string{"Denied", "line 2"}, nil},
		{"no rule", ask("url", "http://a.test/z", "file", file), []string{"Allowed", "no line", "no-rule"}, nil},
		{"without a scheme", ask("url", "a.test/c", "file", file), []string{"Denied", "line 7"}, nil},
		{"the stored file", ask("url", "http://a.test/private/x"), []string{
			"Denied", "line 2: Disallow: /private/", "By the stored file of http://a.test: read 2026-11-20 12:00:00 UTC, 58 bytes."}, nil},
		{"a dialect", ask("url", "http://a.test/a/b", "file", "User-agent: *\nAllow: /\nDisallow: /a\n", "dialect", "1996"), []string{
			"Allowed", "line 2: Allow: /", "<td>1996</td>", `<option value="1996" selected>`}, nil},
		{"nothing stored", ask("url", "http://none.test/"), []string{"No robots file of http://none.test is stored."}, []string{"verdict"}},
		{"nothing stored to compare with", ask("url", "http://none.test/", "file", file, "compare", "1"), []string{"Allowed", "stored to compare with"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := get(t, h, tt.path)
			has(t, w, 200, tt.want...)
			lacks(t, w, tt.lacks...)
			checkMarkup(t, tt.name, w.Body.String())
		})
	}
	for path, want := range map[string]string{
		ask("url", "ftp://a.test/"): "not a URL", ask("url", "http://a.test/", "dialect", "none"): "not known", ask("file", "x"): "Name the URL",
		ask("url", "http://a.test/", "file", strings.Repeat("x", robots.MaxPasted+1)): "too long",
	} {
		has(t, get(t, h, path), 400, want, "role=\"alert\"")
	}
}

// TestTesterCompares checks which known URLs a pasted file would close and open.
func TestTesterCompares(t *testing.T) {
	t.Parallel()
	h := handler(t, &answers{}, town(t))
	w := get(t, h, ask("url", "http://a.test/", "compare", "1", "file", "User-agent: *\nDisallow: /new\nDisallow: /a\n"))
	has(t, w, 200, "Of 6 known URLs it closes 2 URLs and opens 1 URL.",
		`http://a.test/new</a></th><td data-name="change:">closed</td><td data-name="now:">no-rule</td><td data-name="then:">line 2: Disallow: /new</td>`,
		`http://a.test/private/x</a></th><td data-name="change:">opened</td><td data-name="now:">line 2: Disallow: /private/</td><td data-name="then:">no-rule</td>`)
	checkMarkup(t, "compare", w.Body.String())
	lacks(t, get(t, h, ask("url", "http://a.test/", "file", "User-agent: *\n")), "would change")
}

// endless is a service whose list of URLs does not end in time.
type endless struct{ parts }

func (e endless) URLs(ctx context.Context, _ service.URLFilter) iter.Seq2[service.URLFacts, error] {
	return func(yield func(service.URLFacts, error) bool) {
		if yield(service.URLFacts{URL: "http://a.test/new"}, nil) {
			<-ctx.Done()
			yield(service.URLFacts{}, &aranea.Error{Op: "urls", Kind: aranea.Canceled, Err: ctx.Err()})
		}
	}
}

// TestTesterEnds checks that a comparison that takes too long shows a partial result.
func TestTesterEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		srv, err := New(endless{parts{&answers{}, town(t)}}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		w := get(t, srv.Handler(), ask("url", "http://a.test/", "compare", "1", "file", "User-agent: *\nDisallow: /new\n"))
		has(t, w, 200, "Of 1 known URL it closes 1 URL", "The comparison was ended after 20s.")
		if took := time.Since(start); took != scanTimeout {
			t.Errorf("after %s", took)
		}
	})
}
