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
	l := &Locale{tag: tag, texts: map[string]string{}, counted: map[string]map[plural.Form]string{}}
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
		if got := slices.Sorted(maps.Keys(texts)); l.counted[name] != nil && !slices.Equal(got, needed) {
			fault(name, "it has the plural forms %s, the language %s", namesOf(got), namesOf(needed))
		}
		for _, text := range texts {
			if got, want := marksOf(text), marksOf(english[plural.Other]); got != want {
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

var mark = regexp.MustCompile(`\{[a-z]+\}`)

// marksOf returns the placeholders of a text without duplicates, and the amount of code in it.
func marksOf(text string) string {
	found := mark.FindAllString(text, -1)
	slices.Sort(found)
	return fmt.Sprintf("%q and %d marks of code", slices.Compact(found), strings.Count(text, codeMark))
}

// manyThings is large enough to include every plural form of a language for whole numbers.
const manyThings = 1000

// formsOf returns the plural forms of a language, sorted.
func formsOf(tag language.Tag) []plural.Form {
	found := map[plural.Form]bool{}
	for n := range manyThings {
		found[formOf(tag, n)] = true
	}
	return slices.Sorted(maps.Keys(found))
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
