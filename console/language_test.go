package console

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	xhtml "golang.org/x/net/html"

	"github.com/aranea-search/aranea/console/locale"
	"github.com/aranea-search/aranea/engine/trail"
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
		{"a cookie that names no language", "/?hl=fi", "ru", "fi", "ru", ""},
		{"results", "/?q=silk&hl=zh-CN", "", "", "zh-Hans", "zh-Hans"},
		{"help", "/help", "pt-PT", "", "pt-BR", ""},
		{"why", "/why", "ru", "", "ru", ""},
		{"a login", "/login", "ru", "", "ru", ""},
		{"an error", "/nosuch", "zh", "", "zh-Hans", ""},
	} {
		w := speaking(h, tt.path, tt.accepted, tt.cookie)
		if got := w.Header().Get("Content-Language"); got != tt.want || !strings.Contains(w.Body.String(), `<html lang="`+tt.want+`" dir="ltr">`) {
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

// TestChosenLanguageOfPages: pages are preferred in the language that a reader has chosen, and then in those that the
// browser says, in a search, in completions, and where a page's score is asked for.
func TestChosenLanguageOfPages(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ hl, cookie, want string }{
		{"", "", "en ru"},
		{"?hl=de", "", "de en ru"},
		{"", "zh-Hant", "zh en ru"},
		{"?hl=ru", "zh-Hant", "ru en"},
		{"?hl=xx-yy", "", "en ru"},
	} {
		for _, path := range []string{"/", "/suggest", "/why"} {
			a, r := &answers{}, town(t)
			r.trails["http://a.test/"] = trail.Trail{URL: "http://a.test/", Known: true, In: true}
			h := handler(t, a, r)
			more := "?q=silk&url=http://a.test/"
			if tt.hl != "" {
				more = tt.hl + "&q=silk&url=http://a.test/"
			}
			speaking(h, path+more, "en-US,en;q=0.9,ru;q=0.5", tt.cookie)
			var langs []string
			for _, l := range a.asked.Langs {
				langs = append(langs, l.String())
			}
			if got := strings.Join(langs, " "); got != tt.want {
				t.Errorf("%s%s, cookie %q: %s, want %s", path, tt.hl, tt.cookie, got, tt.want)
			}
		}
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
			has(t, w, w.Code, `<html lang="`+l.Tag()+`" dir="`+l.Direction()+`">`, l.Text("page.help"), `lang="`+l.Tag()+`" hreflang="`+l.Tag()+`" aria-current="true">`+l.Name(), l.Text("page.languages")+`: </span>`+l.Name()+`</summary>`)
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

// TestRightToLeft checks the pages in Arabic: their direction, that results keep the one of their
// own, and that what is in English is marked as written from left to right.
func TestRightToLeft(t *testing.T) {
	t.Parallel()
	h := handler(t, indexOf(t,
		doc{"http://a.test/", "<html lang=ar><title>حرير العنكبوت</title><p>حرير العنكبوت قوي مثل silk."},
		doc{"http://b.test/", "<html lang=en><title>Silk</title><p>Silk of spiders is called حرير."},
	), newRecords())
	for _, path := range []string{"/", "/?q=silk", "/?q=zebra+foo:bar", "/help", "/login", "/why?url=http://a.test/&q=silk", "/nosuch"} {
		w := speaking(h, path, "ar-EG,ar;q=0.9", "")
		checkMarkup(t, path, w.Body.String())
		root, err := xhtml.Parse(w.Body)
		if err != nil {
			t.Fatal(err)
		}
		for n := range root.Descendants() {
			switch within := attribute(n, "lang") == "en" && n.Data != "h2"; {
			case n.Type == xhtml.ElementNode && n.Data == "html" && attribute(n, "dir") != "rtl":
				t.Errorf("%s is written %s", path, attribute(n, "dir"))
			case within && n.Data != "li" && n.Parent.Data != "li" && attribute(n, "dir") != "ltr":
				t.Errorf("%s: <%s lang=en> has no direction", path, n.Data)
			case attribute(n, "name") == "q" && attribute(n, "dir") != "auto":
				t.Errorf("%s: the field is written %s", path, attribute(n, "dir"))
			}
		}
	}
	w := speaking(h, "/?q=silk+OR+%D8%AD%D8%B1%D9%8A%D8%B1", "ar", "")
	has(t, w, 200, "صفحتان (أقل من مللي ثانية)", `<li dir="auto">`, `<div class="where"><bdi dir="ltr"><bdi dir="ltr">a.test</bdi></bdi></div>`,
		`<p class="snippet" lang="en" dir="auto">`, `<ul class="meta" dir="rtl"><li lang="ar">العربية</li><li>زارها الروبوت في 20 نوفمبر 2026</li>`)
	has(t, speaking(h, "/?q=silk+foo:bar", "ar", ""), 200, "«\u2068foo:\u2069» ليس من عوامل البحث")
}

// attribute returns an attribute of an element, "" if it has none.
func attribute(n *xhtml.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
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
