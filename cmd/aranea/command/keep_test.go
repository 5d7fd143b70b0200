package command

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/console/setup"
	"github.com/aranea-search/aranea/engine/extraction"
	"github.com/aranea-search/aranea/engine/optionsfile"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/session"
	"github.com/aranea-search/aranea/fetch/static"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// TestFollow checks that a command takes over what another one has set in its folder, except what it
// was given itself.
func TestFollow(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(srv.Close)
	seed, err := weburl.Parse(srv.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(t.TempDir(), "data")
	s, err := session.Join(t.Context(), data, session.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	other := service.Settings{
		Seeds: []weburl.URL{seed}, Scope: "site", Patterns: scope.Patterns{Exclude: []string{"/tag/"}}, Delay: 2 * time.Second, RevisitWithin: time.Hour,
		Order: "best", MaxHostPages: 7, MaxSitePages: 8, Forms: "menus", Media: []string{"image"}, CheckLinks: true, CheckFragments: true,
		Dialect: "rfc9309", Contact: "test@example.org", AllowNet: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
	}
	if _, err := s.Crawl(t.Context(), other, nil); err != nil {
		t.Fatal(err)
	}
	cmd := &cobra.Command{}
	cmd.Flags().String("data", data, "")
	for _, name := range []string{"include", "exclude", "allow-domain", "allow-domains", "scope", "depth", "delay", "folder", "contact", "host-delay", "index-only", "follow-only", "revisit-within"} {
		cmd.Flags().String(name, "", "")
	}
	if err := cmd.Flags().Set("delay", "5s"); err != nil {
		t.Fatal(err)
	}
	gone, err := static.Parse([]string{"https://a.test/=/public"})
	if err != nil {
		t.Fatal(err)
	}
	mine := service.Settings{Folders: gone, Scope: "host", Depth: 3, Delay: 5 * time.Second, Patterns: scope.Patterns{Include: []string{"/old/"}}}
	undone, err := Follow(cmd, &mine)
	if err != nil || !slices.Equal(undone, []string{"--delay"}) {
		t.Fatalf("%q are undone, %v; want --delay", undone, err)
	}
	if mine.Scope != "site" || mine.Depth != 0 || mine.Delay != 5*time.Second || len(mine.Include) > 0 || !slices.Equal(mine.Exclude, other.Exclude) || mine.RevisitWithin != time.Hour {
		t.Errorf("%+v", mine)
	}
	if mine.Order != "best" || mine.MaxHostPages != 7 || mine.MaxSitePages != 8 || mine.Forms != "menus" || !slices.Equal(mine.Media, other.Media) || !mine.CheckLinks || !mine.CheckFragments {
		t.Errorf("not all was taken over: %+v", mine)
	}
	if len(mine.Folders) > 0 || mine.Contact != other.Contact {
		t.Errorf("folders %v, contact %q: hosts of the network are asked without a contact", mine.Folders, mine.Contact)
	}
	other.Contact = ""
	if _, err := s.Crawl(t.Context(), other, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := Follow(cmd, &mine); err != nil || mine.Contact != "test@example.org" {
		t.Errorf("contact %q, %v: it was taken back", mine.Contact, err)
	}
}

// TestFollowForm checks that a command takes over every setting that operators may change on the pages:
// otherwise its crawls would undo that.
func TestFollowForm(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	form := url.Values{
		"contact": {"you@example.org"}, "scope": {"site"}, "depth": {"3"}, "delay": {"3s"}, "include": {"/a/"}, "exclude": {"/b/"}, "allow-domain": {"b.test"}, "index-only": {"/x/"}, "follow-only": {"/tag/"},
		"host-delay": {"a.test=3s"}, "max-pages-per-host": {"7"}, "max-pages-per-site": {"8"}, "revisit-within": {"24h"}, "order": {"best"}, "check-links": {"yes"}, "check-fragments": {"yes"}, "forms": {"menus"}, "media": {"image"},
	}
	mine := service.DefaultSettings()
	set, faults := setup.Read(form, &setup.Folder{Settings: mine, Crawled: true})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	set.Seeds = []weburl.URL{weburl.Origin("http://a.test").Root()}
	file := optionsfile.New("0.0", &set, extraction.State{})
	folder, err := store.OpenFolder(data, store.Holder{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(file.Write(folder), folder.Close()); err != nil {
		t.Fatal(err)
	}
	fields := 0
	for _, g := range setup.Show(&setup.Folder{Settings: mine, Crawled: true}, nil, nil).Groups {
		fields += len(g.Fields)
	}
	if changes, _ := setup.Changes(&mine, &set); len(changes) != fields {
		t.Fatalf("%d of %d settings are changed: %v", len(changes), fields, changes)
	}
	cmd := &cobra.Command{}
	cmd.Flags().String("data", data, "")
	if undone, err := Follow(cmd, &mine); err != nil || len(undone) > 0 {
		t.Errorf("%q are undone, %v", undone, err)
	}
	if changes, _ := setup.Changes(&set, &mine); len(changes) > 0 {
		t.Errorf("not taken over: %+v", changes)
	}
}
