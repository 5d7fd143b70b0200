package crawl_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/aranea-search/aranea"
)

// said returns the text of a post of a thread: words that no other has.
func said(thread string, n int) string {
	text := "<p>"
	for i := range 25 {
		text += fmt.Sprintf("%s%s%s ", thread, spelled(n), spelled(i))
	}
	return text
}

// posts returns the pages of a forum of 120 threads of six posts on 24 lists. A post is linked to by its number,
// which redirects to an address behind that of its thread: that shows the thread, and names it as canonical. In
// ten stories, such addresses are chapters with texts of their own that name the first one by mistake.
func posts() map[string][]reply {
	pages := map[string][]reply{"http://a.test/robots.txt": get("")}
	list := words
	for i := range 120 {
		name := spelled(i)
		thread := fmt.Sprintf("/topic/%d/%s", i, name)
		text := fmt.Sprintf("<title>Thread %s</title><link rel=canonical href=%s><h1>Thread %s</h1>", name, thread, name)
		for k := range 6 {
			text += said(name, k) + fmt.Sprintf("<a href=/post/%d>link</a> ", i*6+k)
		}
		pages["http://a.test"+thread] = get(text)
		for k := range 6 {
			at := thread
			if k > 0 {
				at = fmt.Sprint(thread, "/", k+1)
			}
			pages["http://a.test"+at] = get(text)
			pages[fmt.Sprint("http://a.test/post/", i*6+k)] = []reply{{status: 301, header: []string{"Location", "http://a.test" + at}}}
		}
		list += fmt.Sprintf(" <a href=%s>thread %s</a>", thread, name)
		if i%5 == 4 {
			pages[fmt.Sprint("http://a.test/list/", spelled(i))] = get(list + said("list", i))
			list = words + " <a href=/list/" + spelled(i) + ">older</a>"
		}
	}
	for i := range 10 {
		story := fmt.Sprintf("/story/%d/%s", i, spelled(i))
		for k := range 10 {
			at := story
			if k > 0 {
				at = fmt.Sprint(story, "/", k+1)
			}
			pages["http://a.test"+at] = get(fmt.Sprintf("<title>Story %s</title><link rel=canonical href=%s>", spelled(i), story) + said("story"+spelled(i), k) + fmt.Sprintf(" <a href=%s/%d>next</a>", story, k+2))
		}
		list += " <a href=" + story + ">story</a>"
	}
	pages["http://a.test/"] = get(list)
	return pages
}

// TestPostsOfThreads: every thread is in the index by its own address, and few posts are asked for by theirs.
// Chapters with texts of their own are all in the index.
func TestPostsOfThreads(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := newMirrorTrial(t, posts(), "http://a.test/")
		x.run(t)
		threads, parts, chapters := 0, 0, 0
		for u, n := range x.web.asked {
			switch depth := strings.Count(u, "/"); {
			case strings.HasPrefix(u, "http://a.test/topic/") && depth == 5:
				threads += n
			case strings.HasPrefix(u, "http://a.test/topic/"):
				parts += n
			case strings.HasPrefix(u, "http://a.test/story/"):
				chapters += n
			}
		}
		n := x.states(t, "http://a.test")
		t.Logf("%d threads, %d posts, %d redirects, %d chapters; reasons %v", threads, parts, x.asked("http://a.test/post/"), chapters, n)
		if redirects := x.asked("http://a.test/post/"); threads != 120 || parts > 200 || redirects > 300 || chapters < 100 {
			t.Errorf("%d threads, %d posts by their addresses, %d redirects and %d chapters were asked for; reasons %v", threads, parts, redirects, chapters, n)
		}
		if n[aranea.IndexAdded] < 120+24+100 || n[aranea.ScopeParameter] == 0 || n[aranea.ScopeTrap] == 0 {
			t.Errorf("reasons %v", n)
		}
	})
}
