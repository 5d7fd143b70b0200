package spell

import "testing"

func TestOtherLayout(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{
		"gfrtn": "пакет", "GfRtN": "пакет", "'rcgjhn": "экспорт", "зфслфпу": "package", "экспорт": "'rcgjhn",
		"": "", "c++": "", "gfrп": "", "包": "", "x1": "", ".": "", "ю": "", "lf": "да",
	} {
		if got := OtherLayout(word); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

func TestBest(t *testing.T) {
	t.Parallel()
	docs := map[string]int{"package": 5, "hackage": 12, "packages": 1, "pakcage": 900}
	if got := best("pakcage", docs, 0); got != "package" {
		t.Errorf("%q is best, want package: the first letter is seldom mistaken", got)
	}
	if got := best("pakcage", docs, 12); got != "" {
		t.Errorf("%q is best, but no word is in more than 12 pages", got)
	}
}
