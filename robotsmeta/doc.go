// Package robotsmeta reads the directives of a page for robots: the robots meta tag and the
// X-Robots-Tag response field, for all robots or for one by name; canonical links and other
// relations; refreshes; closed parts of the page; preferences on the use of its text. It merges
// them into one value that has the place of each directive, and answers separate questions: may
// the page be indexed, may its links be followed, may it be archived, may a snippet be shown,
// what may it be used for.
//
// # Reading a page
//
// A Reader collects the directives of one page for one robot, which may have several names. Field
// takes the response fields, whatever their names; Tag and Link take meta and link elements;
// Directives returns the result.
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
// The fields are X-Robots-Tag with its scopes, Robots-Tag (draft-illyes-repext), Content-Usage,
// Content-Signal, TDM-Reservation, TDM-Policy, Link and Refresh. The meta tags are robots and the
// robot's own names, revisit-after, tdm-reservation, tdm-policy, and http-equiv=refresh.
// KnownDirectives lists the directives with their meanings; unknown directives are kept
// unchanged.
//
// Directives for all robots and directives for one of the robot's names are combined. Directives
// for other robots are ignored. Lists may have wrong separators such as whitespace, semicolons or
// the commas of other scripts, and values may be in quotation marks: a directive that can be
// understood counts, and Lint reports the mistake.
//
// # Verdicts
//
// Index, Follow, Archive, Snippet, ImageIndex and Translate each answer one question with a
// Verdict, which names the directive that forbids. Judge returns all verdicts at once and
// includes the verdict of the robots file. MaxSnippet, MaxImagePreview, MaxVideoPreview and
// Expires return limits. Use answers for one use of the page, such as "train-ai": it is allowed,
// refused, or unknown.
//
// The package enforces nothing; the caller acts on the answers.
//
// # Dialects
//
// Robots interpret contradictions differently, so the interpretation is a value, the Dialect.
// Strictest, the default, obeys every prohibition. Google does the same for directives. In the
// dialect Yandex, permitting directives in tags override forbidding ones. Inktomi follows links
// only if a page says so. HTML4 reads only the head of the page. A program may define its own.
//
// # Parts of a page
//
// Scanner reports which parts of a page are closed to the index, to snippets or to anchor texts,
// based on the tags and comments from the caller's tokenizer. It supports <noindex> and
// <!--noindex-->, <!--googleoff: index--> and its variants, data-nosnippet and
// class="robots-nocontent". Parts does the same for a whole text, with a simple tokenizer of its
// own.
//
// # Lint
//
// Directives.Lint reports contradictions, mistakes and surprises, each with a stable code and its
// place: directives that exclude each other, tags outside the head, misspelt attributes, dates
// that are invalid or have passed, canonical links that lead nowhere, pages that are listed in a
// sitemap but must not be indexed.
//
// # Limits
//
// Any bytes are accepted: there are no errors, time is linear in the input, and memory is bounded
// by MaxContent, MaxDirectives and MaxLinks. A Reader and a Scanner are not safe for concurrent
// use; Directives are.
//
// Floor: 0 (leaves). Stability: public. From outside its module it uses only the standard
// library. It does no input or output and reads no clock: now is an argument. It does not fetch
// or render, and does not parse HTML beyond what Parts needs.
package robotsmeta
