package learn

import (
	"bytes"
	"fmt"

	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/field"
	"github.com/aranea-search/aranea/weburl"
)

// NamedHost returns the origin that the Host lines of a robots file name for an origin, "" if
// they name none or the origin itself. The line, which is a Yandex extension, is read in any
// dialect of the crawl: it is evidence here, not a rule.
func NamedHost(o weburl.Origin, c *acquire.Copy) weburl.Origin {
	if c.Class != acquire.ClassRules || !bytes.Contains(bytes.ToLower(c.Body), []byte("host")) {
		return ""
	}
	m := c.RulesFor(dialect.Yandex2003(), string(o), "Yandex")
	if m == nil {
		return ""
	}
	var named weburl.Origin
	for _, h := range m.Hosts() {
		if h.Fault != field.HostOK {
			continue
		}
		scheme, port := "http", ""
		if h.Port != 80 {
			port = fmt.Sprintf(":%d", h.Port)
		} else if o.Port() == 443 {
			scheme = "https"
		}
		u, err := weburl.Parse(scheme + "://" + h.Name + port + "/")
		switch {
		case err != nil:
		case u.Origin() == o:
			return "" // a line that names the host itself decides
		case named == "":
			named = u.Origin()
		}
	}
	return named
}
