package locale

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"
)

// A Locale has the texts of one language. Texts are identified by their group and name in the
// catalogue, such as "results.next". It is safe for concurrent use.
type Locale struct {
	tag     language.Tag
	rtl     bool    // the language is written from right to left
	english *Locale // the locale that it is translated from
	texts   map[string]string
	counted map[string]map[plural.Form]string // texts with a number
	months  []string
	digits  language.Tag // the tag with the digits of ASCII
}

// Tag returns the tag of the language (BCP 47), such as "pt-BR".
func (l *Locale) Tag() string { return l.tag.String() }

// Direction returns the direction in which the language is written, as the attribute dir of HTML
// has it: "ltr" or "rtl".
func (l *Locale) Direction() string {
	if l.rtl {
		return "rtl"
	}
	return "ltr"
}

// Name returns the name of the language in that language.
func (l *Locale) Name() string { return l.Text("language.name") }

// IsEnglish reports whether the language is English, from which all texts are translated.
func (l *Locale) IsEnglish() bool { return l == l.english }

// Text returns a text with its placeholders replaced by values, which are given in pairs of name
// and value. If the catalogue does not have the text, the name is returned.
func (l *Locale) Text(name string, pairs ...string) string {
	text, ok := l.texts[name]
	if !ok {
		return name
	}
	return l.fill(text, pairs)
}

// Has reports whether the catalogue has a text without a number.
func (l *Locale) Has(name string) bool {
	_, ok := l.texts[name]
	return ok
}

// Count returns the text for a number of things; its placeholder is {n}.
func (l *Locale) Count(name string, n int, pairs ...string) string {
	text, ok := l.counted[name][formOf(l.tag, n)]
	if !ok {
		return name
	}
	return l.fill(text, append([]string{"n", l.Number(n)}, pairs...))
}

// fill replaces placeholders with their values.
func (l *Locale) fill(text string, pairs []string) string {
	if len(pairs) == 0 {
		return text
	}
	var marks []string
	for i := 0; i+1 < len(pairs); i += 2 {
		value := pairs[i+1]
		if l.rtl {
			value = isolated(value)
		}
		marks = append(marks, "{"+pairs[i]+"}", value)
	}
	return strings.NewReplacer(marks...).Replace(text)
}

// Around is the text before and after a value.
type Around struct{ Before, After string }

// Around returns a text around one of its values, for pages that show the value in an element of
// its own.
func (l *Locale) Around(name, value string) Around {
	before, after, _ := strings.Cut(l.Text(name), "{"+value+"}")
	return Around{before, after}
}

// A Piece is a part of a text, which may be code.
type Piece struct {
	Text string
	Code bool
}

// Pieces returns a text divided where code begins and ends.
func (l *Locale) Pieces(name string) []Piece {
	var out []Piece
	code := false
	for part := range strings.SplitSeq(l.Text(name), codeMark) {
		if part != "" {
			out = append(out, Piece{part, code})
		}
		code = !code
	}
	return out
}

// ungrouped are the languages that do not group the digits of a number of four digits (CLDR,
// minimumGroupingDigits).
var ungrouped = [...]string{"es", "pl"}

// Number formats a number with grouped digits. The digits are those of ASCII in every language:
// dates in a query, addresses and code have no others.
func (l *Locale) Number(n int) string {
	if base, _ := l.tag.Base(); n > -10_000 && n < 10_000 && slices.Contains(ungrouped[:], base.String()) {
		return strconv.Itoa(n)
	}
	return message.NewPrinter(l.digits).Sprint(number.Decimal(n))
}

// Date formats the day of a time in UTC.
func (l *Locale) Date(t time.Time) string {
	year, month, day := t.UTC().Date()
	return l.Text("date.day", "day", strconv.Itoa(day), "month", l.months[month-1], "year", strconv.Itoa(year))
}

// formOf returns the plural form of a language for a number of things.
func formOf(tag language.Tag, n int) plural.Form {
	return plural.Cardinal.MatchPlural(tag, n, 0, 0, 0, 0)
}

// forms are the names of plural forms in the catalogue (Unicode CLDR).
var forms = [...]struct {
	name string
	form plural.Form
}{
	{"zero", plural.Zero}, {"one", plural.One}, {"two", plural.Two}, {"few", plural.Few}, {"many", plural.Many}, {"other", plural.Other},
}

// formNamed returns the plural form with a name.
func formNamed(name string) (plural.Form, error) {
	for _, f := range forms {
		if f.name == name {
			return f.form, nil
		}
	}
	return 0, fmt.Errorf("%q is no plural form", name)
}
