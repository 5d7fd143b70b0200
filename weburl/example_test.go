package weburl_test

import (
	"errors"
	"fmt"

	"golang.org/x/text/encoding/charmap"

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

func ExampleURL_ResolveWith() {
	base, _ := weburl.Parse("http://example.org/")
	link, _ := base.ResolveWith(charmap.Windows1251, "/поиск?q=паук")
	fmt.Println(link)
	// Output: http://example.org/%D0%BF%D0%BE%D0%B8%D1%81%D0%BA?q=%EF%E0%F3%EA
}

func ExampleError() {
	_, err := weburl.Parse("mailto:webmaster@example.org")
	var e *weburl.Error
	if errors.As(err, &e) {
		fmt.Println(e.Problem)
	}
	// Output: neither http nor https
}

func ExampleURL_WithForm() {
	action := weburl.MustParse("http://example.org/catalogue")
	u, err := action.WithForm([]weburl.Pair{{Name: "region", Value: "north & east"}, {Name: "year", Value: "2024"}}, nil)
	fmt.Println(u, err)
	// Output: http://example.org/catalogue?region=north+%26+east&year=2024 <nil>
}
