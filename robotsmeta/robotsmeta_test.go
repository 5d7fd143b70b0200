package robotsmeta

import (
	"testing"
	"time"
)

var now = time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)

func TestDirectives(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name                   string
		metas                  [][2]string
		headers                []string
		index, follow, snippet bool
	}{
		{"seed 001: default permits", nil, nil, true, true, true},
		{"seed 001: NOINDEX", [][2]string{{"ROBOTS", "NOINDEX"}}, nil, false, true, true},
		{"seed 001: NOFOLLOW", [][2]string{{"robots", "NOFOLLOW"}}, nil, true, false, true},
		{"seed 001: NOARCHIVE", [][2]string{{"robots", "noarchive"}}, nil, true, true, true},
		{"seed 001: ALL", [][2]string{{"robots", "ALL"}}, nil, true, true, true},
		{"seed 001: NONE", [][2]string{{"robots", "none"}}, nil, false, false, true},
		{"seed 001: contradiction, the stricter counts", [][2]string{{"robots", "INDEX,NOINDEX,NOFOLLOW,FOLLOW,FOLLOW"}}, nil, false, false, true},
		{"seed 003: index,follow", [][2]string{{"Robots", "index,follow"}}, nil, true, true, true},
		{"seed 003: another robot's name", [][2]string{{"BaiduSpider", "noindex"}}, nil, true, true, true},
		{"our name", [][2]string{{"aranea", "noindex"}}, nil, false, true, true},
		{"generic and named add up", [][2]string{{"robots", "noindex"}, {"Aranea", "nofollow"}}, nil, false, false, true},
		{"header", nil, []string{"noindex, nofollow"}, false, false, true},
		{"header for another", nil, []string{"otherbot: noindex, nofollow"}, true, true, true},
		{"header for us", nil, []string{"Aranea: noindex"}, false, true, true},
		{"joined headers", nil, []string{"googlebot: noindex, aranea: nofollow"}, true, false, true},
		{"generic before a name", nil, []string{"nofollow, otherbot: noindex"}, true, false, true},
		{"valued directive is no name", nil, []string{"max-snippet:0"}, true, true, false},
		{"max-snippet with room", nil, []string{"max-snippet:50"}, true, true, true},
		{"unavailable after, past", nil, []string{"unavailable_after: Fri, 25 Jun 2010 15:00:00 GMT"}, false, true, true},
		{"unavailable after, ahead, with a comma", nil, []string{"unavailable_after: Friday, 25-Jun-27 15:00:00 UTC, nofollow"}, true, false, true},
		{"unavailable after, unreadable", nil, []string{"unavailable_after: soon"}, true, true, true},
		{"nosnippet", [][2]string{{"robots", "nosnippet"}}, nil, true, true, false},
		{"other meta tags", [][2]string{{"description", "noindex"}}, nil, true, true, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := NewReader("OwnBot", "Aranea")
			for _, m := range tt.metas {
				r.Meta(m[0], m[1])
			}
			for _, h := range tt.headers {
				r.XRobotsTag(h)
			}
			d := r.Directives()
			if got := d.Index(now); got.Allowed != tt.index || !got.Allowed && got.Source == "" {
				t.Errorf("Index() = %+v, want %v", got, tt.index)
			}
			if got := d.Follow(); got.Allowed != tt.follow {
				t.Errorf("Follow() = %+v, want %v", got, tt.follow)
			}
			if got := d.Snippet(); got.Allowed != tt.snippet {
				t.Errorf("Snippet() = %+v, want %v", got, tt.snippet)
			}
		})
	}
}

func TestSourcesAreNamed(t *testing.T) {
	t.Parallel()
	r := NewReader("Aranea")
	r.XRobotsTag("Aranea: noindex")
	if got := r.Directives().Index(now).Source; got != "noindex for Aranea in X-Robots-Tag" {
		t.Errorf("source %q", got)
	}
}

func TestNoFollowRel(t *testing.T) {
	t.Parallel()
	for rel, want := range map[string]bool{"": false, "next": false, "NoFollow": true, "external ugc": true, "sponsored": true, "nofollows": false} {
		if NoFollowRel(rel) != want {
			t.Errorf("NoFollowRel(%q) = %v", rel, !want)
		}
	}
}
