package facet

import (
	"maps"
	"slices"
	"strings"
)

// Sum returns what several indexes counted, none of whose pages is in two of them. A site is in one index, and
// no index leaves out a year that is among the newest of all; of what else the lists are full, the numbers are
// lower bounds. There is a histogram of a facet if all
// indexes have one.
func Sum(all []*Facets) *Facets {
	out := &Facets{}
	sites, langs, types, years := summed{}, summed{}, summed{}, summed{}
	known := map[string]int{} // by name of facet: how many values one index has, at most
	own, atLeast, histograms := map[string]summed{}, map[string]bool{}, map[string][]*Histogram{}
	for _, f := range all {
		out.AtLeast = out.AtLeast || f.AtLeast || len(all) > 1 && len(f.Types) >= most
		out.MoreOwn = out.MoreOwn || f.MoreOwn
		sites.add(f.Sites)
		langs.add(f.Languages)
		types.add(f.Types)
		years.add(f.Years)
		for _, o := range f.Own {
			if own[o.Name] == nil {
				own[o.Name] = summed{}
			}
			own[o.Name].add(o.Values)
			known[o.Name] = max(known[o.Name], o.All)
			histograms[o.Name] = append(histograms[o.Name], o.Histogram)
			atLeast[o.Name] = atLeast[o.Name] || o.AtLeast || len(all) > 1 && o.All > len(o.Values)
		}
	}
	out.Sites, out.Languages, out.Types = sites.top(most), langs.top(mostLangs), types.top(most)
	for _, year := range slices.Backward(slices.Sorted(maps.Keys(years))) {
		if len(out.Years) < most {
			out.Years = append(out.Years, Value{year, years[year].pages})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(own)) {
		sum := Own{Name: name, Values: own[name].top(mostOwn), All: max(known[name], len(own[name])), AtLeast: atLeast[name]}
		if h := histograms[name]; !slices.Contains(h, nil) {
			sum.Histogram = sumOf(h)
		}
		out.Own = append(out.Own, sum)
	}
	return out
}

// A summed value holds, by values in lower case, how many pages have each. Values that differ in case only
// are one, which is written as most pages of one index do.
type summed map[string]sumOfValue

type sumOfValue struct {
	pages, most int
	spelled     string
}

func (s summed) add(values []Value) {
	for _, v := range values {
		key := strings.ToLower(v.Value)
		of := s[key]
		if of.pages += v.Pages; v.Pages > of.most || v.Pages == of.most && v.Value < of.spelled {
			of.most, of.spelled = v.Pages, v.Value
		}
		s[key] = of
	}
}

func (s summed) top(most int) []Value {
	pages := map[string]int{}
	for _, of := range s {
		pages[of.spelled] = of.pages
	}
	return top(pages, most)
}
