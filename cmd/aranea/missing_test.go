package main

import (
	"fmt"
	"net/http"
	"strings"
)

// soft serves a site that has six pages, links to ten more, and responds to those as if they
// existed.
func soft(w http.ResponseWriter, r *http.Request) {
	name := strings.Trim(r.URL.Path, "/")
	switch {
	case name == "":
		fmt.Fprint(w, "<title>The shop</title><p>What the shop has, and what it had.")
		for i := range 10 {
			fmt.Fprintf(w, "<a href=/shop/old%d.html>old</a> <a href=/shop/new%d.html>new</a> ", i, i%5)
		}
	case strings.HasPrefix(name, "shop/new"):
		fmt.Fprintf(w, "<title>New</title><p>Article %c is new here, and made by hand.", 'a'+name[len("shop/new")]-'0')
	default:
		fmt.Fprintf(w, "<title>Sorry</title><h1>Page not found</h1><p>There is no /%s in the shop, and nobody knows where it went.", name)
	}
}
