package translation

import (
	"fmt"
	"testing"

	"github.com/aranea-search/aranea/weburl"
)

// TestOthers: each language is told once, by the address that is named after it, and neither that of the page nor an
// unknown one.
func TestOthers(t *testing.T) {
	t.Parallel()
	var all []Address
	for _, p := range [][2]string{
		{"http://a.test/ru/x", "de"}, {"http://a.test/de/x", "de"}, {"http://a.test/de/2/x", "de"}, {"http://a.test/en/x", "en"},
		{"http://a.test/pt-br/x", "pt"}, {"http://a.test/pt/x", "pt"}, {"http://a.test/x", "und"}, {"http://a.test/fr/x", "fr"},
	} {
		all = append(all, AddressOf(weburl.MustParse(p[0]), p[1]))
	}
	for most, want := range map[int]string{
		9: "de http://a.test/de/x, fr http://a.test/fr/x, pt http://a.test/pt/x, pt-BR http://a.test/pt-br/x, ",
		2: "de http://a.test/de/x, fr http://a.test/fr/x, ",
		0: "",
	} {
		got := ""
		for _, a := range Others(all, "en", most) {
			got += fmt.Sprint(a.Lang, " ", a.URL, ", ")
		}
		if got != want {
			t.Errorf("%d: %s, want %s", most, got, want)
		}
	}
}
