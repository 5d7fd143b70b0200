package linkcheck

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/chains"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/internal/show"
)

// Faults returns the names of the faults of a check, in the order of the list; nil if there is no such check.
func (c Check) Faults() []string {
	switch c {
	case Alternates:
		return []string{NotIndexed, NoReturn, OtherLanguage, TwoTargets, NoLanguage, NoDefault, NoSelf}
	case Canonicals:
		return []string{NotIndexed, TwoTargets, NotPublic, OtherHost, ClosedButNamed, OnlyHint}
	case Chains:
		return chains.Faults()
	case Sitemaps:
		return []string{ListedMoved, ListedBroken, ListedDenied, ListedNoIndex, ListedCanonical, ListedCopy, ListedOther, Unlisted, ListedUnvisited, UnreadSitemap}
	}
	return nil
}

// IsNote reports whether a fault is for information.
func (c Check) IsNote(fault string) bool {
	switch fault {
	case NoDefault, NoSelf:
		return c == Alternates
	case ListedUnvisited, UnreadSitemap:
		return c == Sitemaps
	case OnlyHint:
		return c == Canonicals
	}
	return false
}

// Has reports whether there is a fault of this name.
func (c Check) Has(fault string) bool { return slices.Contains(c.Faults(), fault) }

// Of returns what is checked, in words for people.
func (c Check) Of() string {
	switch c {
	case Canonicals:
		return "canonical links"
	case Chains:
		return "redirects"
	}
	return string(c) + "s"
}

// Text describes what is known beside the faults in sentences for people, each on a line of its own.
func (c Check) Text(n *FaultCounts) string {
	switch c {
	case Sitemaps:
		return n.ofSitemaps()
	case Canonicals:
		return n.ofCanonicals()
	case Chains:
		return n.ofChains()
	}
	return n.ofAlternates()
}

// notes counts the faults of a check that are for information, each with what is said of it behind the
// number of pages.
func (n *FaultCounts) notes(c Check, texts map[string]string) string {
	var notes []string
	for _, fault := range c.Faults() {
		if k := n.Faults[fault]; k > 0 && c.IsNote(fault) {
			notes = append(notes, show.Count(k, "page")+texts[fault]+" ("+fault+")")
		}
	}
	if len(notes) == 0 {
		return ""
	}
	return "\nFor information: " + strings.Join(notes, ", ") + "."
}

// valid returns an error if there is no such check, or no such fault.
func (f *FaultFilter) valid() (err error) {
	all := f.Check.Faults()
	unknown := slices.IndexFunc(f.Faults, func(fault string) bool { return !f.Check.Has(fault) })
	switch {
	case all == nil:
		err = fmt.Errorf("there is no check of %.40q", f.Check)
	case unknown >= 0:
		err = fmt.Errorf("%.40q is no fault of %s; it is one of %s", f.Faults[unknown], f.Check.Of(), strings.Join(all, ", "))
	default:
		return nil
	}
	return &aranea.Error{Op: "check " + f.Check.Of(), Kind: aranea.Invalid, Err: err}
}

// Selects reports whether a fault of this name is one of the list.
func (f *FaultFilter) Selects(fault string) bool {
	if len(f.Faults) == 0 {
		return !f.Check.IsNote(fault)
	}
	return slices.Contains(f.Faults, fault)
}

// OnlyNotes reports whether all that is selected is for information.
func (f *FaultFilter) OnlyNotes() bool {
	return len(f.Faults) > 0 && !slices.ContainsFunc(f.Faults, func(fault string) bool { return !f.Check.IsNote(fault) })
}

// Faults yields the part of the faults that a filter selects, sorted by fault and then by page, MaxSorted at
// a time; and behind them, if the filter has WithCounts, one Fault that has nothing but Counts.
func (c *Checker) Faults(ctx context.Context, f FaultFilter) iter.Seq2[Fault, error] {
	return func(yield func(Fault, error) bool) {
		x := listing{c: c, f: f}
		for fault, err := range wire.Part(f.Check.Of(), f.Offset, f.Limit, x.all(ctx)) {
			if !yield(fault, err) || err != nil {
				x.f.WithCounts = false // nobody waits for them
				return
			}
		}
		if x.counts != nil || x.lost != nil {
			yield(Fault{Counts: x.counts}, x.lost)
		}
	}
}

// A listing is one pass of a check that lists faults.
type listing struct {
	c      *Checker
	f      FaultFilter
	counts *FaultCounts // nil before the end
	lost   error        // why the counting ended when the list had its end
}

// all yields all faults that the filter selects. If it has WithCounts, it goes on to the end when the caller
// has enough, and keeps the counts.
func (x *listing) all(ctx context.Context) iter.Seq2[Fault, error] {
	return func(yield func(Fault, error) bool) {
		if err := x.f.valid(); err != nil {
			yield(Fault{}, err)
			return
		}
		var batch []Fault
		enough := false
		tell := func(fault Fault) {
			if !enough && x.f.Selects(fault.Fault) {
				batch = append(batch, fault)
			}
		}
		var n *FaultCounts
		for so, err := range x.c.check(ctx, &x.f, tell) {
			switch {
			case err != nil && enough:
				x.lost = err
				return
			case err != nil:
				yield(Fault{}, err)
				return
			}
			if n = so; len(batch) < MaxSorted {
				continue
			}
			if enough = !x.f.Check.relay(batch, yield); enough && !x.f.WithCounts {
				return
			}
			batch = batch[:0]
		}
		x.f.Check.relay(batch, yield)
		if x.f.WithCounts {
			x.counts = n
		}
	}
}

// CountFaults counts the faults of a check, and what it looked at; f.Faults does not narrow it.
func (c *Checker) CountFaults(ctx context.Context, f FaultFilter) (n FaultCounts, err error) {
	if err := f.valid(); err != nil {
		return n, err
	}
	for counts, err := range c.check(ctx, &f, func(Fault) {}) {
		if err != nil {
			return n, err
		}
		n = *counts
	}
	return n, nil
}

// check tells all faults of a check, and yields the counts so far now and then, and at the end.
func (c *Checker) check(ctx context.Context, f *FaultFilter, tell func(Fault)) iter.Seq2[*FaultCounts, error] {
	switch f.Check {
	case Sitemaps:
		return c.checkSitemaps(ctx, f.Host, tell)
	case Canonicals:
		return c.checkCanonicals(ctx, f.Host, tell)
	case Chains:
		return c.checkChains(ctx, f.Host, tell)
	}
	return c.checkAlternates(ctx, f.Host, tell)
}

// relay yields a batch of faults in order, and reports whether the caller wants more.
func (c Check) relay(batch []Fault, yield func(Fault, error) bool) bool {
	all := c.Faults()
	slices.SortFunc(batch, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(slices.Index(all, a.Fault), slices.Index(all, b.Fault)),
			cmp.Compare(a.URL.String(), b.URL.String()), cmp.Compare(a.Lang, b.Lang), cmp.Compare(a.To, b.To))
	})
	for _, x := range batch {
		if !yield(x, nil) {
			return false
		}
	}
	return true
}

// Columns returns the names of the cells of a Fault.
func (c Check) Columns() []string {
	switch c {
	case Chains:
		return []string{"fault", "url", "steps", "leads_to", "status", "reason", "way"}
	case Alternates:
		return []string{"fault", "url", "lang", "to", "status", "reason", "detail", "leads_to", "by"}
	}
	return []string{"fault", "url", "to", "status", "reason", "detail", "leads_to", "by"}
}

// Cells returns a fault as a row of a table.
func (c Check) Cells(f *Fault) []string {
	status := ""
	if f.Status > 0 {
		status = strconv.Itoa(f.Status)
	}
	if c == Chains {
		steps := f.Steps()
		return []string{f.Fault, f.URL.String(), strconv.Itoa(len(steps)), f.LeadsTo, status, f.Reason, strings.Join(steps, " ")}
	}
	cells := []string{f.Fault, f.URL.String(), f.To, status, f.Reason, f.Detail, f.LeadsTo, f.By}
	if c == Alternates {
		cells = slices.Insert(cells, 2, f.Lang)
	}
	return cells
}

// FilterOf reads a filter that Query has written.
func (c Check) FilterOf(r *http.Request) (FaultFilter, error) {
	p := wire.ParamsOf(r)
	f := FaultFilter{Check: c, Host: p.Text("host"), Faults: p.V["fault"], Offset: p.Number("offset", 0, wire.MaxOffset), Limit: p.Number("limit", 0, wire.MaxOffset), WithCounts: p.Flag("counts")}
	return f, p.Err()
}

// HostOf reads only which host is asked for.
func (c Check) HostOf(r *http.Request) (FaultFilter, error) {
	p := wire.ParamsOf(r)
	return FaultFilter{Check: c, Host: p.Text("host")}, p.Err()
}

// Query returns the filter as the parameters of a call of the API, which is that of its Check.
func (f *FaultFilter) Query() url.Values {
	v := url.Values{}
	wire.SetText(v, "host", f.Host)
	if len(f.Faults) > 0 {
		v["fault"] = f.Faults
	}
	wire.SetNumber(v, "offset", f.Offset)
	wire.SetNumber(v, "limit", f.Limit)
	wire.SetFlag(v, "counts", f.WithCounts)
	return v
}
