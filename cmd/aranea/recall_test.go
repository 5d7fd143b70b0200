package main

import (
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/aranea-search/aranea/engine/optionsfile"
	"github.com/aranea-search/aranea/engine/service"
)

// forOneCrawl are the flags of a crawl that the data folder does not remember: start URLs are
// stored as seeds, and domains by name.
var forOneCrawl = []string{"max-pages", "refresh", "seeds", "sitemap", "allow-domains", "json", "quiet"}

// given returns, for each other flag, a value that is not its default.
func given(t *testing.T) map[string]string {
	t.Helper()
	key := filepath.Join(t.TempDir(), "key")
	return map[string]string{
		"contact": "https://example.org/bot", "from": "you@example.org", "agent": "Otherbot", "dialect": "google", "page-dialect": "yandex", "scope": "site",
		"allow-domain": "example.org", "include": "/docs/", "revisit-within": "6h", "exclude": "/docs/old/", "order": "best", "depth": "3", "media": "image,audio", "forms": "menus", "facet": "version=/docs/{}/", "check-links": "true", "check-fragments": "true", "max-links-per-site": "50", "delay": "0s", "host-delay": ".example.org=2s", "index-only": "/docs/a/", "follow-only": "/docs/b/", "per-host": "2",
		"fetchers": "5", "keep-hidden": "8760h", "max-pages-per-host": "7", "max-pages-per-site": "9",
		"proxy": "http://127.0.0.1:9", "ca-file": "authorities.pem", "resolve": "*:*:127.0.0.1", "allow-net": "10.0.0.0/8", "folder": "https://a.example.org/=public", "archive": "old.warc.gz", "secrets": "",
		"render": "chromium", "render-host": "a.example.org", "zones": "", "network": "192.0.2.0/24",
		"sign-key": key, "sign-url": "https://bots.example.org", "warc": "warcs", "warc-size": "500MB", "disk": "20GB", "documents": "documents", "item": "q=css:p\nq.t=css:b", "crawl-log": "log",
	}
}

// flagged returns the flags of a crawl, with some of them set.
func flagged(t *testing.T, values map[string]string) (*crawlFlags, *cobra.Command) {
	t.Helper()
	c, cmd := &crawlFlags{}, &cobra.Command{}
	c.bind(cmd.Flags())
	for name, all := range values {
		for v := range strings.SplitSeq(all, "\n") { // a flag may be given several times
			if err := cmd.Flags().Set(name, v); err != nil {
				t.Fatal(err)
			}
		}
	}
	return c, cmd
}

// recalled returns the settings of a crawl in a folder that remembers some.
func recalled(t *testing.T, before service.Settings, values map[string]string) service.Settings {
	t.Helper()
	c, cmd := flagged(t, values)
	c.recall(cmd, &optionsfile.Recalled{Settings: before})
	s, err := c.settings()
	if err != nil {
		t.Fatal(err)
	}
	s.Domains = c.domains
	return s
}

// TestRemembered checks that each flag of a crawl is remembered by the folder or listed in
// forOneCrawl.
func TestRemembered(t *testing.T) {
	t.Parallel()
	values := given(t)
	_, cmd := flagged(t, nil)
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if _, kept := values[f.Name]; kept == slices.Contains(forOneCrawl, f.Name) {
			t.Errorf("--%s: say whether the folder remembers it", f.Name)
		}
	})
	first := recalled(t, service.Settings{}, values)
	if again := recalled(t, first, nil); !reflect.DeepEqual(first, again) {
		t.Errorf("the folder was told\n%+v and remembers\n%+v", first, again)
	}
	// The method settings reads the contents of files, so their names are tested separately.
	named := first
	named.Secrets, named.ZoneRules = "/secrets", "/zones"
	c, cmd := flagged(t, nil)
	if c.recall(cmd, &optionsfile.Recalled{Settings: named}); c.set.Secrets != "/secrets" || c.set.ZoneRules != "/zones" {
		t.Errorf("%q and %q are remembered", c.set.Secrets, c.set.ZoneRules)
	}
}

// TestTakenBack checks that an empty value, or the default, resets what the folder remembers.
func TestTakenBack(t *testing.T) {
	t.Parallel()
	first := recalled(t, service.Settings{}, given(t))
	ends := map[string]string{
		"from": "", "agent": "", "page-dialect": "", "allow-domain": "", "include": "", "exclude": "", "host-delay": "", "index-only": "", "follow-only": "", "revisit-within": "0", "depth": "0", "media": "", "forms": "none", "facet": "", "check-links": "false", "check-fragments": "false", "max-links-per-site": "0", "per-host": "0", "max-pages-per-host": "0",
		"max-pages-per-site": "0", "proxy": "", "ca-file": "", "resolve": "", "allow-net": "", "folder": "", "archive": "", "render": "", "render-host": "", "network": "", "sign-url": "",
		"warc": "", "warc-size": "0", "disk": "0", "documents": "", "item": "", "crawl-log": "",
	}
	got, want := recalled(t, first, ends), service.Settings{
		Contact: first.Contact, Dialect: first.Dialect, Scope: first.Scope, Order: first.Order, Delay: first.Delay,
		Fetchers: first.Fetchers, KeepHidden: first.KeepHidden, Refresh: first.Refresh,
	}
	// An empty list equals nil.
	for _, list := range []*[]string{&got.Domains, &got.Include, &got.Exclude, &got.IndexOnly, &got.FollowOnly, &got.Media, &got.Resolve, &got.RenderHosts, &got.Archives} {
		if len(*list) == 0 {
			*list = nil
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("what is left is\n%+v, want\n%+v", got, want)
	}
	if without := recalled(t, first, map[string]string{"documents": ""}); len(without.Items) > 0 {
		t.Errorf("items that are written nowhere are remembered: %v", without.Items)
	}
}
