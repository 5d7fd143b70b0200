package authority

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
)

// TestMain makes a certificate the only authority of the system, where systems let that be said.
func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "authority")
	if err != nil {
		panic(err)
	}
	path := filepath.Join(folder, "system.pem")
	text, _, err := newCertificate("system.test")
	if err == nil {
		err = errors.Join(os.WriteFile(path, []byte(text), 0o600), os.Setenv("SSL_CERT_FILE", path), os.Setenv("SSL_CERT_DIR", folder))
	}
	if err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// newCertificate returns a self-signed certificate, as PEM and as it is.
func newCertificate(name string) (string, *x509.Certificate, error) {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		return "", nil, err
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{name}, NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true}
	raw, err := x509.CreateCertificate(nil, c, c, public, private)
	if err != nil {
		return "", nil, err
	}
	c, err = x509.ParseCertificate(raw)
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw})), c, err
}

// TestRead checks that a file of certificates adds to the authorities of the system and replaces
// none, and that a file without one is an error that names it.
func TestRead(t *testing.T) {
	t.Parallel()
	text, cert, err := newCertificate("ours.test")
	if err != nil {
		t.Fatal(err)
	}
	raw := string(cert.Raw)
	want, err := x509.SystemCertPool()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := cert.Verify(x509.VerifyOptions{Roots: want}); err == nil || !Unknown(err.Error()) || Unknown("x509: certificate has expired or is not yet valid") {
		t.Errorf("without the file: %v", err)
	}
	want.AddCert(cert)
	key := string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: []byte("x")}))
	broken := string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: []byte(raw[:100])}))
	for name, tt := range map[string]struct{ content, fault string }{
		"one":          {text, ""},
		"several":      {"# ours\n" + text + key + "more\n" + text, ""},
		"empty":        {"", "it holds no certificate in PEM"},
		"a key":        {key, "it holds no certificate in PEM"},
		"not in PEM":   {raw, "its certificate is not in PEM; openssl x509 -inform der"},
		"cut":          {text[:len(text)/2], "it holds no certificate in PEM"},
		"broken after": {text + broken, "certificate 2 cannot be read"},
		"large":        {text + strings.Repeat("x", maxFile), "it is larger than"},
	} {
		path := filepath.Join(t.TempDir(), "ca.pem")
		if err := os.WriteFile(path, []byte(tt.content), 0o600); err != nil {
			t.Fatal(err)
		}
		pool, err := Read(path)
		if tt.fault != "" {
			if pool != nil || aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), path+": "+tt.fault) {
				t.Errorf("%s: %v, want %s", name, err, tt.fault)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, err := cert.Verify(x509.VerifyOptions{Roots: pool}); err != nil || !pool.Equal(want) {
			t.Errorf("%s: %v, the same authorities %t", name, err, pool.Equal(want))
		}
	}
	for _, path := range []string{t.TempDir(), filepath.Join(t.TempDir(), "none")} {
		if _, err := Read(path); aranea.KindOf(err) != aranea.Invalid || strings.Count(err.Error(), path) != 1 {
			t.Errorf("%s: %v", path, err)
		}
	}
	if pool, err := Read(""); pool != nil || err != nil {
		t.Errorf("no file: %v, %v", pool, err)
	}
}
