package engine

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/fetch/botauth"
	"github.com/aranea-search/aranea/weburl"
)

// TestIdentity checks that with a key every request has its own signature, and that Identity
// returns the public half of the key and never the private one.
func TestIdentity(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	signatures := map[string]bool{}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if r.Header.Get("From") == "me@example.org" && strings.Contains(r.Header.Get("Signature-Input"), `tag="web-bot-auth"`) && r.Header.Get("Signature-Agent") == `sig="https://bots.example.org"` {
			signatures[r.Header.Get("Signature")] = true
		}
		fmt.Fprint(w, "<title>Words</title><p>words")
	}))
	t.Cleanup(srv.Close)
	start, err := weburl.Parse(srv.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	key := filepath.Join(t.TempDir(), "key.pem")
	if err := botauth.NewKey(key); err != nil {
		t.Fatal(err)
	}
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	s := servicetest.Settings(start)
	s.Contact, s.From, s.Agent, s.SignKey = "https://example.org/bot", "me@example.org", "DocsBot", key
	s.Networks = []netip.Prefix{netip.MustParsePrefix("192.0.2.0/28")}
	if _, err := e.Crawl(t.Context(), s, nil); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("a key without its URL: %v", err)
	}
	s.WARC, s.Media = t.TempDir(), []string{"image"}
	if s.SignURL, err = weburl.Parse("https://bots.example.org"); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Crawl(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	if len(signatures) != 2 { // the robots file and the page
		t.Errorf("signatures %v", signatures)
	}
	mu.Unlock()
	id, err := e.Identity(t.Context())
	if err != nil || id.UserAgent != "DocsBot (Aranea/test; +https://example.org/bot)" || id.From != "me@example.org" || fmt.Sprint(id.Agents, id.Networks) != "[DocsBot Aranea] [192.0.2.0/28]" {
		t.Errorf("%+v, %v", id, err)
	}
	if !id.Archives || id.Renders || len(id.Media) != 1 {
		t.Errorf("what it does is told as %+v", id)
	}
	if text := string(id.Directory); !strings.Contains(text, `"crv":"Ed25519"`) || strings.Contains(text, `"d"`) || id.SignURL != "https://bots.example.org/" {
		t.Errorf("%s under %s", text, id.SignURL)
	}
}
