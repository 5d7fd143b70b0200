package rulebook

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/weburl"
)

var t0 = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// copies makes robots copies of one body.
type copies struct {
	read map[weburl.Origin]int
	body string
	err  error
}

func (f *copies) Robots(o weburl.Origin) (acquire.Copy, bool, error) {
	f.read[o]++
	c, _ := acquire.Next(dialect.RFC9309(), acquire.Copy{}, acquire.Fetch{Status: 200, Body: []byte(f.body)}, t0)
	return c, !strings.Contains(string(o), "unknown"), f.err
}

// TestBookIsBounded: files are compiled once per version, and neither their number nor
// their bytes exceed the limits.
func TestBookIsBounded(t *testing.T) {
	t.Parallel()
	front := &copies{read: map[weburl.Origin]int{}, body: "User-agent: *\nDisallow: /x\n#" + strings.Repeat("-", 400<<10)}
	c := New(front, dialect.RFC9309(), []dialect.AgentToken{"Aranea"})
	ask := func(host string, version uint32) robotstxt.Verdict {
		a, err := c.Of(&aranea.Host{Origin: weburl.Origin("http://" + host), Robots: aranea.RobotsRef{Version: version}})
		if err != nil {
			t.Fatal(err)
		}
		return a.Decide("/x").Verdict
	}
	for range 3 {
		if v := ask("a.test", 1); v != robotstxt.Deny {
			t.Fatalf("verdict %s", v)
		}
	}
	ask("a.test", 2)
	if n := front.read["http://a.test"]; n != 2 {
		t.Errorf("two versions were read %d times", n)
	}
	for i := range 400 {
		ask(fmt.Sprintf("h%d.test", i), 1)
		if c.bytes > maxMatcherBytes {
			t.Fatalf("%d bytes kept", c.bytes)
		}
	}
	sum := 0
	for _, r := range c.have {
		sum += r.bytes
	}
	if sum != c.bytes || len(c.have) < 50 {
		t.Errorf("%d bytes counted, %d kept in %d files", c.bytes, sum, len(c.have))
	}
	front.body = ""
	for i := range maxMatchers + 10 {
		ask(fmt.Sprintf("s%d.test", i), 1)
	}
	if len(c.have) > maxMatchers {
		t.Errorf("%d files kept", len(c.have))
	}
	if v := ask("unknown.test", 1); v != robotstxt.Postpone {
		t.Errorf("no copy: %s", v)
	}
	front.err = errors.New("disk")
	if _, err := c.Of(&aranea.Host{Origin: "http://b.test"}); !errors.Is(err, front.err) {
		t.Errorf("error %v", err)
	}
}
