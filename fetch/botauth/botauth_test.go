package botauth

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// testKey returns the key of RFC 9421 appendix B.1.4.
func testKey(t testing.TB) ed25519.PrivateKey {
	t.Helper()
	der, err := base64.StdEncoding.DecodeString("MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF")
	if err != nil {
		t.Fatal(err)
	}
	key, err := x509.ParsePKCS8PrivateKey(der)
	if err != nil {
		t.Fatal(err)
	}
	return key.(ed25519.PrivateKey)
}

func signer(t testing.TB) *Signer {
	t.Helper()
	s, err := NewSigner(testKey(t), "https://signature-agent.test")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestKeyID: the thumbprint and the directory are those of the draft's test vectors.
func TestKeyID(t *testing.T) {
	t.Parallel()
	s := signer(t)
	if got := s.String(); got != "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U" {
		t.Error(got)
	}
	const want = `{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U","x":"JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs","use":"sig"}]}`
	if got := string(s.Directory()); got != want {
		t.Error(got)
	}
}

// TestVector: Ed25519 over the signature base of the draft's vector with a dictionary gives the
// vector's signature, so base builds it as the draft does.
func TestVector(t *testing.T) {
	t.Parallel()
	const params = `("@authority" "signature-agent";key="agent2");created=1735689600;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";alg="ed25519";expires=4889289600;` +
		`nonce="n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==";tag="web-bot-auth"`
	got := base64.StdEncoding.EncodeToString(ed25519.Sign(testKey(t), base("example.com", "agent2", "https://signature-agent.test", params)))
	if got != "RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==" {
		t.Error(got)
	}
}

// TestFields: each request is signed for its authority, for a few minutes, and never twice with
// the same nonce.
func TestFields(t *testing.T) {
	t.Parallel()
	s, now := signer(t), time.Unix(1_790_000_000, 0)
	h := s.Fields("https://www.example.org:8443", now)
	if got := h.Get("Signature-Agent"); got != `sig="https://signature-agent.test"` {
		t.Error(got)
	}
	params, ok := strings.CutPrefix(h.Get("Signature-Input"), "sig=")
	for _, want := range []string{`("@authority" "signature-agent";key="sig")`, ";created=1790000000;", ";expires=1790000300;", `;tag="web-bot-auth"`} {
		if !ok || !strings.Contains(params, want) {
			t.Errorf("%s lacks %s", params, want)
		}
	}
	text, ok := strings.CutPrefix(h.Get("Signature"), "sig=:")
	signature, err := base64.StdEncoding.DecodeString(strings.TrimSuffix(text, ":"))
	pub := testKey(t).Public().(ed25519.PublicKey)
	if err != nil || !ok || !ed25519.Verify(pub, base("www.example.org:8443", "sig", "https://signature-agent.test", params), signature) {
		t.Errorf("the signature does not verify: %s", h.Get("Signature"))
	}
	if ed25519.Verify(pub, base("other.example.org", "sig", "https://signature-agent.test", params), signature) {
		t.Error("the signature is good for another authority")
	}
	if again := s.Fields("https://www.example.org:8443", now); again.Get("Signature-Input") == h.Get("Signature-Input") {
		t.Error("two requests have one nonce")
	}
	if _, err := NewSigner(testKey(t), weburl.Origin("http://a.test")); err == nil {
		t.Error("a directory without TLS is taken")
	}
}

// TestKeyFiles: a key is written once, readable only by its owner, and read back; anything else
// is refused without being shown.
func TestKeyFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "key.pem")
	if err := NewKey(path); err != nil {
		t.Fatal(err)
	}
	key, err := ReadKey(path)
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSigner(key, "https://a.test")
	if err != nil {
		t.Fatal(err)
	}
	var directory struct{ Keys []jwk }
	if err := json.Unmarshal(s.Directory(), &directory); err != nil || len(directory.Keys) != 1 || directory.Keys[0].ID != s.String() {
		t.Errorf("%v, %v", directory, err)
	}
	if NewKey(path) == nil {
		t.Error("a key was overwritten")
	}
	for name, text := range map[string]string{"empty": "", "no PEM": "sentinel", "another key": "-----BEGIN PRIVATE KEY-----\nc2VudGluZWw=\n-----END PRIVATE KEY-----\n"} {
		bad := filepath.Join(dir, name)
		if err := os.WriteFile(bad, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadKey(bad); aranea.KindOf(err) != aranea.Invalid || strings.Contains(err.Error(), "sentinel") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadKey(path); runtime.GOOS != "windows" && err == nil {
		t.Error("a key that others may read is taken")
	}
}

func BenchmarkFields(b *testing.B) {
	s, now := signer(b), time.Unix(1_790_000_000, 0)
	for b.Loop() {
		s.Fields("https://www.example.org", now)
	}
}
