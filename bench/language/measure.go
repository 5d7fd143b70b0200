package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/analyze"
)

// measureLines counts what is told of runs of lines of some lengths.
func measureLines(dir string) error {
	all, err := texts(dir, false)
	if err != nil {
		return err
	}
	sizes := []int{40, 100, 200, 400}
	fmt.Println("| language | 40 bytes | 100 bytes | 200 bytes | 400 bytes |\n|---|---|---|---|---|")
	right, unsure, asked := make([]int, len(sizes)), make([]int, len(sizes)), make([]int, len(sizes))
	for _, lang := range slices.Sorted(maps.Keys(all)) {
		fmt.Printf("| %s |", lang)
		for i, size := range sizes {
			wrong := map[string]int{}
			r, u, n := 0, 0, 0
			for sample := range runs(all[lang], size) {
				n++
				switch got := analyze.Detect("", analyze.Und, []byte(sample)).String(); got {
				case lang:
					r++
				case "und":
					u++
				default:
					wrong[got]++
				}
			}
			right[i], unsure[i], asked[i] = right[i]+r, unsure[i]+u, asked[i]+n
			fmt.Printf(" %d of %d, %d unsure %v |", r, n, u, wrong)
		}
		fmt.Println()
	}
	for i, size := range sizes {
		fmt.Printf("%d bytes: %.2f %% right, %.2f %% unsure\n", size, 100*float64(right[i])/float64(asked[i]), 100*float64(unsure[i])/float64(asked[i]))
	}
	return nil
}

// runs yields up to 200 samples of a size.
func runs(lines []string, size int) func(func(string) bool) {
	return func(yield func(string) bool) {
		var b strings.Builder
		n := 0
		for _, l := range lines {
			b.WriteString(l)
			b.WriteByte('\n')
			if b.Len() < size {
				continue
			}
			if n++; n > 200 || !yield(b.String()) {
				return
			}
			b.Reset()
		}
	}
}
