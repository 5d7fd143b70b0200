package page

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/console/setup"
	"github.com/aranea-search/aranea/engine/extraction"
	"github.com/aranea-search/aranea/engine/optionsfile"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// TestRemembered checks that an ordered crawl has the settings of the folder, that its seeds are those
// of the order alone, and what it is refused for.
func TestRemembered(t *testing.T) {
	t.Parallel()
	parse := func(text string) weburl.URL {
		u, err := weburl.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	old := parse("https://old.example.org/")
	for _, tt := range []struct{ name, contact, add, fault string }{
		{"a public URL", "you@example.org", "https://www.example.org/", ""},
		{"nothing to add", "you@example.org", "", ""},
		{"a host again", "you@example.org", "https://www.example.org/", "again [https://www.example.org/]"},
		{"a host of a seed again", "you@example.org", "https://old.example.org/page", "again [https://old.example.org/]"},
		{"a private address", "you@example.org", "http://10.0.0.1/", "http://10.0.0.1/ cannot be crawled"},
		{"no contact", "", "https://www.example.org/", "contact"},
		{"no crawl before", "-", "https://www.example.org/", "there was no crawl in this folder"},
	} {
		dir := filepath.Join(t.TempDir(), "data")
		if tt.contact != "-" {
			set := service.DefaultSettings()
			set.Contact, set.Scope, set.Seeds = tt.contact, "site", []weburl.URL{old}
			file := optionsfile.New("0.0", &set, extraction.State{})
			folder, err := store.OpenFolder(dir, store.Holder{})
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(file.Write(folder), folder.Close()); err != nil {
				t.Fatal(err)
			}
		}
		cmd := &cobra.Command{Version: "0.0"}
		cmd.Flags().String("data", dir, "")
		var urls []weburl.URL
		if tt.add != "" {
			urls = []weburl.URL{parse(tt.add)}
		}
		if strings.Contains(tt.fault, "again") {
			set, err := folder{cmd: cmd}.Named(urls, "all")
			if err != nil || !set.RefreshSeeds || fmt.Sprint(set.Seeds) != strings.TrimPrefix(tt.fault, "again ") {
				t.Errorf("%s: %+v, %v", tt.name, set, err)
			}
			continue
		}
		set, err := folder{cmd: cmd}.Named(urls, "none")
		if tt.fault != "" {
			if aranea.KindOf(err) != aranea.Denied || !strings.Contains(err.Error(), tt.fault) {
				t.Errorf("%s: %v", tt.name, err)
			}
			continue
		}
		if err != nil || set.Scope != "site" || set.Contact != tt.contact || set.Refresh != "none" || len(set.Seeds) != len(urls) || set.Wanted.IsZero() != (len(urls) == 0) {
			t.Errorf("%s: %+v, %v", tt.name, set, err)
		}
	}
}

// TestInForce checks what the form of settings gets: what the folder remembers, before that what the
// command would crawl with, and which settings are those of the command itself.
func TestInForce(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	cmd := &cobra.Command{Version: "0.0"}
	for _, name := range []string{"cluster", "allow-domains", "delay", "scope"} {
		cmd.Flags().String(name, "", "")
	}
	cmd.Flags().String("data", dir, "")
	f := folder{cmd, first(service.Settings{})}
	in, err := f.InForce()
	if err != nil || in.Crawled || in.Settings.Scope != "host" || in.Settings.Order != "bfs" || in.Settings.KeepHidden != schedule.HiddenFor || in.Settings.Delay != schedule.DefaultDelay || len(in.Fixed) > 0 {
		t.Errorf("%+v, %v", in, err)
	}
	own := service.DefaultSettings()
	own.Proxy = "http://proxy.test:3128"
	if got := first(own); got.Proxy != own.Proxy {
		t.Errorf("the settings of the command: %+v", got)
	}
	set := in.Settings
	if faults := f.Check(&set); len(faults) > 0 {
		t.Errorf("without seeds: %v", faults)
	}
	for _, text := range []string{"http://www.example.org/", "http://10.0.0.1/", "http://192.168.1.1/"} {
		u, err := weburl.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		set.Seeds = append(set.Seeds, u)
	}
	if faults := f.Check(&set); len(faults) != 1 || faults[0].Field != "contact" || strings.Contains(faults[0].Text, "--") {
		t.Errorf("without a contact: %v", faults)
	}
	set.Contact = "you@example.org"
	if faults := f.Check(&set); len(faults) != 2 || faults[0].Field != setup.Seeds || !strings.HasPrefix(faults[1].Text, "http://192.168.1.1/ cannot be crawled: ") || !strings.Contains(faults[1].Text, "command line alone") {
		t.Errorf("private addresses: %v", faults)
	}
	set.Seeds = set.Seeds[:1]
	file := optionsfile.New("0.0", &set, extraction.State{})
	data, err := store.OpenFolder(dir, store.Holder{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(file.Write(data), data.Close(), cmd.Flags().Set("allow-domains", "list.txt"), cmd.Flags().Set("delay", "2s")); err != nil {
		t.Fatal(err)
	}
	in, err = f.InForce()
	if err != nil || !in.Crawled || in.SeedCount != 1 || in.Settings.Contact != "you@example.org" || !slices.Equal(in.Fixed, []string{"allow-domain", "delay"}) || in.Settings.Refresh != "due" {
		t.Errorf("%+v, %v", in, err)
	}
	if err := cmd.Flags().Set("cluster", "cluster.toml"); err != nil {
		t.Fatal(err)
	}
	if _, err := f.InForce(); aranea.KindOf(err) != aranea.Denied {
		t.Errorf("of a cluster: %v", err)
	}
}
