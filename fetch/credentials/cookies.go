package credentials

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// importCookies reads a cookie file as exported by browsers (Netscape's format): each line has
// domain, whether its subdomains are included, path, whether https is required, the expiry in
// seconds, name and value, separated by tabs. Cookies for other domains than that of the secret
// are ignored.
func (s *secret) importCookies(data []byte) error {
	jar, err := newJar()
	if err != nil {
		return err
	}
	taken := 0
	for i, line := range strings.Split(string(data), "\n") {
		line = strings.TrimPrefix(strings.TrimRight(line, "\r"), "#HttpOnly_")
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		c, err := cookieOf(line)
		if err != nil {
			return fmt.Errorf("cookie file, line %d: %w", i+1, err)
		}
		host := s.url.Host()
		domain := strings.ToLower(strings.TrimPrefix(c.Domain, "."))
		switch below := strings.HasSuffix(host, "."+domain); {
		case host != domain && (!below || c.Domain == domain):
			continue // of another site
		case host == domain && c.Domain == domain:
			c.Domain = "" // of this host only
		}
		jar.put(s.url, c)
		taken++
	}
	if taken == 0 {
		return errors.New("cookie file: it holds no cookie for the host of url")
	}
	s.jar = jar
	return nil
}

// cookieOf reads one line of a cookie file.
func cookieOf(line string) (*http.Cookie, error) {
	f := strings.Split(line, "\t")
	if len(f) != 7 {
		return nil, errors.New("it has not seven fields with tabs between")
	}
	expires, err := strconv.ParseInt(f[4], 10, 64)
	if err != nil {
		return nil, errors.New("the fifth field, the expiry, is no number")
	}
	if f[5] == "" || !sendable(f[5]+f[6]) || len(f[5])+len(f[6]) > maxValue {
		return nil, errors.New("the name or the value cannot be sent")
	}
	c := &http.Cookie{Domain: f[0], Path: f[2], Secure: strings.EqualFold(f[3], "TRUE"), Name: f[5], Value: f[6]} //nolint:gosec // it is read for a client, not set by a server
	if strings.EqualFold(f[1], "TRUE") && !strings.HasPrefix(c.Domain, ".") {
		c.Domain = "." + c.Domain
	}
	if expires > 0 {
		c.Expires = time.Unix(expires, 0)
	}
	return c, nil
}
