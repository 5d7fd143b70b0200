package robotstxt

import "time"

// A Dialect is one reading of the protocol. It is a value: copy one and change
// its fields to define your own.
type Dialect struct {
	// Name is shown in decisions.
	Name string
	// Typos accepts misspelt keys, keys with a blank inside and a missing
	// colon, as Google's parser does.
	Typos bool
	// DecodeUnreserved compares %7E and ~ as equal, as RFC 9309 section 2.2.2
	// demands; %2A and %24 then name the letters * and $.
	DecodeUnreserved bool
	// IndexHTML makes an allow rule for .../index.html allow the bare folder
	// too, as Google does.
	IndexHTML bool
	// TypedAgents takes the leading letters of a User-agent value as the
	// token, so that "FooBot/1.0" names FooBot.
	TypedAgents bool

	// ForbiddenDenies takes 401 and 403 for a full disallow (the 1996 draft)
	// instead of no file.
	ForbiddenDenies bool
	// Throttled429 takes 429 for unreachable instead of no file.
	Throttled429 bool
	// MaxAge is how long a copy is used at most while the file can be had, and
	// the age used when the response names none.
	MaxAge, DefaultAge time.Duration
	// StaleFor is how long the last good copy is used while the file cannot be
	// had. With no copy, or after that time, everything is postponed.
	StaleFor time.Duration
}

// RFC9309 is the default dialect: the meaning of RFC 9309 with the mistakes
// that Google's parser tolerates and the standard's full decoding rule.
func RFC9309() Dialect {
	return Dialect{
		Name: "rfc9309", Typos: true, DecodeUnreserved: true, TypedAgents: true, Throttled429: true,
		MaxAge: 24 * time.Hour, DefaultAge: 24 * time.Hour, StaleFor: 30 * 24 * time.Hour,
	}
}

// RFC9309Strict is RFC9309 without tolerated mistakes.
func RFC9309Strict() Dialect {
	d := RFC9309()
	d.Name, d.Typos, d.TypedAgents, d.Throttled429 = "rfc9309-strict", false, false, false
	return d
}

// Google is the reading of Google's open source parser.
func Google() Dialect {
	d := RFC9309()
	d.Name, d.DecodeUnreserved, d.IndexHTML = "google", false, true
	return d
}

// Dialects returns the named dialects, the default first.
func Dialects() []Dialect { return []Dialect{RFC9309(), RFC9309Strict(), Google()} }

// DialectByName returns the named dialect, and false if there is none. The
// empty name is the default.
func DialectByName(name string) (Dialect, bool) {
	if name == "" {
		return RFC9309(), true
	}
	for _, d := range Dialects() {
		if d.Name == name {
			return d, true
		}
	}
	return Dialect{}, false
}
