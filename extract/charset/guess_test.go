package charset_test

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea/extract/charset"
)

// told checks that a page in a charset is read as it was written.
func told(t *testing.T, name, page string) {
	t.Helper()
	if got, r := charset.Decode(encode(t, name, page), "", true); string(got) != page {
		t.Errorf("%s is read as %s: %s", name, r.Name, got)
	}
}

// TestSymbolsAmidASCII: single symbols of windows-1252 in English text, however many, are taken
// neither for half-width katakana nor for letters of other scripts.
func TestSymbolsAmidASCII(t *testing.T) {
	t.Parallel()
	for _, page := range []string{
		"<h1>Weaving<a href=#w>¶</a></h1><h2>Threads<a href=#t>¶</a></h2>",
		strings.Repeat("<h2>Knots and threads<a class=link href=#k>¶</a></h2><p>Pull the thread until it’s tight.</p>", 40),
		strings.Repeat("<h2>Knots and threads¶</h2>", 40),
		"<p>The spider moves by ±3 mm.</p><p>It rests for ±2 s.</p><p>A web of 20 m¹, a thread of 5 m³ · see below.</p>",
		"<p>Copyright © 2024 “The Spiders”</p>" + strings.Repeat("<a>Prev\u00a0</a><td>\u00a0</td><a>\u00a0Next</a>", 30),
		strings.Repeat("<li>\u00a0\u00a0•\u00a0DRAAD (standaard)</li><li>\u00a0</li>", 8) + "<p>“Geïnstalleerde grootte” na het beëindigen</p>",
	} {
		told(t, "windows-1252", page)
	}
}

// TestHalfWidth: words in half-width katakana are Japanese in a page that has other Japanese
// text.
func TestHalfWidth(t *testing.T) {
	t.Parallel()
	told(t, "shift_jis", "<li>ﾄｯﾌﾟ ﾍﾟｰｼﾞ</li><li>ﾘﾝｸ ｿﾉ ﾀ</li><p>蜘蛛は隅に座って待つ。</p>")
}

// TestTextInTags: text in tags decides the charset of a page with little other text, and one of
// its letters decides between two charsets of one language.
func TestTextInTags(t *testing.T) {
	t.Parallel()
	for _, page := range []string{
		"<p>Choose the tool from the <a href=t title=\"Панель инструментов\">toolbox</a>.\u00a0<img src=n.png alt=\"Следующая страница\"></p>",
		"<p>The thread is in English.\u00a0</p><a href=n><img src=n.png alt=\"След.\" title=\"Наверх по дереву\"></a>",
	} {
		for _, name := range []string{"windows-1251", "koi8-r", "iso-8859-5", "ibm866", "x-mac-cyrillic"} {
			told(t, name, page)
		}
	}
	const czech = "<img src=n.png alt=\"Další\"><p>Získání instalačních médií a příprava nové sítě v koutě, kde čeká pavouk na svou kořist a na déšť.</p>"
	for _, name := range []string{"windows-1250", "iso-8859-2"} {
		told(t, name, czech)
		told(t, name, strings.Replace(czech, "déšť", "jídlo", 1))
	}
}

// TestForeignQuotes: quotation marks are equally likely in all charsets of East Asia.
func TestForeignQuotes(t *testing.T) {
	t.Parallel()
	told(t, "euc-kr", "<title>거미의 집, 다음 장, 이전 장</title>"+strings.Repeat("<p>What is called the “thread” of a “web” is → not translated.</p>", 30))
}
