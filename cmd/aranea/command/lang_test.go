package command

import (
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/analyze"
)

func TestLangs(t *testing.T) {
	t.Parallel()
	got, err := Langs("--lang", []string{"pt-BR", "en"})
	if err != nil || !slices.Equal(got, []analyze.Lang{analyze.Pt, analyze.En}) {
		t.Fatalf("pt-BR and en are read as %v, %v", got, err)
	}
	if _, err := Langs("--lang", []string{"en", "klingon"}); err == nil || !strings.Contains(err.Error(), "no language") {
		t.Errorf("a language that is none is answered with %v", err)
	}
}
