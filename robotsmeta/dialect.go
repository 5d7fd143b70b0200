package robotsmeta

// A Dialect is one way to read what pages say, above all of directives that
// contradict each other. It is a value: copy one and change its fields to define
// your own.
type Dialect struct {
	Name string
	// PermitWins lets a permitting directive beat a forbidding one; otherwise
	// the stricter of the two counts. Permitting directives in fields of the
	// response do not count then: Yandex, whose rule this is, reads "index",
	// "follow", "archive" and "all" in tags only.
	PermitWins bool
	// NoFollowByDefault follows links only if the page says so.
	NoFollowByDefault bool
	// HeadOnly ignores robots tags outside the head of the page. Canonical and
	// license links outside the head say nothing in any dialect.
	HeadOnly bool
	// IgnoreUsage leaves Content-Usage and Content-Signal out of the verdict
	// on indexing.
	IgnoreUsage bool
}

// Strictest is the default dialect: what is forbidden in any tag or field is
// forbidden, wherever it stands, and "search=n" keeps a page out of an index.
func Strictest() Dialect { return Dialect{Name: "strictest"} }

// Google adds the negatives of all tags and fields up, like Strictest, and does
// not take usage preferences for verdicts on indexing.
func Google() Dialect { return Dialect{Name: "google", IgnoreUsage: true} }

// Yandex lets permitting directives win over forbidding ones, in tags.
func Yandex() Dialect { return Dialect{Name: "yandex", PermitWins: true, IgnoreUsage: true} }

// Inktomi follows links only where it is told to: its default was index,
// nofollow (an article in Chinese on web spiders, 2004).
func Inktomi() Dialect {
	return Dialect{Name: "inktomi", NoFollowByDefault: true, IgnoreUsage: true}
}

// HTML4 reads robots tags in the head only, where HTML 4.01
// (appendix B.4.1) and "HTTP: The Definitive Guide" (O'Reilly, 2002, section 9.4)
// put them.
func HTML4() Dialect { return Dialect{Name: "html4", HeadOnly: true, IgnoreUsage: true} }

// Dialects returns the named dialects, the default first.
func Dialects() []Dialect {
	return []Dialect{Strictest(), Google(), Yandex(), Inktomi(), HTML4()}
}

// DialectByName returns the named dialect, and false if there is none. The
// empty name is the default.
func DialectByName(name string) (Dialect, bool) {
	for _, d := range Dialects() {
		if d.Name == name || name == "" {
			return d, true
		}
	}
	return Dialect{}, false
}
