package html

import "testing"

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
