package robotstxt

import (
	"testing"
	"time"
)

// TestAcquireByDialect is the policy table: what each answer means without a
// copy from before.
func TestAcquireByDialect(t *testing.T) {
	t.Parallel()
	body := []byte(anybody + "Disallow: /x\n")
	fetches := map[string]Fetch{
		"200": {Status: 200, Body: body}, "206": {Status: 206, Body: body}, "401": {Status: 401}, "403": {Status: 403}, "404": {Status: 404},
		"429": {Status: 429}, "500": {Status: 500}, "none": {}, "broken": {Status: 200, Body: body, Broken: true}, "loop": {Status: 302, Location: true, Hops: 5},
	}
	rfc := map[string]Class{
		"200": ClassRules, "206": ClassRules, "401": ClassUnavailable, "403": ClassUnavailable, "404": ClassUnavailable, "429": ClassUnreachable,
		"500": ClassUnreachable, "none": ClassUnreachable, "broken": ClassUnreachable, "loop": ClassUnavailable,
	}
	but := map[string]map[string]Class{
		"rfc9309-strict": {"429": ClassUnavailable},
		"1994":           {"401": ClassForbidden, "403": ClassForbidden}, "1996": {"401": ClassForbidden, "403": ClassForbidden},
		"conner2": {"401": ClassForbidden, "403": ClassForbidden}, "yandex-2003": {"401": ClassForbidden, "403": ClassForbidden},
		"yandex": {"206": ClassUnavailable},
	}
	for _, d := range Dialects() {
		for name, f := range fetches {
			want := rfc[name]
			if c, ok := but[d.Name][name]; ok {
				want = c
			}
			c, step := Acquire(d, Copy{}, f, noon)
			if step != StepUse || c.Class != want {
				t.Errorf("%s on %s: %s, want %s", d.Name, name, c.Class, want)
			}
			if !c.Expires.After(noon) || c.CheckedAt != noon {
				t.Errorf("%s on %s: expires %s", d.Name, name, c.Expires)
			}
		}
	}
}

func TestAcquireGoogleOutage(t *testing.T) {
	t.Parallel()
	d := Google()
	good, _ := Acquire(d, Copy{}, Fetch{Status: 200, Body: []byte(anybody + "Disallow: /x\n")}, noon)
	for _, tt := range []struct {
		name  string
		first Copy
		after time.Duration
		want  Verdict
	}{
		{"all stops at first", good, time.Hour, Postpone}, {"all stops at first without a copy", Copy{}, time.Hour, Postpone},
		{"then the last copy", good, 13 * time.Hour, Deny}, {"then it is open without a copy", Copy{}, 13 * time.Hour, Allow},
		{"for thirty days", good, 29 * day, Deny}, {"then it is open", good, 31 * day, Allow},
	} {
		c, _ := Acquire(d, tt.first, Fetch{Status: 503}, noon)
		c, _ = Acquire(d, c, Fetch{}, noon.Add(tt.after))
		if got := c.Access(d, "", "FooBot").Decide("/x"); got.Verdict != tt.want {
			t.Errorf("%s: %s (%s)", tt.name, got.Verdict, got.Reason)
		}
	}
}

func TestAcquireKeepsWhatWasOpen(t *testing.T) {
	t.Parallel()
	d := RFC9309()
	c, _ := Acquire(d, Copy{}, Fetch{Status: 404}, noon)
	c, _ = Acquire(d, c, Fetch{Status: 500}, noon.Add(25*time.Hour))
	if c.Class != ClassUnavailable {
		t.Errorf("a site without a file is %s in an outage", c.Class)
	}
	c, _ = Acquire(d, c, Fetch{Status: 500}, noon.Add(40*day))
	if c.Class != ClassUnreachable {
		t.Errorf("and %s after a long one", c.Class)
	}
	closed := Draft1996()
	c, _ = Acquire(closed, Copy{}, Fetch{Status: 403}, noon)
	c, _ = Acquire(closed, c, Fetch{Status: 500}, noon.Add(time.Hour))
	if v := c.Access(closed, "", "x").Decide("/").Verdict; v == Allow {
		t.Error("an outage opens a closed site")
	}
}

func TestAcquireRetryAfter(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]time.Duration{
		"": 3 * time.Second, "120": 2 * time.Minute, "Fri, 20 Nov 2026 12:10:00 GMT": 10 * time.Minute, "99999999": 24 * time.Hour,
		"soon": 3 * time.Second, "Fri, 20 Nov 2020 12:10:00 GMT": 3 * time.Second,
	} {
		c, _ := Acquire(RFC9309(), Copy{}, Fetch{Status: 429, RetryAfter: value}, noon)
		if got := c.Expires.Sub(noon); got != want {
			t.Errorf("Retry-After %q: %s, want %s", value, got, want)
		}
		if d := c.Access(RFC9309(), "", "x").Decide("/"); !d.RetryAt.Equal(c.Expires) {
			t.Errorf("the decision names %s", d.RetryAt)
		}
	}
	pauses := []time.Duration{3 * time.Second, 10 * time.Second, 10 * time.Minute, time.Hour, time.Hour}
	c := Copy{}
	for i, want := range pauses {
		if c, _ = Acquire(RFC9309(), c, Fetch{}, noon); c.Expires.Sub(noon) != want || int(c.Failures) != i+1 {
			t.Errorf("failure %d: %s", i+1, c.Expires.Sub(noon))
		}
	}
}

func TestAcquireHTML(t *testing.T) {
	t.Parallel()
	d := RFC9309()
	page := Fetch{Status: 200, Body: []byte("\n <!DOCTYPE html><title>log in</title>")}
	c, _ := Acquire(d, Copy{}, page, noon)
	if c.Class != ClassRules || !c.IsHTML() || c.Access(d, "", "x").Decide("/x").Verdict != Allow {
		t.Errorf("a page where there never was a file: %s", c.Class)
	}
	c, _ = Acquire(d, Copy{}, Fetch{Status: 200, Body: []byte(anybody + "Disallow: /x\n")}, noon)
	kept, _ := Acquire(d, c, page, noon.Add(25*time.Hour))
	if kept.Access(d, "", "x").Decide("/x").Verdict != Deny || kept.Detail == "" || kept.Failures != 1 {
		t.Errorf("a login page replaced the rules: %+v", kept)
	}
	typed, _ := Acquire(d, c, Fetch{Status: 200, ContentType: "Text/HTML; charset=utf-8", Body: []byte("<p>log in</p>")}, noon.Add(25*time.Hour))
	if a := typed.Access(d, "", "x"); a.Decide("/x").Verdict != Deny || a.Hash() != c.Hash || a.Age(noon.Add(time.Hour)) != time.Hour {
		t.Errorf("a page by its type replaced the rules: %+v", typed)
	}
	rules, _ := Acquire(d, c, Fetch{Status: 200, ContentType: "text/html", Body: []byte(anybody + "Disallow: /y\n")}, noon.Add(25*time.Hour))
	if rules.Access(d, "", "x").Decide("/y").Verdict != Deny {
		t.Error("rules under a wrong type are not taken")
	}
	strict, _ := Acquire(RFC9309Strict(), c, page, noon.Add(25*time.Hour))
	if strict.Access(d, "", "x").Decide("/x").Verdict != Allow {
		t.Error("by the letter the page is the file")
	}
}

func TestAcquireNotModified(t *testing.T) {
	t.Parallel()
	d := RFC9309()
	c, _ := Acquire(d, Copy{}, Fetch{Status: 200, Body: []byte(anybody + "Disallow: /x\n")}, noon)
	later, _ := Acquire(d, c, Fetch{Status: 304, CacheControl: "max-age=3600"}, noon.Add(25*time.Hour))
	if later.Class != ClassRules || later.Hash != c.Hash || later.Expires.Sub(noon) != 26*time.Hour {
		t.Errorf("304: %+v", later)
	}
	if odd, _ := Acquire(d, Copy{}, Fetch{Status: 304}, noon); odd.Class != ClassUnreachable {
		t.Errorf("304 without a copy: %s", odd.Class)
	}
}

func TestZeroAccessPostpones(t *testing.T) {
	t.Parallel()
	if d := (Access{}).Decide("/x"); d.Verdict != Postpone {
		t.Errorf("%+v", d)
	}
	c := Copy{}
	if d := c.Access(RFC9309(), "", "x").Decide("/x"); d.Verdict != Postpone || d.Reason != ReasonUnknown {
		t.Errorf("%+v", d)
	}
}

// FuzzAcquire holds that a copy always says something, and never opens a site
// in its first outage.
func FuzzAcquire(f *testing.F) {
	f.Add(200, []byte("User-agent: *"), "max-age=5", "", "5", 0, false)
	f.Add(503, []byte(""), "", "Fri, 20 Nov 2026 13:00:00 GMT", "Fri, 20 Nov 2026 13:00:00 GMT", 5, true)
	f.Fuzz(func(t *testing.T, status int, body []byte, cache, expires, retry string, hops int, location bool) {
		for _, d := range Dialects() {
			c, step := Acquire(d, Copy{}, Fetch{
				Status: status, Body: body, CacheControl: cache, Expires: expires, RetryAfter: retry, Hops: hops, Location: location,
			}, noon)
			if step == StepFollow {
				continue
			}
			if c.Class == ClassUnknown || !c.Expires.After(noon) || c.Expires.Sub(noon) > 30*day {
				t.Fatalf("%s: class %s, expires %s", d.Name, c.Class, c.Expires)
			}
			if status >= 500 && c.Access(d, "", "x").Decide("/").Verdict == Allow {
				t.Fatalf("%s: %d opens the site", d.Name, status)
			}
		}
	})
}
