package robotsmeta

// A Dialect is a way to interpret directives, above all those that contradict each other. It is a
// value: to define a dialect, copy one and change its fields.
type Dialect struct {
	Name string
	// PermitWins makes a permitting directive override a forbidding one; otherwise the stricter
	// of the two counts. With PermitWins, permitting directives in response fields do not count:
	// Yandex, whose rule this is, reads "index", "follow", "archive" and "all" only in tags.
	PermitWins bool
	// NoFollowByDefault allows following links only if the page says so.
	NoFollowByDefault bool
	// HeadOnly ignores robots tags outside the head of the page. Canonical and license links
	// outside the head have no effect in any dialect.
	HeadOnly bool
	// IgnoreUsage excludes Content-Usage and Content-Signal from the verdict on indexing.
	IgnoreUsage bool
}

// Strictest returns the default dialect: what any tag or field forbids is forbidden, wherever it
// is, and "search=n" keeps a page out of an index.
func Strictest() Dialect { return Dialect{Name: "strictest"} }

// Google returns the dialect that, like Strictest, obeys the prohibitions of all tags and fields,
// but does not use usage preferences for indexing.
func Google() Dialect { return Dialect{Name: "google", IgnoreUsage: true} }

// Yandex returns the dialect in which permitting directives in tags override forbidding ones.
func Yandex() Dialect { return Dialect{Name: "yandex", PermitWins: true, IgnoreUsage: true} }

// Inktomi returns the dialect that follows links only if a page says so: the default of Inktomi
// was index, nofollow (an article in Chinese on web spiders, 2004).
func Inktomi() Dialect {
	return Dialect{Name: "inktomi", NoFollowByDefault: true, IgnoreUsage: true}
}

// HTML4 returns the dialect that reads robots tags only in the head, where HTML 4.01 (appendix
// B.4.1) and "HTTP: The Definitive Guide" (O'Reilly, 2002, section 9.4) put them.
func HTML4() Dialect { return Dialect{Name: "html4", HeadOnly: true, IgnoreUsage: true} }

// Dialects returns the named dialects, the default first.
func Dialects() []Dialect {
	return []Dialect{Strictest(), Google(), Yandex(), Inktomi(), HTML4()}
}

// DialectByName returns the dialect with the given name, or false if there is none. The empty
// name means the default.
func DialectByName(name string) (Dialect, bool) {
	for _, d := range Dialects() {
		if d.Name == name || name == "" {
			return d, true
		}
	}
	return Dialect{}, false
}
