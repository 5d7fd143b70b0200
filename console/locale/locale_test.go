package locale

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/aranea-search/aranea/query"
)

func catalogue(t testing.TB) *Catalogue {
	t.Helper()
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// in returns the locale of a language.
func in(t *testing.T, tag string) *Locale {
	t.Helper()
	l, ok := catalogue(t).Named(tag)
	if !ok {
		t.Fatalf("there is no %s", tag)
	}
	return l
}

// TestLoad checks that every language of the catalogue has all texts of English, and that English
// comes first.
func TestLoad(t *testing.T) {
	t.Parallel()
	var tags []string
	for _, l := range catalogue(t).All() {
		tags = append(tags, l.Tag())
		if l.IsEnglish() != (l.Tag() == "en") {
			t.Errorf("%s is English: %t", l.Tag(), l.IsEnglish())
		}
	}
	if got := strings.Join(tags, " "); got != "en ar cs de el es fa fr he hi id it ja ko nl pl pt-BR ro ru sv tr uk vi zh-Hans zh-Hant" {
		t.Errorf("languages %s", got)
	}
}

// english is a catalogue of one file.
const english = `
[a]
plain = "Plain"
filled = "{a} and {b}, and {a} in ` + "`code`" + `"
counted = { one = "{n} thing", other = "{n} things" }
[date]
months = "1 2 3 4 5 6 7 8 9 10 11 12"
`

// TestFaults checks that missing and additional texts and different placeholders of a translation
// are all reported at once.
func TestFaults(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, file, text, want string }{
		{"all is there", "ru", "[a]\nplain = \"Просто\"\nfilled = \"`код` {b} {a}\"\ncounted = { one = \"{n}\", few = \"{n}\", many = \"{n}\" }\n[date]\nmonths = \"1 2 3 4 5 6 7 8 9 10 11 12\"", ""},
		{"nothing is there", "ru", "", "ru: a.counted: this text is not translated\nru: a.filled: this text is not translated\nru: a.plain: this text is not translated\nru: date.months: this text is not translated\nru: date.months: there are 0 months"},
		{"other values, no plural, one text more", "ru", "[a]\nplain = \"{c}\"\nfilled = \"{a}\"\ncounted = \"{n}\"\nmore = \"\"\n[date]\nmonths = \"1 2 3 4 5 6 7 8 9 10 11 12\"",
			`ru: a.counted: this text is not translated` + "\n" + `ru: a.filled: it holds ["{a}"] and 0 marks of code, English ["{a}" "{b}"] and 2 marks of code` + "\nru: a.more: English has no such text\n" +
				`ru: a.plain: it holds ["{c}"] and 0 marks of code, English [] and 0 marks of code`},
		{"the plural forms of another language", "ru", "[a]\nplain = \"\"\nfilled = \"{a}{b}``\"\ncounted = { one = \"{n}\", other = \"{n}\" }\n[date]\nmonths = \"1 2 3 4 5 6 7 8 9 10 11 12\"",
			"ru: a.counted: it has the plural forms one, other, the language one, few, many"},
		{"a plural form of one number, without it", "tr", "[a]\nplain = \"\"\nfilled = \"{a}{b}``\"\ncounted = { one = \"\", other = \"{n}\" }\n[date]\nmonths = \"1 2 3 4 5 6 7 8 9 10 11 12\"", ""},
		{"a plural form of several numbers, without them", "lv", "[a]\nplain = \"\"\nfilled = \"{a}{b}``\"\ncounted = { zero = \"{n}\", one = \"\", other = \"{n}\" }\n[date]\nmonths = \"1 2 3 4 5 6 7 8 9 10 11 12\"",
			`lv: a.counted: it holds [] and 0 marks of code, English ["{n}"] and 0 marks of code`},
		{"a plural form without its number", "zh", "[a]\nplain = \"\"\nfilled = \"{a}{b}``\"\ncounted = { other = \"\" }\n[date]\nmonths = \"1 2 3 4 5 6 7 8 9 10 11 12\"",
			`zh: a.counted: it holds [] and 0 marks of code, English ["{n}"] and 0 marks of code`},
		{"an unknown plural form", "ru", "[a]\ncounted = { dual = \"{n}\" }", `texts/ru.toml: a.counted: "dual" is no plural form`},
		{"a plural form that is no text", "ru", "[a]\ncounted = { one = 1 }", "texts/ru.toml: a.counted: a plural form is a text"},
		{"a number", "ru", "[a]\nplain = 1", "texts/ru.toml: a.plain: this is neither a text nor a table of plural forms"},
		{"no TOML", "ru", "[a", "texts/ru.toml: toml:"},
		{"a file that is no language", "common", "", "texts/common.toml is not named by a language"},
	} {
		_, err := load(fstest.MapFS{"texts/en.toml": {Data: []byte(english)}, "texts/" + tt.file + ".toml": {Data: []byte(tt.text)}})
		got := ""
		if err != nil {
			got = strings.TrimPrefix(err.Error(), "the catalogue: ")
		}
		if !strings.HasPrefix(got, tt.want) || tt.want == "" && got != "" || strings.HasPrefix(tt.want, tt.file+":") && got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
	if _, err := load(fstest.MapFS{"texts/ru.toml": {Data: []byte(english)}}); err == nil || !strings.Contains(err.Error(), "no English") {
		t.Errorf("a catalogue without English: %v", err)
	}
}

// TestPreferred checks that the reader's languages are tried by their quality, that a similar
// language is accepted, and that English is the default.
func TestPreferred(t *testing.T) {
	t.Parallel()
	c := catalogue(t)
	for _, tt := range []struct{ field, want string }{
		{"", "en"}, {"*", "en"}, {"ru", "ru"}, {"ru-RU,ru;q=0.9,en-US;q=0.8", "ru"}, {"en;q=0.5, ru", "ru"}, {"en;q=0.5,ru;q=0.4", "en"},
		{"fi,pt-PT;q=0.7,ru;q=0.5", "pt-BR"}, {"pt", "pt-BR"}, {"zh-CN,zh;q=0.9", "zh-Hans"}, {"zh-TW", "zh-Hant"}, {"zh-TW,en;q=0.8", "zh-Hant"}, {"zh-HK", "zh-Hant"},
		{"uk", "uk"}, {"uk,ru;q=0.9", "uk"}, {"be", "ru"}, {"be,uk;q=0.5", "uk"}, {"de-AT", "de"}, {"es-419,es;q=0.9", "es"}, {"gl", "es"}, {"fr-CA", "fr"}, {"ar-EG", "ar"},
		{"he", "he"}, {"iw-IL", "he"}, {"fa-AF", "fa"}, {"ur,ar;q=0.5", "ar"}, {"ca", "en"}, {"ca,es;q=0.8", "es"}, {"ru;q=0,en", "en"}, {"ru;q=0", "en"}, {"fi,hu,da", "en"}, {"nl-BE,nl;q=0.9", "nl"}, {"sk,cs;q=0.8", "cs"}, {"ms", "id"}, {"af", "nl"}, {"mo", "ro"},
		{"xx, ru;q=0.1", "ru"}, {"ru;q=many, pt;q=0.1", "pt-BR"}, {",,;;,=,pt", "pt-BR"}, {strings.Repeat("fi,", 5000) + "ru", "en"},
	} {
		if got := c.Preferred(tt.field).Tag(); got != tt.want {
			t.Errorf("%.40s: %s, want %s", tt.field, got, tt.want)
		}
	}
}

// FuzzPreferred checks that one of the languages is chosen for any preferences.
func FuzzPreferred(f *testing.F) {
	c := catalogue(f)
	for _, s := range []string{"", "ru-RU,ru;q=0.9", "x-x-x;q=;,-", "zh-Hant-TW-u-co-pinyin", strings.Repeat("a-", 600), "\xff,en"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, field string) {
		if l := c.Preferred(field); !slices.Contains(c.All(), l) {
			t.Errorf("%q: %v", field, l)
		}
		if l, ok := c.Named(field); ok && !slices.Contains(c.All(), l) {
			t.Errorf("%q: %v", field, l)
		}
	})
}

func TestNamed(t *testing.T) {
	t.Parallel()
	c := catalogue(t)
	for tag, want := range map[string]string{"ru": "ru", "RU": "ru", "pt": "pt-BR", "pt-PT": "pt-BR", "zh": "zh-Hans", "zh-Hans": "zh-Hans", "zh-TW": "zh-Hant", "en-GB": "en", "de": "de", "": "", "<b>": "", "fi": "", "in": "id", "el-CY": "el"} {
		got := ""
		if l, ok := c.Named(tag); ok {
			got = l.Tag()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", tag, got, want)
		}
	}
}

// TestNumbersAndDates checks that numbers and dates have the format of each language.
func TestNumbersAndDates(t *testing.T) {
	t.Parallel()
	day := time.Date(2026, 5, 3, 23, 0, 0, 0, time.FixedZone("", -2*60*60))
	for _, tt := range []struct{ tag, want string }{
		{"en", "1 page, 2 pages, 5 pages, 21 pages, 1,234 pages, 1,234,567 pages; published 4 May 2026"},
		{"ru", "1 страница, 2 страницы, 5 страниц, 21 страница, 1\u00a0234 страницы, 1\u00a0234\u00a0567 страниц; опубликовано 4 мая 2026 г."},
		{"pt", "1 página, 2 páginas, 5 páginas, 21 páginas, 1.234 páginas, 1.234.567 páginas; publicado em 4 de mai. de 2026"},
		{"es", "1 página, 2 páginas, 5 páginas, 21 páginas, 1234 páginas, 1.234.567 páginas; publicado el 4 may 2026"},
		{"pl", "1 strona, 2 strony, 5 stron, 21 stron, 1234 strony, 1\u00a0234\u00a0567 stron; opublikowano 4 maj 2026"},
		{"ar", "صفحة واحدة, صفحتان, 5 صفحات, 21 صفحة, 1,234 صفحة, 1,234,567 صفحة; نُشرت في 4 مايو 2026"},
		{"he", "דף אחד, שני דפים, 5 דפים, 21 דפים, 1,234 דפים, 1,234,567 דפים; פורסם: 4 במאי 2026"},
		{"fa", "1 صفحه, 2 صفحه, 5 صفحه, 21 صفحه, 1,234 صفحه, 1,234,567 صفحه; انتشار: 4 مه 2026"},
		{"de", "1 Seite, 2 Seiten, 5 Seiten, 21 Seiten, 1.234 Seiten, 1.234.567 Seiten; veröffentlicht am 4. Mai 2026"},
		{"cs", "1 stránka, 2 stránky, 5 stránek, 21 stránek, 1\u00a0234 stránek, 1\u00a0234\u00a0567 stránek; zveřejněno 4. 5. 2026"},
		{"ro", "1 pagină, 2 pagini, 5 pagini, 21 de pagini, 1.234 de pagini, 1.234.567 de pagini; publicată pe 4 mai 2026"},
		{"vi", "1 trang, 2 trang, 5 trang, 21 trang, 1.234 trang, 1.234.567 trang; đăng ngày 4/5/2026"},
		{"hi", "1 पेज, 2 पेज, 5 पेज, 21 पेज, 1,234 पेज, 12,34,567 पेज; प्रकाशित: 4 मई 2026"},
		{"ja", "1 ページ, 2 ページ, 5 ページ, 21 ページ, 1,234 ページ, 1,234,567 ページ; 公開: 2026年5月4日"},
		{"zh", "1 个网页, 2 个网页, 5 个网页, 21 个网页, 1,234 个网页, 1,234,567 个网页; 发布于 2026年5月4日"},
	} {
		l := in(t, tt.tag)
		var got []string
		for _, n := range []int{1, 2, 5, 21, 1234, 1234567} {
			got = append(got, l.Count("found.pages", n))
		}
		if text := strings.Join(got, ", ") + "; " + l.Text("date.published", "date", l.Date(day)); text != tt.want {
			t.Errorf("%s: %s, want %s", tt.tag, text, tt.want)
		}
	}
}

// TestTexts checks that values replace their placeholders, and that placeholders in values are
// not replaced.
func TestTexts(t *testing.T) {
	t.Parallel()
	l := in(t, "en")
	if got := l.Text("found.both", "pages", "{n} <b>", "n", "{pages}"); got != "{n} <b> with all the words, {pages} with some" {
		t.Errorf("filled in: %s", got)
	}
	if got := l.Text("results.comma"); got != ", " {
		t.Errorf("plain: %q", got)
	}
	if got := l.Text("no.such") + l.Count("no.such", 1) + l.Count("results.comma", 1); got != "no.suchno.suchresults.comma" {
		t.Errorf("no such text: %s", got)
	}
	if got := l.Around("results.did-you-mean", "query"); got != (Around{"Did you mean ", "?"}) {
		t.Errorf("around: %+v", got)
	}
	want := []Piece{{"with either word; ", false}, {"(silk OR thread) spider", true}, {" makes a group", false}}
	if got := l.Pieces("help.or"); !slices.Equal(got, want) {
		t.Errorf("pieces: %+v", got)
	}
}

// TestHelpIsRight checks that the examples in the help are valid queries in every language.
func TestHelpIsRight(t *testing.T) {
	t.Parallel()
	for _, l := range catalogue(t).All() {
		for name, text := range l.texts {
			if !strings.HasPrefix(name, "help.") || !strings.HasSuffix(name, "-example") {
				continue
			}
			tree, english := query.Parse(text), query.Parse(l.english.texts[name])
			if len(tree.Hints) > 0 || tree.Root.Kind != english.Root.Kind {
				t.Errorf("%s: %s: %s is read as %s, with the hints %q", l.Tag(), name, text, tree, tree.Hints)
			}
		}
	}
}

var (
	asked = regexp.MustCompile(`\b(?:Text|Count|Around|Pieces)\(? ?"([^"]+)"`)
	named = regexp.MustCompile(`"([a-z]+\.[a-z-]+)"`)
)

// TestEveryTextIsUsed checks that all texts that the pages use exist, and that all texts in the
// catalogue are used. The texts for hints and statuses are used by their codes.
func TestEveryTextIsUsed(t *testing.T) {
	t.Parallel()
	var sources []string
	for _, pattern := range []string{"*.go", "../*.go", "../results/*.go", "../facetpage/*.go", "../templates/*.html"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, found...)
	}
	names, used := in(t, "en").Names(), map[string]bool{}
	for _, path := range sources {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		for _, m := range asked.FindAllStringSubmatch(string(data), -1) {
			if !slices.Contains(names, m[1]) && m[1] != "status." {
				t.Errorf("%s asks for %s, which there is not", path, m[1])
			}
		}
		for _, m := range named.FindAllStringSubmatch(string(data), -1) {
			used[m[1]] = true
		}
	}
	if len(used) < 100 {
		t.Fatalf("%d texts are used", len(used))
	}
	for _, name := range names {
		if group, _, _ := strings.Cut(name, "."); !used[name] && group != "hint" && group != "status" {
			t.Errorf("no page asks for %s", name)
		}
	}
}
