package robotstxt_test

import (
	"testing"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// TestNamesWithDigits checks that an agent's name that is not a product token finds its group,
// whether a dialect cuts the values of User-agent lines to tokens or compares them as a whole.
func TestNamesWithDigits(t *testing.T) {
	t.Parallel()
	f := robotstxt.Parse([]byte("User-agent: MJ12bot\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n"))
	for _, d := range []dialect.Dialect{dialect.RFC9309(), dialect.RFC9309Strict(), dialect.Standard1994(), dialect.Draft1996()} {
		if m := f.Compile(d, "MJ12bot"); m.Allowed("/a") || !m.Allowed("/b") {
			t.Errorf("%s: the group of %q", d.Name, m.Agent())
		}
		if m := f.Compile(d, "OtherBot/2.0 (+http://a.test)"); !m.Allowed("/a") || m.Allowed("/b") {
			t.Errorf("%s: the group of %q for OtherBot", d.Name, m.Agent())
		}
	}
}
