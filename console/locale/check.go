package locale

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// codeMark delimits code in a text.
const codeMark = "`"

// parse parses the file of a language: groups of texts, each a string or a table of plural forms.
func parse(tag language.Tag, data []byte) (*Locale, error) {
	var groups map[string]map[string]any
	if err := toml.Unmarshal(data, &groups); err != nil {
		return nil, err
	}
	digits, err := tag.SetTypeForKey("nu", "latn")
	if err != nil {
		return nil, fmt.Errorf("digits: %w", err)
	}
	l := &Locale{tag: tag, rtl: isLeftward(tag), digits: digits, texts: map[string]string{}, counted: map[string]map[plural.Form]string{}}
	for group, texts := range groups {
		for name, value := range texts {
			if err := l.add(group+"."+name, value); err != nil {
				return nil, fmt.Errorf("%s.%s: %w", group, name, err)
			}
		}
	}
	l.months = strings.Fields(l.texts["date.months"])
	return l, nil
}

// add adds a text.
func (l *Locale) add(name string, value any) error {
	switch v := value.(type) {
	case string:
		l.texts[name] = v
		return nil
	case map[string]any:
		l.counted[name] = map[plural.Form]string{}
		for key, text := range v {
			form, err := formNamed(key)
			if err != nil {
				return err
			}
			var ok bool
			if l.counted[name][form], ok = text.(string); !ok {
				return errors.New("a plural form is a text")
			}
		}
		return nil
	}
	return errors.New("this is neither a text nor a table of plural forms")
}

// check returns all faults of a locale in comparison with English.
func (l *Locale) check() []error {
	var faults []error
	fault := func(name, format string, args ...any) {
		faults = append(faults, fmt.Errorf("%s: %s: %s", l.tag, name, fmt.Sprintf(format, args...)))
	}
	needed := formsOf(l.tag)
	due := slices.Sorted(maps.Keys(needed))
	for _, name := range slices.Compact(slices.Sorted(slices.Values(slices.Concat(l.Names(), l.english.Names())))) {
		texts, english := l.formsAt(name), l.english.formsAt(name)
		switch {
		case english == nil:
			fault(name, "English has no such text")
			continue
		case texts == nil || (l.counted[name] == nil) != (l.english.counted[name] == nil):
			fault(name, "this text is not translated")
			continue
		}
		if l.counted[name] != nil {
			if got := slices.Sorted(maps.Keys(texts)); !slices.Equal(got, due) {
				fault(name, "it has the plural forms %s, the language %s", namesOf(got), namesOf(due))
			}
		}
		want := marksOf(english[plural.Other])
		for form, text := range texts {
			got := marksOf(text)
			if needed[form] == 1 && !strings.Contains(text, countMark) { // the form says which number it is
				got = marksOf(text + countMark)
			}
			if !got.equal(want) {
				fault(name, "it holds %s, English %s", got, want)
			}
		}
	}
	if len(l.months) != monthsOfYear {
		fault("date.months", "there are %d months", len(l.months))
	}
	return faults
}

const monthsOfYear = 12

// Names returns the names of all texts, in no order.
func (l *Locale) Names() []string {
	return slices.Concat(slices.Collect(maps.Keys(l.texts)), slices.Collect(maps.Keys(l.counted)))
}

// formsAt returns the plural forms of a text, only "other" for a text without a number, or nil if
// there is no such text.
func (l *Locale) formsAt(name string) map[plural.Form]string {
	if text, ok := l.texts[name]; ok {
		return map[plural.Form]string{plural.Other: text}
	}
	return l.counted[name]
}

// countMark is the placeholder of the number in a text that has plural forms.
const countMark = "{n}"

var mark = regexp.MustCompile(`\{[a-z]+\}`)

// marks are the placeholders of a text without duplicates, sorted, and the amount of code in it.
type marks struct {
	names []string
	code  int
}

func (m marks) equal(other marks) bool {
	return m.code == other.code && slices.Equal(m.names, other.names)
}

func (m marks) String() string { return fmt.Sprintf("%q and %d marks of code", m.names, m.code) }

func marksOf(text string) marks {
	m := marks{code: strings.Count(text, codeMark)}
	if strings.Contains(text, "{") { // few texts have any
		m.names = mark.FindAllString(text, -1)
		slices.Sort(m.names)
		m.names = slices.Compact(m.names)
	}
	return m
}

// manyThings is large enough to include every plural form of a language for whole numbers.
const manyThings = 1000

// formsOf returns the plural forms of a language, each with how many numbers it is for.
func formsOf(tag language.Tag) map[plural.Form]int {
	found := map[plural.Form]int{}
	for n := range manyThings {
		found[formOf(tag, n)]++
	}
	return found
}

func namesOf(have []plural.Form) string {
	var out []string
	for _, f := range forms {
		if slices.Contains(have, f.form) {
			out = append(out, f.name)
		}
	}
	return strings.Join(out, ", ")
}
