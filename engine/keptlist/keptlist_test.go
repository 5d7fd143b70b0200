package keptlist

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// A counted list yields numbers, and counts its walks and what they read.
type counted struct {
	length, walks, read int
	fault               error
}

func (c *counted) all() iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		c.walks++
		for i := range c.length {
			if c.read++; !yield(i, c.fault) || c.fault != nil {
				return
			}
		}
	}
}

// ofSize returns a list of values that take so many bytes.
func ofSize(bytes int, all iter.Seq2[int, error]) List[int] {
	return List[int]{"list numbers", func(*int) int { return bytes }, func(context.Context) iter.Seq2[int, error] { return all }}
}

// still is the state of records that never change, at one instant.
var still = State{Clock: func() time.Time { return time.Time{} }}

func collect(t *testing.T, all iter.Seq2[int, error]) (values []int) {
	t.Helper()
	for v, err := range all {
		if err != nil {
			t.Fatal(err)
		}
		values = append(values, v)
	}
	return values
}

func numbers(from, to int) (values []int) {
	for i := from; i < to; i++ {
		values = append(values, i)
	}
	return values
}

// TestPart: pages of a list cost one walk, until the records change; then the first page is walked for anew, and
// the others while the list is not too old.
func TestPart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, testPart)
}

func testPart(t *testing.T) {
	at := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	var k Keeper[string, int]
	c := &counted{length: 25}
	for i, tt := range []struct {
		key           string
		changes       uint64
		after         time.Duration
		offset, limit int
		length        int // of the list from now on
		want          []int
		walks         int // so far
	}{
		{"a", 1, 0, 0, 10, 25, numbers(0, 10), 1},
		{"a", 1, time.Hour, 10, 10, 25, numbers(10, 20), 1},
		{"a", 1, time.Hour, 20, 10, 25, numbers(20, 25), 1},
		{"a", 1, time.Hour, 30, 10, 25, nil, 1},
		{"a", 1, time.Hour, 0, 10, 25, numbers(0, 10), 1},
		{"b", 1, time.Hour, 0, 10, 25, numbers(0, 10), 2},
		{"a", 2, MaxAge, 20, 10, 30, numbers(20, 25), 2},
		{"a", 2, MaxAge + 1, 20, 10, 30, numbers(20, 30), 3},
		{"a", 3, MaxAge + 1, 0, 10, 30, numbers(0, 10), 4},
		{"a", 3, MaxAge + 1, 5, 0, 30, numbers(5, 30), 5},
		{"a", 3, MaxAge + 1, 29, MaxLimit + 1, 30, numbers(29, 30), 6},
		{"a", 3, MaxAge + 1, 3, MaxLimit, 30, numbers(3, 30), 6},
	} {
		c.length = tt.length
		got := collect(t, k.Part(t.Context(), tt.key, State{tt.changes, func() time.Time { return at.Add(tt.after) }}, tt.offset, tt.limit, ofSize(8, c.all())))
		if !slices.Equal(got, tt.want) || c.walks != tt.walks {
			t.Errorf("%d: %v after %d walks, want %v after %d", i, got, c.walks, tt.want, tt.walks)
		}
	}
}

// TestLongLists: of a list without end its beginning is kept, and what is behind is walked for each time.
func TestLongLists(t *testing.T) {
	t.Parallel()
	synctest.Test(t, testLongLists)
}

func testLongLists(t *testing.T) {
	var k Keeper[string, int]
	c := &counted{length: 1 << 30}
	page := func(offset, walks, read int) {
		t.Helper()
		c.read = 0
		got := collect(t, k.Part(t.Context(), "", still, offset, 10, ofSize(MaxBytes/100, c.all())))
		if !slices.Equal(got, numbers(offset, offset+10)) || c.walks != walks || c.read != read {
			t.Errorf("%d: %v, %d walks, %d read; want %d walks, %d read", offset, got, c.walks, c.read, walks, read)
		}
	}
	page(0, 1, 101)
	page(90, 1, 0)
	page(95, 2, 105)
	page(200, 3, 210)
	page(20, 3, 0)
}

// TestSlowLists: the walk for a part takes at most twice as long as that for the part alone, and mostWalk more, also
// where no values follow.
func TestSlowLists(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for _, tt := range []struct {
			name          string
			each          time.Duration // that a record takes
			values        int           // the first records; behind them one in 10,000 is a value
			offset, limit int
			most          time.Duration
			kept          int // values, at least
		}{
			{"values", 10 * time.Millisecond, 1000, 20, 20, 800 * time.Millisecond, 75},
			{"a long tail", 10 * time.Millisecond, 51, 0, 51, 1020 * time.Millisecond, 51},
			{"a rare value", 10 * time.Millisecond, 60, 0, 51, 1020 * time.Millisecond, 60},
			{"slow values", time.Second, 1000, 0, 10, 15 * time.Second, 14},
			{"fast values", time.Millisecond, 200, 0, 10, 260 * time.Millisecond, 200},
		} {
			var k Keeper[string, int]
			read := 0
			walk := func(ctx context.Context) iter.Seq2[int, error] {
				return func(yield func(int, error) bool) {
					for i := range 1 << 20 {
						time.Sleep(tt.each)
						read++
						if ctx.Err() != nil {
							yield(0, ctx.Err())
							return
						}
						if (i < tt.values || i%10_000 == 0) && !yield(i, nil) {
							return
						}
					}
				}
			}
			part := func(offset, limit int) []int {
				return collect(t, k.Part(t.Context(), "", State{Clock: time.Now}, offset, limit, List[int]{"list numbers", func(*int) int { return 1 }, walk}))
			}
			began := time.Now()
			got := part(tt.offset, tt.limit)
			if took := time.Since(began); took > tt.most+tt.each || !slices.Equal(got, numbers(tt.offset, tt.offset+tt.limit)) {
				t.Errorf("%s: %v after %s", tt.name, got, took)
			}
			before := read
			if got = part(0, tt.kept); len(got) != tt.kept || read != before || k.lists[""].whole {
				t.Errorf("%s: %v, %d more records read", tt.name, got, read-before)
			}
		}
	})
}

// TestFaultBehind: what breaks behind a part concerns only the next ones.
func TestFaultBehind(t *testing.T) {
	t.Parallel()
	var k Keeper[string, int]
	breaks := func(yield func(int, error) bool) {
		for i := range 11 {
			var fault error
			if i == 10 {
				fault = errors.New("disk")
			}
			if !yield(i, fault) {
				return
			}
		}
	}
	if got := collect(t, k.Part(t.Context(), "breaks", still, 0, 10, ofSize(1, breaks))); len(got) != 10 {
		t.Errorf("%v before a fault", got)
	}
	for _, err := range k.Part(t.Context(), "breaks", still, 5, 10, ofSize(1, breaks)) {
		if err == nil {
			t.Error("a part with a fault has none")
		}
	}
}

// TestRoom: there is room for some lists, and the oldest give way.
func TestRoom(t *testing.T) {
	t.Parallel()
	synctest.Test(t, testRoom)
}

func testRoom(t *testing.T) {
	var k Keeper[string, int]
	c := &counted{length: 10}
	for i := range maxLists + 4 {
		collect(t, k.Part(t.Context(), fmt.Sprint(i), State{1, func() time.Time { return time.Unix(int64(i), 0) }}, 0, 10, ofSize(1, c.all())))
	}
	if _, last := k.lists[fmt.Sprint(maxLists+3)]; len(k.lists) != maxLists || !last {
		t.Errorf("%d lists, the last one: %t", len(k.lists), last)
	}
	collect(t, k.Part(t.Context(), "large", State{1, func() time.Time { return time.Unix(100, 0) }}, 0, 10, ofSize(MaxBytes/10, c.all())))
	if l := k.lists["large"]; len(k.lists) != 1 || l == nil || !l.whole {
		t.Errorf("%d lists beside a large one", len(k.lists)-1)
	}
}

// TestFaults: a list that could not be read is not kept.
func TestFaults(t *testing.T) {
	t.Parallel()
	var k Keeper[string, int]
	fault := errors.New("disk")
	c := &counted{length: 5, fault: fault}
	for _, err := range k.Part(t.Context(), "", still, 0, 10, ofSize(1, c.all())) {
		if !errors.Is(err, fault) {
			t.Error(err)
		}
	}
	if c.fault = nil; len(k.lists) != 0 || len(collect(t, k.Part(t.Context(), "", still, 0, 10, ofSize(1, c.all())))) != 5 {
		t.Errorf("%d lists", len(k.lists))
	}
}
