// Package botauth signs requests so that a site can distinguish the robot from clients that
// merely use its name (Web Bot Auth, draft-ietf-webbotauth-httpsig-protocol, over HTTP Message
// Signatures, RFC 9421).
//
// The robot's operator holds an Ed25519 key and publishes its public half as a directory under a
// URL of the operator's; each request names that URL and carries a signature over it and the
// requested authority, valid for a few minutes.
//
// Floor: 3 (state and I/O). Stability: engine. It reads key files and makes header fields; it
// sends nothing, and verifies nothing.
package botauth

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/secretfile"
	"github.com/aranea-search/aranea/weburl"
)

// DirectoryPath is where a directory of keys is served, DirectoryType its media type.
const (
	DirectoryPath = "/.well-known/http-message-signatures-directory"
	DirectoryType = "application/http-message-signatures-directory+json"
)

// lifetime is how long a signature is valid: enough for clocks that differ.
const lifetime = 5 * time.Minute

// label names the signature and the member of Signature-Agent that it covers.
const label = "sig"

// maxKeyFile is the maximum size of a key file in bytes.
const maxKeyFile = 64 << 10

// A Signer signs requests. It is immutable and safe for concurrent use.
type Signer struct {
	key   ed25519.PrivateKey
	keyID string
	agent string        // the origin of the directory
	nonce func() string // text without quotes, new with each call
}

// NewSigner returns a Signer with a key whose directory is served by the https origin directory.
func NewSigner(key ed25519.PrivateKey, directory weburl.Origin) (*Signer, error) {
	if len(key) != ed25519.PrivateKeySize {
		return nil, errors.New("botauth: it is no Ed25519 key")
	}
	if directory.Scheme() != "https" {
		return nil, fmt.Errorf("botauth: the directory of keys lies under %s, which is not https", directory)
	}
	return &Signer{key: key, keyID: thumbprint(public(key)), agent: string(directory), nonce: rand.Text}, nil
}

func public(key ed25519.PrivateKey) []byte { return key[ed25519.PrivateKeySize-ed25519.PublicKeySize:] }

// thumbprint returns the JWK thumbprint of a public key (RFC 7638, RFC 8037 appendix A.3).
func thumbprint(key []byte) string {
	sum := sha256.Sum256([]byte(`{"crv":"Ed25519","kty":"OKP","x":"` + base64.RawURLEncoding.EncodeToString(key) + `"}`))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// String returns the key's public name, so that the key cannot be printed by accident.
func (s *Signer) String() string { return s.keyID }

// Fields returns the header fields that sign a request to an origin at an instant.
func (s *Signer) Fields(o weburl.Origin, now time.Time) http.Header {
	_, authority, _ := strings.Cut(string(o), "://")
	params := fmt.Sprintf(`("@authority" "signature-agent";key="%s");created=%d;keyid="%s";alg="ed25519";expires=%d;nonce="%s";tag="web-bot-auth"`,
		label, now.Unix(), s.keyID, now.Add(lifetime).Unix(), s.nonce())
	signature := base64.StdEncoding.EncodeToString(ed25519.Sign(s.key, base(authority, label, s.agent, params)))
	return http.Header{
		"Signature-Agent": {label + `="` + s.agent + `"`},
		"Signature-Input": {label + "=" + params},
		"Signature":       {label + "=:" + signature + ":"},
	}
}

// base returns what is signed (RFC 9421 section 2.5).
func base(authority, label, agent, params string) []byte {
	return fmt.Appendf(nil, "\"@authority\": %s\n\"signature-agent\";key=\"%s\": \"%s\"\n\"@signature-params\": %s", authority, label, agent, params)
}

// A jwk is a public key of the directory (RFC 8037 section 2).
type jwk struct {
	Type  string `json:"kty"`
	Curve string `json:"crv"`
	ID    string `json:"kid"`
	X     string `json:"x"`
	Use   string `json:"use"`
}

// Directory returns the JSON of the directory with the public key.
func (s *Signer) Directory() []byte {
	keys := map[string][]jwk{"keys": {{"OKP", "Ed25519", s.keyID, base64.RawURLEncoding.EncodeToString(public(s.key)), "sig"}}}
	data, err := json.Marshal(keys)
	if err != nil {
		panic("botauth: a directory of strings does not encode: " + err.Error())
	}
	return data
}

// opRead is the operation in errors of reading a key file.
const opRead = "read the signing key"

// ReadKey reads an Ed25519 key in PKCS #8, as written by "openssl genpkey -algorithm ed25519"
// and NewKey. The file must be readable only by its owner. Errors are of kind invalid and never
// contain the key.
func ReadKey(path string) (ed25519.PrivateKey, error) {
	key, err := readKey(path)
	if err != nil {
		return nil, &aranea.Error{Op: opRead, Kind: aranea.Invalid, Obj: path, Err: err}
	}
	return key, nil
}

func readKey(path string) (ed25519.PrivateKey, error) {
	data, err := secretfile.Read(path, maxKeyFile)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(data)
	if block == nil || block.Type != "PRIVATE KEY" {
		return nil, errors.New("it holds no PRIVATE KEY in PEM")
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	key, ok := parsed.(ed25519.PrivateKey)
	if err != nil || !ok {
		return nil, errors.New("its key is no Ed25519 key in PKCS #8")
	}
	return key, nil
}

// NewKey makes a key and writes it to a new file that only its owner may read.
func NewKey(path string) error {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	data, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(pem.Encode(f, &pem.Block{Type: "PRIVATE KEY", Bytes: data}), f.Sync(), f.Close())
}
