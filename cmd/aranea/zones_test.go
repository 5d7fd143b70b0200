package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
)

// shop serves a site where every page has the word product in its menu and beside its text; one
// page is about it, and one mentions it in its text.
func shop(w http.ResponseWriter, r *http.Request) {
	var text string
	name := strings.Trim(r.URL.Path, "/")
	switch name {
	case "notes.txt":
		w.Header().Set("Content-Type", "text/plain")
		fmt.Fprint(w, "Notes on how the shop is run, which no page leads to.")
		return
	case "product":
		text = "<h1>Our product</h1><p>A product of the shop is made by hand, and comes with a letter that tells who made it and when."
	case "page7":
		text = "<h1>Page seven</h1><p>Seven people work here. Whoever wants to see how a product is made may come by on any day of the week."
	default:
		sum := sha256.Sum256([]byte(name))
		text = fmt.Sprintf("<h1>About %s</h1><p>%s", name, strings.Map(func(c rune) rune { return []rune("a eosi ntrulmdcp")[c%16] }, hex.EncodeToString(sum[:])+hex.EncodeToString(sum[:])))
	}
	var menu strings.Builder
	for i := range 12 {
		fmt.Fprintf(&menu, "<li><a href=/page%[1]d>Page %[1]d</a>", i)
	}
	fmt.Fprintf(w, `<title>The shop: %s</title><div class=top><ul><li><a href=/product>Product</a>%s</ul></div>
<table><tr><td class=side><p>Product of the week<p>Every product at half price</td><td class=content>%s</td></tr></table>
<div class=end>The shop sells every product that it makes.</div>`, name, menu.String(), text)
}
