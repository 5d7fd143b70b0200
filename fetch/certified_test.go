package fetch

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"

	"github.com/aranea-search/aranea/weburl"
)

// certificateOf returns a new certificate of a name, signed by itself.
func certificateOf(t *testing.T, name string) *tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	x := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotAfter: time.Now().Add(time.Hour),
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, x, x, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	return &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// keyring has a certificate for one host.
type keyring struct {
	host  string
	shown *tls.Certificate
}

func (k keyring) For(_ string, u weburl.URL) (string, http.Header) {
	if u.Host() != k.host {
		return "", nil
	}
	return "plant", http.Header{}
}

func (k keyring) Certificate(u weburl.URL) *tls.Certificate {
	if u.Host() != k.host {
		return nil
	}
	return k.shown
}

func (keyring) Learn(weburl.URL, http.Header) string { return "" }

// TestCertificates: a certificate is shown to its site and to no other, over HTTP/1.1 and HTTP/2, and a request without it never
// goes over a connection that showed one, nor the other way round.
func TestCertificates(t *testing.T) {
	t.Parallel()
	for _, h2 := range []bool{false, true} {
		site := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			name := "nobody"
			if all := r.TLS.PeerCertificates; len(all) > 0 {
				name = all[0].Subject.CommonName
			}
			fmt.Fprintf(w, "%s by %s", name, r.Proto)
		}))
		site.EnableHTTP2 = h2
		site.TLS = &tls.Config{ClientAuth: tls.RequestClientCert}
		site.StartTLS()
		defer site.Close()
		roots := x509.NewCertPool()
		roots.AddCert(site.Certificate())
		local := netip.MustParsePrefix("127.0.0.0/8")
		c, err := New(Options{
			Secrets: keyring{"example.com", certificateOf(t, "spider")}, RootCAs: roots, AllowNet: []netip.Prefix{local},
			Resolve: []string{"*:443:" + site.Listener.Addr().String()},
		})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		proto := map[bool]string{false: "HTTP/1.1", true: "HTTP/2.0"}[h2]
		for i, tt := range []struct {
			url    string
			fields http.Header // those of a login, with the certificate that it names
			want   string
		}{
			{"https://example.com/", http.Header{}, "nobody"}, // first: its connection is there when another one is made
			{"https://example.com/", nil, "spider"},
			{"https://example.com/", http.Header{}, "nobody"},
			{"https://example.com/a", nil, "spider"},
			{"https://www.example.com/", nil, "nobody"},
			{"https://example.com/b", http.Header{}, "nobody"},
		} {
			u, err := weburl.Parse(tt.url)
			if err != nil {
				t.Fatal(err)
			}
			f := c.Do(t.Context(), Request{URL: u, MaxBody: 1 << 10, Fields: tt.fields})
			if want := tt.want + " by " + proto; string(f.Body) != want || (f.Access == "plant") != (tt.want == "spider") {
				t.Errorf("%d, %s: %q, %s %s, want %q", i, tt.url, f.Body, f.Failure, f.Detail, want)
			}
		}
	}
}
