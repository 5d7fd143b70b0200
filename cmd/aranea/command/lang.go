package command

import (
	"cmp"
	"strings"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/internal/show"
)

// Langs parses the languages of a flag (BCP 47), in their order.
func Langs(flag string, tags []string) ([]analyze.Lang, error) {
	var out []analyze.Lang
	for _, tag := range tags {
		l, ok := analyze.ParseLang(tag)
		if !ok {
			return nil, Usage("%s %s: it is no language; give its code, such as pt", flag, show.Word(tag))
		}
		out = append(out, l)
	}
	return out, nil
}

// LocaleLangs returns the languages of the locale that the environment names, the most preferred first, as
// messages of programs are in (POSIX, "Environment Variables", and LANGUAGE of GNU gettext); none for C.
func LocaleLangs(env func(name string) string) (out []analyze.Lang) {
	locale := cmp.Or(env("LC_ALL"), env("LC_MESSAGES"), env("LANG"))
	if tag := tagOf(locale); tag == "C" || tag == "POSIX" || tag == "" {
		return nil
	}
	for name := range strings.SplitSeq(cmp.Or(env("LANGUAGE"), locale), ":") {
		if l, ok := analyze.ParseLang(tagOf(name)); ok && l != analyze.Und {
			out = append(out, l)
		}
	}
	return out
}

// tagOf returns the language and region of a locale in the form of BCP 47: pt-BR for pt_BR.UTF-8@euro.
func tagOf(locale string) string {
	locale, _, _ = strings.Cut(locale, "@")
	locale, _, _ = strings.Cut(locale, ".")
	return strings.ReplaceAll(locale, "_", "-")
}
