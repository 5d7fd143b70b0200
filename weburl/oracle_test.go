package weburl

import (
	"math/rand/v2"
	"strings"
	"testing"

	whatwg "github.com/nlnwa/whatwg-url/url"
)

// The library follows the state machine of the standard literally, and is the oracle for this
// parser.

// oracle resolves ref with the library alone and converts the result to canonical form in a naive
// way: it decodes escapes one at a time, each only if parsing the URL again leaves the rest
// unchanged.
func oracle(base URL, ref string) (string, error) {
	w, err := whatwg.ParseRef(base.String(), ref)
	if err != nil {
		return "", err
	}
	if w.Scheme() != "http" && w.Scheme() != "https" || w.Hostname() == "" {
		return "", problem(ProblemScheme, ref, nil)
	}
	s := w.Scheme() + "://" + w.Hostname()
	if w.Port() != "" {
		s += ":" + w.Port()
	}
	// The library's path percent-encode set lacks the circumflex, which the
	// standard has had since 2024.
	s += naiveEscapes(strings.ReplaceAll(w.Pathname(), "^", "%5E"))
	if _, query, ok := strings.Cut(w.Href(true), "?"); ok {
		s += "?" + naiveEscapes(query)
	}
	return s, nil
}

func naiveEscapes(s string) string {
	out := ""
	for s != "" {
		if !startsEscape(s) {
			out, s = out+s[:1], s[1:]
			continue
		}
		escape := strings.ToUpper(s[:3])
		c := string(unhex(escape[1])<<4 | unhex(escape[2]))
		s = s[3:]
		n := len(out)
		if !unreserved(c[0]) || isHex(c[0]) && (n > 0 && isBare(out, n-1) || n > 1 && isBare(out, n-2) && isHex(out[n-1])) {
			out += escape
		} else {
			out += c
		}
	}
	return out
}

func startsEscape(s string) bool { return len(s) >= 3 && s[0] == '%' && isHex(s[1]) && isHex(s[2]) }

func isBare(s string, i int) bool { return s[i] == '%' && !startsEscape(s[i:]) }

// compare compares this parser with the oracle, and the fast path with the full parser.
func compare(t *testing.T, base URL, ref string) {
	t.Helper()
	if len(ref) > maxInput {
		return
	}
	got, err := base.Resolve(ref)
	slow, slowErr := base.resolve(nil, ref)
	if got != slow || (err == nil) != (slowErr == nil) {
		t.Fatalf("%s + %q = %q, %v; without the fast path %q, %v", base, ref, got, err, slow, slowErr)
	}
	want, wantErr := oracle(base, ref)
	if len(want) > MaxLength {
		want, wantErr = "", problem(ProblemLength, "", nil)
	}
	if got.String() != want || (err == nil) != (wantErr == nil) {
		t.Fatalf("%s + %q = %q, %v; the library says %q, %v", base, ref, got, err, want, wantErr)
	}
	if err != nil {
		return
	}
	again, err := Parse(got.String())
	if err != nil || again != got {
		t.Fatalf("%q is not a fixed point: %q, %v", got, again, err)
	}
	if o := got.Origin(); o.Host() == "" || o.Port() == 0 && !strings.HasSuffix(string(o), ":0") || o.Site() == "" {
		t.Fatalf("origin %q: host %q, port %d, site %q", o, o.Host(), o.Port(), o.Site())
	}
}

var oracleBases = []string{
	"http://example.org/a/b/c?d", "https://example.org:8080/", "http://example.org/a//b/", "https://[::1]/x%/y?", "http://1.2.3.4/.../%2F",
}

var oracleRefs = []string{
	"", "a", "../b", "/c?d#e", "?q", "//h/p", "http://h.example/p", "https://H/%7e", "./a:b", "a/../b", "a/..b/c",
	"%41", "%2f", "http://1.2.3/", "http://a.1/", "..", "./", "../", "a/.", "a/..", "a%2e/", "/..", "/.a", "x\ty", "a'b", "?'", "http://xn--a/",
	"/a\\b", "?a\\b", "http://a..b/", "http://a-.b/", "http:///x", "..?x", "../..", "a?../b", "a?./", "/a;b=c,d@e", "a//b", "./../.x",
	"%%32%65", "%3%32", "%/%41", "http:a", "http:/a", "http:\\\\a", "https:a", "http://a@b@c/", "http://u:p@h:81/", "http://h:0", "http://h:/",
	"http://h:65536", "http://[::1]:8/", "http://[::1", "http://a_b.c/", "http://пример.рф/я?ж", "a^b?a^b", "\xff?\xfe", "http://%41.b/", "http://a.-5/",
}

// TestResolveAgainstLibrary joins random pieces that have a meaning in the standard.
func TestResolveAgainstLibrary(t *testing.T) {
	t.Parallel()
	pieces := strings.Fields(`http: https: HTTP: mailto: / / / // \\ ? ? # : @ . . .. .. %2e %2E %41 %7e %c3%A9 %2f % %4 %% a b c B z9 é 日 ' " < > { } | ^ [ ] ~ - _ = & ; +
		example.org Example.ORG xn--e1afmkfd.xn--p1ai пример 127.1 0x7f.1 [::1] [1:: :80 :443 :8080 :x index.html ... .a a.`)
	pieces = append(pieces, " ", "\t", "\n", "\x00", "\x7f", "\xff", "\r\n", "\u00a0")
	rnd := rand.New(rand.NewPCG(1, 2))
	rounds := 20_000
	if testing.Short() {
		rounds /= 10
	}
	for _, b := range oracleBases {
		base := mustParse(t, b)
		for _, ref := range oracleRefs {
			compare(t, base, ref)
		}
		for range rounds {
			var ref strings.Builder
			for range 1 + rnd.IntN(9) {
				ref.WriteString(pieces[rnd.IntN(len(pieces))])
			}
			compare(t, base, ref.String())
		}
	}
}

// FuzzResolve compares this parser with the library on any input, and checks that the canonical
// form is a fixed point.
func FuzzResolve(f *testing.F) {
	for _, base := range oracleBases {
		for _, ref := range oracleRefs {
			f.Add(base, ref)
		}
	}
	f.Fuzz(func(t *testing.T, baseText, ref string) {
		if base, err := Parse(baseText); err == nil {
			compare(t, base, ref)
			want, wantErr := base.Resolve(ref)
			r := NewResolver(1)
			r.Reset(base, nil)
			for range 2 {
				if got, _, err := r.Resolve([]byte(ref)); got != want || (err == nil) != (wantErr == nil) {
					t.Errorf("%q against %s: %s, %v; of bytes %s, %v", ref, base, want, wantErr, got, err)
				}
			}
		}
	})
}
