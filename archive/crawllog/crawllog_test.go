package crawllog

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/archive"
	"github.com/aranea-search/aranea/weburl"
)

func TestLine(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 1, 2, 12, 0, 0, 250e6, time.UTC)
	answer := func(change func(x *archive.Exchange)) *archive.Exchange {
		u, err := weburl.Parse("http://a.test/x?q=1")
		if err != nil {
			t.Fatal(err)
		}
		x := &archive.Exchange{Depth: 2, Via: "http://a.test/", Fetched: &aranea.Fetched{
			URL: u, Sent: at, Ended: at.Add(40 * time.Millisecond), Status: 200, WireBytes: 7,
			Header: aranea.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: []byte("body"),
		}}
		change(x)
		return x
	}
	failed := func(r aranea.Reason) func(x *archive.Exchange) {
		return func(x *archive.Exchange) {
			x.Fetched.Status, x.Fetched.Failure, x.Fetched.Body, x.Fetched.Header = 0, r, nil, nil
		}
	}
	tests := []struct {
		name string
		x    *archive.Exchange
		want string
	}{
		{"a page", answer(func(*archive.Exchange) {}),
			"2026-01-02T12:00:00.290Z   200          7 http://a.test/x?q=1 LL http://a.test/ text/html #- 20260102120000250+40 " + archive.Digest([]byte("body")) + " - -"},
		{"a seed that was not answered, at the third try", answer(func(x *archive.Exchange) {
			failed(aranea.NetTimeout)(x)
			x.How, x.Depth, x.Via, x.Tries = aranea.HowSeed, 0, "", 2
		}), "2026-01-02T12:00:00.290Z    -4          - http://a.test/x?q=1 - - no-type #- 20260102120000250+40 - - 3t,NET.TIMEOUT"},
		{"a host without an address", answer(func(x *archive.Exchange) {
			failed(aranea.NetDNS)(x)
			x.Fetched.Sent, x.LookUp, x.Depth, x.Via = time.Time{}, true, 0, ""
		}), "2026-01-02T12:00:00.290Z    -1          - dns:a.test P - text/dns #- - - - NET.DNS"},
		{"what a secret opened, cut", answer(func(x *archive.Exchange) {
			x.Fetched.Access, x.Fetched.Truncated, x.How = "wiki", true, aranea.HowRedirect
		}), "2026-01-02T12:00:00.290Z   200          7 http://a.test/x?q=1 LLR http://a.test/ text/html #- 20260102120000250+40 " + archive.Digest([]byte("body")) + " - len-trunc,secret"},
		{"a page that nobody may keep", answer(func(x *archive.Exchange) { x.NoCopy = true }),
			"2026-01-02T12:00:00.290Z   200          7 http://a.test/x?q=1 LL http://a.test/ text/html #- 20260102120000250+40 " + archive.Digest([]byte("body")) + " - noarchive"},
		{"what a secret opened that nobody may keep", answer(func(x *archive.Exchange) { x.NoCopy, x.Fetched.Access = true, "wiki" }),
			"2026-01-02T12:00:00.290Z   200          7 http://a.test/x?q=1 LL http://a.test/ text/html #- 20260102120000250+40 " + archive.Digest([]byte("body")) + " - secret"},
		{"a link that is checked", answer(func(x *archive.Exchange) { x.Head, x.Fetched.Body, x.Fetched.WireBytes = true, nil, 0 }),
			"2026-01-02T12:00:00.290Z   200          0 http://a.test/x?q=1 LL http://a.test/ text/html #- 20260102120000250+40 - - head"},
		{"not modified", answer(func(x *archive.Exchange) { x.Fetched.Status, x.Fetched.Body = 304, nil }),
			"2026-01-02T12:00:00.290Z   304          7 http://a.test/x?q=1 LL http://a.test/ text/html #- 20260102120000250+40 - - warcRevisit:notModified"},
		{"a type and a source that steer terminals", answer(func(x *archive.Exchange) {
			x.Fetched.Header, x.Via, x.Fetched.Body = aranea.Header{"Content-Type": {"a/\x1b[2J"}}, "http://a.test/\x1b[2J \n\u202e", nil
		}), "2026-01-02T12:00:00.290Z   200          7 http://a.test/x?q=1 LL http://a.test/%1B[2J%20%0A%E2%80%AE no-type #- 20260102120000250+40 - - -"},
	}
	for _, tt := range tests {
		if got := string(Line(tt.x)); got != tt.want+"\n" {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, got, tt.want)
		}
		if n := len(strings.Fields(string(Line(tt.x)))); n != 12 {
			t.Errorf("%s: %d columns", tt.name, n)
		}
	}
}

func TestLog(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "crawl.log")
	u, err := weburl.Parse("http://a.test/")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second run appends to the file of the first
		l, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Record(&archive.Exchange{Fetched: &aranea.Fetched{URL: u, Status: 200}}); err != nil {
			t.Fatal(err)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(name)
	if err != nil || strings.Count(string(data), " http://a.test/ ") != 2 {
		t.Errorf("%q, %v", data, err)
	}
}
