package console

import (
	"encoding/json"
	"net/netip"
	"testing"
	"time"

	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/fetch/botauth"
)

// TestBotPage checks that a site owner finds out who the robot is, how to slow it down and how to
// exclude it, and that programs find the address ranges and the keys.
func TestBotPage(t *testing.T) {
	t.Parallel()
	r := newRecords()
	h := handler(t, &answers{}, r)
	has(t, get(t, h, "/bot"), 200, "User-agent: Aranea\nDisallow: /", "none is set", "It asks one host for one page at a time, and for the next when the answer is there, more slowly")
	has(t, get(t, h, botauth.DirectoryPath), 404, "no such page")
	has(t, get(t, h, "/bot"), 200, "It keeps no copies that others could read, and trains nothing", "<li>It reads text. It runs no scripts, and sends no forms but the logins")
	r.identity = service.Identity{Renders: true, Forms: true, Media: []string{"image", "audio"}, Archives: true, ChecksLinks: true}
	has(t, get(t, h, "/bot"), 200, "Its operator keeps copies of what it fetches in an archive of their own, which searches do not show. It trains nothing",
		"It checks links from the pages that it reads to others", "and of image, audio files the headers. It runs the scripts of pages", "selects from the menus of forms that ask for pages (method GET), and sends no other forms but the logins")
	r.identity = service.Identity{
		UserAgent: "DocsBot (Aranea/1.0; +mailto:me@example.org)", From: "me@example.org", Contact: "me@example.org", Agents: []string{"DocsBot", "Aranea"},
		Dialect: "rfc9309", Delay: 2 * time.Second, Networks: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/28"), netip.MustParsePrefix("2001:db8::/48")},
		SignURL: "https://bots.example.org/", Directory: json.RawMessage(`{"keys":[]}`),
	}
	has(t, get(t, h, "/bot"), 200, "<code>DocsBot (Aranea/1.0; &#43;mailto:me@example.org)</code>", "User-agent: DocsBot\nDisallow: /", "DocsBot, then Aranea",
		`href="mailto:me@example.org"`, "192.0.2.0/28", `rel="client-ranges"`, "Web Bot Auth", "It asks one host at most once in 2 seconds, more slowly")
	w := get(t, h, "/bot/ips.json")
	has(t, w, 200, `"prefixes":[{"ipv4Prefix":"192.0.2.0/28"},{"ipv6Prefix":"2001:db8::/48"}]`)
	w = get(t, h, botauth.DirectoryPath)
	has(t, w, 200, `{"keys":[]}`)
	if got := w.Header().Get("Content-Type"); got != "application/http-message-signatures-directory+json" {
		t.Error(got)
	}
}

// TestOften checks that a delay is described in words for site owners, and never as longer than
// it is.
func TestOften(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		20 * time.Millisecond: "50 times a second", 500 * time.Millisecond: "2 times a second", 400 * time.Millisecond: "once in 0.4 seconds", 900 * time.Millisecond: "once in 0.9 seconds", time.Second: "once a second",
		2500 * time.Millisecond: "once in 2.5 seconds", 10 * time.Second: "once in 10 seconds", time.Minute: "once in 1 minute", 90 * time.Second: "once in 90 seconds", 2 * time.Minute: "once in 2 minutes",
	} {
		if got := often(d); got != want {
			t.Errorf("%s: %s, want %s", d, got, want)
		}
	}
}
