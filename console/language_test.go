package console

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/console/locale"
)

// speaking requests a page like a browser with the given header fields.
func speaking(h http.Handler, path, accepted, cookie string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, "http://localhost"+path, nil)
	r.Header.Set("Accept-Language", accepted)
	if cookie != "" {
		r.AddCookie(&http.Cookie{Name: languageCookie, Value: cookie})
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// TestChoiceOfLanguage checks that the address has precedence over an earlier choice, and that
// over the browser's preferences, and that unknown languages are ignored.
func TestChoiceOfLanguage(t *testing.T) {
	t.Parallel()
	h := handler(t, indexOf(t, plain("http://a.test/", "Silk", "Silk of spiders.")), newRecords())
	for _, tt := range []struct{ name, path, accepted, cookie, want, kept string }{
		{"nobody says anything", "/", "", "", "en", ""},
		{"the browser", "/", "ru-RU,ru;q=0.9,en;q=0.8", "", "ru", ""},
		{"the cookie before the browser", "/", "ru", "zh-Hans", "zh-Hans", ""},
		{"the address before both", "/?hl=pt", "ru", "zh-Hans", "pt-BR", "pt-BR"},
		{"an address that names no language", "/?hl=%3Cb%3E", "ru", "zh-Hans", "zh-Hans", ""},
		{"a cookie that names no language", "/?hl=de", "ru", "de", "ru", ""},
		{"results", "/?q=silk&hl=zh-CN", "", "", "zh-Hans", "zh-Hans"},
		{"help", "/help", "pt-PT", "", "pt-BR", ""},
		{"why", "/why", "ru", "", "ru", ""},
		{"a login", "/login", "ru", "", "ru", ""},
		{"an error", "/nosuch", "zh", "", "zh-Hans", ""},
	} {
		w := speaking(h, tt.path, tt.accepted, tt.cookie)
		if got := w.Header().Get("Content-Language"); got != tt.want || !strings.Contains(w.Body.String(), `<html lang="`+tt.want+`">`) {
			t.Errorf("%s: %s, want %s:\n%.200s", tt.name, got, tt.want, w.Body)
		}
		if got := w.Header().Get("Vary"); got != "Accept-Language, Cookie" {
			t.Errorf("%s: varies by %s", tt.name, got)
		}
		kept := ""
		for _, c := range w.Result().Cookies() {
			if kept = c.Value; c.Name != languageCookie || !c.HttpOnly || c.MaxAge <= 0 {
				t.Errorf("%s: the cookie %+v", tt.name, c)
			}
		}
		if kept != tt.kept {
			t.Errorf("%s: %q is remembered, want %q", tt.name, kept, tt.kept)
		}
	}
	w := speaking(h, "/status", "ru", "ru")
	if w.Header().Get("Content-Language") != "en" || w.Header().Get("Vary") != "" || strings.Contains(w.Body.String(), `class="languages"`) {
		t.Errorf("an operator's page: %v", w.Header())
	}
}

// TestEveryLanguage checks that the search pages are complete in every language, link to their
// versions in the others, and show no names of texts.
func TestEveryLanguage(t *testing.T) {
	t.Parallel()
	h := handler(t, indexOf(t, plain("http://a.test/", "Silk", "Silk of spiders."), plain("http://b.test/", "Thread", "Spiders have thread.")), newRecords())
	c, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	names := c.English().Names()
	for _, l := range c.All() {
		for _, path := range []string{"/?", "/?q=silk+thread", "/?q=zebra+foo:bar&page=2", "/help?", "/login?", "/why?url=http://a.test/", "/nosuch?"} {
			path += "&hl=" + l.Tag()
			w := get(t, h, path)
			body := w.Body.String()
			checkMarkup(t, path, body)
			has(t, w, w.Code, `<html lang="`+l.Tag()+`">`, l.Text("page.help"), `lang="`+l.Tag()+`" hreflang="`+l.Tag()+`" aria-current="true">`+l.Name(), l.Text("page.languages")+`: </span>`+l.Name()+`</summary>`)
			for _, other := range c.All() {
				if other != l && (!strings.Contains(body, `hl=`+other.Tag()) || !strings.Contains(body, `hreflang="`+other.Tag())) {
					t.Errorf("%s does not lead to %s", path, other.Tag())
				}
			}
			for _, name := range names {
				if strings.Contains(body, ">"+name+"<") || strings.Contains(body, `"`+name+`"`) {
					t.Errorf("%s shows the name %s", path, name)
				}
			}
		}
	}
}

// TestTold checks that a results page in Russian formats numbers, dates and hints for Russian,
// and marks text in other languages.
func TestTold(t *testing.T) {
	t.Parallel()
	h := handler(t, indexOf(t, plain("http://a.test/", "Silk", "Silk of spiders."), plain("http://b.test/", "Thread", "Spiders have thread.")), newRecords())
	has(t, speaking(h, "/?q=silk+thread+foo:bar", "ru", ""), 200,
		"2 страницы с частью слов; со всеми словами ничего нет", "«foo:» — не оператор, это искали как текст.", "не найдено: ", "20 нояб. 2026 г.")
	has(t, speaking(h, "/?q=spiders", "ru", ""), 200, "2 страницы (меньше 1 мс)", "почему здесь?", `content="width=device-width`)
	has(t, speaking(h, "/?q=spiders&page=7", "zh", ""), 200, "没有更多结果")
}
