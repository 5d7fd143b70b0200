package translation

import (
	"testing"

	"github.com/aranea-search/aranea/weburl"
)

func TestOf(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		url, lang string
		want      Place
	}{
		{"http://en.a.test/x", "en", Own},
		{"http://docs.pt-br.a.test/x", "pt", Own},
		{"http://de.a.test/x", "en", Other},
		{"http://a.test/en/x", "en", Own},
		{"http://a.test/docs/zh_Hans/x", "zh", Own},
		{"http://www.a.test/docs/de/x.html", "en", Other},
		{"http://a.test/docs/x", "en", Plain},
		{"http://a.test/docs/en", "en", Plain}, // a file
		{"http://a.test/api/v2/x", "en", Plain},
		{"http://a.test/js/x", "en", Plain},
		{"http://go.a.test/x", "en", Plain},
		{"http://a.test/cn/x", "en", Other}, // a country
		{"http://a.test/go/en/x", "en", Own},
		{"http://a.test/nb/x", "no", Own},
		{"http://a.test/", "en", Plain},
		{"http://de.a.test/en/x", "en", Other}, // the first counts
		{"http://en.a.test/x", "", Plain},
		{"http://en-x.a.test/", "en", Plain},
		{"http://example.de/", "en", Plain}, // part of the registrable domain
		{"http://127.0.0.1:8080/en/", "en", Own},
		{"http://de/", "en", Plain},
	} {
		if got := Of(weburl.MustParse(tt.url), tt.lang); got != tt.want {
			t.Errorf("%s in %q: %d, want %d", tt.url, tt.lang, got, tt.want)
		}
	}
}

func TestSamePage(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"http://a.test/de/x?y=1", "http://a.test/en/x?y=1", true},
		{"http://a.test/docs/de/x", "http://a.test/docs/x", true},
		{"http://a.test/de/x", "http://a.test/x", true},
		{"http://a.test/de/", "http://a.test/", true},
		{"http://a.test/de/x?y", "http://de.a.test/x?y", true},
		{"http://a.test/de/x", "http://a.test/y", false},
		{"http://de.a.test/x", "http://en.a.test/x", true},
		{"http://de.a.test/x", "http://a.test/x", true},
		{"http://de.a.test/x", "http://de.a.test/x", true},
		{"http://a.test/de/x", "http://a.test/en/y", false},
		{"http://a.test/de/x?y=1", "http://a.test/en/x?y=2", false},
		{"http://a.test/de/x", "https://a.test/en/x", false},
		{"http://a.test:81/de/x", "http://a.test:82/en/x", false},
		{"http://a.test/de/x", "http://a.test/en/docs/x", false},
		{"http://a.test/de/x", "http://b.test/en/x", false},
		{"http://a.test/ui/en/x", "http://a.test/ui/de/x", true},
		{"http://a.test/js/x", "http://a.test/x", false},
	} {
		if got := SamePage(weburl.MustParse(tt.a), weburl.MustParse(tt.b)); got != tt.want {
			t.Errorf("%s and %s: %t", tt.a, tt.b, got)
		}
	}
}

// FuzzOf: any address has a place, and is the same page as itself.
func FuzzOf(f *testing.F) {
	for _, s := range []string{"http://a.test/", "http://de.a.test/en/x?/de/", "http://[::1]:80/de/", "https://xn--80aunr.test/ru/"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		u, err := weburl.Parse(s)
		if err != nil {
			return
		}
		if Of(u, "en"); !SamePage(u, u) {
			t.Errorf("%s is another page", u)
		}
	})
}

// TestTreeOf: which part of an address names a language, what stays without it, and how it writes the language.
func TestTreeOf(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ url, lang, tree, work, tag string }{
		{"http://docs.pt-br.a.test/x", "pt", "http://docs.*.a.test pt-br", "http://docs.a.test/x", "pt-BR"},
		{"http://a.test/docs/zh_tw/x?y=1", "zh", "http://a.test/docs zh_tw", "http://a.test/docs/x?y=1", "zh-TW"},
		{"http://a.test/de/x.html", "de", "http://a.test/ de", "http://a.test/x.html", "de"},
		{"http://a.test/docs/x.de.html", "de", "http://a.test/*. de", "http://a.test/docs/x.html", "de"},
		{"http://a.test/docs/x.html.pt-br?y", "pt", "http://a.test/*. pt-br", "http://a.test/docs/x.html?y", "pt-BR"},
		{"http://ru.a.test/x.ru.html", "ru", "http://*.a.test ru", "http://a.test/x.html", "ru"},
		{"http://en-us.a.test/en-US/in/x.de.html", "en", "http://*.a.test en-us", "http://a.test/in/x.de.html", "en-US"},
		{"http://a.test/x.html", "de", " ", "http://a.test/x.html", "de"},
		{"http://a.test/lib.cs", "de", " ", "http://a.test/lib.cs", "de"},
		{"http://a.test/de.html", "de", " ", "http://a.test/de.html", "de"},
		{"http://a.test/en-gb/x", "de", "http://a.test/ en-gb", "http://a.test/x", "de"},
		{"http://a.test/", "de", " ", "http://a.test/", "de"},
	} {
		u := weburl.MustParse(tt.url)
		tree, ok := TreeOf(u)
		if got := tree.Around + " " + tree.Name; got != tt.tree || ok != (tree.Name != "") || Work(u) != tt.work || Tag(u, tt.lang) != tt.tag {
			t.Errorf("%s: %q, %q, %q", tt.url, got, Work(u), Tag(u, tt.lang))
		}
	}
}

// TestIn: a tree is in the language that it is named after, or that of the country.
func TestIn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, lang string
		want       bool
	}{{"de", "de", true}, {"pt_BR", "pt", true}, {"br", "pt", true}, {"cn", "zh", true}, {"jp", "ja", true}, {"nn", "no", true}, {"no", "no", true}, {"it", "en", false}, {"us", "en", true}, {"", "en", false}, {"fr", "", false}} {
		if got := (Tree{Name: tt.name}).In(tt.lang); got != tt.want {
			t.Errorf("%s in %q: %t", tt.name, tt.lang, got)
		}
	}
}
