package main

import (
	"fmt"
	"hash/fnv"
	"net"
	"net/http"
	"strings"
)

// firstContact serves sites whose first response is not an ordinary page.
func firstContact(w http.ResponseWriter, r *http.Request) {
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = r.Host
	}
	w.Header().Set("Content-Type", "text/html")
	switch {
	case r.URL.Path == "/robots.txt" && host == "lists.test":
		w.Header().Set("Content-Type", "text/plain")
		fmt.Fprint(w, "User-agent: *\nDisallow: /closed/\n")
	case host == "tri.test", host == "www.tri.test":
		tri(w, r)
	case r.URL.Path == "/robots.txt":
		http.NotFound(w, r)
	case host == "apex.test":
		http.Redirect(w, r, "http://www.apex.test/", http.StatusMovedPermanently)
	case host == "www.apex.test" && r.URL.Path == "/b":
		fmt.Fprint(w, "<title>A tower</title><p>Words of a page with a picture: <img src=/tower.gif alt=\"A silver tower\">")
	case r.URL.Path == "/tower.gif":
		w.Header().Set("Content-Type", "image/gif")
		fmt.Fprint(w, "GIF89a(\x01\x1e\x01\x00\x00\x00;")
	case host == "away.test":
		http.Redirect(w, r, "http://elsewhere.test/start", http.StatusFound)
	case host == "wiki.test" && r.URL.Path != "/login":
		http.Redirect(w, r, "/login", http.StatusFound)
	case host == "wiki.test":
		fmt.Fprint(w, "<title>Log in</title><form>Name <input> Password <input type=password></form>")
	case host == "app.test":
		fmt.Fprint(w, "<title>App</title><div id=root></div><script src=app.js></script>")
	case host == "soft.test":
		soft(w, r)
	case host == "twins.test", host == "www.twins.test":
		twin(w, r)
	case host == "calendar.test":
		calendar(w, r)
	case host == "maze.test" && r.URL.Path != "/":
		maze(w, r)
	case host == "deep.test":
		fmt.Fprintf(w, "<title>Page %[1]s</title><p>Words of the page %[1]s. <a href=/v/1/v/2/v/3/v/4>deep</a>", r.URL.Path)
	case host == "lists.test":
		lists(w, r)
	case host == "shop.test":
		shop(w, r)
	default:
		fmt.Fprintf(w, "<title>Page %[1]s</title><p>Words of the page %[1]s. <a href=/a>a</a> <a href=/b>b</a>", r.URL.Path)
	}
}

// tri responds for a site of one page with two names, whose robots file names one of them.
func tri(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/robots.txt" {
		w.Header().Set("Content-Type", "text/plain")
		fmt.Fprint(w, "User-agent: *\nDisallow: /x\nHost: www.tri.test\n")
		return
	}
	fmt.Fprint(w, "<title>Three</title><p>The only page of a small site, with words that are enough to compare it with others.")
}

// maze responds with a page of a maze of words, which links to three pages below it.
func maze(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintf(w, "<title>Page %[1]s</title><p>Words of the page %[1]s.", r.URL.Path)
	for i := range 3 {
		h := fnv.New32a()
		fmt.Fprint(h, r.URL.Path, i)
		word := strings.Map(func(c rune) rune { return 'a' + c%26 }, fmt.Sprintf("%x", h.Sum32()))
		fmt.Fprintf(w, " <a href='%s/%s'>%s</a>", strings.TrimSuffix(r.URL.Path, "/"), word, word)
	}
}
