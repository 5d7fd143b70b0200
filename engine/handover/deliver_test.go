package handover

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
)

// A box has versions of one page to hand over.
type box struct {
	t       *testing.T
	version uint64 // the newest one
	done    uint64 // the newest one that is delivered
	refuse  error  // of Delivered, once
	fails   error  // of Outgoing
	faults  []string

	then func() // happens at the first Outgoing that is not before at
	at   time.Time
}

// after sets what happens after a time.
func (b *box) after(d time.Duration, then func()) { b.at, b.then = time.Now().Add(d), then }

func (b *box) Outgoing(_ context.Context, w Wish) (Outgoing, error) {
	if b.then != nil && !time.Now().Before(b.at) {
		b.then()
		b.then = nil
	}
	if b.fails != nil || b.done == b.version {
		return Outgoing{}, b.fails
	}
	p := Page{URL: urlOf(b.t, 2, ""), Depth: uint16(b.version)} //nolint:gosec // few
	return Outgoing{Batch: Batch{From: second, Pages: []Page{p}}, Receipt: Receipt{To: w.To, Marks: []Mark{{Page: p.URL, Version: b.version}}}}, nil
}

func (b *box) Delivered(_ context.Context, r Receipt) error {
	if r.Fault != "" {
		b.faults = append(b.faults, r.Fault)
		return nil
	}
	if err := b.refuse; err != nil {
		b.refuse = nil
		return err
	}
	if r.To != 1 || len(r.Marks) != 1 {
		b.t.Errorf("receipt %+v", r)
	}
	b.done = r.Marks[0].Version
	return nil
}

// A peer takes versions, after a time, unless it has an error.
type peer struct {
	begun time.Time
	err   error
	takes time.Duration
	got   []uint16
	at    []time.Duration // of each call
	also  func()          // during each call
}

func (p *peer) Receive(ctx context.Context, b Batch) (Received, error) {
	p.at = append(p.at, time.Since(p.begun))
	select {
	case <-time.After(p.takes):
	case <-ctx.Done():
		return Received{}, context.Cause(ctx)
	}
	if p.also != nil {
		p.also()
	}
	if p.err != nil {
		return Received{}, p.err
	}
	p.got = append(p.got, b.Pages[0].Depth)
	return Received{Pages: 1}, nil
}

// deliver runs Deliver for some time and returns what it logged.
func deliver(t *testing.T, b *box, p *peer, d time.Duration) string {
	t.Helper()
	var log strings.Builder
	ctx, cancel := context.WithTimeout(t.Context(), d)
	defer cancel()
	p.begun = time.Now()
	if err := Deliver(ctx, b, 1, p, slog.New(slog.NewTextHandler(&log, nil))); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("it ended with %v", err)
	}
	if took := time.Since(p.begun); took != d {
		t.Errorf("it ended after %s, not %s", took, d)
	}
	return log.String()
}

// TestDeliver: what waits is sent at once, newer states after older ones, and what comes later
// within a second.
func TestDeliver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b, p := &box{t: t, version: 1}, &peer{takes: 10 * time.Millisecond}
		p.also = func() {
			if b.version < 4 {
				b.version++
			}
		}
		b.after(10*time.Second+time.Millisecond, func() { b.version = 9 })
		log := deliver(t, b, p, time.Minute)
		if !slices.Equal(p.got, []uint16{1, 2, 3, 4, 9}) || b.done != b.version || log != "" {
			t.Errorf("got %v at %v, delivered %d of %d, logged %q", p.got, p.at, b.done, b.version, log)
		}
		if last := p.at[len(p.at)-1]; last < 10*time.Second || last > 10*time.Second+2*Poll {
			t.Errorf("what came after 10 seconds was sent after %s", last)
		}
	})
}

// TestDeliverAway: a node that is away is asked less and less often, the log says it once, and
// nothing is lost.
func TestDeliverAway(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b, p := &box{t: t, version: 1}, &peer{err: &aranea.Error{Op: "ask", Kind: aranea.Transient, Err: errors.New("connection refused")}}
		b.after(time.Hour, func() { p.err = nil })
		log := deliver(t, b, p, 2*time.Hour)
		if !slices.Equal(p.got, []uint16{1}) || b.done != 1 || len(b.faults) != len(p.at)-1 || !strings.Contains(b.faults[0], "connection refused") {
			t.Errorf("got %v, delivered %d, faults %q", p.got, b.done, b.faults)
		}
		if strings.Count(log, "level=WARN") != 1 || strings.Count(log, "level=INFO") != 1 || !strings.Contains(log, "connection refused") || !strings.Contains(log, "partition=1") {
			t.Errorf("logged %s", log)
		}
		second := time.Second
		if want := []time.Duration{0, second, 3 * second, 7 * second, 15 * second, 31 * second, 63 * second, 123 * second}; !slices.Equal(p.at[:len(want)], want) {
			t.Errorf("asked at %v", p.at[:len(want)])
		}
		if last := p.at[len(p.at)-1]; last < time.Hour || last > time.Hour+MostWait {
			t.Errorf("reached after %s", last)
		}
	})
}

// TestDeliverRefused: what a node refuses is sent again each minute, and the log says each reason
// once.
func TestDeliverRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b, p := &box{t: t, version: 1}, &peer{}
		p.also = func() {
			p.err = &aranea.Error{Op: Op, Kind: aranea.Invalid, Err: fmt.Errorf("from another cluster (%d)", min(len(p.at)/5, 1))}
		}
		log := deliver(t, b, p, 9*time.Minute+time.Second)
		if len(p.at) != 10 || p.at[9] != 9*time.Minute || len(p.got) != 0 || b.done != 0 || strings.Count(log, "level=WARN") != 2 {
			t.Errorf("asked at %v, delivered %d, logged %s", p.at, b.done, log)
		}
	})
}

// A quiet box has nothing to hand over, unless all is to be handed over again.
type quiet struct{ receipts []Receipt }

func (q *quiet) Outgoing(context.Context, Wish) (Outgoing, error) {
	return Outgoing{Batch: Batch{From: second, After: 7}}, nil
}

func (q *quiet) Delivered(_ context.Context, r Receipt) error {
	q.receipts = append(q.receipts, r)
	return nil
}

// A lost peer has another folder after some calls.
type lost struct {
	at    []time.Duration
	begun time.Time
}

func (l *lost) Receive(_ context.Context, b Batch) (Received, error) {
	l.at = append(l.at, time.Since(l.begun))
	switch len(l.at) {
	case 2:
		return Received{}, errors.New("it does not answer")
	case 4:
		return Received{Again: true, Last: 3}, nil
	}
	return Received{}, nil
}

// TestDeliverGreets: a node for which nothing waits is asked each minute whether it has what it was handed
// over. That it does not answer is not told, that it lacks something is.
func TestDeliverGreets(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		q, l := &quiet{}, &lost{begun: time.Now()}
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute+time.Second/2)
		defer cancel()
		if err := Deliver(ctx, q, 1, l, slog.New(slog.NewTextHandler(&log, nil))); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		if want := []time.Duration{0, time.Minute, 2 * time.Minute, 3 * time.Minute, 4 * time.Minute, 5 * time.Minute}; !slices.Equal(l.at, want) {
			t.Errorf("asked at %v", l.at)
		}
		if len(q.receipts) != 1 || !q.receipts[0].Again || q.receipts[0].To != 1 || q.receipts[0].Last != 3 || len(q.receipts[0].Marks) > 0 {
			t.Errorf("receipts %+v", q.receipts)
		}
		if text := log.String(); strings.Count(text, "level=") != 1 || !strings.Contains(text, "all of it again") {
			t.Errorf("logged %s", text)
		}
	})
}

// TestDeliverAll: a node that lacks earlier batches takes nothing, and nothing counts as delivered.
func TestDeliverAll(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := &full{lost: true}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second/2)
		defer cancel()
		if err := Deliver(ctx, q, 1, q, slog.New(slog.DiscardHandler)); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		if want := []string{"again 5", "delivered 9"}; !slices.Equal(q.did, want) {
			t.Errorf("%q", q.did)
		}
	})
}

// A full box has one batch for a node, itself, that lacks earlier ones at first.
type full struct {
	lost, done bool
	did        []string
}

func (f *full) Outgoing(context.Context, Wish) (Outgoing, error) {
	out := Outgoing{Batch: Batch{From: second, Number: 9}, Receipt: Receipt{To: 1, Last: 9}}
	if !f.done {
		out.Batch.Pages, out.Receipt.Marks = make([]Page, 1), make([]Mark, 1)
	}
	return out, nil
}

func (f *full) Receive(_ context.Context, b Batch) (Received, error) {
	if f.lost {
		return Received{Again: true, Last: 5}, nil
	}
	return Received{Pages: len(b.Pages)}, nil
}

func (f *full) Delivered(_ context.Context, r Receipt) error {
	if what := "delivered"; r.Again {
		f.did, f.lost = append(f.did, fmt.Sprint("again ", r.Last)), false
	} else {
		f.did, f.done = append(f.did, fmt.Sprint(what, " ", r.Last)), true
	}
	return nil
}

// An odd node answers what makes no sense until it is put in order after an hour.
type odd struct {
	says  func(b *Batch) Received
	out   func() Outgoing
	begun time.Time
	at    []time.Duration
	did   []Receipt
}

func (o *odd) Outgoing(context.Context, Wish) (Outgoing, error) { return o.out(), nil }

func (o *odd) Receive(_ context.Context, b Batch) (Received, error) {
	at := time.Since(o.begun)
	if o.at = append(o.at, at); at < time.Hour {
		return o.says(&b), nil
	}
	got := Received{Pages: len(b.Pages)}
	if r := b.Ranks; r != nil {
		got.Held = Held{ID: r.ID, Bytes: r.Size}
	}
	return got, nil
}

func (o *odd) Delivered(_ context.Context, r Receipt) error {
	o.did = append(o.did, r)
	if !r.Again && r.Fault == "" && time.Since(o.begun) >= time.Hour {
		o.out = func() Outgoing { return Outgoing{Batch: Batch{From: second}} }
	}
	return nil
}

// TestDeliverNonsense: a node whose answers make no sense is asked less and less often, the log says once why, and
// nothing counts as delivered.
func TestDeliverNonsense(t *testing.T) {
	t.Parallel()
	pages := func() Outgoing {
		return Outgoing{Batch: Batch{From: second, Pages: make([]Page, 2)}, Receipt: Receipt{To: 1, Marks: make([]Mark, 2)}}
	}
	ranks := func() Outgoing {
		return Outgoing{Batch: Batch{From: second, Ranks: &Ranks{ID: 5, Size: 4, At: 2, Data: []byte("cd")}}, Receipt: Receipt{To: 1}}
	}
	for name, tt := range map[string]struct {
		out   func() Outgoing
		says  func(*Batch) Received
		want  string
		calls int // within the first hour
	}{
		"too few":         {pages, func(b *Batch) Received { return Received{Pages: 1} }, "has taken 1 pages of 2", 65},
		"nothing":         {pages, func(*Batch) Received { return Received{} }, "has taken 0 pages of 2", 65},
		"again and again": {pages, func(*Batch) Received { return Received{Again: true, Last: 3} }, "lacks what it was handed over since its batch 3", 66},
		"other ranks":     {ranks, func(*Batch) Received { return Received{Held: Held{ID: 6, Bytes: 4}} }, "has 4 bytes of ranks 6", 61},
		"no more ranks":   {ranks, func(*Batch) Received { return Received{Held: Held{ID: 5, Bytes: 2}} }, "has 2 bytes of ranks 5", 61},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var log strings.Builder
				o := &odd{says: tt.says, out: tt.out, begun: time.Now()}
				ctx, cancel := context.WithTimeout(t.Context(), time.Hour+2*time.Minute)
				defer cancel()
				if err := Deliver(ctx, o, 1, o, slog.New(slog.NewTextHandler(&log, nil))); !errors.Is(err, context.DeadlineExceeded) {
					t.Error(err)
				}
				early := slices.IndexFunc(o.at, func(d time.Duration) bool { return d >= time.Hour })
				if text := log.String(); early != tt.calls || strings.Count(text, tt.want) != 1 || strings.Count(text, "level=INFO") != 1 {
					t.Errorf("%d calls in an hour, at first at %v; logged %s", early, o.at[:5], text)
				}
				for _, r := range o.did[:len(o.did)-1] {
					if len(r.Marks) > 0 {
						t.Errorf("receipt %+v", r)
					}
				}
			})
		})
	}
}

// TestDeliverSlow: a node that never answers does not hold up the next try for ever.
func TestDeliverSlow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b, p := &box{t: t, version: 1}, &peer{takes: time.Hour}
		b.after(Patience+Poll/2, func() { p.takes = Patience - time.Second })
		log := deliver(t, b, p, 20*time.Minute)
		if !slices.Equal(p.got, []uint16{1}) || len(p.at) != 2 || p.at[1] != Patience+Poll || !strings.Contains(log, "deadline exceeded") {
			t.Errorf("got %v, asked at %v, logged %s", p.got, p.at, log)
		}
	})
}

// TestDeliverAgain: what was received and could not be recorded is sent again; so is what could not be
// read at first.
func TestDeliverAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("the disk takes nothing more")
		b, p := &box{t: t, version: 1, refuse: broken, fails: broken}, &peer{}
		b.after(10*time.Second, func() { b.fails = nil })
		log := deliver(t, b, p, time.Minute)
		if !slices.Equal(p.got, []uint16{1, 1}) || b.done != 1 || p.at[0] < 10*time.Second || strings.Count(log, "level=WARN") != 1 {
			t.Errorf("got %v at %v, delivered %d, logged %s", p.got, p.at, b.done, log)
		}
	})
}

// TestDeliverRanks: ranks are sent without pages, the receipt has what the node says it has of them, and that it has
// lost them is noticed at the next greeting.
func TestDeliverRanks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := &exchanging{ranks: Ranks{ID: 5, Size: 6, Data: []byte("abcdef")}}
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute+time.Second/2)
		defer cancel()
		if err := Deliver(ctx, x, 1, x, slog.New(slog.DiscardHandler)); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		want := "ab cd ef greeted greeted lost ab cd ef greeted greeted"
		if got := strings.Join(x.did, " "); !strings.HasPrefix(got, want) {
			t.Errorf("%s; want %s", got, want)
		}
	})
}

// An exchanging box sends ranks, two bytes at a time, to itself, which loses them at the third greeting.
type exchanging struct {
	ranks     Ranks
	sent, has Held // as the sender knows, and as it is
	greeted   int
	did       []string
}

func (x *exchanging) Outgoing(context.Context, Wish) (Outgoing, error) {
	out := Outgoing{Batch: Batch{From: second}, Receipt: Receipt{To: 1}}
	if x.sent.Bytes < x.ranks.Size {
		piece := x.ranks
		piece.At, piece.Data = x.sent.Bytes, x.ranks.Data[x.sent.Bytes:x.sent.Bytes+2]
		out.Batch.Ranks = &piece
	}
	return out, nil
}

func (x *exchanging) Receive(_ context.Context, b Batch) (Received, error) {
	switch {
	case b.Ranks != nil:
		x.did = append(x.did, string(b.Ranks.Data))
		x.has = Held{ID: b.Ranks.ID, Bytes: b.Ranks.At + int64(len(b.Ranks.Data))}
	case x.greeted == 2:
		x.did, x.has, x.greeted = append(x.did, "lost"), Held{}, 3
	default:
		x.did = append(x.did, "greeted")
		x.greeted++
	}
	return Received{Held: x.has}, nil
}

func (x *exchanging) Delivered(_ context.Context, r Receipt) error {
	x.sent = r.Held
	return nil
}

// TestDeliverRefusedRanks: a node that does not take ranks, as one of an earlier version, is told them once a minute,
// and handed over pages as soon as there are some. The log says it once, and when it is over.
func TestDeliverRefusedRanks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := &unranked{box: box{t: t}, peer: peer{begun: time.Now()}}
		b.after(3*time.Minute+30*time.Second, func() { b.version++ })
		var log strings.Builder
		ctx, cancel := context.WithTimeout(t.Context(), 9*time.Minute+time.Second/2)
		defer cancel()
		if err := Deliver(ctx, b, 1, b, slog.New(slog.NewTextHandler(&log, nil))); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		if b.done != 1 || b.peer.at[0] > 3*time.Minute+30*time.Second+2*Poll {
			t.Errorf("%d pages were taken at %v", b.done, b.peer.at)
		}
		if want := []time.Duration{0, 1, 2, 3, 4, 5}; !slices.Equal(b.told, want) {
			t.Errorf("told after %v minutes, want %v", b.told, want)
		}
		if text := log.String(); strings.Count(text, "level=WARN") != 1 || strings.Count(text, "level=INFO") != 1 || strings.Count(text, "of ranks") != 2 {
			t.Errorf("logged %s", text)
		}
	})
}

// An unranked node does not take ranks for five minutes.
type unranked struct {
	box
	peer
	told  []time.Duration // in minutes
	taken bool
}

func (u *unranked) Outgoing(ctx context.Context, w Wish) (Outgoing, error) {
	out, err := u.box.Outgoing(ctx, w)
	if out.Batch.From = second; out.IsEmpty() && !u.taken {
		out.Batch.Ranks = &Ranks{ID: 5, Size: 2, Data: []byte("ab")}
	}
	return out, err
}

func (u *unranked) Receive(ctx context.Context, b Batch) (Received, error) {
	switch {
	case len(b.Pages) > 0:
		return u.peer.Receive(ctx, b)
	case b.Ranks == nil:
		return Received{}, nil
	}
	u.told = append(u.told, time.Since(u.begun)/time.Minute)
	if time.Since(u.begun) < 5*time.Minute {
		return Received{}, &aranea.Error{Op: "receive", Kind: aranea.Invalid, Err: errors.New("unknown field")}
	}
	return Received{Held: Held{ID: 5, Bytes: 2}}, nil
}

func (u *unranked) Delivered(ctx context.Context, r Receipt) error {
	if u.taken = u.taken || r.Held.Bytes == 2; len(r.Marks) == 0 && r.Fault == "" {
		return nil
	}
	return u.box.Delivered(ctx, r)
}

// TestDeliverWithoutNames: a node that does not take what pages name, as an earlier version, is handed over links and
// ranks, and asked again each minute.
func TestDeliverWithoutNames(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := &unnamed{unranked: unranked{box: box{t: t, version: 1}, peer: peer{begun: time.Now()}}}
		b.begun = b.begun.Add(-time.Hour) // it takes ranks
		b.after(3*time.Minute+30*time.Second, func() { b.version++ })
		begun := time.Now()
		b.peer.also = func() { b.links = append(b.links, time.Since(begun).Round(time.Minute/2)) }
		var log strings.Builder
		ctx, cancel := context.WithTimeout(t.Context(), 9*time.Minute+time.Second/2)
		defer cancel()
		if err := Deliver(ctx, b, 1, b, slog.New(slog.NewTextHandler(&log, nil))); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		if want := []time.Duration{0, 7 * time.Minute / 2}; !slices.Equal(b.links, want) || !b.unranked.taken {
			t.Errorf("links were taken at %v, want %v; ranks: %t", b.links, want, b.unranked.taken)
		}
		if len(b.asked) != 6 || !b.taken || len(b.faults) < 8 || !strings.Contains(b.faults[len(b.faults)-1], "name without a link is not taken") {
			t.Errorf("it was asked at %v, and has taken what is named: %t; faults: %q", b.asked, b.taken, b.faults)
		}
		if text := log.String(); strings.Count(text, "level=WARN") != 1 || strings.Count(text, "level=INFO") != 1 || strings.Count(text, "name without a link") != 2 {
			t.Errorf("logged %s", text)
		}
	})
}

// An unnamed node takes nothing of what pages name the first five times.
type unnamed struct {
	unranked
	asked []time.Time // to take what is named
	taken bool
	links []time.Duration // when it took links
}

func (u *unnamed) Outgoing(ctx context.Context, w Wish) (Outgoing, error) {
	out, err := u.unranked.Outgoing(ctx, w)
	if !w.Unnamed && !u.taken {
		p := Page{URL: urlOf(u.t, 2, "robots.txt"), Naming: &Naming{}}
		out.Batch.Pages, out.Batch.Ranks = append(out.Batch.Pages, p), nil
		out.Receipt.Marks = append(out.Receipt.Marks, Mark{Page: p.URL, Naming: 1})
	}
	return out, err
}

func (u *unnamed) Receive(ctx context.Context, b Batch) (Received, error) {
	if !b.isNaming() {
		return u.unranked.Receive(ctx, b)
	}
	if u.asked = append(u.asked, time.Now()); len(u.asked) <= 5 {
		return Received{}, &aranea.Error{Op: "receive", Kind: aranea.Invalid, Err: errors.New("unknown field")}
	}
	u.taken = true
	return Received{Pages: len(b.Pages), Held: Held{ID: 5, Bytes: 2}}, nil
}

func (u *unnamed) Delivered(ctx context.Context, r Receipt) error {
	if slices.ContainsFunc(r.Marks, func(m Mark) bool { return m.Naming > 0 }) {
		return nil
	}
	return u.unranked.Delivered(ctx, r)
}
