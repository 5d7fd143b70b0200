package rank

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

// hosts returns names of sites of each of some partitions.
func hosts(parts, each int) [][]string {
	out := make([][]string, parts)
	for i, full := 0, 0; full < parts; i++ {
		host := fmt.Sprintf("h%d.test", i)
		n := partition.Of(weburl.Origin("http://"+host), parts) - 1
		if len(out[n]) == each {
			continue
		}
		if out[n] = append(out[n], host); len(out[n]) == each {
			full++
		}
	}
	return out
}

// A member is a node of a cluster that ranks its part of a web.
type member struct {
	own   partition.Partition
	files memory
	in    Input
	table *Table
}

// members cuts a web into partitions: each has its own pages, and of those of others the links that lead into it.
func (w web) members(t *testing.T, parts int, indexed []string) (out []*member) {
	t.Helper()
	for i := range parts {
		m := &member{own: partition.Partition{Number: i + 1, Of: parts}, files: newMemory()}
		part, elsewhere := web{}, map[string]bool{}
		holds := func(url string) bool { return m.own.Holds(parse(t, url).Origin()) }
		for from, links := range w {
			var kept []string
			for _, l := range links {
				to := strings.TrimLeft(l, "!*>+")
				if holds(from) || holds(to) {
					kept = append(kept, l)
				}
				if holds(from) && !holds(to) {
					elsewhere[parse(t, to).String()] = true
				}
			}
			if len(kept) > 0 {
				part[from] = kept
			}
		}
		var own []string
		for _, url := range indexed {
			if holds(url) {
				own = append(own, url)
			}
		}
		m.in = part.input(t, own, nil)
		m.in.Own = m.own
		m.in.Elsewhere = func(context.Context) iter.Seq2[string, error] {
			return func(yield func(string, error) bool) {
				for _, url := range slices.Sorted(maps.Keys(elsewhere)) {
					if !yield(url, nil) {
						return
					}
				}
			}
		}
		out = append(out, m)
	}
	return out
}

func (m *member) update(t *testing.T) Updated {
	t.Helper()
	table, done, err := Update(t.Context(), m.files, m.in, m.table)
	if err != nil {
		t.Fatal(err)
	}
	m.table = table
	return done
}

// tell gives another node what it is to be told.
func (m *member) tell(t *testing.T, other *member) {
	t.Helper()
	data, release, err := m.files.Map(TellName(other.own.Number))
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	if err := CheckTold(data); err != nil {
		t.Fatal(err)
	}
	putTold(t, other.files, ToldName(m.own.Number), data)
}

func putTold(t *testing.T, files memory, name string, data []byte) {
	t.Helper()
	if err := Replace(files, name, func(w io.Writer) error { _, err := w.Write(data); return err }); err != nil {
		t.Fatal(err)
	}
}

// exchange lets all nodes rank and tell each other, again and again; not those that are away.
func exchange(t *testing.T, all []*member, rounds int, away ...int) {
	t.Helper()
	for range rounds {
		for i, m := range all {
			if slices.Contains(away, i) {
				continue
			}
			m.update(t)
			for j, other := range all {
				if i != j && !slices.Contains(away, j) {
					m.tell(t, other)
				}
			}
		}
	}
	for i, m := range all {
		if !slices.Contains(away, i) {
			m.update(t)
		}
	}
}

func shownOf(t *testing.T, all []*member, urls []string) string {
	t.Helper()
	var out []string
	for _, m := range all {
		if text := shown(t, m.table, urls); text != "" {
			out = append(out, strings.Split(text, "\n")...)
		}
	}
	slices.Sort(out)
	slices.Reverse(out)
	return strings.Join(out, "\n")
}

// Two partitions, a and b with sites of one page each. a1 and a2 link to b1, b1 to a0, which nobody else does. By
// itself, each site has 0.15: then b1 has 0.15(1 + 2*0.85) = 0.405, and a0 0.15 + 0.85*0.405 = 0.49425: only who knows
// what b1 is given knows that a0 comes before b1. Their pages have 0.15 of that and 0.85 of each page that links to
// them: b1 0.15*0.405 + 2*0.85*0.0225 = 0.099, a0 0.15*0.49425 + 0.85*0.099 = 0.1583.
func TestRanksOfPartitions(t *testing.T) {
	t.Parallel()
	h := hosts(2, 3)
	a, b := h[0], h[1]
	w := web{a[1] + "/": {b[1] + "/"}, a[2] + "/": {b[1] + "/"}, b[1] + "/": {a[0] + "/"}}
	var pages []string
	for _, host := range slices.Concat(a, b) {
		pages = append(pages, host+"/")
	}
	whole := shown(t, update(t, w.input(t, pages, nil)), pages)
	// The second of six: 255 ln(6/2)/ln 6 = 156.
	if want := fmt.Sprintf("255/255/016 %s/\n156/156/025 %s/", a[0], b[1]); whole != want {
		t.Fatalf("of one folder:\n%s\nwant:\n%s", whole, want)
	}
	all := w.members(t, 2, pages)
	exchange(t, all, 3)
	if got := shownOf(t, all, pages); got != whole {
		t.Errorf("of two partitions:\n%s\nof one folder:\n%s", got, whole)
	}
	told, release, err := openTold(all[1].files, ToldName(1))
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	g := givenAt(told.pages)
	if s := givenAt(told.sites); g.key != hashKey("http://"+b[1]+"/") || math.Abs(float64(g.rank)-2*0.85*0.0225) > 1e-6 || math.Abs(float64(s.rank)-2*0.85*0.15) > 1e-6 {
		t.Errorf("b1 is given %v, its site %v", g, s)
	}
	for _, m := range all {
		if !m.update(t).Same {
			t.Error("ranks are computed anew though nothing has changed")
		}
	}
}

// crossing is a web of three partitions whose sites all link to each other in some way.
func crossing(t *testing.T) (w web, pages []string) {
	t.Helper()
	h := hosts(3, 5)
	var all []string
	for i := range 5 {
		all = append(all, h[0][i], h[1][i], h[2][i])
	}
	w = web{}
	for i, host := range all {
		for p := range 3 {
			from := fmt.Sprintf("%s/%d", host, p)
			pages = append(pages, from)
			w[from] = []string{host + "/0", fmt.Sprintf("%s/%d", all[i*i%7], p), fmt.Sprintf("%s/%d", all[(i+p)/3], (i+p)%3)}
		}
	}
	return w, pages
}

// TestRanksConverge: after some rounds the levels of partitions are those of one folder.
func TestRanksConverge(t *testing.T) {
	t.Parallel()
	w, pages := crossing(t)
	whole := update(t, w.input(t, pages, nil))
	all := w.members(t, 3, pages)
	last := math.MaxInt
	for _, rounds := range []int{0, 2, 20} {
		exchange(t, all, rounds)
		off := 0
		for _, url := range pages {
			u := parse(t, url)
			a, b := whole.Levels(KeyOf(u.ID())), all[partition.Of(u.Origin(), 3)-1].table.Levels(KeyOf(u.ID()))
			off = max(off, distance(a.Page, b.Page), distance(a.Site, b.Site), 10*distance(a.Sites, b.Sites))
		}
		if off >= last || rounds == 20 && off > 3 {
			t.Errorf("after %d more rounds a level is off by %d, before by %d", rounds, off, last)
		}
		last = off
	}
}

// TestMovedElsewhere: a page that has moved to another partition hands on what it is given, and two that lead to each
// other in a circle do not add it up.
func TestMovedElsewhere(t *testing.T) {
	t.Parallel()
	h := hosts(2, 3)
	a, b := h[0], h[1]
	w := web{
		b[0] + "/": {a[0] + "/old", a[1] + "/round"}, a[0] + "/old": {">" + b[1] + "/new"},
		a[1] + "/round": {">" + b[2] + "/round"}, b[2] + "/round": {">" + a[1] + "/round"},
	}
	pages := []string{b[0] + "/", b[1] + "/new"}
	all := w.members(t, 2, pages)
	exchange(t, all, 60)
	for _, m := range all {
		told, release, err := openTold(m.files, ToldName(3-m.own.Number))
		if err != nil {
			t.Fatal(err)
		}
		eachGiven(told.pages, func(g given) {
			if g.rank > 0.15 {
				t.Errorf("%d is given %g", g.key, g.rank)
			}
		})
		release()
	}
	if got := all[1].table.Levels(KeyOf(parse(t, b[1]+"/new").ID())); got.Page != 255 {
		t.Errorf("the page behind a redirect elsewhere has %+v", got)
	}
}

func distance(a, b uint8) int { return int(max(a, b)) - int(min(a, b)) }

// TestNodeAway: what a node told last counts as long as it is away, also after the others were started again; when it
// has lost its folder, it is told all again and comes to the same ranks.
func TestNodeAway(t *testing.T) {
	t.Parallel()
	w, pages := crossing(t)
	all := w.members(t, 3, pages)
	exchange(t, all, 25)
	want := shownOf(t, all, pages)
	for _, m := range all { // as after a restart
		table, err := Open(m.files)
		if err != nil {
			t.Fatal(err)
		}
		m.table = table
	}
	exchange(t, all, 2, 2)
	if got := shownOf(t, all, pages); got != want {
		t.Errorf("while one is away:\n%s\nbefore:\n%s", got, want)
	}
	all[2].files, all[2].table = newMemory(), nil
	exchange(t, all, 1)
	nearly(t, "with an empty folder", shownOf(t, all, pages), want)
}

// nearly compares levels as shown, of which a few may differ by little: what is told again is the same only nearly.
func nearly(t *testing.T, name, got, want string) {
	t.Helper()
	levels := func(text string) map[string][3]int {
		out := map[string][3]int{}
		for line := range strings.SplitSeq(text, "\n") {
			var l [3]int
			var url string
			if _, err := fmt.Sscanf(line, "%d/%d/%d %s", &l[0], &l[1], &l[2], &url); err != nil {
				t.Fatal(err)
			}
			out[url] = l
		}
		return out
	}
	a, b := levels(got), levels(want)
	for url, l := range b {
		for i := range l {
			if d := l[i] - a[url][i]; d > 12 || d < -12 {
				t.Errorf("%s: %s has %v, want %v", name, url, a[url], l)
				break
			}
		}
	}
}

// TestDamagedTelling: what is damaged is removed and told, and the rest counts.
func TestDamagedTelling(t *testing.T) {
	t.Parallel()
	w, pages := crossing(t)
	all := w.members(t, 3, pages)
	exchange(t, all, 1)
	m := all[0]
	for _, name := range []string{ToldName(2), TellName(3)} {
		data, release, err := m.files.Map(name)
		if err != nil {
			t.Fatal(err)
		}
		bad := slices.Clone(data)
		release()
		bad[len(bad)/2] ^= 1
		putTold(t, m.files, name, bad)
	}
	done := m.update(t)
	if len(done.Damaged) != 1 || aranea.KindOf(done.Damaged[0]) != aranea.Corrupt {
		t.Errorf("damage: %v", done.Damaged)
	}
	if _, _, err := m.files.Map(ToldName(2)); err == nil {
		t.Error("what is damaged stays")
	}
	if _, release, err := openTold(m.files, TellName(3)); err != nil {
		t.Errorf("what is to be told is still damaged: %v", err)
	} else {
		release()
	}
	if err := Drop(m.files, TellName(2)); err != nil {
		t.Fatal(err)
	}
	if m.update(t).Same {
		t.Error("what is to be told is missing, and nothing is computed")
	}
}

// TestGreatestRanks: however much another node gives, what is passed on can be told.
func TestGreatestRanks(t *testing.T) {
	t.Parallel()
	w, pages := crossing(t)
	all := w.members(t, 3, pages)
	exchange(t, all, 1)
	m := all[0]
	for _, from := range []int{2, 3} {
		data, release, err := m.files.Map(ToldName(from))
		if err != nil {
			t.Fatal(err)
		}
		told, err := readTold(data)
		if err != nil {
			t.Fatal(err)
		}
		x := tell{pagesCounted: []count{{5, 2}}, sitesCounted: []count{{5, 2}}}
		eachGiven(told.pages, func(g given) { x.pages = append(x.pages, given{g.key, mostGiven}) })
		eachGiven(told.sites, func(g given) { x.sites = append(x.sites, given{g.key, mostGiven}) })
		release()
		putTold(t, m.files, ToldName(from), bytesOf(t, x))
	}
	m.update(t)
	for _, to := range []int{2, 3} {
		data, release, err := m.files.Map(TellName(to))
		if err != nil {
			t.Fatal(err)
		}
		if err := CheckTold(data); err != nil {
			t.Errorf("what is told to node %d: %v", to, err)
		}
		release()
	}
}

// TestToldIsChecked: nothing is taken that a flow cannot have.
func TestToldIsChecked(t *testing.T) {
	t.Parallel()
	good := tell{pages: []given{{1, 0.5}, {7, 2}}, sites: []given{{3, 1}}, pagesCounted: []count{{5, 2}}, sitesCounted: []count{{0, 1}, {9, 1}}}
	tests := map[string]struct {
		change func(*tell)
		bytes  func([]byte) []byte
		want   string
	}{
		"right":             {want: ""},
		"a key twice":       {change: func(t *tell) { t.pages[1].key = 1 }, want: "do not ascend"},
		"no number":         {change: func(t *tell) { t.sites[0].rank = float32(math.NaN()) }, want: "a rank of NaN"},
		"endless":           {change: func(t *tell) { t.pages[0].rank = float32(math.Inf(1)) }, want: "a rank of +Inf"},
		"negative":          {change: func(t *tell) { t.pages[0].rank = -1 }, want: "a rank of -1"},
		"no bucket":         {change: func(t *tell) { t.pagesCounted[0].bucket = buckets }, want: "counts of ranks"},
		"buckets descend":   {change: func(t *tell) { t.sitesCounted[1].bucket = 0 }, want: "counts of ranks"},
		"too many":          {change: func(t *tell) { t.pagesCounted[0].n = math.MaxUint32 }, want: "too many ranks"},
		"cut":               {bytes: func(b []byte) []byte { return b[:len(b)-1] }, want: "checksum"},
		"a head":            {bytes: func(b []byte) []byte { return b[:toldHead] }, want: "checksum"},
		"nothing":           {bytes: func([]byte) []byte { return nil }, want: "no file of ranks"},
		"a version to come": {bytes: func(b []byte) []byte { b[len(toldMagic)]++; return b }, want: "it has version 2, not 1"},
		"more entries than bytes": {bytes: func(b []byte) []byte {
			b[toldHead-16+2] = 0xff
			return resummed(b)
		}, want: "no room"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := tell{slices.Clone(good.pages), slices.Clone(good.sites), slices.Clone(good.pagesCounted), slices.Clone(good.sitesCounted)}
			if tt.change != nil {
				tt.change(&x)
			}
			data := bytesOf(t, x)
			if tt.bytes != nil {
				data = tt.bytes(data)
			}
			err := CheckTold(data)
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
}

func bytesOf(t testing.TB, x tell) []byte {
	t.Helper()
	files := newMemory()
	data, release, err := []byte(nil), func() {}, x.write(files, "x", 11)
	if err == nil {
		data, release, err = files.Map("x")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	return slices.Clone(data)
}

// resummed gives a telling the right checksum.
func resummed(b []byte) []byte {
	end := len(b) - sumSize
	s := summing{w: io.Discard}
	s.write(b[:end])
	return append(b[:end:end], byte(s.sum), byte(s.sum>>8), byte(s.sum>>16), byte(s.sum>>24))
}

// FuzzTold: no bytes of another node panic, and what is taken can be computed with.
func FuzzTold(f *testing.F) {
	f.Add(bytesOf(f, tell{pages: []given{{1, 0.5}}, sites: []given{{3, 1}}, pagesCounted: []count{{5, 2}}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > sumSize {
			data = resummed(data)
		}
		x, err := readTold(data)
		if err != nil {
			return
		}
		sum := float32(0)
		eachGiven(x.pages, func(g given) { sum += g.rank })
		eachGiven(x.sites, func(g given) { sum += g.rank })
		s := newScale(nil, nil)
		s.add(x.pagesCounted)
		s.sum()
		if math.IsNaN(float64(sum)) || math.IsInf(float64(sum), 0) {
			t.Errorf("the sum of all ranks is %v", sum)
		}
	})
}

// TestClip: of more than can be told, the greatest ranks are.
func TestClip(t *testing.T) {
	t.Parallel()
	got := clip([]given{{1, 3}, {2, 1}, {3, 4}, {4, 1}, {5, 5}}, 3)
	if want := []given{{1, 3}, {3, 4}, {5, 5}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestElsewhereFails: an error while URLs of others are read ends the computation.
func TestElsewhereFails(t *testing.T) {
	t.Parallel()
	w, pages := crossing(t)
	m, want := w.members(t, 3, pages)[0], errors.New("no")
	m.in.Elsewhere = func(context.Context) iter.Seq2[string, error] {
		return func(yield func(string, error) bool) { yield("", want) }
	}
	if _, _, err := Update(t.Context(), m.files, m.in, nil); !errors.Is(err, want) {
		t.Errorf("%v", err)
	}
}

// TestTooManyElsewhere: pages of other partitions that links lead to count among those that can have a rank.
func TestTooManyElsewhere(t *testing.T) {
	t.Parallel()
	at := hosts(2, 1)
	own, there := at[0][0]+"/", at[1][0]+"/"
	w := web{own: {there + "a", there + "b", there + "c"}}
	m := w.members(t, 2, []string{own})[0]
	for most, want := range map[int]aranea.Kind{6: aranea.Internal, 4: aranea.Limit, 2: aranea.Limit} {
		u := newUpdater(m.files, m.in)
		u.most = most
		err := u.gather(t.Context())
		if u.release(); (err == nil) != (want == aranea.Internal) || err != nil && aranea.KindOf(err) != want {
			t.Errorf("at most %d pages: %v", most, err)
		}
	}
}
