package cluster

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/engine/service"
)

// A shelf lists targets in order, every fourth one of them.
type shelf struct {
	service.Answering
	first int
}

const onShelf = 4096

func (x *shelf) Removals(context.Context) iter.Seq2[service.KeptOut, error] {
	return func(yield func(service.KeptOut, error) bool) {
		for i := range onShelf {
			if !yield(service.KeptOut{Target: fmt.Sprintf("http://%06d.test/", 4*i+x.first)}, nil) {
				return
			}
		}
	}
}

// BenchmarkMerged merges the lists of four nodes.
func BenchmarkMerged(b *testing.B) {
	var nodes []service.Answering
	for i := range 4 {
		nodes = append(nodes, &shelf{first: i})
	}
	f, err := New(nodes, Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	b.ReportAllocs()
	for b.Loop() {
		n, last := 0, ""
		for k, err := range f.Removals(b.Context()) {
			if err != nil || strings.Compare(last, k.Target) >= 0 {
				b.Fatalf("%+v behind %s, %v", k, last, err)
			}
			last = k.Target
			n++
		}
		if n != 4*onShelf {
			b.Fatalf("%d values", n)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*4*onShelf), "ns/value")
}
