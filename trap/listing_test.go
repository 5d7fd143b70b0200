package trap_test

import (
	"testing"

	"github.com/aranea-search/aranea/trap"
)

func TestListingOf(t *testing.T) {
	t.Parallel()
	for target, want := range map[string]string{
		"/?C=N;O=D":                "/",
		"/files/?C=M;O=A":          "/files/",
		"/files/?C=S&O=A":          "/files/", // Jetty, the fancy index of nginx
		"/files/?C=D;O=D;F=2;V=1":  "/files/",
		"/files/?F=1;C=N;O=A":      "/files/",
		"/files/?M=D":              "", // Apache 1.3, and whatever else has such names
		"/authors/?C=D":            "", // of a list from A to Z
		"/law/?C=M&V=1":            "",
		"/files/?O=A":              "",
		"/files/?F=1":              "",
		"/files":                   "",
		"/files/":                  "",
		"/files/?":                 "",
		"/files?C=N;O=D":           "", // of a program
		"/files/?C=X;O=D":          "",
		"/files/?C=N;O=D;P=*.txt":  "", // some of the files
		"/files/?C=N;O=D;page=2":   "",
		"/files/?C=NM;O=D":         "",
		"/files/?C=N;O=":           "",
		"/files/?c=n;o=d":          "",
		"/shop/?sort=name&order=a": "",
		"/keys/?A=D":               "",
		"/keys/?N=C":               "",
	} {
		if got := trap.ListingOf(target); got != want {
			t.Errorf("ListingOf(%q) = %q, want %q", target, got, want)
		}
	}
}
