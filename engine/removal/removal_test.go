package removal

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// nothing is an index, a graph and a turn for a folder without pages.
type nothing struct{}

func (nothing) Apply(context.Context, []aranea.IndexChange) error { return nil }
func (nothing) Copies(context.Context, weburl.URL, int) ([]weburl.URL, error) {
	return nil, nil
}

// TestOthers checks that admitting a target again reports what else keeps some of it out.
func TestOthers(t *testing.T) {
	t.Parallel()
	f, err := frontier.Open(t.Context(), memstore.New(), frontier.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := Remover{
		Frontier: f, Index: nothing{}, Graph: nothing{},
		Drop:   func(context.Context, iter.Seq2[weburl.URL, error]) error { return nil },
		AtRest: func(_ context.Context, f func() error) error { return f() }, Now: time.Now,
	}
	out := []string{"a.test", "http://a.test/x", "http://a.test/x/*", "http://b.test/*"}
	for i := range MaxOthers + 1 {
		out = append(out, fmt.Sprintf("http://c.test/%02d*", i))
	}
	for _, name := range out {
		if _, _, err := r.Do(t.Context(), Order{Target: name}); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		undo   string
		still  string
		others []string
		more   int
	}{
		{"http://a.test/x", "a.test", nil, 0},
		{"a.test", "", []string{"http://a.test/x/*"}, 0},
		{"http://b.test/*", "", nil, 0},
		{"http://a.test/*", "", []string{"http://a.test/x/*"}, 0},
		{"c.test", "", out[4:][:MaxOthers], 1},
		{"http://c.test/00*", "", nil, 0},
		{Everything, "", slices.Concat([]string{"http://a.test/x/*"}, out[5:])[:MaxOthers], 1},
	} {
		done, _, err := r.Do(t.Context(), Order{Target: tt.undo, Undo: true})
		if err != nil || done.Still != tt.still || !slices.Equal(done.Others, tt.others) || done.OtherCount != len(tt.others)+tt.more {
			t.Errorf("%s: %+v, %v; want %q, %q and %d more", tt.undo, done, err, tt.still, tt.others, tt.more)
		}
	}
}
