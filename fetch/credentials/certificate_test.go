package credentials

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/big"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
)

// pairOf returns a new certificate and its key in PEM.
func pairOf(t *testing.T) (chain, key string) {
	t.Helper()
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	x := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, x, x, k.Public(), k)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(k)
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})), string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}))
}

// TestCertificate: a certificate holds for a site as a whole; only the robot can try it, and pages that were closed are asked for
// when it comes or changes.
func TestCertificate(t *testing.T) {
	t.Parallel()
	chain, key := pairOf(t)
	text := func(chain, key string) string {
		return fmt.Sprintf("[[secret]]\nlabel = \"plant\"\nurl = \"https://plant.test/\"\nkind = \"certificate\"\ncertificate = %q\nkey = %q\n",
			write(t, "chain.pem", chain, 0o600), write(t, "key.pem", key, 0o600))
	}
	v, both := vaultOf(t, text(chain, key)), vaultOf(t, text(chain+key, chain+key))
	page := parse(t, "https://plant.test/a")
	if label, fields := v.For(http.MethodGet, page); label != "plant" || fields == nil || len(fields) > 0 || v.Certificate(page) == nil || both.Certificate(page) == nil {
		t.Errorf("%q, %v, %v", label, fields, v.Certificate(page))
	}
	if other := parse(t, "https://www.plant.test/a"); v.Certificate(other) != nil {
		t.Error("another site is shown the certificate")
	}
	ask := func(_ context.Context, a Ask) (aranea.Fetched, error) {
		f := aranea.Fetched{URL: a.URL, Status: http.StatusBadRequest}
		if a.Certificate == v.Certificate(page) {
			f.Status = http.StatusOK
		}
		return f, nil
	}
	if ok, err := v.Try(t.Context(), "plant", ask); !ok || err != nil {
		t.Errorf("tried: %v, %v", ok, err)
	}
	if _, err := v.Prove(t.Context(), "plant", "", "x", ask); aranea.KindOf(err) != aranea.NotFound {
		t.Errorf("a searcher can prove it: %v", err)
	}
	opens := v.Since(Prints{})
	if !opens(&aranea.Entry{URL: page, Reason: aranea.HTTPClient, Status: http.StatusBadRequest}) || opens(&aranea.Entry{URL: page, Reason: aranea.HTTPNotFound, Status: http.StatusNotFound}) {
		t.Error("the closed pages are not those that are asked for again")
	}
	renewed, another := pairOf(t)
	if before := v.Prints(Prints{}); v.Since(before) != nil || vaultOf(t, text(renewed, another)).Since(before) == nil {
		t.Error("a changed certificate is not noticed")
	}
}

// TestCertificateFaults: what cannot be shown is refused, with a sentence.
func TestCertificateFaults(t *testing.T) {
	t.Parallel()
	chain, _ := pairOf(t)
	_, key := pairOf(t)
	file := write(t, "chain.pem", chain, 0o600)
	head := func(url string) string {
		return fmt.Sprintf("[[secret]]\nlabel = \"plant\"\nurl = %q\nkind = \"certificate\"\n", url)
	}
	for name, tt := range map[string]struct{ text, want string }{
		"http":      {head("http://plant.test/") + fmt.Sprintf("certificate = %q\n", file), "start of an https site"},
		"a folder":  {head("https://plant.test/in/") + fmt.Sprintf("certificate = %q\n", file), "start of an https site"},
		"no file":   {head("https://plant.test/"), "certificate, the name of a PEM file, is missing"},
		"no key":    {head("https://plant.test/") + fmt.Sprintf("certificate = %q\n", file), "no pair"},
		"other key": {head("https://plant.test/") + fmt.Sprintf("certificate = %q\nkey = %q\n", file, write(t, "key.pem", key, 0o600)), "no pair"},
		"open key":  {head("https://plant.test/") + fmt.Sprintf("certificate = %q\nkey = %q\n", file, write(t, "key.pem", key, 0o644)), "chmod 600"},
	} {
		_, err := Read(write(t, "secrets.toml", tt.text, 0o600))
		if aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "BEGIN") {
			t.Errorf("%s: %v, want a fault that holds %q", name, err, tt.want)
		}
	}
	good, its := pairOf(t)
	text := head("https://plant.test/") + fmt.Sprintf("certificate = %q\n", write(t, "both.pem", good+its, 0o600))
	if _, err := Read(write(t, "secrets.toml", text+strings.ReplaceAll(digestSecret, `"plant"`, `"other"`), 0o600)); err == nil || !strings.Contains(err.Error(), "another secret is for the same site") {
		t.Errorf("beside another secret: %v", err)
	}
}
