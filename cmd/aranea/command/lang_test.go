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

func TestLocaleLangs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		env  map[string]string
		want []analyze.Lang
	}{
		{map[string]string{"LANG": "pt_BR.UTF-8"}, []analyze.Lang{analyze.Pt}},
		{map[string]string{"LANG": "pt_BR.UTF-8", "LC_MESSAGES": "de_DE@euro"}, []analyze.Lang{analyze.De}},
		{map[string]string{"LANG": "pt_BR.UTF-8", "LC_MESSAGES": "de_DE", "LC_ALL": "ru"}, []analyze.Lang{analyze.Ru}},
		{map[string]string{"LANG": "de_DE.UTF-8", "LANGUAGE": "de:xx-nonsense::pt_BR"}, []analyze.Lang{analyze.De, analyze.Pt}},
		{map[string]string{"LANG": "C.UTF-8", "LANGUAGE": "de"}, nil},
		{map[string]string{"LANG": "de_DE", "LC_ALL": "POSIX"}, nil},
		{map[string]string{"LANG": "nonsense"}, nil},
		{nil, nil},
	} {
		if got := LocaleLangs(func(name string) string { return c.env[name] }); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.env, got, c.want)
		}
	}
}
