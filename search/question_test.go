package search

import (
	"fmt"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
)

// TestAskedInAnyLanguage: what only asks is left out also where few pages are in the language of the question, and its
// words are rare for that.
func TestAskedInAnyLanguage(t *testing.T) {
	t.Parallel()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = x.Close() })
	var changes []aranea.IndexChange
	page := func(url, lang, title, text string) {
		p := &aranea.Page{URL: address(t, url), Lang: lang}
		for kind, s := range map[aranea.ElementKind]string{aranea.ElementTitle: title, aranea.ElementText: text} {
			from := uint32(len(p.Text))
			p.Text = append(p.Text, s...)
			p.Elements = append(p.Elements, aranea.Element{Kind: kind, Start: from, End: uint32(len(p.Text))})
		}
		changes = append(changes, aranea.IndexChange{Action: aranea.IndexPut, URL: p.URL, Page: p})
	}
	for i := range 300 {
		page(fmt.Sprintf("http://en.test/%d", i), "en", fmt.Sprintf("Page %d", i), "All about spiders and how they spin their webs.")
	}
	page("http://ru.test/debian", "ru", "Что такое Debian?", "Что такое Debian, и что это за система: ответ на этой странице.")
	page("http://ru.test/silk", "ru", "Паутина", "Паутина паука прочнее стали, и это давно известно.")
	page("http://ru.test/net", "ru", "Что и как настроить", "Как это настроить и что для этого нужно: как обычно, и что тут сказать.")
	page("http://zh.test/debian", "zh", "什么是 Debian？", "什么是 Debian，它是怎么来的？")
	page("http://zh.test/cat", "zh", "猫", "猫是一种小型的动物。")
	page("http://zh.test/animals", "zh", "动物", "动物有很多种，动物的种类，动物的名字。")
	page("http://zh.test/silk", "zh", "蛛丝", "蛛丝比钢更坚固。")
	page("http://tr.test/silk", "tr", "Örümcek ağı", "Örümcek ağı çelikten daha sağlam bir maddedir.")
	page("http://tr.test/debian", "tr", "Debian nedir", "Debian nedir ve nasıl kurulur, bu sayfada anlatılır.")
	if err := x.Apply(t.Context(), changes); err != nil {
		t.Fatal(err)
	}
	s := New(x, time.Now, Options{})
	for query, want := range map[string]string{
		"что такое паутина":             "http://ru.test/silk",
		"паутина что это":               "http://ru.test/silk",
		"что такое debian":              "http://ru.test/debian", // they count nevertheless
		"蛛丝是什么":                         "http://zh.test/silk",
		"什么是蛛丝":                         "http://zh.test/silk",
		"猫是什么动物":                        "http://zh.test/cat",
		"什么是猫":                          "http://zh.test/cat",
		"什么是debian":                     "http://zh.test/debian",
		"örümcek ağı nedir":             "http://tr.test/silk",
		"debian nedir":                  "http://tr.test/debian",
		"что такое":                     "http://ru.test/debian", // a query of nothing else
		"что такое (паутина OR ferris)": "http://ru.test/silk",
		"как из паутины и стали":        "http://ru.test/silk",
	} {
		r := ask(t, s, query)
		if len(r.Results) == 0 || r.Results[0].URL.String() != want || len(r.Results[0].Missing) > 0 {
			t.Errorf("%s: %v, want %s with all that is asked for", query, urls(r), want)
		}
	}
}
