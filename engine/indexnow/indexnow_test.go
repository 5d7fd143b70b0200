package indexnow

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
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
		{"a key of another host", `{"host":"a.test","key":"0123-abcd","keyLocation":"https://b.test/k.txt","urlList":["https://a.test/1"]}`, "", 0},
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
	c := Claim{Key: key}
	if g.Knows(&c, now) {
		t.Error("a key is known that was not asked for")
	}
	g.Asked(&c, true, now)
	if !g.Knows(&c, now.Add(time.Hour)) || g.Knows(&c, now.Add(25*time.Hour)) {
		t.Error("a proof holds for a day")
	}
	for range maxWrong {
		if !g.MayAsk(now) {
			t.Error("too few wrong keys are borne")
		}
		g.Asked(&c, false, now)
	}
	if g.MayAsk(now) || !g.MayAsk(now.Add(2*wrongTime)) {
		t.Error("wrong keys are counted for a minute")
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
