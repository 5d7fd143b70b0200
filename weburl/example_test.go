package weburl_test

import (
	"fmt"

	"github.com/aranea-search/aranea/weburl"
)

func Example() {
	base, err := weburl.Parse("HTTP://Example.org:80/docs/./index.html#top")
	if err != nil {
		fmt.Println(err)
		return
	}
	link, err := base.Resolve(" ../%7Ejoe/page?a=b ")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(base)
	fmt.Println(link)
	fmt.Println(link.Origin(), link.Target())
	// Output:
	// http://example.org/docs/index.html
	// http://example.org/~joe/page?a=b
	// http://example.org /~joe/page?a=b
}

func ExampleOrigin_Site() {
	fmt.Println(weburl.Origin("https://news.example.co.uk:8443").Site())
	// Output: example.co.uk
}
