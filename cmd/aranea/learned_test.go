package main

import (
	"fmt"
	"net/http"
	"strings"
)

// twin serves the same dozen pages under any name.
func twin(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintf(w, "<title>Page %[1]s</title><p>%[2]s", r.URL.Path, strings.Repeat("Words of the page "+r.URL.Path+" under any name. ", 4))
	for i := range 12 {
		fmt.Fprintf(w, "<a href=/p%d>page</a> ", i)
	}
}

// calendar serves an endless number of days without events.
func calendar(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintf(w, "<title>Day</title><p>Nothing is planned for this day of the calendar, which goes on. <a href=/?day=%[1]s1>one</a> <a href=/?day=%[1]s2>two</a>", r.URL.Query().Get("day"))
}
