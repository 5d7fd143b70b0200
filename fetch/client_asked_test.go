package fetch

import (
	"crypto/tls"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// vault has a secret for everything.
type vault struct{}

func (vault) For(string, weburl.URL) (string, http.Header) {
	return "wiki", http.Header{"Authorization": {"Basic c2VjcmV0"}}
}
func (vault) Certificate(weburl.URL) *tls.Certificate { return nil }
func (vault) Learn(weburl.URL, http.Header) string    { return "" }

// TestAsked: the disclosed fields of a request contain neither its secrets nor its signature,
// and those that are sent do.
func TestAsked(t *testing.T) {
	t.Parallel()
	u, err := weburl.Parse("http://a.test/")
	if err != nil {
		t.Fatal(err)
	}
	signer := func(weburl.Origin, time.Time) http.Header { return http.Header{"Signature": {"sig1=:x:"}} }
	c, err := New(Options{Secrets: vault{}, Sign: signer})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	r := Request{URL: u, Accept: "text/html"}
	_, r.Fields = vault{}.For(http.MethodGet, u)
	sent, told := c.headerFor(&r)
	if sent.Get("Authorization") == "" || sent.Get("Signature") == "" || sent.Get("Accept") != "text/html" || sent.Get("User-Agent") == "" {
		t.Errorf("sent %v", sent)
	}
	if told.Get("Authorization") != "" || told.Get("Signature") != "" || told.Get("Accept") != "text/html" || told.Get("User-Agent") == "" {
		t.Errorf("told %v", told)
	}
}

// oldVault has a session that each answer renews.
type oldVault struct{ vault }

func (oldVault) Learn(_ weburl.URL, answer http.Header) string {
	if answer.Get("Www-Authenticate") == "" {
		return ""
	}
	return "its nonce was out of date"
}

// TestRenewed: a request that was refused only because its session had to be renewed says so, and one that was answered all the
// same does not.
func TestRenewed(t *testing.T) {
	t.Parallel()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Www-Authenticate", `Digest nonce="x", stale=true`)
		if r.URL.Path == "/closed" {
			w.WriteHeader(http.StatusUnauthorized)
		}
	}))
	defer site.Close()
	c, err := New(Options{Secrets: oldVault{}, AllowNet: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for path, want := range map[string]aranea.Reason{"/closed": aranea.HTTPLogin, "/open": aranea.ReasonNone} {
		u, err := weburl.Parse(site.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		f := c.Do(t.Context(), Request{URL: u, MaxBody: 1 << 10})
		if f.Failure != want || f.Unprocessed != (want != aranea.ReasonNone) || f.Status == 0 {
			t.Errorf("%s: %d, %s %q, %v", path, f.Status, f.Failure, f.Detail, f.Unprocessed)
		}
	}
}
