package html

import (
	"strings"
	"testing"
)

// TestTimes: the time elements of a page give its dates, if they stand alone or say what they are.
func TestTimes(t *testing.T) {
	t.Parallel()
	const when, later = "2024-05-01T08:30:00+0000", "2025-06-02T09:00:00Z"
	for _, tt := range []struct{ name, body, want string }{
		{"DokuWiki, of a change", "<p>Tea.</p><div>tea.txt · Last modified: <time datetime=" + when + ">2024/05/01 08:30</time> by anna</div>", " modified 2024-05-01 (the only time element)"},
		{"a manual, in German", "<p>Tea.</p><footer>Zuletzt aktualisiert: <time datetime=" + later + ">2. Juni</time></footer>", " modified 2025-06-02 (the only time element)"},
		{"of a post", "<h1>Tea</h1><p>By Anna, <time datetime=" + when + ">1 May</time></p><p>It was modified.</p>", "published 2024-05-01 (the only time element)"},
		{"a day that the text tells of", "<p>Tea was sold on <time datetime=2024-05-01>1 May</time>.", ""},
		{"a list of posts", "<h2>A</h2><time datetime=" + when + ">1 May</time><h2>B</h2><time datetime=" + later + ">2 June</time>", ""},
		{"the same twice", "<time datetime=" + when + ">1 May</time><p><time datetime=" + when + ">8:30</time>", "published 2024-05-01 (the only time element)"},
		{"WordPress, with comments", "<time class='entry-date published' datetime=" + when + ">1 May</time><time class=updated datetime=" + later + ">2 June</time><li><time datetime=2025-07-01T01:01:01Z>1 July</time>", "published 2024-05-01 (time element, published) modified 2025-06-02 (time element, updated)"},
		{"microformats, a day", "<time class='dt-published' datetime=2024-05-01>1 May</time><time datetime=2025-07-01>1 July</time>", "published 2024-05-01 (time element, published)"},
		{"Pelican, abbreviations", "<abbr class=published title=" + when + ">1 May</abbr><abbr class=modified title=" + later + ">2 June</abbr>", "published 2024-05-01 (time element, published) modified 2025-06-02 (time element, updated)"},
		{"another abbreviation", "<abbr title=" + when + ">1 May</abbr> <abbr title='Hypertext'>HTML</abbr>", ""},
		{"microdata", "<time itemprop='dateModified' datetime=" + when + ">1 May</time>", " modified 2024-05-01 (time element, updated)"},
		{"a list of posts with marks", "<time class=published datetime=" + when + ">1 May</time><time class=published datetime=" + later + ">2 June</time>", ""},
		{"a meta element says more", "<meta property=article:published_time content=2023-01-01><time class=published datetime=" + when + ">1 May</time>", "published 2023-01-01 (article:published_time)"},
		{"and with it an unmarked one does not count", "<meta name=last-modified content=2023-01-01><time datetime=" + when + ">1 May</time>", " modified 2023-01-01 (last-modified)"},
		{"no date", "<time datetime='PT4H18M3:00'>four hours</time>", ""},
		{"without the attribute", "<time>2024-05-01T08:30:00Z</time>", ""},
		{"too long", "<time datetime='" + strings.Repeat(" 1", 30) + ":'>x</time>", ""},
		{"in a template", "<template><time datetime=" + when + ">1 May</time></template><p>Tea", ""},
		{"in what the owner closes", "<p>Tea <noindex><time datetime=" + when + ">1 May</time></noindex>", ""},
		{"in an embedded document", "<iframe srcdoc='<time datetime=" + when + ">1 May</time>'></iframe>", ""},
	} {
		page := parsed(t, tt.body)
		got := page.Published.String()
		if got != "" {
			got = "published " + got
		}
		if m := page.Modified.String(); m != "" {
			got += " modified " + m
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
