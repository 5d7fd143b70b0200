package manual

import "testing"

// TestRender checks that links to pages lead to where they are served, and that links to
// files that are not served become text.
func TestRender(t *testing.T) {
	t.Parallel()
	got, err := Render("robots/here", "# Here\n\n[a](lint.md#x-y) [b](../reasons.md#NET.DNS) [*c* d](../../README.md) [e](https://a.test/) [f](#here) [g](../reasons.md#netdns) [h](#abc)\n\n## Here\n\n<b>raw</b>\n\n## ABC\n", func(name string) string { return "/at/" + name })
	if err != nil {
		t.Fatal(err)
	}
	want := "<h1 id=\"here\">Here</h1>\n<p><a href=\"/at/robots/lint#x-y\">a</a> <a href=\"/at/reasons#NET.DNS\">b</a> <em>c</em> d " +
		"<a href=\"https://a.test/\">e</a> <a href=\"#here\">f</a> <a href=\"/at/reasons#NET.DNS\">g</a> <a href=\"#ABC\">h</a></p>\n<h2 id=\"here-2\">Here</h2>\n<p>raw</p>\n<h2 id=\"ABC\">ABC</h2>\n"
	if title := Title("# Here\n\ntext"); title != "Here" {
		t.Errorf("the title is %q", title)
	}
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
