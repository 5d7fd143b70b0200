package indexnow

import (
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/subpath"
	"github.com/aranea-search/aranea/weburl"
)

// Limits of a notice. The number of URLs and the length of a key are those of the protocol.
const (
	MaxURLs = 10_000
	MaxBody = 8 << 20 // bytes

	minKey = 8
	maxKey = 128
)

// A Notice reports that URLs of a host were added, changed or removed, in the form of the
// protocol. Its sender has put Key into a file of that host.
type Notice struct {
	Host        string   `json:"host"`
	Key         string   `json:"key"`
	KeyLocation string   `json:"keyLocation,omitempty"`
	URLs        []string `json:"urlList"`
}

// Read parses the body of a request with a list of URLs. Its error is a Refusal of kind Invalid.
func Read(body []byte) (Notice, error) {
	var n Notice
	if len(body) > MaxBody {
		return n, invalid("it is longer than %d bytes", MaxBody)
	}
	if err := json.Unmarshal(body, &n); err != nil {
		return Notice{}, invalid("it is no JSON object of the protocol: %w", err)
	}
	return n, nil
}

// One returns the notice for a single URL.
func One(url, key, keyLocation string) Notice {
	n := Notice{Key: key, KeyLocation: keyLocation, URLs: []string{url}}
	if u, err := weburl.Parse(url); err == nil {
		n.Host = u.Host()
	}
	return n
}

// A Claim is a well-formed notice: its URLs belong to whoever can put Key into the file at
// KeyURL.
type Claim struct {
	Key    string
	KeyURL weburl.URL
	URLs   []weburl.URL // without duplicates
}

// site returns the registrable domain of the claim.
func (c *Claim) site() string { return c.KeyURL.Origin().Site() }

// Claim returns the claim of the notice. Its error is a Refusal of kind Invalid: all URLs must
// be of the origin of the key file, and in its folder or below.
func (n *Notice) Claim() (Claim, error) {
	if !validKey(n.Key) {
		return Claim{}, invalid("the key must have %d to %d letters, digits and dashes", minKey, maxKey)
	}
	if len(n.URLs) == 0 || len(n.URLs) > MaxURLs {
		return Claim{}, invalid("it names %d URLs; it must name 1 to %d", len(n.URLs), MaxURLs)
	}
	c := Claim{Key: n.Key}
	seen := make(map[weburl.URL]bool, len(n.URLs))
	for _, text := range n.URLs {
		u, err := weburl.Parse(text)
		if err != nil {
			return Claim{}, invalid("%.200q is no URL: %w", text, err)
		}
		if !seen[u] {
			seen[u] = true
			c.URLs = append(c.URLs, u)
		}
	}
	location := n.KeyLocation
	if location == "" {
		location = "/" + n.Key + ".txt"
	}
	var err error
	if c.KeyURL, err = c.URLs[0].Resolve(location); err != nil {
		return Claim{}, invalid("%.200q is no location of a key: %w", n.KeyLocation, err)
	}
	return c, c.check(strings.ToLower(n.Host))
}

// check returns an error if the key is not valid for the URLs.
func (c *Claim) check(host string) error {
	if c.KeyURL.Host() != host && c.KeyURL.Origin().Host() != host {
		return invalid("the key lies on %s, and the host is %.200q", c.KeyURL.Host(), host)
	}
	if _, asks := c.KeyURL.Query(); asks { // a request with a query could have effects there
		return invalid("the address of the key has a query")
	}
	if subpath.Escapes(c.KeyURL.Path()) { // /~user%2Fkey.txt is the file of a user for many servers, and lies in the root here
		return invalid("the address of the key has an escaped slash")
	}
	folder := path.Dir(c.KeyURL.Path())
	if folder != "/" {
		folder += "/"
	}
	for _, u := range c.URLs {
		if u.Origin() != c.KeyURL.Origin() || !subpath.Of(folder, u.Path()) {
			return invalid("%.200q does not lie where the key speaks for it", u.String())
		}
	}
	return nil
}

func validKey(key string) bool {
	bad := func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-')
	}
	return minKey <= len(key) && len(key) <= maxKey && !strings.ContainsFunc(key, bad)
}

// Proves returns nil if an answer for KeyURL contains the key, and the reason otherwise.
func (c *Claim) Proves(f *aranea.Fetched) error {
	switch {
	case f.Status == 0:
		return fmt.Errorf("the file with the key was not read: %s", f.Failure) // the detail may reveal the local network
	case f.Status != 200:
		return fmt.Errorf("the file with the key was answered with status %d", f.Status)
	}
	text := strings.TrimSpace(strings.TrimPrefix(string(f.Body), "\ufeff"))
	if text != c.Key {
		return errors.New("the file holds another key")
	}
	return nil
}
