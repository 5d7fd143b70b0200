package setup

import (
	"fmt"
	"net/netip"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/schedule/hostdelay"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

func parse(t testing.TB, text string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// crawled returns a folder with settings of the command line that no browser may set.
func crawled(t testing.TB) Folder {
	t.Helper()
	set := service.DefaultSettings()
	set.Seeds, set.Contact, set.Delay = []weburl.URL{parse(t, "http://a.test/")}, "you@example.org", 0
	set.HostDelays = hostdelay.Delays{"own.test": 0}
	set.AllowNet, set.Secrets, set.WARC, set.Render = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}, "/srv/secret", "/srv/warc", "ws://127.0.0.1/token"
	return Folder{Settings: set, Crawled: true, SeedCount: 1}
}

// TestFirst: a form with seeds and a contact begins with the defaults, and each field sets its setting.
func TestFirst(t *testing.T) {
	t.Parallel()
	f := Folder{Settings: service.DefaultSettings()}
	set, faults := Read(url.Values{"seeds": {"http://a.test/\r\nb.test\r\n"}, "contact": {" you@example.org "}}, &f)
	if len(faults) > 0 || fmt.Sprint(set.Seeds) != "[http://a.test/ https://b.test/]" || set.Contact != "you@example.org" || set.Delay != time.Second || set.Scope != "host" {
		t.Errorf("%+v, %v", set, faults)
	}
	form := url.Values{
		"seeds": {"http://a.test/"}, "contact": {"https://example.org/bot"}, "scope": {"site"}, "depth": {"3"}, "delay": {"1m30s"}, "include": {"/a/\n\n/b/"}, "exclude": {"*.zip$"},
		"allow-domain": {"b.test\n.A.test\nb.test"}, "index-only": {"/x/"}, "follow-only": {"/tag/"}, "host-delay": {"slow.test=30s\n.test=5s"},
		"max-pages-per-host": {"7"}, "max-pages-per-site": {"8"}, "revisit-within": {"24h"}, "order": {"best"}, "check-links": {"yes"}, "check-fragments": {"yes"}, "forms": {"menus"}, "media": {"image, audio"},
	}
	want := service.DefaultSettings()
	want.Seeds = []weburl.URL{parse(t, "http://a.test/")}
	want.Named, want.Contact, want.Scope, want.Depth, want.Delay = want.Seeds, "https://example.org/bot", "site", 3, 90*time.Second
	want.Patterns = scope.Patterns{Include: []string{"/a/", "/b/"}, Exclude: []string{"*.zip$"}, IndexOnly: []string{"/x/"}, FollowOnly: []string{"/tag/"}}
	want.Domains, want.HostDelays = []string{"a.test", "b.test"}, hostdelay.Delays{"slow.test": 30 * time.Second, ".test": 5 * time.Second}
	want.MaxHostPages, want.MaxSitePages, want.RevisitWithin, want.Order = 7, 8, 24*time.Hour, "best"
	want.CheckLinks, want.CheckFragments, want.Forms, want.Media = true, true, "menus", []string{"image", "audio"}
	set, faults = Read(form, &f)
	if len(faults) > 0 || !reflect.DeepEqual(set, want) {
		t.Errorf("%v\n%+v, want\n%+v", faults, set, want)
	}
	if len(form) != len(fields)+1 {
		t.Errorf("%d fields are tried, of %d", len(form), len(fields)+1)
	}
	changes, effects := Changes(&f.Settings, &set)
	if len(changes) != len(fields) || len(effects) < 5 {
		t.Errorf("%d changes of %d fields, effects %q", len(changes), len(fields), effects)
	}
	for _, g := range Show(&Folder{Settings: f.Settings, Crawled: true}, nil, nil).Groups {
		for _, x := range g.Fields {
			form.Set(x.Name, x.Value)
		}
	}
	back, faults := Read(form, &Folder{Settings: set, Crawled: true}) // what is shown of other settings is read
	if changes, _ := Changes(&f.Settings, &back); len(changes) > 0 || len(faults) > 0 {
		t.Errorf("%+v, %v", changes, faults)
	}
}

// TestFaults: every fault is told at its field, with its line, and what was typed comes back.
func TestFaults(t *testing.T) {
	t.Parallel()
	f := Folder{Settings: service.DefaultSettings()}
	for _, tt := range []struct{ field, text, fault string }{
		{"seeds", "", "there is no URL"},
		{"seeds", "a.test\n<b>\nftp://c.test/", "line 2 is not a URL: https://<b>; line 3 is not a URL: ftp://c.test/"},
		{"seeds", "htp:/a.test/\nmailto:b@a.test\na.test:8080/", "line 1 is not a URL: htp:/a.test/; line 2 is not a URL: mailto:b@a.test"},
		{"contact", "nobody", "nobody is neither an e-mail address nor a URL"},
		{"contact", "file:///etc/passwd", "neither"},
		{"scope", "world", "world is none of host, site, prefix, list, any"},
		{"depth", "-1", "-1 is not a number of links"},
		{"delay", "0", "0s is shorter than 1s"},
		{"delay", "999ms", "999ms is shorter than 1s"},
		{"delay", "soon", "soon is not a time"},
		{"delay", "-2s", "-2s is not a time"},
		{"delay", "25h", "longer than a day"},
		{"include", "/a/\nb c", `line 2: the pattern "b c" begins with neither`},
		{"exclude", "x", "line 1: "},
		{"index-only", "x", "line 1: "},
		{"follow-only", "/a\u0007", "line 1: "},
		{"allow-domain", "a.test\n10.0.0.1", `line 2: "10.0.0.1" is no domain`},
		{"host-delay", "a.test=2s\nb.test=10ms\nc.test\na.test=3s", `line 2: 10ms is shorter than 1s; a shorter delay, for your own hosts, is set with aranea crawl; line 3: "c.test" is no delay of a host; example.org=2s and .example.org=2s, for all names below it as well, are; line 4: the delay of a.test is given twice`},
		{"max-pages-per-host", "many", "many is not a number of pages"},
		{"max-pages-per-site", "-1", "-1 is not a number of pages"},
		{"revisit-within", "10s", "10s is shorter than 1m0s"},
		{"revisit-within", "x", "x is not a time"},
		{"order", "worst", "worst is none of"},
		{"check-links", "perhaps", "neither yes nor no"},
		{"check-fragments", "1", "neither yes nor no"},
		{"forms", "all", "all is none of none, menus"},
		{"media", "image, smell", "smell is none of"},
	} {
		form := url.Values{"seeds": {"http://a.test/"}}
		form.Set(tt.field, tt.text)
		_, faults := Read(form, &f)
		var told []string
		for _, fault := range faults {
			if fault.Field != tt.field {
				t.Errorf("%s %q: a fault at %q", tt.field, tt.text, fault.Field)
			}
			told = append(told, fault.Text)
		}
		if text := strings.Join(told, "; "); text == "" || !strings.Contains(text, tt.fault) || strings.Contains(text, "--") {
			t.Errorf("%s %q: %q, want %q", tt.field, tt.text, text, tt.fault)
		}
		shown := false
		for _, g := range Show(&f, form, faults).Groups {
			for _, x := range g.Fields {
				if x.Name == tt.field {
					shown = g.Open && x.Value == tt.text && len(x.Faults) == len(told)
				}
			}
		}
		if !shown {
			t.Errorf("%s: %q is not shown unfolded with its faults", tt.field, tt.text)
		}
	}
	many := strings.Repeat("/a/\n", scope.MaxPatterns+1)
	if _, faults := Read(url.Values{"seeds": {"http://a.test/"}, "exclude": {many}}, &f); len(faults) != 1 || faults[0].Field != "" || !strings.Contains(faults[0].Text, "2001 patterns") {
		t.Errorf("too many patterns: %v", faults)
	}
}

// TestNeverSet: nothing that is sent changes what is left to the command line, what is fixed, or what is
// as it was: a delay below a second stays as the command line set it.
func TestNeverSet(t *testing.T) {
	t.Parallel()
	f := crawled(t)
	f.Fixed = []string{"scope", "proxy"}
	form := url.Values{"delay": {"0s"}, "host-delay": {"own.test=0s\nb.test=3s"}, "scope": {"any"}, "contact": {"you@example.org"}, "seeds": {"http://10.0.0.1/"}}
	typ := reflect.TypeFor[service.Settings]()
	for i := range typ.NumField() {
		name, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
		for _, name := range []string{name, strings.ReplaceAll(name, "_", "-"), typ.Field(i).Name} {
			if !form.Has(name) && !slices.ContainsFunc(fields, func(x field) bool { return x.name == name }) {
				form.Set(name, "/etc/passwd")
			}
		}
	}
	set, faults := Read(form, &f)
	want := f.Settings
	want.HostDelays = hostdelay.Delays{"own.test": 0, "b.test": 3 * time.Second}
	if len(faults) > 0 || !reflect.DeepEqual(set, want) {
		t.Errorf("%v\n%+v, want\n%+v", faults, set, want)
	}
	if len(f.Settings.HostDelays) != 1 {
		t.Error("the settings in force were changed")
	}
	for _, text := range []string{"0.5s", "10ms"} {
		if _, faults := Read(url.Values{"delay": {text}}, &f); len(faults) != 1 {
			t.Errorf("%s: %v", text, faults)
		}
	}
	var flags []string
	for _, o := range Show(&f, nil, nil).Elsewhere {
		flags = append(flags, o.Flag)
		if strings.Contains(o.Text, "srv") || strings.Contains(o.Text, "token") {
			t.Errorf("%s tells %s", o.Flag, o.Text)
		}
	}
	if strings.Join(flags, " ") != "--allow-net --secrets --render --warc" {
		t.Errorf("left to the command line: %q", flags)
	}
}

func FuzzRead(f *testing.F) {
	for i := range fields {
		f.Add(fields[i].name, "/a/\nb.test=2s\n3")
	}
	f.Add("seeds", "http://a.test/\nb.test")
	f.Fuzz(func(t *testing.T, name, text string) {
		before := crawled(t)
		set, faults := Read(url.Values{name: {text}}, &before)
		if len(faults) > 0 {
			return
		}
		if set.Delay != 0 && set.Delay < LeastDelay || set.Secrets != before.Settings.Secrets || len(set.AllowNet) != 1 {
			t.Errorf("%q %q: %+v", name, text, set)
		}
		for host, d := range set.HostDelays {
			if d < LeastDelay && host != "own.test" {
				t.Errorf("%q: %s has %s", text, host, d)
			}
		}
		if err := set.Validate(); err != nil {
			t.Errorf("%q %q: %v", name, text, err)
		}
		// What is shown is read as it is.
		form := url.Values{}
		for _, g := range Show(&Folder{Settings: set, Crawled: true}, nil, nil).Groups {
			for _, x := range g.Fields {
				form.Set(x.Name, x.Value)
			}
		}
		if again, faults := Read(form, &Folder{Settings: set, Crawled: true}); len(faults) > 0 || !reflect.DeepEqual(again, set) {
			t.Errorf("%q %q: %v", name, text, faults)
		}
	})
}
