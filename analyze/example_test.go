package analyze_test

import (
	"fmt"

	"github.com/aranea-search/aranea/analyze"
)

func ExampleAnalyzer_Append() {
	a := analyze.New(0)
	tokens, positions := a.Append(nil, []byte("Поисковые системы index 网页"), analyze.Ru)
	for _, t := range tokens {
		fmt.Printf("%d %s\n", t.Pos, t.Word.Form())
	}
	fmt.Println(positions, "positions")
	// Output:
	// 0 поисковые
	// 1 системы
	// 2 index
	// 3 网页
	// 4 页
	// 5 positions
}
