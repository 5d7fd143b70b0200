package html

import (
	"strings"
	"testing"
)

// TestDateOfMail: a page that shows one mail with its header has the date of the mail.
func TestDateOfMail(t *testing.T) {
	t.Parallel()
	const is = "2023-11-19 (the mail on the page)"
	for _, tt := range []struct{ name, body, want string }{
		{"MHonArc", "<h1>Tea</h1><ul><li><em>To</em>: <a href=mailto:x>tea@a.test</a></li><li><em>Subject</em>: Tea</li><li><em>From</em>: Ann &lt;ann@a.test&gt;</li><li><em>Date</em>: Sun, 19 Nov 2023 04:34:11 -0000</li></ul><pre>Hot.</pre>", is},
		{"public-inbox", "<pre>From: Ann &lt;ann@a.test&gt;\nTo: tea@a.test\nSubject: <a href=#r>Tea</a>\nDate: Sun, 19 Nov 2023 04:34:11 -0000\t<a href=t>[thread overview]</a>\n\nHot.</pre>", is},
		{"the subject after the date", "<pre>From: Ann\nDate: Sun,  5 Nov 2023 04:34:11 GMT\nSubject: Tea\n\nHot.</pre>", "2023-11-05 (the mail on the page)"},
		{"a mail that it answers", "<pre>From: Ann\nSubject: Tea\nDate: 19 Nov 2023 04:34:11 +0200\n\n&gt; From: Bob\n&gt; Subject: Tea\n&gt; Date: Sun, 12 Nov 2023 04:34:11 +0000\n</pre>", is},
		{"a date before it that is none", "<pre>Date: today\nFrom: Ann\nSubject: Tea\nDate: Sun, 19 Nov 2023 04:34:11 -0000</pre>", is},
		{"no mail", "<p>Date: Sun, 19 Nov 2023 04:34:11 -0000<p>From: the house to the garden", ""},
		{"another form", "<pre>From: Ann\nSubject: Tea\nDate: 2023-11-19</pre>", ""},
		{"before the web", "<pre>From: Ann\nSubject: Tea\nDate: Sun, 19 Nov 1989 04:34:11 -0000</pre>", ""},
		{"far below", "<p>" + strings.Repeat("Tea. ", 820) + "<pre>From: Ann\nSubject: Tea\nDate: Sun, 19 Nov 2023 04:34:11 -0000</pre>", ""},
		{"the page says more", "<meta name=date content=2024-05-01><pre>From: Ann\nSubject: Tea\nDate: Sun, 19 Nov 2023 04:34:11 -0000</pre>", "2024-05-01 (date)"},
		{"cut", "<pre>From: Ann\nSubject: Tea\nDate: ", ""},
	} {
		page := parsed(t, tt.body)
		if got := page.Published.String(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
