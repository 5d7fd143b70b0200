package crawl_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
)

// wiki returns the pages of a wiki of 400 articles, each with an editor that asks neither to be
// indexed nor to be followed, and with a list of links that may be followed.
func wiki() map[string][]reply {
	pages := map[string][]reply{}
	links := ""
	for i := range 400 {
		name := spelled(i)
		links += "<a href=/wiki/" + name + ">article</a> "
		edit, back := "/w?title="+name+"&amp;action=edit", "/w?title="+name+"&amp;action=links"
		pages["http://a.test/wiki/"+name] = get(words + name + " <a href='" + edit + "'>edit</a> <a href='" + back + "'>links</a>")
		pages["http://a.test/w?title="+name+"&action=edit"] = get("<meta name=robots content='noindex, nofollow'>" + words + " edit " + name)
		pages["http://a.test/w?title="+name+"&action=links"] = get("<meta name=robots content=noindex>" + words + " to " + name)
	}
	pages["http://a.test/"] = get(words + links)
	return pages
}

// TestClosedViews: of the editors of a wiki, which say that they are closed, few are asked for;
// every article and every list is. Once the owner opens them, or the operator wants them, all
// are visited.
func TestClosedViews(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"the owner opens them", "the operator wants them"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				x := newMirrorTrial(t, wiki(), "http://a.test/")
				x.run(t)
				n := x.states(t, "http://a.test")
				edits := 0
				for u := range x.web.asked {
					if len(u) > 5 && u[len(u)-5:] == "=edit" {
						edits++
					}
				}
				if edits < 24 || edits > 80 || n[aranea.IndexAdded] != 401 || n[aranea.DirectiveNoIndex] != 400+edits || n[aranea.ScopeTrap] != 400-edits {
					t.Fatalf("%d editors were asked for; reasons %v", edits, n)
				}
				if how == "the operator wants them" {
					if err := x.learner.Allow("http://a.test", "/w?action=edit"); err != nil {
						t.Fatal(err)
					}
				} else {
					for i := range 400 {
						x.web.pages["http://a.test/w?title="+spelled(i)+"&action=edit"] = []reply{get(words + " edit " + spelled(i))[0]}
					}
					for range 40 {
						x.nextDay(t)
					}
				}
				x.run(t)
				if n := x.states(t, "http://a.test"); n[aranea.ScopeTrap] != 0 {
					t.Errorf("left out afterwards: %v", n)
				}
			})
		})
	}
}

// TestViewNamedBySeed: a seed is visited although its view is closed.
func TestViewNamedBySeed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := newMirrorTrial(t, wiki(), "http://a.test/")
		x.run(t)
		for i := range 20 {
			u := fmt.Sprintf("http://a.test/w?title=%s&action=edit", spelled(380+i))
			if _, err := x.f.Add(t.Context(), time.Now(), []aranea.Discovery{{URL: url(t, u), How: aranea.HowSeed, Reason: aranea.ScheduleQueued}}); err != nil {
				t.Fatal(err)
			}
		}
		x.run(t)
		for i := range 20 {
			if u := fmt.Sprintf("http://a.test/w?title=%s&action=edit", spelled(380+i)); x.web.asked[u] != 1 {
				t.Errorf("%s was asked for %d times", u, x.web.asked[u])
			}
		}
	})
}

// forum returns the pages of a forum of 400 topics on 20 lists that lead from one to the next. Each
// topic has a link to answer that redirects to the login form, which has a URL for each page to go back
// to, and a short link that redirects to the topic.
func forum() map[string][]reply {
	pages := map[string][]reply{}
	list := words
	for i := 399; i >= 0; i-- {
		name := spelled(i)
		answer, login := fmt.Sprintf("/comment/%d/publish/", i), fmt.Sprintf("/login?next=/comment/%d/publish/", i)
		list += " <a href=/topic/" + name + ">topic " + name + "</a> "
		pages["http://a.test/topic/"+name] = get(words + name + fmt.Sprintf(" <a href=%s>answer</a> <a href=/t/%d/short/>short</a>", answer, i))
		pages["http://a.test"+answer] = to(login)
		pages["http://a.test"+login] = get(words + " log in")
		pages[fmt.Sprintf("http://a.test/t/%d/short/", i)] = to("/topic/" + name)
		if i%20 == 0 {
			pages["http://a.test/list/"+name] = get(list)
			list = words + "<a href=/list/" + name + ">older</a>"
		}
	}
	pages["http://a.test/"] = get(list)
	return pages
}

// TestViewThatRedirectsToTrap: once the login forms are known to be one page, few of the links that
// redirect to them are asked for. Once they lead to pages, all are.
func TestViewThatRedirectsToTrap(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := newMirrorTrial(t, forum(), "http://a.test/")
		x.run(t)
		asked := func(n int) bool { return x.web.asked[fmt.Sprintf("http://a.test/comment/%d/publish/", n)] > 0 }
		answers, shorts := 0, 0
		for i := range 400 {
			if asked(i) {
				answers++
			}
			shorts += x.web.asked[fmt.Sprintf("http://a.test/t/%d/short/", i)]
		}
		if n := x.states(t, "http://a.test"); answers > 200 || shorts != 400 || n[aranea.IndexAdded] != 422 {
			t.Fatalf("%d links to answer and %d short ones were asked for; reasons %v", answers, shorts, n)
		}
		for i := range 400 {
			x.web.pages[fmt.Sprintf("http://a.test/comment/%d/publish/", i)] = get(words + " answers to " + spelled(i))
		}
		for range 40 {
			x.nextDay(t)
		}
		x.run(t)
		for i := range 400 {
			if !asked(i) {
				t.Fatalf("the link to answer %d was not asked for after others of its view came", i)
			}
		}
	})
}

// TestFramesOfQueries: each class of a reference links to its page of frames by a query without "=", and a forum
// names its threads so. Of the frames, which are one page, few are asked for; every class and thread is visited.
func TestFramesOfQueries(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		pages, links := map[string][]reply{}, ""
		frames := get("<title>The library 1.0 API</title><h2>Frame Alert</h2><p>This document is designed to be viewed using the frames feature. Link to <a href=/api/summary.html>the version without frames</a>.")
		for i := range 300 {
			class, thread := "org/x/"+spelled(i)+".html", "/forum.php?threads/"+spelled(i)
			links += "<a href=/api/" + class + ">class</a> <a href=" + thread + ">thread</a> "
			pages["http://a.test/api/"+class] = get(words + "class " + spelled(i) + " <a href='/api/index.html?" + class + "'>Frames</a>")
			pages["http://a.test/api/index.html?"+class] = frames
			pages["http://a.test"+thread] = get(words + "thread " + spelled(i))
		}
		pages["http://a.test/api/summary.html"] = get(words + "summary")
		pages["http://a.test/"] = get(words + links + "<a href=/api/>frames</a>")
		pages["http://a.test/api/"] = frames
		x := newMirrorTrial(t, pages, "http://a.test/")
		x.run(t)
		asked := x.asked("http://a.test/api/index.html?")
		if n := x.states(t, "http://a.test"); asked < 24 || asked > 80 || n[aranea.IndexAdded] != 603 || n[aranea.ScopeTrap] != 300-asked {
			t.Errorf("%d frames were asked for; reasons %v", asked, n)
		}
	})
}
