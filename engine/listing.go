package engine

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/weburl"
)

// URLs yields the entries that a filter chooses.
func (e *Engine) URLs(ctx context.Context, f URLFilter) iter.Seq2[URLFacts, error] {
	return func(yield func(URLFacts, error) bool) {
		skip, left := f.Offset, f.Limit
		for entry, err := range e.selected(ctx, f) {
			if err == nil && skip > 0 {
				skip--
				continue
			}
			if !yield(facts(&entry), err) || err != nil {
				return
			}
			if left--; left == 0 {
				return
			}
		}
	}
}

// selected yields what a filter chooses.
func (e *Engine) selected(ctx context.Context, f URLFilter) iter.Seq2[aranea.Entry, error] {
	return func(yield func(aranea.Entry, error) bool) {
		choices, err := f.Choices()
		if err != nil {
			yield(aranea.Entry{}, err)
			return
		}
		for _, c := range choices {
			for entry, err := range e.frontier.Select(ctx, c.Filter) {
				if err == nil && !c.Has(&entry) {
					continue
				}
				if !yield(entry, err) || err != nil {
					return
				}
			}
		}
	}
}

// heldHosts returns the names of the hosts that the operator holds.
func (e *Engine) heldHosts() map[string]bool {
	held := map[string]bool{}
	for _, h := range e.frontier.Held() {
		held[h.Host] = true
	}
	return held
}

func (e *Engine) hostFacts(h *aranea.Host, held map[string]bool) HostFacts {
	return HostFacts{
		Origin: h.Origin, Asked: h.Counts[aranea.CountRequests] > 0, Held: held[h.Origin.Host()], Delay: h.Delay,
		DelayReason: h.DelayReason, NextAllowed: h.NextAllowed, Failures: int(h.Failures), Counts: h.Counts,
	}
}

// hostOrders are the orders of host lists, highest first.
var hostOrders = [...]struct {
	name    string
	counter aranea.Counter
}{
	{"indexed", aranea.CountIndexed}, {"queued", aranea.CountQueued},
	{"denied", aranea.CountDenied}, {"failed", aranea.CountFailed},
}

// Hosts yields the hosts that a filter chooses: site by site, or sorted.
func (e *Engine) Hosts(ctx context.Context, f HostFilter) iter.Seq2[HostFacts, error] {
	return func(yield func(HostFacts, error) bool) {
		all := e.chosenHosts(ctx, f)
		if f.Sort != "" && f.Sort != "name" {
			all = sortedHosts(f.Sort, all)
		}
		skip, left := f.Offset, f.Limit
		for h, err := range all {
			if err == nil && skip > 0 {
				skip--
				continue
			}
			if !yield(h, err) || err != nil {
				return
			}
			if left--; left == 0 {
				return
			}
		}
	}
}

func (e *Engine) chosenHosts(ctx context.Context, f HostFilter) iter.Seq2[HostFacts, error] {
	name, held := strings.ToLower(f.Name), e.heldHosts()
	return func(yield func(HostFacts, error) bool) {
		for h, err := range e.frontier.Hosts() {
			if err == nil {
				err = context.Cause(ctx)
			}
			if err != nil {
				yield(HostFacts{}, err)
				return
			}
			facts := e.hostFacts(&h, held)
			if f.Asked && !facts.Asked || f.Known && facts.Asked || !strings.Contains(string(h.Origin), name) {
				continue
			}
			if !yield(facts, nil) {
				return
			}
		}
	}
}

// sortedHosts sorts at most MaxSorted hosts by a counter.
func sortedHosts(order string, all iter.Seq2[HostFacts, error]) iter.Seq2[HostFacts, error] {
	return func(yield func(HostFacts, error) bool) {
		i := slices.IndexFunc(hostOrders[:], func(o struct {
			name    string
			counter aranea.Counter
		}) bool {
			return o.name == order
		})
		if i < 0 {
			yield(HostFacts{}, &aranea.Error{Op: "hosts", Kind: aranea.Invalid, Err: fmt.Errorf("hosts cannot be sorted by %q; use name, indexed, queued, denied or failed", order)})
			return
		}
		var list []HostFacts
		for h, err := range all {
			if err != nil {
				yield(h, err)
				return
			}
			if list = append(list, h); len(list) == MaxSorted {
				break
			}
		}
		slices.SortStableFunc(list, func(a, b HostFacts) int {
			return cmp.Compare(b.Counts[hostOrders[i].counter], a.Counts[hostOrders[i].counter])
		})
		for _, h := range list {
			if !yield(h, nil) {
				return
			}
		}
	}
}

// flushed returns the index with everything that was applied.
func (e *Engine) flushed() (*index.Snapshot, error) {
	if err := e.index.Flush(); err != nil {
		return nil, err
	}
	return e.index.Snapshot()
}

// Documents yields what the index keeps of its pages.
func (e *Engine) Documents(ctx context.Context) iter.Seq2[DocumentFacts, error] {
	return func(yield func(DocumentFacts, error) bool) {
		snap, err := e.flushed()
		if err != nil {
			yield(DocumentFacts{}, err)
			return
		}
		defer snap.Close()
		for d, err := range snap.Documents(ctx) {
			if d.Hidden && err == nil {
				continue
			}
			if !yield(documentFacts(&d), err) || err != nil {
				return
			}
		}
	}
}

// Stats counts URLs along several lines.
func (e *Engine) Stats(ctx context.Context) (Stats, error) {
	s := Stats{
		State: map[string]uint64{}, Reason: map[string]uint64{}, Status: map[string]uint64{}, Depth: map[string]uint64{},
		How: map[string]uint64{}, Month: map[string]uint64{}, Lang: map[string]uint64{}, Type: map[string]uint64{}, Host: map[string]uint64{},
	}
	for entry, err := range e.frontier.Select(ctx, frontier.Filter{}) {
		if err != nil {
			return s, err
		}
		if entry.Kind == aranea.KindPage {
			s.count(&entry)
		}
	}
	if err := e.countHosts(ctx, &s); err != nil {
		return s, err
	}
	s.Rendering = e.rendered()
	return s, e.countLangs(ctx, &s)
}

// count adds one entry.
func (s *Stats) count(e *aranea.Entry) {
	s.URLs++
	s.State[e.State.String()]++
	s.Reason[e.Reason.String()]++
	s.Depth[fmt.Sprint(e.Depth)]++
	s.How[e.How.String()]++
	s.Type[nameType(e.URL)]++
	if e.Status > 0 {
		s.Status[fmt.Sprint(e.Status)]++
	}
	if !e.VisitedAt.IsZero() {
		s.Month[e.VisitedAt.UTC().Format("2006-01")]++
	}
}

// maxEnding is the longest ending of a name that is counted as a type.
const maxEnding = 8

// nameType returns what the name of a URL says of its type: its ending, or
// "page" without one.
func nameType(u weburl.URL) string {
	ext := strings.ToLower(strings.TrimPrefix(path.Ext(u.Path()), "."))
	if ext == "" || len(ext) > maxEnding || strings.Trim(ext, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		return "page"
	}
	return ext
}

// countHosts fills in the hosts with the most URLs.
func (e *Engine) countHosts(ctx context.Context, s *Stats) error {
	type host struct {
		name string
		n    uint64
	}
	var top []host
	for h, err := range e.frontier.Hosts() {
		if err == nil {
			err = context.Cause(ctx)
		}
		if err != nil {
			return err
		}
		s.Hosts++
		top = append(top, host{string(h.Origin), urlsOf(&h.Counts)})
		if len(top) >= 2*MaxStatHosts {
			slices.SortFunc(top, func(a, b host) int { return cmp.Compare(b.n, a.n) })
			top = top[:MaxStatHosts]
		}
	}
	slices.SortFunc(top, func(a, b host) int { return cmp.Compare(b.n, a.n) })
	for _, h := range top[:min(len(top), MaxStatHosts)] {
		s.Host[h.name] = h.n
	}
	return nil
}

// urlsOf returns how many URLs the counts stand for.
func urlsOf(n *aranea.HostCounts) uint64 {
	return n[aranea.CountQueued] + n[aranea.CountFetched] + n[aranea.CountRedirects] + n[aranea.CountMissing] +
		n[aranea.CountFailed] + n[aranea.CountRefused] + n[aranea.CountDenied] + n[aranea.CountExcluded]
}

// countLangs counts the languages of the pages in the index.
func (e *Engine) countLangs(ctx context.Context, s *Stats) error {
	snap, err := e.index.Snapshot()
	if err != nil {
		return err
	}
	defer snap.Close()
	for seg := range snap.Segments() {
		for _, lang := range langCodes() {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			n, err := liveDocs(snap, seg, segment.PrefixFilter+"lang:"+lang)
			if err != nil {
				return err
			}
			if n > 0 {
				s.Lang[lang] += n
			}
		}
	}
	return nil
}

// langCodes returns every code that a page's language may have: two letters
// (ISO 639-1), or "und".
func langCodes() []string {
	codes := []string{"und"}
	for a := 'a'; a <= 'z'; a++ {
		for b := 'a'; b <= 'z'; b++ {
			codes = append(codes, string([]rune{a, b}))
		}
	}
	return codes
}

// liveDocs returns how many documents of a segment hold a term.
func liveDocs(snap *index.Snapshot, seg int, term string) (uint64, error) {
	p, err := snap.Postings(seg, term)
	if p == nil || err != nil {
		return 0, err
	}
	var n uint64
	for p.Next() {
		if snap.Findable(seg, p.Doc()) {
			n++
		}
	}
	return n, p.Err()
}

// documentFacts returns what is kept of a document.
func documentFacts(d *index.Stored) DocumentFacts {
	f := DocumentFacts{
		URL: d.URL, Title: d.Title, Heading: d.Heading, Description: d.Description, Lang: d.Lang,
		Fetched: d.FetchedAt, Depth: int(d.Depth), Words: d.Words(), Elements: map[string]int{}, Zones: map[string]uint64{}, Text: string(d.Text),
	}
	for _, el := range d.Elements {
		f.Elements[el.Kind.String()]++
	}
	for z, words := range d.WordsIn() {
		if words > 0 {
			f.Zones[aranea.Zone(z).String()] = words
		}
	}
	return f
}
