package locale

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/search/paging"
)

//go:embed texts/*.toml
var files embed.FS

// ending is the extension of the catalogue's files, which are named after their language.
const ending = ".toml"

// A Catalogue has all available locales. It is safe for concurrent use.
type Catalogue struct {
	locales []*Locale // English first
	matcher language.Matcher
}

// Load loads the catalogue. It returns an error with all faults if a translation lacks a text,
// has a text that English does not have, or has different placeholders.
func Load() (*Catalogue, error) { return load(files) }

func load(files fs.FS) (*Catalogue, error) {
	names, err := fs.Glob(files, "texts/*"+ending)
	if err != nil {
		return nil, fmt.Errorf("list the catalogue: %w", err)
	}
	c := &Catalogue{}
	for _, name := range names {
		l, err := read(files, name)
		if err != nil {
			return nil, err
		}
		c.locales = append(c.locales, l)
	}
	at := slices.IndexFunc(c.locales, func(l *Locale) bool { return l.tag == language.English })
	if at < 0 {
		return nil, errors.New("the catalogue has no English")
	}
	c.locales = slices.Concat(c.locales[at:at+1], c.locales[:at], c.locales[at+1:])
	var tags []language.Tag
	var faults []error
	for _, l := range c.locales {
		l.english = c.English()
		tags, faults = append(tags, l.tag), append(faults, l.check()...)
	}
	if err := errors.Join(faults...); err != nil {
		return nil, fmt.Errorf("the catalogue: %w", err)
	}
	c.matcher = language.NewMatcher(tags)
	return c, nil
}

// read reads the file of a language.
func read(files fs.FS, name string) (*Locale, error) {
	tag, err := language.Parse(strings.TrimSuffix(path.Base(name), ending))
	if err != nil {
		return nil, fmt.Errorf("%s is not named by a language: %w", name, err)
	}
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, fmt.Errorf("read the catalogue: %w", err)
	}
	l, err := parse(tag, data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return l, nil
}

// English returns the locale that the others are translated from.
func (c *Catalogue) English() *Locale { return c.locales[0] }

// All returns the locales, English first. The caller must not change the slice.
func (c *Catalogue) All() []*Locale { return c.locales }

// Named returns the locale for a language by its tag (BCP 47), such as "pt" or "pt-BR", and
// false if there is none.
func (c *Catalogue) Named(tag string) (*Locale, bool) {
	t, err := language.Parse(tag)
	if err != nil {
		return nil, false
	}
	return c.match(t)
}

// maxPreferences is the maximum number of bytes of a reader's preferences that are read.
const maxPreferences = 1000

// Preferred returns the locale that a reader prefers according to the field Accept-Language of a
// request, or else English.
func (c *Catalogue) Preferred(field string) *Locale {
	if l, ok := c.match(Wished(field)...); ok {
		return l
	}
	return c.English()
}

// Wished returns the languages in the field Accept-Language of a request (RFC 9110 section
// 12.5.4), the best first. Invalid languages are ignored.
func Wished(field string) []language.Tag {
	type preference struct {
		tag     language.Tag
		quality float32
	}
	var liked []preference
	for part := range strings.SplitSeq(show.Clip(field, maxPreferences), ",") {
		tags, qualities, err := language.ParseAcceptLanguage(part)
		for i := range tags {
			if err == nil {
				liked = append(liked, preference{tags[i], qualities[i]})
			}
		}
	}
	slices.SortStableFunc(liked, func(a, b preference) int { return cmp.Compare(b.quality, a.quality) })
	var tags []language.Tag
	for _, p := range liked {
		tags = append(tags, p.tag)
	}
	return tags
}

// Preferred returns the languages in the field Accept-Language in which a search may prefer pages,
// the best first.
func Preferred(field string) []analyze.Lang {
	var out []analyze.Lang
	for _, tag := range Wished(field) {
		if l, ok := analyze.ParseLang(tag.String()); ok && !slices.Contains(out, l) && len(out) < paging.MaxPreferred {
			out = append(out, l)
		}
	}
	return out
}

// match returns the best locale for readers of the given languages, in order of preference, and
// false if there is none.
func (c *Catalogue) match(tags ...language.Tag) (*Locale, bool) {
	_, i, sure := c.matcher.Match(tags...)
	return c.locales[i], sure != language.No
}
