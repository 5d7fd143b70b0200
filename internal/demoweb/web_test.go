package demoweb

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode/utf8"
)

func get(t *testing.T, w http.Handler, host, path string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, "http://"+host+path, nil)
	rec := httptest.NewRecorder()
	w.ServeHTTP(rec, r)
	return rec
}

func TestWebAnswers(t *testing.T) {
	t.Parallel()
	w, err := New()
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, host, path string
		status           int
		want             string
	}{
		{"English article", English, "/spiders/silk.html", 200, "stronger than steel"},
		{"Russian article", Russian, "/spiders/silk.html", 200, "прочнее стали"},
		{"Chinese article", Chinese, "/spiders/silk.html", 200, "比钢更结实"},
		{"Portuguese article", Portuguese, "/spiders/silk.html", 200, "mais resistente que o aço"},
		{"robots", English, "/robots.txt", 200, "Disallow: /private/"},
		{"closed host", Closed, "/robots.txt", 200, "Disallow: /"},
		{"mirror without robots", Mirror, "/robots.txt", 404, ""},
		{"redirect", English, "/old/silk.html", 301, ""},
		{"trap", English, "/attic/attic/", 200, "Attic 2"},
		{"host with a port", English + ":8080", "/", 200, "The Spider Book"},
		{"unknown host", "other.test", "/", 421, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			rec := get(t, w, tt.host, tt.path)
			if rec.Code != tt.status || !strings.Contains(rec.Body.String(), tt.want) {
				t.Errorf("%s%s: status %d, body %.80q; want %d with %q", tt.host, tt.path, rec.Code, rec.Body.String(), tt.status, tt.want)
			}
		})
	}
}

func TestLegacyCharsets(t *testing.T) {
	t.Parallel()
	w, err := New()
	if err != nil {
		t.Fatal(err)
	}
	for _, host := range []string{Russian, Chinese} {
		if body := get(t, w, host, "/robots/frontier.html").Body.Bytes(); utf8.Valid(body) {
			t.Errorf("%s: the robots section is UTF-8, want a legacy charset", host)
		}
	}
}

func TestLanguagesShareTheirArticles(t *testing.T) {
	t.Parallel()
	en, err := loadArticles("en")
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range []string{"ru", "zh", "pt"} {
		other, err := loadArticles(lang)
		if err != nil {
			t.Fatal(err)
		}
		if len(other) != len(en) {
			t.Fatalf("%s has %d articles, en %d", lang, len(other), len(en))
		}
		for i := range en {
			if other[i].Slug != en[i].Slug || len(other[i].Blocks) == 0 {
				t.Errorf("%s: article %d is %q with %d blocks, want %q", lang, i, other[i].Slug, len(other[i].Blocks), en[i].Slug)
			}
		}
	}
}

func TestMirrorCopiesPages(t *testing.T) {
	t.Parallel()
	w, err := New()
	if err != nil {
		t.Fatal(err)
	}
	a := get(t, w, English, "/spiders/silk.html").Body.String()
	b := get(t, w, Mirror, "/spiders/silk.html").Body.String()
	if strings.ReplaceAll(b, ` rel="nofollow"`, "") != a {
		t.Error("the mirror's page differs from the main host's")
	}
}
