package page

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/optionsfile"
	"github.com/aranea-search/aranea/engine/reading"
	"github.com/aranea-search/aranea/engine/service"
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
		{"a private address", "you@example.org", "http://10.0.0.1/", "http://10.0.0.1/ cannot be crawled"},
		{"no contact", "", "https://www.example.org/", "contact"},
		{"no crawl before", "-", "https://www.example.org/", "there was no crawl in this folder"},
	} {
		dir := filepath.Join(t.TempDir(), "data")
		if tt.contact != "-" {
			set := service.DefaultSettings()
			set.Contact, set.Scope, set.Seeds = tt.contact, "site", []weburl.URL{old}
			file := optionsfile.New("0.0", &set, reading.State{})
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
		set, err := remembered(cmd)(urls, "none")
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
