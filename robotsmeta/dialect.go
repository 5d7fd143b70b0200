package robotsmeta

// A Dialect is one reading of directives that contradict each other. It is a
// value: copy one and change its fields to define your own.
type Dialect struct {
	Name string
	// PermitWins lets a permitting directive beat a forbidding one (Yandex);
	// otherwise the stricter of the two counts (Google).
	PermitWins bool
	// NoFollowByDefault follows links only if the page says so (Inktomi, whose
	// default was index, nofollow).
	NoFollowByDefault bool
	// IgnoreUsage leaves Content-Usage and Content-Signal out of the verdict
	// on indexing.
	IgnoreUsage bool
}

// Strictest is the default dialect: negatives of all tags and fields add up.
func Strictest() Dialect { return Dialect{Name: "strictest"} }

// Google reads like Strictest and does not take usage preferences for verdicts
// on indexing.
func Google() Dialect { return Dialect{Name: "google", IgnoreUsage: true} }

// Yandex lets permitting directives win.
func Yandex() Dialect { return Dialect{Name: "yandex", PermitWins: true, IgnoreUsage: true} }

// Inktomi follows links only where it is told to.
func Inktomi() Dialect {
	return Dialect{Name: "inktomi", NoFollowByDefault: true, IgnoreUsage: true}
}

// Dialects returns the named dialects, the default first.
func Dialects() []Dialect { return []Dialect{Strictest(), Google(), Yandex(), Inktomi()} }

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
