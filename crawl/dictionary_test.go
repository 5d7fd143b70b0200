package crawl_test

import (
	"context"
	"fmt"
	neturl "net/url"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/fetch"
)

// A dictionary has a page for each word in each language, and lists of words by their first letters, all at one path and
// by two parameters: "/dict?lang=de&letter=7", "/dict?lang=de&word=Silk".
type dictionary struct {
	mu   sync.Mutex
	read map[string]bool // words
}

const (
	dictionaryLists = 26 // of each language
	wordsOfList     = 15
)

func (s *dictionary) Do(_ context.Context, r fetch.Request) aranea.Fetched {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := aranea.Fetched{URL: r.URL, TTFB: time.Millisecond, Sent: time.Now(), Ended: time.Now(), Status: 200, Header: aranea.Header{"Content-Type": {"text/html"}}}
	u, err := neturl.Parse(r.URL.String())
	if err != nil || u.Path != "/dict" {
		out.Status = 404
		return out
	}
	out.Body = []byte(s.page(u.Query()))
	return out
}

func (s *dictionary) page(q neturl.Values) (text string) {
	lang, letter := q.Get("lang"), 0
	if word := q.Get("word"); word != "" {
		s.read[lang+word] = true
		_, _ = fmt.Sscanf(word, "w%d", &letter)
		return fmt.Sprintf("<title>%s - Dictionary</title><h1>%s</h1><p>%s<p><a href='/dict?lang=%s&letter=%d'>Back</a>", word, word, spelled(letter+int(lang[0])*77), lang, letter/wordsOfList)
	}
	if _, err := fmt.Sscan(q.Get("letter"), &letter); err != nil {
		for _, lang := range []string{"de", "fr", "es"} {
			for i := range dictionaryLists {
				text += fmt.Sprintf("<a href='/dict?lang=%s&letter=%d'>%d</a> ", lang, i, i)
			}
		}
		return "<title>Dictionary</title>" + text
	}
	for i := range wordsOfList {
		text += fmt.Sprintf("<li><a href='/dict?lang=%s&word=w%d'>%s</a>", lang, letter*wordsOfList+i, spelled(letter*wordsOfList+i))
	}
	return fmt.Sprintf("<title>Dictionary %s</title><h1>Words with %d to %s</h1><ul>%s</ul>", lang, letter, spelled(letter+int(lang[0])*30), text)
}

// TestDictionary: lists by two parameters are visited for the pages that they name by two others, before any of these
// was visited.
func TestDictionary(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		site := &dictionary{read: map[string]bool{}}
		x := newMirrorTrial(t, nil, "http://a.test/dict")
		x.fetcher = site
		x.run(t)
		if want := 3 * dictionaryLists * wordsOfList; len(site.read) != want {
			t.Errorf("%d of %d words were visited; reasons %v", len(site.read), want, x.states(t, "http://a.test"))
		}
	})
}
