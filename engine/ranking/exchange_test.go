package ranking

import (
	"context"
	"iter"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/handover"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/scope/partition"
)

// nodeOptions are those of the node of a partition of two.
func nodeOptions(t *testing.T, number int) Options {
	t.Helper()
	opt := options(t)
	opt.Graph.Divide(partition.Partition{Number: number, Of: 2})
	opt.Elsewhere = func(context.Context) iter.Seq2[string, error] {
		return func(yield func(string, error) bool) {}
	}
	return opt
}

// toTell returns what a node tells the other one, as one piece.
func toTell(t *testing.T, r *Ranker, to int) handover.Ranks {
	t.Helper()
	out := handover.Outgoing{Receipt: handover.Receipt{To: to}}
	if err := r.Tell(t.Context(), &out); err != nil || out.Batch.Ranks == nil {
		t.Fatalf("%+v is told, %v", out, err)
	}
	if all := *out.Batch.Ranks; all.At == 0 && all.Size == int64(len(all.Data)) && out.Receipt.Held == (handover.Held{ID: all.ID, Bytes: all.Size}) {
		return all
	}
	t.Fatalf("told is %+v", out)
	return handover.Ranks{}
}

// cut returns the piece of what is told between two places.
func cut(all handover.Ranks, from, to int64) *handover.Ranks {
	all.At, all.Data = from, all.Data[from:to]
	return &all
}

// TestExchange: what a node tells is heard piece by piece, each once and in order, also when either side is started
// again in between; a whole one is used by the next ranking.
func TestExchange(t *testing.T) {
	t.Parallel()
	teller, opt := open(t, nodeOptions(t, 1)), nodeOptions(t, 2)
	if _, err := teller.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	all := toTell(t, teller, 2)
	r := open(t, opt)
	if _, err := r.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	hear := func(name string, piece *handover.Ranks, held int64, whole bool) {
		t.Helper()
		got, is, err := r.hear(t.Context(), 1, piece)
		want := handover.Held{ID: all.ID, Bytes: held}
		if held == 0 {
			want = handover.Held{}
		}
		if got != want || is != whole || err != nil {
			t.Errorf("%s: it has %+v, whole %t, %v; want %+v", name, got, is, err, want)
		}
	}
	hear("nothing", nil, 0, false)
	hear("the middle", cut(all, 5, 9), 0, false)
	hear("the beginning", cut(all, 0, 5), 5, false)
	hear("once more", cut(all, 0, 5), 5, false)
	hear("a gap", cut(all, 9, 11), 5, false)
	hear("a greeting", nil, 5, false)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	r = open(t, opt)
	hear("after a restart", cut(all, 5, 9), 0, false)
	hear("from the beginning", cut(all, 0, 7), 7, false)
	hear("the rest", cut(all, 7, all.Size), all.Size, true)
	hear("the rest again", cut(all, 7, all.Size), all.Size, false)
	if done, err := r.Retold(t.Context()); err != nil || done.Same {
		t.Errorf("ranked %+v, %v", done, err)
	}
	if done, err := r.Retold(t.Context()); err != nil || !done.Same {
		t.Errorf("once more %+v, %v", done, err)
	}
	if err := teller.Tells(t.Context(), 2, handover.Held{ID: all.ID, Bytes: all.Size}); err != nil {
		t.Fatal(err)
	}
	out := handover.Outgoing{Receipt: handover.Receipt{To: 2}}
	if err := teller.Tell(t.Context(), &out); err != nil || !out.IsEmpty() || out.Receipt.Held.Bytes != all.Size {
		t.Errorf("told again: %+v, %v", out, err)
	}
	for _, held := range []handover.Held{{}, {ID: all.ID + 1, Bytes: 3}, {ID: all.ID, Bytes: all.Size + 1}, {ID: all.ID, Bytes: -1}} {
		if err := teller.Tells(t.Context(), 2, held); err != nil {
			t.Fatal(err)
		}
		toTell(t, teller, 2)
	}
}

// TestNonsenseIsRefused: what is no file of ranks is not kept, and what was told before counts on.
func TestNonsenseIsRefused(t *testing.T) {
	t.Parallel()
	teller, opt := open(t, nodeOptions(t, 1)), nodeOptions(t, 2)
	if _, err := teller.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	good, r := toTell(t, teller, 2), open(t, opt)
	if _, whole, err := r.hear(t.Context(), 1, &good); err != nil || !whole {
		t.Fatalf("heard: %t, %v", whole, err)
	}
	for _, bad := range []handover.Ranks{
		{ID: 4, Size: 5, Data: []byte("hello")},
		{ID: 5, Size: good.Size, Data: good.Data}, // under another number
	} {
		if _, _, err := r.hear(t.Context(), 1, &bad); aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), "ranks: ") {
			t.Errorf("%v", err)
		}
	}
	if held, _, err := r.hear(t.Context(), 1, nil); err != nil || held != (handover.Held{ID: good.ID, Bytes: good.Size}) {
		t.Errorf("it has %+v, %v", held, err)
	}
	if files, err := filepath.Glob(filepath.Join(opt.RankDir, "*.tmp")); err != nil || len(files) > 0 {
		t.Errorf("%q are left, %v", files, err)
	}
}

// TestDamagedTells: what is damaged is neither sent nor counts as heard, and is computed and heard anew.
func TestDamagedTells(t *testing.T) {
	t.Parallel()
	opt := nodeOptions(t, 1)
	r := open(t, opt)
	if _, err := r.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	good := toTell(t, r, 2)
	flip(t, filepath.Join(opt.RankDir, rank.TellName(2)), -6)
	out := handover.Outgoing{Receipt: handover.Receipt{To: 2}}
	if err := r.Tell(t.Context(), &out); err != nil || !out.IsEmpty() {
		t.Errorf("what is damaged is told: %+v, %v", out, err)
	}
	if _, err := r.Retold(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := toTell(t, r, 2); got.ID != good.ID {
		t.Errorf("%d is told, and was %d", got.ID, good.ID)
	}
	if err := os.WriteFile(filepath.Join(opt.RankDir, rank.ToldName(2)), []byte("nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	if held, _, err := r.hear(t.Context(), 2, nil); err != nil || held != (handover.Held{}) {
		t.Errorf("it has %+v, %v", held, err)
	}
	if done, err := r.Retold(t.Context()); err != nil || len(done.Damaged) != 1 {
		t.Errorf("damage: %v, %v", done.Damaged, err)
	}
}

// hearing opens the second of two nodes, with its options, all that the first one has to tell it of its ranks, and
// the lines of its log.
func hearing(t *testing.T) (r *Ranker, opt Options, all handover.Ranks, logged chan string) {
	t.Helper()
	teller := open(t, nodeOptions(t, 1))
	if _, err := teller.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	logged = make(chan string, 9)
	opt = nodeOptions(t, 2)
	opt.Logger = slog.New(slog.NewTextHandler(lines(logged), nil))
	return open(t, opt), opt, toTell(t, teller, 2), logged
}

// TestFollow: ranks are computed anew when another node has told all of its own, until that ends.
func TestFollow(t *testing.T) {
	t.Parallel()
	r, _, all, logged := hearing(t)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		r.follow(ctx, 0)
	}()
	for _, piece := range []*handover.Ranks{nil, cut(all, 0, 4), cut(all, 4, all.Size), &all} {
		if _, err := r.Hear(ctx, 1, piece); err != nil {
			t.Fatal(err)
		}
	}
	if line := <-logged; !strings.Contains(line, "pages ranked by what other nodes told") || r.Ranks() == nil {
		t.Errorf("logged %s", line)
	}
	cancel()
	<-ended
	if len(logged) > 0 {
		t.Errorf("logged also %s", <-logged)
	}
}

// TestFollowAfterRestart: what was heard before a process ended is used by the next one.
func TestFollowAfterRestart(t *testing.T) {
	t.Parallel()
	r, opt, all, logged := hearing(t)
	if _, err := r.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Hear(t.Context(), 1, &all); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	view := opt
	view.View = true
	if len(open(t, view).exchange.whole) > 0 {
		t.Error("a copy that is only read would be written to")
	}
	r = open(t, opt)
	if len(r.exchange.whole) == 0 {
		t.Fatal("what was heard waits for the next crawl")
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		r.follow(ctx, 0)
	}()
	if line := <-logged; !strings.Contains(line, "pages ranked by what other nodes told") {
		t.Errorf("logged %s", line)
	}
	cancel()
	<-ended
}

// lines sends what is written.
type lines chan string

func (l lines) Write(b []byte) (int, error) {
	l <- string(b)
	return len(b), nil
}
