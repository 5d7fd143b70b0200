package robotstxt_test

import (
	"testing"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// TestGoogleDocumented compares the dialect of Google's parser with what Google documents and
// with the known behavior of its parser: groups, precedence, wildcards, escapes, tolerance. The
// benchmark module compares the corpus with a port of that parser.
func TestGoogleDocumented(t *testing.T) {
	t.Parallel()
	const g = "google"
	one := func(rules string) string { return "user-agent: FooBot\n" + rules }
	runSeedCases(t, []seedCase{
		{"keys without colons", g, "FooBot", "user-agent FooBot\ndisallow /\n", "/x/y", robotstxt.Deny},
		{"keys nobody knows", g, "FooBot", "foo: FooBot\nbar: /\n", "/x/y", robotstxt.Allow},
		{"agents stack up", g, "BarBot", "user-agent: FooBot\nuser-agent: BarBot\ndisallow: /x\n", "/x", robotstxt.Deny},
		{"other lines between agents", g, "FooBot", "User-agent: FooBot\nSitemap: https://a.org/s\nInvalid-Unknown-Line: unknown\nUser-agent: *\nDisallow: /\n", "/x", robotstxt.Deny},
		{"a rule outside groups", g, "FooBot", "disallow: /x\nuser-agent: FooBot\n", "/x", robotstxt.Allow},
		{"an agent up to the first space", g, "Foo", "User-Agent: *\nDisallow: /\nUser-Agent: Foo Bar\nAllow: /x/\nDisallow: /\n", "/x/y", robotstxt.Allow},
		{"an agent in any case", g, "fOObOT", one("allow: /x/\ndisallow: /\n"), "/x/y", robotstxt.Allow},
		{"a named group alone counts", g, "FooBot", "user-agent: *\ndisallow: /x/\nuser-agent: FooBot\ndisallow: /y/\n", "/x/page", robotstxt.Allow},
		{"and its own rules", g, "FooBot", "user-agent: *\ndisallow: /x/\nuser-agent: FooBot\ndisallow: /y/\n", "/y/page", robotstxt.Deny},
		{"paths with case", g, "FooBot", one("disallow: /X/\n"), "/x/y", robotstxt.Allow},
		{"the longest: disallow", g, "FooBot", one("disallow: /x/page.html\nallow: /x/\n"), "/x/page.html", robotstxt.Deny},
		{"the longest: allow", g, "FooBot", one("allow: /x/page.html\ndisallow: /x/\n"), "/x/page.html", robotstxt.Allow},
		{"nothing is said", g, "FooBot", one("disallow:\nallow:\n"), "/x", robotstxt.Allow},
		{"equal: allow", g, "FooBot", one("disallow: /\nallow: /\n"), "/x/page.html", robotstxt.Allow},
		{"a folder and what begins alike", g, "FooBot", one("disallow: /x\nallow: /x/\n"), "/x", robotstxt.Deny},
		{"a folder", g, "FooBot", one("disallow: /x\nallow: /x/\n"), "/x/", robotstxt.Allow},
		{"a star makes a rule longer", g, "FooBot", one("allow: /page\ndisallow: /*.html\n"), "/page.html", robotstxt.Deny},
		{"shorter than a path", g, "FooBot", one("allow: /x/page.\ndisallow: /*.html\n"), "/x/page.html", robotstxt.Allow},
		{"a beginning", g, "FooBot", one("allow: /fish\ndisallow: /\n"), "/fishheads/yummy.html", robotstxt.Allow},
		{"a beginning in capitals", g, "FooBot", one("allow: /fish\ndisallow: /\n"), "/Fish.asp", robotstxt.Deny},
		{"a beginning in the middle", g, "FooBot", one("allow: /fish\ndisallow: /\n"), "/?id=fish", robotstxt.Deny},
		{"an ending by wildcard", g, "FooBot", one("allow: /*.php\ndisallow: /\n"), "/folder/filename.php?parameters", robotstxt.Allow},
		{"an ending that must be one", g, "FooBot", one("allow: /*.php$\ndisallow: /\n"), "/filename.php?parameters", robotstxt.Deny},
		{"a beginning and an ending", g, "FooBot", one("allow: /fish*.php\ndisallow: /\n"), "/fishheads/catfish.php?parameters", robotstxt.Allow},
		{"the home page only", g, "FooBot", one("allow: /$\ndisallow: /\n"), "/", robotstxt.Allow},
		{"and no other", g, "FooBot", one("allow: /$\ndisallow: /\n"), "/page.html", robotstxt.Deny},
		{"an index opens its folder", g, "FooBot", one("allow: /a/index.html\ndisallow: /\n"), "/a/", robotstxt.Allow},
		{"but no page in it", g, "FooBot", one("allow: /a/index.html\ndisallow: /\n"), "/a/page.html", robotstxt.Deny},
		{"an index of old", g, "FooBot", one("allow: /a/index.htm\ndisallow: /\n"), "/a/", robotstxt.Allow},
		{"an index in the root", g, "FooBot", one("allow: /index.html\ndisallow: /\n"), "/", robotstxt.Allow},
		{"letters outside ASCII in a rule are escaped", g, "FooBot", one("disallow: /\nallow: /foo/bar/ツ\n"), "/foo/bar/%E3%83%84", robotstxt.Allow},
		{"those of a URL are not", g, "FooBot", one("disallow: /\nallow: /foo/bar/ツ\n"), "/foo/bar/ツ", robotstxt.Deny},
		{"an escape in a rule stays", g, "FooBot", one("disallow: /\nallow: /foo/bar/%E3%83%84\n"), "/foo/bar/%E3%83%84", robotstxt.Allow},
		{"an escaped letter is not undone", g, "FooBot", one("disallow: /\nallow: /foo/bar/%62%61%7A\n"), "/foo/bar/baz", robotstxt.Deny},
		{"but equals itself", g, "FooBot", one("disallow: /\nallow: /foo/bar/%62%61%7A\n"), "/foo/bar/%62%61%7A", robotstxt.Allow},
		{"a URL in a query", g, "FooBot", one("disallow: /\nallow: /foo/bar?qux=taz&baz=http://foo.bar?tar&par\n"), "/foo/bar?qux=taz&baz=http://foo.bar?tar&par", robotstxt.Allow},
		{"misspelt keys", g, "FooBot", "useragent: FooBot\ndissallow: /\nDiasllow : /x\n", "/y", robotstxt.Deny},
		{"a whole mark", g, "FooBot", "\xEF\xBB\xBFUser-Agent: FooBot\nAllow: /AnyValue\nDisallow: /\n", "/AnyValue", robotstxt.Allow},
		{"a broken mark spoils its line", g, "FooBot", "\xEF\x11\xBFUser-Agent: FooBot\nDisallow: /\n", "/x", robotstxt.Allow},
		{"a picture robot", g, "Googlebot-Image", "User-agent: googlebot\nDisallow: /a\n\nUser-agent: googlebot-image\nDisallow: /b\n", "/a", robotstxt.Allow},
	})
	m := robotstxt.Parse([]byte("user-agent: *\r\ndisallow: /\r\n\rallow: /x\n\n# c\ndisallow: /x/y\n")).Compile(dialect.Google(), "FooBot")
	for target, line := range map[string]int{"/": 2, "/x": 4, "/x/y": 7} {
		if got := m.Decide(target); got.Line != line {
			t.Errorf("%s: line %d, want %d", target, got.Line, line)
		}
	}
}
