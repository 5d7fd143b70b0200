package optionsfile

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/extraction"
	"github.com/aranea-search/aranea/engine/seeds"
	"github.com/aranea-search/aranea/engine/settings"
	"github.com/aranea-search/aranea/fetch/credentials"
	"github.com/aranea-search/aranea/schedule/hostdelay"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// TestStored: what is stored is read again, without what was asked of one crawl only, and with the
// first of many seeds.
func TestStored(t *testing.T) {
	t.Parallel()
	s := settings.Default()
	for i := range seeds.MaxStored + 5 {
		u, err := weburl.Parse(fmt.Sprintf("http://a.test/%d", i))
		if err != nil {
			t.Fatal(err)
		}
		s.Seeds = append(s.Seeds, u)
	}
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	s.HostDelays = hostdelay.Delays{".corp": 0, "a.test": 90 * time.Second}
	s.Refresh, s.RefreshSeeds, s.MaxPages, s.Named, s.Sitemaps, s.Wish = "all", true, 7, s.Seeds[:1], s.Seeds[:1], "x"
	s.Wanted, s.Asked, s.NamedAt = now, now, now
	o := New("1.2", &s, extraction.State{})
	text, err := json.Marshal(&o)
	if err != nil {
		t.Fatal(err)
	}
	if want := `"host_delays":[".corp=0s","a.test=1m30s"]`; !strings.Contains(string(text), want) {
		t.Errorf("%s is not in %.600s", want, text)
	}
	got, err := Decode("folder", text)
	if err != nil || !reflect.DeepEqual(got, o) {
		t.Fatalf("%v; read\n%+v\nof\n%+v", err, got, o)
	}
	r := got.Recalled()
	if r == nil || r.SeedCount != seeds.MaxStored+5 || len(r.Seeds) != seeds.MaxStored || !maps.Equal(r.HostDelays, s.HostDelays) {
		t.Fatalf("recalled %+v", r)
	}
	want := settings.Default()
	want.Seeds, want.HostDelays = s.Seeds[:seeds.MaxStored], s.HostDelays
	if !reflect.DeepEqual(r.Settings, want) {
		t.Errorf("recalled\n%+v, want\n%+v", r.Settings, want)
	}
	if len(s.Seeds) != seeds.MaxStored+5 || s.Refresh != "all" {
		t.Error("the settings of the crawl were changed")
	}
}

// TestNewer: a file with settings of a newer program is refused by their names, and is no damage,
// which a repair would replace.
func TestNewer(t *testing.T) {
	t.Parallel()
	_, err := Decode("folder", []byte(`{"version":"9","seed_count":1,"seeds":["http://a.test/"],"never":["/x/"],"gently":true}`))
	var f *store.FolderError
	if !errors.As(err, &f) || f.Fault != store.FolderNewer || aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), "does not know: gently, never)") {
		t.Errorf("%v", err)
	}
}

// TestAllKnown: every name that is written is known when it is read, also of fields that two of
// the embedded structs have by one name in Go.
func TestAllKnown(t *testing.T) {
	t.Parallel()
	s := settings.Default()
	s.Secrets, s.ZoneRules, s.Exclude, s.CheckLinks = "secrets.toml", "zones.toml", []string{"/x/"}, true
	read := extraction.State{ZoneRules: map[string]string{"a.test": "1"}, Secrets: credentials.Prints{Key: "6b"}}
	o := New("1.2", &s, read)
	text, err := json.Marshal(&o)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"secrets", "secret_prints", "zones", "zone_rules", "exclude", "check_links"} {
		if !strings.Contains(string(text), `"`+name+`":`) {
			t.Errorf("%s is not in %s", name, text)
		}
	}
	if _, err := Decode("folder", text); err != nil {
		t.Error(err)
	}
}

// TestDecode: what earlier programs stored is read, a folder without a crawl recalls nothing, and what
// does not decode is damage.
func TestDecode(t *testing.T) {
	t.Parallel()
	o, err := Decode("folder", []byte(`{"version":"0.1","seed_count":1,"seeds":["http://a.test/"],"scope":"host","delay_ns":5,"dialect":"rfc9309","host_delays":["Wiki.corp=100ms",".corp=0"]}`))
	if r := o.Recalled(); err != nil || r == nil || r.Delay != 5 || !maps.Equal(r.HostDelays, hostdelay.Delays{"wiki.corp": 100 * time.Millisecond, ".corp": 0}) {
		t.Errorf("%+v, %v", r, err)
	}
	if o, err = Decode("folder", []byte(`{}`)); err != nil || o.Recalled() != nil {
		t.Errorf("of no crawl: %+v, %v", o.Recalled(), err)
	}
	for _, text := range []string{"", "[]", `{"host_delays":["a.test=soon"]}`} {
		if _, err := Decode("folder", []byte(text)); aranea.KindOf(err) != aranea.Corrupt || !strings.Contains(err.Error(), "folder: options.json does not decode") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
