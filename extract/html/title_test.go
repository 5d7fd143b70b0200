package html

import (
	"testing"

	"github.com/aranea-search/aranea"
)

// TestEmptyEndsOfTitles: a separator whose other side is empty is no part of a title.
func TestEmptyEndsOfTitles(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{
		"\n - Tea list - lists\n":     "Tea list - lists",
		" | Acme":                     "Acme",
		"» Acme":                      "Acme",
		"\u00a0– Acme":                "Acme",
		"Looms |":                     "Looms",
		"日本語 | ":                      "日本語",
		"« Retour":                    "Retour",
		"Looms — Acme":                "Looms — Acme",
		"-- help":                     "-- help",
		"--help - Looms":              "--help - Looms",
		"-5 degrees":                  "-5 degrees",
		"- 5 degrees":                 "- 5 degrees",
		"– ५ degrees":                 "– ५ degrees",
		"- €5 off":                    "- €5 off",
		"C-":                          "C-",
		"Grade C -":                   "Grade C -",
		"Doe, Jane, 1950 –":           "Doe, Jane, 1950 –",
		"What is :?":                  "What is :?",
		"|| operator":                 "|| operator",
		"| pipe operator |":           "| pipe operator |",
		"| (pipe) - Bash manual":      "| (pipe) - Bash manual",
		"| - Jinja filters":           "| - Jinja filters",
		"Difference between || and |": "Difference between || and |",
		"- - Wiktionary":              "- - Wiktionary",
		": - Wiktionary":              ": - Wiktionary",
		":: operator in C++":          ":: operator in C++",
		"When do I use . and when ::": "When do I use . and when ::",
		"std::":                       "std::",
		" - | - ":                     "- | -",
		"|":                           "|",
		"A – Z":                       "A – Z",
		"/ r / looms":                 "/ r / looms",
		"… and so on":                 "… and so on",
		"Le « grand » métier":         "Le « grand » métier",
		"« Le métier » est à voir":    "« Le métier » est à voir",
		"Un métier, dit « le grand »": "Un métier, dit « le grand »",
	} {
		page := parsed(t, "<title>"+title+"</title><p>x")
		if got := page.Title(); got != want {
			t.Errorf("%q: %q, not %q", title, got, want)
		}
	}
}

// TestValuesOfNothing: what a template writes that has no value describes no page.
func TestValuesOfNothing(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]string{
		"None": "", " null ": "", "undefined": "", "none": "none", "None of the looms": "None of the looms", "Null": "Null",
	} {
		page := parsed(t, `<meta name=description content="`+content+`"><p>x`)
		got := ""
		for _, e := range page.Elements {
			if e.Kind == aranea.ElementDescription {
				got = string(page.Text[e.Start:e.End])
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", content, got, want)
		}
	}
}
