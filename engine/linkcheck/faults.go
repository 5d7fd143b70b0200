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
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/weburl"
)

// A Check is one of those that list what is wrong with pages that others name. Its text is the beginning of
// the names of its calls in the API.
type Check string

// The checks.
const (
	Alternates Check = "alternate" // versions of pages in other languages
	Canonicals Check = "canonical"
	Sitemaps   Check = "sitemap"
)

// Checks returns all checks.
func Checks() []Check { return []Check{Alternates, Sitemaps, Canonicals} }

// Faults returns the names of the faults of a check, in the order of the list; nil if there is no such check.
func (c Check) Faults() []string {
	switch c {
	case Alternates:
		return []string{NotIndexed, NoReturn, OtherLanguage, TwoTargets, NoLanguage, NoDefault, NoSelf}
	case Canonicals:
		return []string{NotIndexed, TwoTargets, OtherHost, ClosedButNamed, OnlyHint}
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
	if c == Canonicals {
		return "canonical links"
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
	switch {
	case all == nil:
		err = fmt.Errorf("there is no check of %.40q", f.Check)
	case f.Fault != "" && !f.Check.Has(f.Fault):
		err = fmt.Errorf("%.40q is no fault of %s; it is one of %s", f.Fault, f.Check.Of(), strings.Join(all, ", "))
	default:
		return nil
	}
	return &aranea.Error{Op: "check " + f.Check.Of(), Kind: aranea.Invalid, Err: err}
}

// Faults yields the faults that a filter selects, without its Offset and Limit, sorted by fault and then by
// page, MaxSorted at a time.
func (c *Checker) Faults(ctx context.Context, f FaultFilter) iter.Seq2[Fault, error] {
	return func(yield func(Fault, error) bool) {
		if err := f.valid(); err != nil {
			yield(Fault{}, err)
			return
		}
		var batch []Fault
		tell := func(x Fault) {
			if f.Fault == x.Fault || f.Fault == "" && !f.Check.IsNote(x.Fault) {
				batch = append(batch, x)
			}
		}
		for _, err := range c.check(ctx, &f, tell) {
			if err != nil {
				yield(Fault{}, err)
				return
			}
			if len(batch) < MaxSorted {
				continue
			}
			if !f.Check.relay(batch, yield) {
				return
			}
			batch = batch[:0]
		}
		f.Check.relay(batch, yield)
	}
}

// CountFaults counts the faults of a check, and what it looked at; f.Fault does not narrow it.
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

// A FaultFilter selects faults of a Check.
type FaultFilter struct {
	Check Check
	Host  string // only those of URLs of this host, "" for all
	Fault string // only this one, "" for all that are not for information
	// Offset and Limit select a part of the list; Limit 0 means no limit.
	Offset, Limit int
}

// A Fault is what is wrong with a URL.
type Fault struct {
	Fault string     `json:"fault"`
	URL   weburl.URL `json:"url"`
	Lang  string     `json:"lang,omitempty"` // of the alternate, as it is written
	To    string     `json:"to,omitempty"`   // the alternate, or the page that stands in its place
	By    string     `json:"by,omitempty"`   // the sitemap or robots file that names it, "" for the page itself
	// Status and Reason are those of the URL of a sitemap, or of the alternate, that is not in the index,
	// and LeadsTo is where that redirects to.
	Status  int    `json:"status,omitempty"`
	Reason  string `json:"reason,omitempty"`
	Detail  string `json:"detail,omitempty"` // what is wrong, for people
	LeadsTo string `json:"leads_to,omitempty"`
}

// FaultCounts counts what a check looked at, and the faults.
type FaultCounts struct {
	Sitemaps int            `json:"sitemaps,omitempty"` // that list pages
	Pages    int            `json:"pages"`              // that sitemaps list; of the index that have alternates; that name other pages canonical
	Faults   map[string]int `json:"faults"`             // by name, those for information as well
	// Unchecked counts the pages, or alternates, of which not everything is known that would tell.
	Unchecked int `json:"unchecked"`
	// Unsure counts the pages of the index that no sitemap lists, as far as the sitemaps of their hosts
	// were read.
	Unsure int `json:"unsure,omitempty"`
	// Older says that a version of the program that kept no alternates, or not what sitemaps list, was the
	// last to visit some pages or sitemaps.
	Older bool `json:"older,omitempty"`
}

// Columns returns the names of the cells of a Fault.
func (c Check) Columns() []string {
	columns := []string{"fault", "url", "to", "status", "reason", "detail", "leads_to", "by"}
	if c == Alternates {
		columns = slices.Insert(columns, 2, "lang")
	}
	return columns
}

// Cells returns a fault as a row of a table.
func (c Check) Cells(f *Fault) []string {
	status := ""
	if f.Status > 0 {
		status = strconv.Itoa(f.Status)
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
	f := FaultFilter{Check: c, Host: p.Text("host"), Fault: p.Text("fault"), Offset: p.Number("offset", 0, wire.MaxOffset), Limit: p.Number("limit", 0, wire.MaxOffset)}
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
	wire.SetText(v, "fault", f.Fault)
	wire.SetNumber(v, "offset", f.Offset)
	wire.SetNumber(v, "limit", f.Limit)
	return v
}
