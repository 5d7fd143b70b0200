package seeds

import (
	"slices"
	"time"

	"github.com/aranea-search/aranea/internal/swap"
	"github.com/aranea-search/aranea/weburl"
)

// MaxDropped is the number of dropped seeds that a folder remembers. No more can be dropped.
const MaxDropped = 10_000

// A Dropped is a seed that the operator dropped. It is remembered until it is named again, because
// a crawl that was requested before still names it.
type Dropped struct {
	URL weburl.URL   `json:"url"`
	At  time.Time    `json:"at"`
	Led []weburl.URL `json:"led,omitempty"` // where it had led to within its site
	// Pending says that what it brought into the crawl is not known to be out of it yet.
	Pending bool `json:"pending,omitempty"`
}

// A DroppedList is a list of dropped seeds. It is not changed, only replaced.
type DroppedList []Dropped

// A Keeper holds the dropped seeds of a folder. The zero Keeper holds none. It is safe for concurrent use.
type Keeper struct{ swap.Value[DroppedList] }

// URLs returns the dropped seeds.
func (all DroppedList) URLs() []weburl.URL {
	out := make([]weburl.URL, 0, len(all))
	for i := range all {
		out = append(out, all[i].URL)
	}
	return out
}

// Remaining returns the URLs that were not dropped.
func (all DroppedList) Remaining(urls []weburl.URL) []weburl.URL {
	if len(all) == 0 {
		return urls
	}
	out := map[weburl.URL]bool{}
	for _, u := range all.URLs() {
		out[u] = true
	}
	return slices.DeleteFunc(slices.Clone(urls), func(u weburl.URL) bool { return out[u] })
}

// Led returns where the dropped seeds had led to.
func (all DroppedList) Led() (out []weburl.URL) {
	for i := range all {
		out = append(out, all[i].Led...)
	}
	return out
}

// Of returns what is remembered of a seed, false if it was not dropped.
func (all DroppedList) Of(u weburl.URL) (Dropped, bool) {
	i := slices.IndexFunc(all, func(d Dropped) bool { return d.URL == u })
	if i < 0 {
		return Dropped{}, false
	}
	return all[i], true
}

// With returns the list with one more seed.
func (all DroppedList) With(d Dropped) DroppedList { return append(slices.Clone(all), d) }

// Without returns the seeds of the list that another does not have.
func (all DroppedList) Without(other DroppedList) DroppedList {
	return slices.DeleteFunc(slices.Clone(all), func(d Dropped) bool {
		_, has := other.Of(d.URL)
		return has
	})
}

// Pending reports whether what one of the seeds brought into the crawl may still be in it.
func (all DroppedList) Pending() bool {
	return slices.ContainsFunc(all, func(d Dropped) bool { return d.Pending })
}

// Carried returns the list after what some of the seeds brought into the crawl is out of it.
func (all DroppedList) Carried(urls ...weburl.URL) DroppedList {
	out := slices.Clone(all)
	for i := range out {
		out[i].Pending = out[i].Pending && !slices.Contains(urls, out[i].URL)
	}
	return out
}

// Equal reports whether two lists are the same, apart from where their seeds had led to.
func (all DroppedList) Equal(other DroppedList) bool {
	return slices.EqualFunc(all, other, func(a, b Dropped) bool {
		return a.URL == b.URL && a.At.Equal(b.At) && a.Pending == b.Pending
	})
}

// Named returns the list after a crawl was requested with seeds that were named at an instant, zero
// for now, and those of its seeds that count: seeds that were dropped before are named again, and
// those that were dropped since do not count.
func (all DroppedList) Named(urls []weburl.URL, at time.Time) (DroppedList, []weburl.URL) {
	if len(all) == 0 || len(urls) == 0 {
		return all, urls
	}
	since := make(map[weburl.URL]time.Time, len(all))
	for i := range all {
		since[all[i].URL] = all[i].At
	}
	again := map[weburl.URL]bool{}
	count := make([]weburl.URL, 0, len(urls))
	for _, u := range urls {
		dropped, was := since[u]
		if was && !at.IsZero() && !at.After(dropped) {
			continue
		}
		again[u] = was
		count = append(count, u)
	}
	return slices.DeleteFunc(slices.Clone(all), func(d Dropped) bool { return again[d.URL] }), count
}
