package learn

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/learned"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// TestTurns: origins are settled in the order in which they began to wait, regardless of their
// names and of how often there is news of them; news of an origin that is being settled waits
// after the others.
func TestTurns(t *testing.T) {
	t.Parallel()
	l, err := New(learned.New(memstore.New()))
	if err != nil {
		t.Fatal(err)
	}
	const a, b, c = weburl.Origin("http://a.test"), weburl.Origin("http://b.test"), weburl.Origin("http://c.test")
	for _, o := range []weburl.Origin{c, b, a, b, c} {
		l.mark(o)
	}
	var turns []string
	for {
		task, left := l.Pending()
		if !left {
			break
		}
		if turns = append(turns, string(task.Origin)); task.Origin == c && len(turns) < 3 {
			l.mark(c)
		}
		if len(turns) == 10 || !l.Stands(task) {
			t.Fatalf("turns %v", turns)
		}
		if err := l.Settled(task); err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Join(turns, " "); got != "http://c.test http://b.test http://a.test http://c.test" {
		t.Errorf("turns %s", got)
	}
}

// TestSeparateManyTimes: only a further separation is refused once there are too many, and gluing
// takes one back.
func TestSeparateManyTimes(t *testing.T) {
	t.Parallel()
	l, err := New(learned.New(memstore.New()))
	if err != nil {
		t.Fatal(err)
	}
	const o = weburl.Origin("http://a.test")
	other := func(i int) weburl.Origin { return weburl.Origin(fmt.Sprintf("http://b%d.test", i)) }
	for i := range mirror.MaxApart {
		if err := l.Separate(o, other(i), time.Time{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Separate(o, other(0), time.Time{}); err != nil {
		t.Errorf("one that stands already: %v", err)
	}
	if err := l.Separate(o, other(mirror.MaxApart), time.Time{}); aranea.KindOf(err) != aranea.Limit {
		t.Errorf("one too many: %v", err)
	}
	if err := l.Glue(o, other(0), time.Time{}); err != nil {
		t.Errorf("one is taken back: %v", err)
	}
	if err := l.Separate(o, other(mirror.MaxApart), time.Time{}); err != nil {
		t.Errorf("there is room again: %v", err)
	}
}

// TestNewsIsPending: an origin of which there was news while it was settled is settled again by
// the next process.
func TestNewsIsPending(t *testing.T) {
	t.Parallel()
	k := learned.New(memstore.New())
	l, err := New(k)
	if err != nil {
		t.Fatal(err)
	}
	const o, main = weburl.Origin("http://www.a.test"), weburl.Origin("http://a.test")
	if err := l.Glue(o, main, time.Time{}); err != nil {
		t.Fatal(err)
	}
	task, _ := l.Pending()
	if err := l.Separate(o, main, time.Time{}); err != nil {
		t.Fatal(err)
	}
	if l.Stands(task) {
		t.Error("a task stands whose main mirror is none any more")
	}
	if err := l.Settled(task); err != nil {
		t.Fatal(err)
	}
	if l, err = New(k); err != nil {
		t.Fatal(err)
	}
	task, left := l.Pending()
	if !left || task.Origin != o || task.Main != "" {
		t.Errorf("the next process is to do %+v, %t", task, left)
	}
	if err := l.Settled(task); err != nil {
		t.Fatal(err)
	}
	if l, err = New(k); err != nil {
		t.Fatal(err)
	}
	if task, left := l.Pending(); left {
		t.Errorf("what is settled is to be done again: %+v", task)
	}
}
