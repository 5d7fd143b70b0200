package credentials

import (
	"fmt"
	"strings"
	"testing"
)

// TestCookiesAreBounded checks that a site that makes up names of cookies, or folders for them, does not
// fill the memory, and that the session holds all the same.
func TestCookiesAreBounded(t *testing.T) {
	t.Parallel()
	j, err := newJar()
	if err != nil {
		t.Fatal(err)
	}
	home := parse(t, "https://club.test/")
	j.learn(home, []string{"session=1; Path=/", "gone=1; Path=/", "old=1; Path=/", "large=" + strings.Repeat("x", 2*maxCookie)})
	for n := range 10 * maxCookies {
		j.learn(home, []string{fmt.Sprintf("c%d=1; Path=/", n)})
		j.learn(parse(t, fmt.Sprintf("https://club.test/%d/", n)), []string{"folder=1", "folder=2; Path=x"})
	}
	j.learn(home, []string{"session=2; Path=/", "gone=; Path=/; Max-Age=0", "old=; Path=/; Expires=Thu, 01 Jan 1970 00:00:01 GMT", "late=1; Path=/", "late2=1; Path=/", "later=1; Path=/"})
	if len(j.known) != maxCookies {
		t.Errorf("%d cookies are known, want %d", len(j.known), maxCookies)
	}
	sent := map[string]string{}
	for n := range 10 * maxCookies {
		for _, c := range j.Cookies(parse(t, fmt.Sprintf("https://club.test/%d/x", n)).URL()) {
			sent[c.Name] = c.Value
		}
	}
	if len(sent) > maxCookies || sent["session"] != "2" || sent["late"] != "1" || sent["folder"] != "2" {
		t.Errorf("%d names are sent, session %q, a late one %q, of a folder %q", len(sent), sent["session"], sent["late"], sent["folder"])
	}
	for _, name := range []string{"gone", "old", "large", "later"} {
		if _, is := sent[name]; is {
			t.Errorf("%s is sent", name)
		}
	}
	var many []string
	for n := range 10 * maxSetCookies {
		many = append(many, fmt.Sprintf("s%d=1", n))
	}
	if j, err = newJar(); err != nil {
		t.Fatal(err)
	}
	if j.learn(home, many); len(j.Cookies(home.URL())) != maxSetCookies {
		t.Errorf("%d cookies of one answer", len(j.Cookies(home.URL())))
	}
}
