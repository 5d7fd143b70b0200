package html

import "testing"

// TestOnward: a page that sends those with scripts by one, and those without by a refresh, to one address is a
// redirect, if it shows next to nothing besides.
func TestOnward(t *testing.T) {
	t.Parallel()
	const (
		refresh = `<noscript><meta http-equiv="refresh" content="1; url=latest/"></noscript>`
		script  = `<script>window.location.replace("latest/" + window.location.search)</script>`
		to      = "http://a.test/latest/"
	)
	long := "<p>"
	for range 30 {
		long += "looms and shuttles "
	}
	for _, tt := range []struct{ name, body, want string }{
		{"the script behind", refresh + script + `Redirecting to <a href="latest/">latest/</a>...`, to},
		{"the script before", `<script>window.location.href = 'latest/'</script>` + refresh, to},
		{"in single quotes with a fragment behind", refresh + `<script>location = 'latest/' + location.hash</script>`, to},
		{"no script", refresh + `<a href="latest/">latest/</a>`, ""},
		{"a script of another kind", refresh + `<script>load("latest/")</script>`, ""},
		{"a script that leads elsewhere", refresh + `<script>location.replace("latest/2/")</script>`, ""},
		{"a page without scripts", `<noscript><meta http-equiv="refresh" content="0; url=/nojs.html"></noscript><script>location.hash="x"</script><div id=app></div>`, ""},
		{"a text", refresh + script + long, ""},
		{"a long while", `<noscript><meta http-equiv="refresh" content="60; url=latest/"></noscript>` + script, ""},
		{"of itself", `<noscript><meta http-equiv="refresh" content="0; url=/"></noscript><script>location.replace("/")</script>`, ""},
		{"an own refresh first", `<meta http-equiv="refresh" content="9; url=/a">` + refresh + script, ""},
		{"in a template", `<template>` + script + `</template>` + refresh, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := ""
			if u := parsed(t, tt.body).Refresh; !u.IsZero() {
				got = u.String()
			}
			if got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}
