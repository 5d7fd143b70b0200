package hostdelay

import (
	"encoding/json"
	"errors"
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
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

// TestUnmatched: names that stand for no known host are told, if not too many hosts are known.
func TestUnmatched(t *testing.T) {
	t.Parallel()
	d, err := Parse([]string{"wiki.corp=1s", ".corp=2s", "wkii.corp=1s", ".intranet=0s", "slow.test=3s"})
	if err != nil {
		t.Fatal(err)
	}
	known := func(fault error, origins ...weburl.Origin) iter.Seq2[aranea.Host, error] {
		return func(yield func(aranea.Host, error) bool) {
			for _, o := range origins {
				if !yield(aranea.Host{Origin: o}, nil) {
					return
				}
			}
			if fault != nil {
				yield(aranea.Host{}, fault)
			}
		}
	}
	broken := errors.New("broken")
	for _, tt := range []struct {
		name  string
		known iter.Seq2[aranea.Host, error]
		fault error
		want  []string
	}{
		{"some", known(nil, "http://wiki.corp", "https://slow.test:8080", "http://notintranet"), nil, []string{".intranet", "wkii.corp"}},
		{"none", known(nil), nil, []string{".corp", ".intranet", "slow.test", "wiki.corp", "wkii.corp"}},
		{"all", known(broken, "http://wiki.corp", "http://wkii.corp", "http://a.b.intranet", "http://slow.test"), nil, nil}, // and no more are read
		{"a fault", known(broken, "http://wiki.corp"), broken, nil},
		{"too many", known(broken, slices.Repeat([]weburl.Origin{"http://a.test"}, maxKnown+1)...), nil, nil},
	} {
		if got, err := d.Unmatched(tt.known); !slices.Equal(got, tt.want) || !errors.Is(err, tt.fault) {
			t.Errorf("%s: %q, %v; want %q", tt.name, got, err, tt.want)
		}
	}
	if got, err := (Delays)(nil).Unmatched(known(broken)); got != nil || err != nil {
		t.Errorf("without names: %q, %v", got, err)
	}
}

// TestStored: delays are stored as a list of texts, which are read again as they are.
func TestStored(t *testing.T) {
	t.Parallel()
	type settings struct {
		HostDelays Delays `json:"host_delays,omitempty"`
	}
	for stored, want := range map[string]string{
		`{"host_delays":["Wiki.corp=100ms","münchen.example=90s",".corp=0"]}`: `{"host_delays":[".corp=0s","wiki.corp=100ms","xn--mnchen-3ya.example=1m30s"]}`,
		`{"host_delays":["[2001:db8::1]=1ns"]}`:                               `{"host_delays":["[2001:db8::1]=1ns"]}`,
		`{"host_delays":[]}`:                                                  `{}`,
		`{"host_delays":null}`:                                                `{}`,
		`{}`:                                                                  `{}`,
	} {
		for range 2 {
			var s settings
			err := json.Unmarshal([]byte(stored), &s)
			got, bad := json.Marshal(s)
			if err != nil || bad != nil || string(got) != want {
				t.Errorf("%s: %s, %v, %v, want %s", stored, got, err, bad, want)
			}
			stored = want // and again
		}
	}
	for _, bad := range []string{`{"host_delays":["a.test"]}`, `{"host_delays":["a.test=1s","a.test=2s"]}`, `{"host_delays":{"a.test":1}}`} {
		if err := json.Unmarshal([]byte(bad), &settings{}); err == nil {
			t.Errorf("%s is read", bad)
		}
	}
}

// FuzzParse: what is read is valid, and is read again from what is written of it.
func FuzzParse(f *testing.F) {
	for _, item := range []string{"Wiki.corp=100ms", ".corp=0", "münchen.example= 2s", "[2001:db8::1]=1h", "192.0.2.7=1µs", "a.test", "=", "%41.test=1s"} {
		f.Add(item)
	}
	f.Fuzz(func(t *testing.T, item string) {
		d, err := Parse([]string{item})
		if err != nil {
			return
		}
		again, err := Parse(d.Items())
		if err != nil || d.Validate() != nil || len(d) != 1 || !maps.Equal(d, again) {
			t.Errorf("%q is %v, and that %v: %v, %v", item, d, again, err, d.Validate())
		}
	})
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
