package autocomplete

import (
	"testing"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/query"
)

func TestUnfinished(t *testing.T) {
	t.Parallel()
	words := analyze.New(100)
	for typed, want := range map[string]string{
		"spider sil": "sil", "sil": "sil", "site:a.test sil": "sil", "autovacuum_vac": "autovacuum_vac", "os.path": "os.path",
		"": "", "si": "", "spider ": "", "sil site:a.test": "", "-sil": "", "spider -sil": "", `"sil"`: "", "sil*": "", "sill~": "",
		"autovacuum_": "", "python 3.1": "", "a OR sil": "", "蜘蛛织": "", "apt安装": "", "print(": "",
	} {
		got := ""
		if n := Unfinished(query.Parse(typed), typed, words); n != nil {
			got = n.Text
		}
		if got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}
