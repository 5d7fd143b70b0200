// Package robotsmeta reads what a page says to robots about itself: the robots
// meta tag and the X-Robots-Tag response field, for all robots or for one by
// name; link relations; canonical links; parts of a page that are closed; what
// may be done with its text. It merges all of it to one value that says of each
// directive where it was said, and answers separate questions: may the page be
// indexed, may its links be followed, may it be archived, may a snippet be
// shown, what may it be used for.
//
//	r := robotsmeta.NewReader("MyBot")
//	r.Field("X-Robots-Tag", "otherbot: noindex, nofollow")
//	r.Meta("robots", "noindex")
//	d := r.Directives()
//	if v := d.Index(now); !v.Allowed {
//		fmt.Println(v.Source) // noindex in meta robots
//	}
//
// Who says what in which tag is kept; robots read contradictions differently,
// so the reading is a value, the Dialect. Lint tells of contradictions,
// mistakes and surprises.
//
// Scanner tells which parts of a page are closed, from the tags and comments
// that the caller's tokenizer delivers; Parts does so for a whole text.
//
// Floor: 0 (leaves). Stability: public. It uses the standard library only, does
// no input or output and keeps no time: now is an argument. It does not fetch
// or render, and does not parse HTML beyond what Parts needs.
package robotsmeta
