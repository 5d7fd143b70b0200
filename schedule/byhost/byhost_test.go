package byhost

import (
	"strings"
	"testing"
	"time"
)

func TestDelays(t *testing.T) {
	t.Parallel()
	d, err := Parse([]string{"Wiki.corp=100ms", ".corp=300ms", ".slow.corp=5s", "münchen.example=2s", "192.0.2.7=0s", "[2001:db8::1]=4s"})
	if err != nil {
		t.Fatal(err)
	}
	for host, want := range map[string]time.Duration{
		"wiki.corp": 100 * time.Millisecond, "corp": 300 * time.Millisecond, "a.corp": 300 * time.Millisecond, "x.wiki.corp": 300 * time.Millisecond,
		"a.slow.corp": 5 * time.Second, "slow.corp": 5 * time.Second, "xn--mnchen-3ya.example": 2 * time.Second, "192.0.2.7": 0, "[2001:db8::1]": 4 * time.Second,
	} {
		if got := d.Of(host, time.Second); got != (Delay{want, Own}) {
			t.Errorf("%s: %v, want %s", host, got, want)
		}
	}
	for _, host := range []string{"example.org", "mycorp", "corp.example", "192.0.2.8", "a.xn--mnchen-3ya.example", ""} {
		if got := d.Of(host, time.Second); got != (Delay{time.Second, General}) {
			t.Errorf("%q: %v, want that for all hosts", host, got)
		}
	}
	if got := d.Longest(time.Second); got != 5*time.Second {
		t.Errorf("the longest is %s", got)
	}
	if got := d.Longest(time.Minute); got != time.Minute {
		t.Errorf("the longest is %s, want that for all hosts", got)
	}
	if none := (Delays)(nil); none.Longest(time.Second) != time.Second {
		t.Error("without delays of hosts the longest is not that for all")
	}
}

func TestDelaysRefused(t *testing.T) {
	t.Parallel()
	for item, want := range map[string]string{
		"example.org":             "is no delay of a host",
		"=2s":                     "is no delay of a host",
		".=2s":                    "is no delay of a host",
		"..example.org=2s":        "is no delay of a host",
		".a..test=2s":             "is no delay of a host",
		"https://example.org=2s":  "is no delay of a host",
		"example.org:8080=2s":     "is no delay of a host",
		"*.example.org=2s":        "is no delay of a host",
		"user@example.org=2s":     "is no delay of a host",
		"a b=2s":                  "is no delay of a host",
		"example.org=soon":        `"soon", is none`,
		"example.org=-1s":         "negative",
		"example.org=25h":         "longer than a day",
		"a.test=1s\x00a.test=2s":  "twice",
		"a.test=1s\x00A.test.=2s": "",
	} {
		_, err := Parse(strings.Split(item, "\x00"))
		if want == "" {
			if err != nil {
				t.Errorf("%q: %v", item, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", item, err, want)
		}
	}
	_, err := Parse([]string{"one", "two"})
	if err == nil || !strings.Contains(err.Error(), "one") || !strings.Contains(err.Error(), "two") {
		t.Errorf("%v, want both faults", err)
	}
	if _, err := Parse(make([]string, Max+1)); err == nil || strings.Count(err.Error(), "\n") > 0 {
		t.Errorf("too many: %v", err)
	}
}
