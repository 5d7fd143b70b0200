package crawl_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"github.com/aranea-search/aranea"
)

// mailArchive returns the pages of an archive of 300 messages, each with a link to a form to sign in that has the
// message as the page to go back to, and a search of it, which has such a form beside what it finds.
func mailArchive() map[string][]reply {
	form := "<form method=post><input name=login><input type=password name=password></form>"
	pages := map[string][]reply{"http://a.test/login/?next=/": get("<title>Sign in</title><h1>Sign in</h1>Please sign in with your name and your password, or make an account first. " + form)}
	links := "<a href='/login/?next=/'>Sign in</a> "
	for i := range 300 {
		name := spelled(i)
		links += "<a href=/message/" + name + ">message</a> "
		pages["http://a.test/message/"+name] = get(words + name + " <a href='/login/?next=/message/" + name + "'>Sign in</a> <a href='/found?by=" + name + "'>author</a>")
		pages["http://a.test/login/?next=/message/"+name] = pages["http://a.test/login/?next=/"]
		pages["http://a.test/found?by="+name] = get(words + form + " messages of " + name)
	}
	pages["http://a.test/"] = get(words + links)
	return pages
}

// TestSignInOfEachPage: of the forms to sign in that differ in the page to go back to, which are one, few are
// asked for; pages of their own with such a form are all. Once the forms are pages of their own, too, all are.
func TestSignInOfEachPage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := newMirrorTrial(t, mailArchive(), "http://a.test/")
		x.run(t)
		forms := 0
		for u := range x.web.asked {
			if strings.Contains(u, "?next=") {
				forms++
			}
		}
		if n := x.states(t, "http://a.test"); forms < 24 || forms > 60 || n[aranea.IndexAdded] != 301 || n[aranea.IndexLogin] != 301 || n[aranea.ScopeTrap] != 301-forms {
			t.Fatalf("%d forms were asked for; reasons %v", forms, n)
		}
		for i := range 300 {
			x.web.pages["http://a.test/login/?next=/message/"+spelled(i)] = get(words + " what " + spelled(i) + " is about")
		}
		for range 40 {
			x.nextDay(t)
		}
		x.run(t)
		if n := x.states(t, "http://a.test"); n[aranea.ScopeTrap] != 0 {
			t.Errorf("left out afterwards: %v", n)
		}
	})
}
