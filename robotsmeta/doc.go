// Package robotsmeta reads what a page says to robots about itself: the robots
// meta tag and the X-Robots-Tag response field, for all robots or for one by
// name; canonical links and other relations; refreshes; parts of the page that
// are closed; what may be done with its text. It merges all of it to one value
// that says of each directive where it was said, and answers separate questions:
// may the page be indexed, may its links be followed, may it be archived, may a
// snippet be shown, what may it be used for.
//
// # Reading a page
//
// A Reader collects what one page says to one robot, which may go by several
// names. Field takes the fields of the response, whatever their names; Tag and
// Link take meta and link elements; Directives returns the result.
//
//	r := robotsmeta.NewReader("MyBot")
//	for name, values := range resp.Header {
//		for _, v := range values {
//			r.Field(name, v)
//		}
//	}
//	r.Tag(robotsmeta.Tag{Name: "robots", Content: "noindex", Line: 4, Column: 3})
//	d := r.Directives()
//	if v := d.Index(now); !v.Allowed {
//		fmt.Println(v.Source) // noindex in meta robots, line 4, column 3
//	}
//
// The fields are X-Robots-Tag with its scopes, Robots-Tag (draft-illyes-repext),
// Content-Usage, Content-Signal, TDM-Reservation, TDM-Policy, Link and Refresh.
// The meta tags are robots and the robot's own names, revisit-after,
// tdm-reservation, tdm-policy, and http-equiv=refresh. KnownDirectives lists the
// directives with their meanings; others are kept as they were said.
//
// What is said to all robots and what is said to one of the robot's names add
// up. What is said to other robots is ignored. Lists may be separated wrongly, by
// whitespace, semicolons or the commas of other scripts, and values may stand in
// quotation marks: a wish that can be understood counts, and Lint
// tells of the mistake.
//
// # Verdicts
//
// Index, Follow, Archive, Snippet, ImageIndex and Translate each answer one
// question with a Verdict, which names what forbids. Judge gives all of them at
// once and joins what the robots file says. MaxSnippet, MaxImagePreview,
// MaxVideoPreview and Expires return limits. Use answers for one use of the page,
// "train-ai" say: it is allowed, refused, or nothing is known.
//
// Nothing here is enforced by the package; the caller acts on the answers.
//
// # Dialects
//
// Robots read contradictions differently, so the reading is a value, the
// Dialect. Strictest, the default, obeys whatever forbids. Google does the same
// for directives. Yandex lets permitting words win over forbidding ones, in tags.
// Inktomi follows links only where it is told to. HTML4 looks into the head of
// the page only. A program may define its own.
//
// # Parts of a page
//
// Scanner tells which parts of a page are closed, to the index, to snippets or to
// anchor texts, from the tags and comments that the caller's tokenizer delivers.
// It knows <noindex> and <!--noindex-->, <!--googleoff: index--> and its kin,
// data-nosnippet and class="robots-nocontent". Parts does the same for a whole
// text, by a plain reading of its own.
//
// # Lint
//
// Directives.Lint tells of contradictions, mistakes and surprises, each with a
// stable code and its place: directives that exclude each other, tags outside the
// head, attributes that are misspelt, dates that cannot be read or have passed,
// canonical links that lead nowhere, pages that a sitemap names and that must not
// be indexed.
//
// # Limits
//
// Any bytes are taken: there are no errors, and time grows with what is read and
// memory is bounded by MaxContent, MaxDirectives and MaxLinks. A Reader and a Scanner are for
// one goroutine; Directives are safe for concurrent use.
//
// Floor: 0 (leaves). Stability: public. From outside its module it uses the
// standard library only; it does no input or output and keeps no time: now is an
// argument. It does not fetch or render, and does not parse HTML beyond what Parts
// needs.
package robotsmeta
