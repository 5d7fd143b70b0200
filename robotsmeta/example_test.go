package robotsmeta_test

import (
	"fmt"
	"time"

	"github.com/aranea-search/aranea/robotsmeta"
)

var today = time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)

// This is the code of the README.
func Example() {
	r := robotsmeta.NewReader("MyBot")
	r.Field("X-Robots-Tag", "otherbot: noindex")
	r.Meta("robots", "index, nofollow")
	fmt.Println(r.Directives().Follow().Source) // nofollow in meta robots
	// Output: nofollow in meta robots
}

// Each verdict has the directive, the tag or field, and the place.
func ExampleReader_Tag() {
	r := robotsmeta.NewReader("Aranea")
	r.Tag(robotsmeta.Tag{Name: "Robots", Content: "noindex, max-snippet:50", Line: 7, Column: 5})
	r.Tag(robotsmeta.Tag{Name: "aranea", Content: "nofollow", InBody: true, Line: 31, Column: 1})
	d := r.Directives()
	for _, s := range d.Statements() {
		fmt.Println(s)
	}
	for _, f := range d.Lint(robotsmeta.LintOptions{}) {
		fmt.Println(f)
	}
	// Output:
	// noindex in meta robots, line 7, column 5
	// max-snippet:50 in meta robots, line 7, column 5
	// nofollow for Aranea in meta aranea, line 31, column 1
	// outside-head in meta aranea, line 31, column 1
}

// A field may address several robots in turn, and a date may contain commas.
func ExampleReader_Field() {
	r := robotsmeta.NewReader("Aranea")
	r.Field("X-Robots-Tag", "otherbot: noindex, aranea: unavailable_after: Fri, 25 Jun 2027 15:00:00 GMT, noarchive")
	d := r.Directives()
	at, _ := d.Expires()
	fmt.Println(d.Index(today).Allowed, at.Format(time.DateTime), d.Archive().Source)
	// Output: true 2027-06-25 15:00:00 noarchive for Aranea in X-Robots-Tag
}

// All verdicts at once, with the verdict of the robots file: the directives of a blocked page are
// never seen.
func ExampleDirectives_Judge() {
	r := robotsmeta.NewReader("Aranea")
	r.Meta("robots", "noarchive")
	r.Field("Content-Usage", "train-ai=n")
	d := r.Directives()
	open := d.Judge(robotsmeta.Situation{Now: today})
	fmt.Println(open.Index.Allowed, open.Archive.Allowed, open.Snippet.Allowed, open.Train.Source)
	closed := d.Judge(robotsmeta.Situation{Now: today, Closed: "Disallow: /"})
	fmt.Println(closed.Visit.Allowed, closed.Index.Source)
	// Output:
	// true false true train-ai=n in Content-Usage
	// false Disallow: /
}

// The same directives in several dialects.
func ExampleDialect() {
	for _, dialect := range robotsmeta.Dialects() {
		r := robotsmeta.NewReaderFor(dialect, "Aranea")
		r.Meta("robots", "all, none")
		d := r.Directives()
		fmt.Println(dialect.Name, d.Index(today).Allowed, d.Follow().Allowed)
	}
	// Output:
	// strictest false false
	// google false false
	// yandex true true
	// inktomi false false
	// html4 false false
}

func ExampleDirectives_Use() {
	r := robotsmeta.NewReader("Aranea")
	r.Field("Content-Signal", "search=yes, ai-train=no")
	d := r.Directives()
	for _, use := range []string{robotsmeta.UseSearch, robotsmeta.UseTrain, robotsmeta.UseAnswer} {
		u := d.Use(use)
		fmt.Println(use, u.Known, u.Allowed)
	}
	// Output:
	// search true true
	// train-ai true false
	// ai-input false false
}

func ExampleDirectives_Lint() {
	r := robotsmeta.NewReader("Aranea")
	r.Meta("robots", "index; noindex")
	for _, f := range r.Directives().Lint(robotsmeta.LintOptions{InSitemap: true}) {
		fmt.Println(f.Check, "-", f.Check.Text())
	}
	// Output:
	// separator - Directives are separated by whitespace or semicolons. Only commas are sure to be understood.
	// contradiction - Two directives say the contrary of each other. Robots choose differently: most take the stricter one, Yandex the permitting one.
	// sitemap-hidden - The page stands in a sitemap and must not be indexed.
}

func ExampleParts() {
	page := `<p>Read this.<!--noindex--> Not this.<!--/noindex--> <span data-nosnippet>Keep this to yourself.</span></p>`
	for p := range robotsmeta.Parts(page) {
		fmt.Printf("%s: %q\n", p.Region, p.Text)
	}
	// Output:
	// open: "Read this."
	// noindex: " Not this."
	// open: " "
	// nosnippet: "Keep this to yourself."
}

// A program with its own tokenizer passes tags and comments to the scanner.
func ExampleScanner() {
	var s robotsmeta.Scanner
	s.StartTag("div", true, "") // <div data-nosnippet>
	s.Comment(" googleoff: anchor ")
	fmt.Println(s.Region())
	s.EndTag("div")
	fmt.Println(s.Region())
	// Output:
	// noanchor,nosnippet
	// noanchor
}

func ExampleParseLinks() {
	for _, l := range robotsmeta.ParseLinks(`</a,b>; rel="canonical"; title="x, y", </ru>; rel=alternate; hreflang=ru`) {
		fmt.Printf("%s %s %q\n", l.URL, l.Rel, l.Lang)
	}
	// Output:
	// /a,b canonical ""
	// /ru alternate "ru"
}

func ExampleParseRefresh() {
	f, ok := robotsmeta.ParseRefresh("0; url='/new'")
	fmt.Println(f.URL, f.Permanent(), ok)
	// Output: /new true true
}
