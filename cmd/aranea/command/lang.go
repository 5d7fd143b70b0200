package command

import (
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
