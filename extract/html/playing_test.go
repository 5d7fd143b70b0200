package html

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
)

// TestPlayingWithoutEnd: audio and video without an end tag end with the element around them, so
// that only their content is a fallback; the content of a shown object without an end tag is a
// fallback to the end of the page, as in browsers.
func TestPlayingWithoutEnd(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`<div><video src="a.mp4"></div><p>after<p>more`:                       "text:after text:more",
		`<div><video src="a.mp4"><p>old browser</div><p>after`:                "fallback:old browser text:after",
		`<ul><li><audio src="a.mp3">old browser</ul><h2>after</h2>`:           "fallback:old browser h2:after",
		`<div><video src="a.mp4"><p>old browser</p></video>inside</div>after`: "fallback:old browser text:inside text:after",
		`<div><video><div>old browser</div>it too</video></div>after`:         "fallback:old browser fallback:it too text:after",
		`<div><object data="a.png">old browser</div><p>it too`:                "fallback:old browser fallback:it too",

		`<p>one<video src="a.mp4">old</p><p>after`:                       "text:one fallback:old text:after",
		`<p>one<video src="a.mp4">old<p>after`:                           "text:one fallback:old text:after",
		`<p>one<audio src="a.mp3">old<h2>after</h2>more`:                 "text:one fallback:old h2:after text:more",
		`<p>one<audio src="a.mp3">old<hr>after`:                          "text:one fallback:old text:after",
		`<p>one<audio src="a.mp3">old<br>it too</audio>two<p>after`:      "text:one fallback:old it too text:two text:after",
		`<p><audio src="a.mp3"></audio><video src="a.mp4">old<p>after`:   "fallback:old text:after",
		`<p><video src="a.mp4"><div>after`:                               "text:after",
		`<p>one</p><video src="a.mp4"><p>old<p>it too</video>after`:      "text:one fallback:old fallback:it too text:after",
		`<p>one<h2>two</h2><video src="a.mp4"><p>old</video>after`:       "text:one h2:two fallback:old text:after",
		`<p>one<hr>two<video src="a.mp4">old</p>it too</video>after`:     "text:one text:two fallback:old fallback:it too text:after",
		`<p>one</p><video src="a.mp4">old</p>it too`:                     "text:one fallback:old fallback:it too",
		`<ul><li>one<video src="a.mp4">old<li>after</ul>more`:            "list-item:one fallback:old list-item:after text:more",
		`<p>one<object data="a.png">old</p><p>it too`:                    "text:one fallback:old fallback:it too",
		`<p><object data="a.swf">one<video src="a.mp4">old</p><p>it too`: "text:one fallback:old fallback:it too",
		`<p><video src="a.mp4"><svg><p>shape</svg>old<p>after`:           "fallback:old text:after",
	} {
		page := parsed(t, "<body>"+body)
		var got []string
		for _, e := range page.Elements {
			if e.Kind.IsBlock() && e.Kind != aranea.ElementAlt {
				got = append(got, e.Kind.String()+":"+string(page.Text[e.Start:e.End]))
			}
		}
		if all := strings.Join(got, " "); all != want {
			t.Errorf("%s\n%s, want\n%s", body, all, want)
		}
	}
}
