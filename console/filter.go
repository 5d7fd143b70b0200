package console

import (
	"context"
	"iter"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/tally"
	"github.com/aranea-search/aranea/weburl"
)

// maxFilter is the maximum length of the text of a filter in bytes.
const maxFilter = 2048

// A filter selects URLs. Conditions that the service does not support are checked here.
type filter struct {
	service.URLFilter
	kind, how, month, nameType string
	count                      string // the name of the counter that counts them
	depth                      int    // -1 for any
}

// readFilter reads a filter from the parameters of a request. It returns a sentence about invalid
// parameters, or "".
func readFilter(v url.Values) (f filter, problem string) {
	text := func(name string) string {
		return strings.TrimSpace(strings.ToValidUTF8(v.Get(name), "\uFFFD"))
	}
	f.depth = -1
	f.Reason, f.Host, f.State, f.Prefix = text("reason"), text("host"), text("state"), text("prefix")
	f.kind, f.how, f.month, f.nameType, f.count = text("kind"), text("how"), text("month"), text("type"), text("count")
	for _, t := range []string{f.Reason, f.Host, f.State, f.Prefix, f.kind, f.how, f.month, f.nameType, f.count} {
		if len(t) > maxFilter {
			return filter{depth: -1}, "A filter is too long."
		}
	}
	if t := text("since"); t != "" {
		var err error
		if f.Since, err = time.Parse(time.DateOnly, t); err != nil {
			if f.Since, err = time.Parse(time.RFC3339, t); err != nil {
				problem = "The date of the visit is written like 2026-01-31."
			}
		}
	}
	if t := text("status"); t != "" && f.Status.Set(t) != nil {
		problem = "A status is a number such as 404, or a class such as 4xx."
	}
	if t := text("depth"); t != "" && !number(t, 0, 1<<20, &f.depth) {
		problem = "The depth is a number of links."
	}
	if _, err := time.Parse("2006-01", f.month); f.month != "" && err != nil {
		problem = "A month is written like 2026-01."
	}
	if f.count != "" && !slices.Contains(counters(), f.count) {
		problem = "That is not a number that is counted."
	}
	if f.State != "" && !slices.Contains(states(), f.State) {
		problem = "A URL is queued, done, gone, excluded, indexed, or hidden."
	}
	if f.Reason != "" && !slices.ContainsFunc(codes(), func(c string) bool { return c == f.Reason || strings.HasPrefix(c, f.Reason+".") }) {
		problem = "That is not a reason code."
	}
	return f, problem
}

// values returns the parameters of the filter.
func (f *filter) values() url.Values {
	v := url.Values{}
	set := func(name, text string) {
		if text != "" {
			v.Set(name, text)
		}
	}
	set("reason", f.Reason)
	set("host", f.Host)
	set("state", f.State)
	set("prefix", f.Prefix)
	set("kind", f.kind)
	set("how", f.how)
	set("month", f.month)
	set("type", f.nameType)
	set("count", f.count)
	set("since", sinceText(f.Since))
	set("status", f.Status.String())
	if f.depth >= 0 {
		v.Set("depth", strconv.Itoa(f.depth))
	}
	return v
}

func sinceText(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	if t.Equal(t.Truncate(24 * time.Hour)) {
		return t.Format(time.DateOnly)
	}
	return t.UTC().Format(time.RFC3339)
}

// plain reports whether the service supports all conditions of the filter.
func (f *filter) plain() bool {
	return f.kind == "" && f.how == "" && f.month == "" && f.nameType == "" && f.count == "" && f.depth < 0
}

// holds reports whether a URL meets the conditions that the service does not support.
func (f *filter) holds(u *service.URLFacts) bool {
	return (f.kind == "" || u.Kind == f.kind) && (f.how == "" || u.How == f.how) && (f.depth < 0 || u.Depth == f.depth) &&
		(f.month == "" || !u.Visited.IsZero() && u.Visited.UTC().Format("2006-01") == f.month) &&
		(f.nameType == "" || typeOf(u.URL) == f.nameType) && (f.count == "" || countedAs(u, f.count))
}

// list yields at most limit URLs that match the filter, starting at an offset; limit 0 means no
// limit.
func (f *filter) list(ctx context.Context, from Lister, offset, limit int) iter.Seq2[service.URLFacts, error] {
	ask := f.URLFilter
	if f.count == aranea.CountQueued.String() && ask.State == "" {
		ask.State = f.count // this reduces the number of scanned records
	}
	if f.plain() {
		ask.Offset, ask.Limit = offset, limit
		return from.URLs(ctx, ask)
	}
	return func(yield func(service.URLFacts, error) bool) {
		n := 0
		for u, err := range from.URLs(ctx, ask) {
			if err == nil && !f.holds(&u) {
				continue
			}
			if n++; err == nil && n <= offset {
				continue
			}
			if !yield(u, err) || err != nil || limit > 0 && n == offset+limit {
				return
			}
		}
	}
}

// typeOf returns the file type of a URL by its name, like the statistics.
func typeOf(text string) string {
	u, err := weburl.Parse(text)
	if err != nil {
		return ""
	}
	return tally.TypeOf(u)
}

// states returns the values of the filter by state.
func states() []string {
	return []string{
		indexed, hidden, aranea.StateQueued.String(), aranea.StateDone.String(), aranea.StateGone.String(), aranea.StateExcluded.String(),
	}
}

// codes returns every reason code.
func codes() []string {
	var out []string
	for _, r := range aranea.Reasons() {
		out = append(out, r.String())
	}
	return out
}

// named returns the names of a closed list of values, which starts at 0. The name of a value
// after the last one begins with none.
func named(none string, name func(uint8) string) []string {
	var out []string
	for i := range uint8(255) {
		n := name(i)
		if strings.HasPrefix(n, none) {
			break
		}
		out = append(out, n)
	}
	return out
}

// form returns the form that shows the filter and can change it.
func (f *filter) form() urlsForm {
	out := urlsForm{
		Host: f.Host, Prefix: f.Prefix, Since: sinceText(f.Since), Month: f.month, NameType: f.nameType,
		Status: f.Status.String(),
		States: options(f.State, states()), Reasons: options(f.Reason, reasonChoices()), More: !f.plain(),
		Kinds:  options(f.kind, named("kind(", func(i uint8) string { return aranea.EntryKind(i).String() })),
		Counts: options(f.count, counters()),
		Hows:   options(f.how, named("how(", func(i uint8) string { return aranea.How(i).String() })),
	}
	if f.depth >= 0 {
		out.Depth = strconv.Itoa(f.depth)
	}
	return out
}

// reasonChoices returns the reason codes, each family before its members.
func reasonChoices() []string {
	var out []string
	last := ""
	for _, c := range codes() {
		family, _, member := strings.Cut(c, ".")
		if member && family != last {
			out, last = append(out, family), family
		}
		out = append(out, c)
	}
	return out
}

// options returns the values of a field, with an option for no filter. If chosen is none of the
// values, it is added.
func options(chosen string, values []string) []option {
	out := []option{{Text: "any", Chosen: chosen == ""}}
	if chosen != "" && !slices.Contains(values, chosen) {
		values = append(slices.Clone(values), chosen)
	}
	for _, v := range values {
		out = append(out, option{Value: v, Text: v, Chosen: v == chosen})
	}
	return out
}
