package fetch

import (
	"net/http"
	"testing"
	"time"

	"github.com/aranea-search/aranea/weburl"
)

// vault has a secret for everything.
type vault struct{}

func (vault) For(weburl.URL) (string, http.Header) {
	return "wiki", http.Header{"Authorization": {"Basic c2VjcmV0"}}
}
func (vault) Learn(weburl.URL, http.Header) {}

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
	_, r.Fields = vault{}.For(u)
	sent, told := c.headerFor(&r)
	if sent.Get("Authorization") == "" || sent.Get("Signature") == "" || sent.Get("Accept") != "text/html" || sent.Get("User-Agent") == "" {
		t.Errorf("sent %v", sent)
	}
	if told.Get("Authorization") != "" || told.Get("Signature") != "" || told.Get("Accept") != "text/html" || told.Get("User-Agent") == "" {
		t.Errorf("told %v", told)
	}
}
