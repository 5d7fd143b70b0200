package robotstxt_test

import (
	"fmt"

	"github.com/aranea-search/aranea/robotstxt"
)

func Example() {
	file := robotstxt.Parse([]byte("User-agent: *\nDisallow: /private/\nAllow: /private/open.html\n"))
	m := file.Compile(robotstxt.RFC9309(), "MyBot")
	for _, target := range []string{"/", "/private/diary.html", "/private/open.html"} {
		d := m.Decide(target)
		fmt.Printf("%s line %d %s\n", d.Verdict, d.Line, target)
	}
	// Output:
	// allow line 0 /
	// deny line 2 /private/diary.html
	// allow line 3 /private/open.html
}
