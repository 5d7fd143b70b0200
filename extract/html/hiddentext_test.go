package html

import "testing"

// TestHiddenText: what the markup hides inside of text is found, and not shown in results.
func TestHiddenText(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, body, want string }{
		{"a style", "<p>Tea <span style='display: none'>cups and</span> time", "[unshown:cups and]|text:Tea cups and time"},
		{"the attribute", "<p>Tea <b hidden>cups</b> time", "[unshown:cups]|[bold:cups]|text:Tea cups time"},
		{"found by a browser", "<p>Tea <span hidden=until-found>cups</span>", "text:Tea cups"},
		{"visibility", "<p>Tea <a href=/c style=visibility:hidden>cups</a> time", "[unshown:cups]|[anchor:cups]|text:Tea cups time"},
		{"shown", "<p>Tea <span style='display:inline'>cups</span>", "text:Tea cups"},
		{"names in microdata", "<div><span itemscope style='display:none'><span itemprop=name>Tea</span> <span itemprop=url>http://a.test/</span></span></div><h1>Tea</h1>", "[unshown:Tea http://a.test/]|text:Tea http://a.test/|h1:Tea"},
		{"in a part without snippets", "<p><span data-nosnippet>Tea <b style=display:none>cups</b> time</span>", "[bold:cups]|[unshown:Tea cups time]|text:Tea cups time"},
		{"a part without snippets in it", "<p><span hidden>Tea <span data-nosnippet>cups</span> time</span> now", "[unshown:Tea]|[unshown:cups]|[unshown:time]|text:Tea cups time now"},
		{"read aloud", "<p>Tea <span class='text-sm sr-only'>cups</span> time", "[unshown:cups]|text:Tea cups time"},
		{"read aloud, in Drupal", "<p>Tea <a href=/t>more<span class=visually-hidden> about tea</span></a>", "[unshown:about tea]|[anchor:more about tea]|text:Tea more about tea"},
		{"read aloud, in WordPress", "<p>Tea <span class=screen-reader-text>cups</span>", "[unshown:cups]|text:Tea cups"},
		{"read aloud, and shown with the focus", "<p>Tea <a href=/c class='sr-only focus:not-sr-only'>cups</a>", "[unshown:cups]|[anchor:cups]|text:Tea cups"},
		{"read aloud on narrow screens", "<p>Tea <span class='sr-only sm:not-sr-only'>cups</span>", "text:Tea cups"},
		{"a class with more", "<p>Tea <span class='my-sr-only visually'>cups</span>", "text:Tea cups"},
		{"a heading that is read aloud", "<h2 class=sr-only>Tea</h2>", "h2:Tea"},
		{"without an end", "<p>Tea <span hidden>cups<p>time", "[unshown:cups]|text:Tea cups|text:time"},
		{"without content", "<p>Tea <img hidden alt=x src=y> cups", "text:Tea|alt:x|text:cups"},
		{"a picture in it", "<p>Tea <span hidden>cups<img alt=pot src=y></span>", "[unshown:cups]|text:Tea cups|[unshown:pot]|alt:pot"},
		{"in what is not read", "<p>Tea <template><span hidden>cups</template> time", "text:Tea time"},
		{"in a control", "<p>Tea <span class=lineno>1<i hidden>2</i>3</span> time", "text:Tea time"},
	} {
		page := parsed(t, tt.body)
		if got := blocks(&page); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
