package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"

	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// ranks say how far apart the ranks of the pages are.
type ranks struct {
	pages       int
	correlation float64 // of the places by what ranks add to a score (Spearman)
	off         float64 // the mean difference of what they add, as a share of the most
}

func (r ranks) String() string { return fmt.Sprintf("%d\t%.3f\t%.3f", r.pages, r.correlation, r.off) }

// compareRanks compares the ranks of a folder with those of the nodes, of the pages of the web.
func compareRanks(dir string, w *web, nodes int) (ranks, error) {
	whole, err := levels(filepath.Join(dir, "whole"))
	if err != nil {
		return ranks{}, err
	}
	own := make([]*rank.Table, nodes)
	for i := range own {
		if own[i], err = levels(filepath.Join(dir, folderOf(i))); err != nil {
			return ranks{}, err
		}
	}
	var one, other []float64
	sum := 0.0
	for url := range w.pages {
		u := weburl.MustParse("http://" + url)
		key := rank.KeyOf(u.ID())
		a, b := weight(whole.Levels(key)), weight(own[partition.Of(u.Origin(), nodes)-1].Levels(key))
		one, other = append(one, a), append(other, b)
		sum += math.Abs(a - b)
	}
	return ranks{len(one), spearman(one, other), sum / float64(len(one)) / weight(rank.Levels{Page: 255, Site: 255, Sites: 255})}, nil
}

// weight is in proportion to what levels add to a score.
func weight(l rank.Levels) float64 {
	return 0.10*float64(l.Page) + 0.05*float64(l.Site) + 0.10*float64(l.Sites)
}

// A folder of ranks that is only read.
type folder struct{ disk.Folder }

// Create implements rank.Folder.
func (f folder) Create(name string) (rank.File, error) { return f.Folder.Create(name) }

func levels(data string) (*rank.Table, error) {
	files, err := disk.At(filepath.Join(data, "rank"))
	if err != nil {
		return nil, err
	}
	return rank.Open(folder{files})
}

// spearman returns the correlation of the places of values; values that are equal share the mean of their places.
func spearman(a, b []float64) float64 {
	x, y := places(a), places(b)
	mean := float64(len(x)-1) / 2
	var xy, xx, yy float64
	for i := range x {
		dx, dy := x[i]-mean, y[i]-mean
		xy, xx, yy = xy+dx*dy, xx+dx*dx, yy+dy*dy
	}
	return xy / math.Sqrt(xx*yy)
}

func places(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	out := make([]float64, len(values))
	for i := 0; i < len(order); {
		end := i
		for end < len(order) && values[order[end]] == values[order[i]] {
			end++
		}
		for k := i; k < end; k++ {
			out[order[k]] = float64(i+end-1) / 2
		}
		i = end
	}
	return out
}

// results say how often the results of the same query differ.
type results struct {
	queries int
	first   int // queries with another first result
	ten     int // queries with another set of ten
	kept    int // of the first ten of the folder, those that are among the first ten of the cluster
	all     int // of these
}

func (r results) String() string {
	return fmt.Sprintf("%.3f\t%.3f\t%.3f", float64(r.first)/float64(r.queries), float64(r.ten)/float64(r.queries), float64(r.kept)/float64(r.all))
}

// compareResults asks both the same queries, of one word or two.
func compareResults(ctx context.Context, whole, front service.Searching, queries int, seed uint64) (results, error) {
	r := rand.New(rand.NewPCG(seed, 2))
	out := results{queries: queries}
	for range queries {
		query := word(20 + r.IntN(300))
		if r.IntN(2) == 0 {
			query += " " + word(20+r.IntN(100))
		}
		want, err := urls(ctx, whole, query)
		if err != nil {
			return out, err
		}
		got, err := urls(ctx, front, query)
		if err != nil {
			return out, err
		}
		if len(want) == 0 {
			return out, fmt.Errorf("nothing is found for %s", query)
		}
		if len(got) == 0 || got[0] != want[0] {
			out.first++
		}
		kept := 0
		for _, u := range want {
			if slices.Contains(got, u) {
				kept++
			}
		}
		if kept < len(want) {
			out.ten++
		}
		out.kept, out.all = out.kept+kept, out.all+len(want)
	}
	return out, nil
}

func urls(ctx context.Context, s service.Searching, query string) (out []string, err error) {
	r, err := s.Search(ctx, search.Request{Query: query, Limit: 10})
	for _, x := range r.Results {
		out = append(out, x.URL.String())
	}
	return out, err
}
