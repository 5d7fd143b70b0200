package inspect

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
)

func TestAgentName(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"FooBot": "FooBot", "MJ12bot": "MJ12bot", "Sogou web spider/4.0(+http://x)": "Sogou web spider", "Yahoo! Slurp": "Yahoo! Slurp",
		"Mozilla/5.0 (compatible; bingbot/2.0; +http://x)": "bingbot", "Mozilla/5.0 (X11)": "Mozilla", "паук": "паук",
		"Mozilla/3.0 (Slurp/si; slurp@inktomi.com)": "Slurp", "Mozilla/5.0 (compatible; Yahoo! Slurp; http://x)": "Yahoo! Slurp", "Inktomi Slurp": "Inktomi Slurp",
		"": "", "/1": "", "a\x1b[31m": "", "a\x9b": "", "a\u202eb": "", "a\nb": "", "Mozilla/5.0 (compatible;)": "",
		strings.Repeat("x", 100): strings.Repeat("x", 100), strings.Repeat("x", 101): "", strings.Repeat("x", 100) + "/1": strings.Repeat("x", 100),
	} {
		got, ok := AgentName(in)
		if ok != (want != "") || ok && string(got) != want {
			t.Errorf("AgentName(%q) = %q, %v, want %q", in, got, ok, want)
		}
	}
}

func TestWrittenName(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"MJ12bot": "MJ12bot", "FooBot/1.0": "FooBot", "Baiduspider+(+http://x)": "Baiduspider+", "FooBot, BarBot": "FooBot", "x\x9b31m": "x",
		"*": "*", "": "", "\x1b": "", strings.Repeat("9", 101): "",
	} {
		if got := writtenName(in); string(got) != want {
			t.Errorf("writtenName(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestIsNamed checks how Compile interprets a name that is not a product token.
func TestIsNamed(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		d    dialect.Dialect
		want bool
	}{
		{"MJ12bot", dialect.RFC9309(), true}, {"360Spider", dialect.RFC9309(), false}, {"360Spider", dialect.Standard1994(), true},
		{"MJ12bot", dialect.RFC9309Strict(), true}, {"My Bot", dialect.RFC9309Strict(), false}, {"FooBot", dialect.RFC9309Strict(), true},
	} {
		if got := isNamed(tt.d, dialect.AgentToken(tt.name)); got != tt.want {
			t.Errorf("%s in %s: %v", tt.name, tt.d.Name, got)
		}
	}
}

// TestNote: what a crawl noted of the answer has its status, which is told once.
func TestNote(t *testing.T) {
	t.Parallel()
	for detail, want := range map[string]string{
		"status 404, 9 bytes": "there is no robots file (status 404, 9 bytes); nothing is closed",
		"after 2 redirects":   "there is no robots file (status 404, after 2 redirects); nothing is closed",
		"":                    "there is no robots file (status 404); nothing is closed",
	} {
		if got := Note(&acquire.Copy{Class: acquire.ClassUnavailable, Status: 404, Detail: detail}); got != want {
			t.Errorf("%q: %s", detail, got)
		}
	}
}
