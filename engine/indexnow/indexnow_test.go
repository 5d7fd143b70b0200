package indexnow

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

const key = "0123-abcd"

func TestClaim(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, body string
		keyURL     string // "" if the notice is invalid
		urls       int
	}{
		{"a list", `{"host":"a.test","key":"0123-abcd","urlList":["https://a.test/1","https://a.test/2","https://a.test/1"]}`, "https://a.test/0123-abcd.txt", 2},
		{"a key in a folder", `{"host":"a.test","key":"0123-abcd","keyLocation":"https://a.test/shop/k.txt","urlList":["https://a.test/shop/1"]}`, "https://a.test/shop/k.txt", 1},
		{"a key in a folder for a page outside", `{"host":"a.test","key":"0123-abcd","keyLocation":"https://a.test/shop/k.txt","urlList":["https://a.test/shopping"]}`, "", 0},
		{"a key of a user for a page of the host", `{"host":"a.test","key":"0123-abcd","keyLocation":"https://a.test/~user%2Fk.txt","urlList":["https://a.test/1"]}`, "", 0},
		{"a key of a user for a page of another", `{"host":"a.test","key":"0123-abcd","keyLocation":"https://a.test/~user/k.txt","urlList":["https://a.test/~user/..%2F~other/"]}`, "", 0},
		{"a key of another host", `{"host":"a.test","key":"0123-abcd","keyLocation":"https://b.test/k.txt","urlList":["https://a.test/1"]}`, "", 0},
		{"a key with a query", `{"host":"a.test","key":"0123-abcd","keyLocation":"/logout?now","urlList":["https://a.test/1"]}`, "", 0},
		{"a page of another host", `{"host":"a.test","key":"0123-abcd","urlList":["https://a.test/1","https://b.test/1"]}`, "", 0},
		{"a page of another port", `{"host":"a.test","key":"0123-abcd","urlList":["https://a.test/1","https://a.test:8443/1"]}`, "", 0},
		{"another host in the field", `{"host":"b.test","key":"0123-abcd","urlList":["https://a.test/1"]}`, "", 0},
		{"a short key", `{"host":"a.test","key":"0123","urlList":["https://a.test/1"]}`, "", 0},
		{"a key that leads elsewhere", `{"host":"a.test","key":"../../secret","urlList":["https://a.test/1"]}`, "", 0},
		{"no URL", `{"host":"a.test","key":"0123-abcd","urlList":[]}`, "", 0},
		{"a bad URL", `{"host":"a.test","key":"0123-abcd","urlList":["ftp:a"]}`, "", 0},
	} {
		n, err := Read([]byte(tt.body))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		c, err := n.Claim()
		if tt.keyURL == "" {
			if aranea.KindOf(err) != aranea.Invalid {
				t.Errorf("%s: %v, want an error of kind invalid", tt.name, err)
			}
			continue
		}
		if err != nil || c.KeyURL.String() != tt.keyURL || len(c.URLs) != tt.urls {
			t.Errorf("%s: %+v, %v", tt.name, c, err)
		}
	}
	n := One("http://a.test:8080/1", key, "")
	if c, err := n.Claim(); err != nil || c.KeyURL.String() != "http://a.test:8080/0123-abcd.txt" {
		t.Errorf("one: %+v, %v", c, err)
	}
}

func TestProves(t *testing.T) {
	t.Parallel()
	c := Claim{Key: key}
	for body, want := range map[string]bool{key: true, "\ufeff" + key + "\r\n": true, key + "x": false, "": false} {
		if err := c.Proves(&aranea.Fetched{Status: 200, Body: []byte(body)}); (err == nil) != want {
			t.Errorf("%q: %v", body, err)
		}
	}
	if c.Proves(&aranea.Fetched{Status: 404, Body: []byte(key)}) == nil || c.Proves(&aranea.Fetched{Failure: aranea.NetDial}) == nil {
		t.Error("a key that was not served is believed")
	}
}

func TestGate(t *testing.T) {
	t.Parallel()
	var g Gate
	now := time.Date(2026, 11, 22, 23, 0, 0, 0, time.UTC)
	if a, b, c := g.Admit("a.test", 6000, now), g.Admit("a.test", 6000, now), g.Admit("b.test", 1, now); a != 6000 || b != 4000 || c != 1 {
		t.Errorf("let in %d, %d, %d", a, b, c)
	}
	if n := g.Admit("a.test", 6000, now.Add(2*time.Hour)); n != 6000 {
		t.Errorf("the next day %d are let in", n)
	}
	c := claimOf(t, "https://a.test/1")
	if g.Knows(&c, now) {
		t.Error("a key is known that was not asked for")
	}
	g.Found(&c, now)
	if !g.Knows(&c, now.Add(time.Hour)) || g.Knows(&c, now.Add(25*time.Hour)) {
		t.Error("a proof holds for a day")
	}
}

// TestTries checks the limits for wrong keys of one site and of all, and that a key that was
// found does not count.
func TestTries(t *testing.T) {
	t.Parallel()
	var g Gate
	now := time.Date(2026, 11, 22, 23, 0, 0, 0, time.UTC)
	first := claimOf(t, "https://a.test/1")
	for range 2 * maxWrong {
		if !g.Try(&first, now) {
			t.Fatal("a key that is found counts as wrong")
		}
		g.Found(&first, now)
	}
	for i := range siteWrong {
		c := claimOf(t, fmt.Sprintf("https://host%d.a.test/", i))
		if !g.Try(&c, now) {
			t.Fatal("too few wrong keys of a site are borne")
		}
		g.End(&c, now, now)
	}
	if g.Try(&first, now) {
		t.Error("host names of one site are counted each for itself")
	}
	for i := range maxWrong - siteWrong {
		c := claimOf(t, fmt.Sprintf("https://b%d.test/", i))
		if !g.Try(&c, now) {
			t.Fatal("one site uses up the tries of others")
		}
		g.End(&c, now, now)
	}
	if other := claimOf(t, "https://c.test/"); g.Try(&other, now) || !g.Try(&other, now.Add(2*wrongTime)) {
		t.Error("wrong keys are counted for a minute")
	}
}

// TestTriesThatWait checks that a try in progress counts however long it waits for its host, and
// for a minute after its end: the limit is five requests for keys per minute, not five tries
// begun.
func TestTriesThatWait(t *testing.T) {
	t.Parallel()
	var g Gate
	now := time.Date(2026, 11, 22, 23, 0, 0, 0, time.UTC)
	c := claimOf(t, "https://a.test/1")
	for range siteWrong {
		if !g.Try(&c, now) {
			t.Fatal("too few wrong keys of a site are borne")
		}
	}
	sent := now.Add(2 * wrongTime)
	if g.Try(&c, sent) {
		t.Error("tries that are under way are not counted")
	}
	for range siteWrong {
		g.End(&c, now, sent)
	}
	if g.Try(&c, sent.Add(wrongTime)) || !g.Try(&c, sent.Add(wrongTime+1)) {
		t.Error("a try counts until a minute after its end")
	}
}

func claimOf(t *testing.T, url string) Claim {
	t.Helper()
	n := One(url, key, "")
	c, err := n.Claim()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// known is a frontier that knows all origins and accepts all URLs.
type known struct{ err error }

func (k known) Host(weburl.Origin) (aranea.Host, bool, error) { return aranea.Host{}, true, k.err }
func (known) EntryByID(weburl.ID) (aranea.Entry, bool, error) { return aranea.Entry{}, false, nil }
func (known) Add(_ context.Context, _ time.Time, found []aranea.Discovery) (int, error) {
	return len(found), nil
}
func (known) Requeue(context.Context, time.Time, []weburl.ID, string, bool) (int, error) {
	return 0, nil
}

// TestReceive checks that the key is requested only where the robot may, that every request that
// found none counts, even if the caller has left, and that an error of this machine is not a
// Refusal.
func TestReceive(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	at := func(status int, body string) func(context.Context, weburl.URL, func(weburl.URL) error) (aranea.Fetched, error) {
		return func(context.Context, weburl.URL, func(weburl.URL) error) (aranea.Fetched, error) {
			return aranea.Fetched{Status: status, Body: []byte(body)}, nil
		}
	}
	fails := func(err error) func(context.Context, weburl.URL, func(weburl.URL) error) (aranea.Fetched, error) {
		return func(context.Context, weburl.URL, func(weburl.URL) error) (aranea.Fetched, error) {
			return aranea.Fetched{}, err
		}
	}
	everywhere := func(weburl.URL, int, aranea.How) bool { return true }
	pages := func(u weburl.URL, _ int, _ aranea.How) bool { return u.Path() == "/1" }
	for _, tt := range []struct {
		name    string
		stored  error
		inScope func(weburl.URL, int, aranea.How) bool
		closed  string
		ask     func(context.Context, weburl.URL, func(weburl.URL) error) (aranea.Fetched, error)
		refused bool
		want    aranea.Kind
		tries   int
	}{
		{"found", nil, everywhere, "", at(200, key), false, aranea.Internal, 0},
		{"missing", nil, everywhere, "", at(404, ""), true, aranea.Denied, 1},
		{"closed", nil, everywhere, "it is paused", fails(broken), true, aranea.Denied, 0},
		{"out of scope", nil, pages, "", fails(broken), true, aranea.Invalid, 0},
		{"not before", nil, everywhere, "", fails(&aranea.Error{Kind: aranea.Limit}), true, aranea.Limit, 1},
		{"held", nil, everywhere, "", fails(&aranea.Error{Kind: aranea.Denied}), true, aranea.Denied, 1},
		{"hung up", nil, everywhere, "", fails(context.Canceled), false, aranea.Internal, 1},
		{"a broken store", &aranea.Error{Kind: aranea.Invalid, Err: broken}, everywhere, "", at(200, key), false, aranea.Invalid, 0},
	} {
		var g Gate
		crawl := Crawl{
			Frontier: known{tt.stored}, Scope: func(string) (InScope, error) { return tt.inScope, nil }, Ask: tt.ask, Now: func() time.Time { return time.Unix(1, 0) },
			Closed: func(weburl.URL) (string, error) { return tt.closed, nil },
		}
		_, err := g.Receive(t.Context(), One("https://a.test/1", key, ""), crawl)
		_, refused := errors.AsType[*Refusal](err)
		if refused != tt.refused || aranea.KindOf(err) != tt.want || len(g.wrong) != tt.tries {
			t.Errorf("%s: %v, refused %t, %d tries", tt.name, err, refused, len(g.wrong))
		}
	}
}

// unknown is a frontier that knows no hosts.
type unknown struct{ known }

func (unknown) Host(weburl.Origin) (aranea.Host, bool, error) { return aranea.Host{}, false, nil }

// TestNoticesOfStrangers checks that a notice of an unknown host is refused before the scope of
// the crawl is looked up.
func TestNoticesOfStrangers(t *testing.T) {
	t.Parallel()
	var g Gate
	_, err := g.Receive(t.Context(), One("https://a.test/1", key, ""), Crawl{
		Frontier: unknown{}, Now: func() time.Time { return time.Unix(1, 0) },
		Scope: func(site string) (InScope, error) {
			t.Errorf("the scope for %s is looked up", site)
			return func(weburl.URL, int, aranea.How) bool { return true }, nil
		},
	})
	if aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("%v, want an error of kind invalid", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"host":"a.test","key":"0123-abcd","keyLocation":"k.txt","urlList":["https://a.test/1"]}`))
	f.Add([]byte(fmt.Sprintf(`{"host":"a.test","key":%q,"urlList":["https://a.test/1","http://[::1]/"]}`, strings.Repeat("k", 200))))
	f.Fuzz(func(t *testing.T, body []byte) {
		n, err := Read(body)
		if err != nil {
			return
		}
		c, err := n.Claim()
		if err != nil {
			return
		}
		for _, u := range c.URLs {
			if u.Origin() != c.KeyURL.Origin() {
				t.Errorf("%s is claimed by a key at %s", u, c.KeyURL)
			}
		}
	})
}
