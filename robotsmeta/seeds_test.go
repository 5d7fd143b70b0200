package robotsmeta

import (
	"testing"
	"time"
)

// Each test is named after the seed document whose example or rule it shows; docs/seeds.md lists
// them all.

type seedPage struct {
	name          string
	dialect       Dialect
	agent         string
	tags          []Tag
	index, follow bool
}

func runSeedPages(t *testing.T, tests []seedPage) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := NewReaderFor(tt.dialect, tt.agent)
			for _, tag := range tt.tags {
				r.Tag(tag)
			}
			d := r.Directives()
			if got := d.Index(now); got.Allowed != tt.index {
				t.Errorf("Index() = %+v, want %v", got, tt.index)
			}
			if got := d.Follow(); got.Allowed != tt.follow {
				t.Errorf("Follow() = %+v, want %v", got, tt.follow)
			}
		})
	}
}

func robots(content string) []Tag { return []Tag{{Name: "robots", Content: content}} }

func TestSeed000Meta(t *testing.T) {
	t.Parallel()
	runSeedPages(t, []seedPage{
		{"default", Strictest(), "x", nil, true, true},
		{"noindex", Strictest(), "x", robots("NOINDEX"), false, true},
		{"nofollow: indexed, links are not taken out", Strictest(), "x", robots("index, nofollow"), true, false},
		{"index", Strictest(), "x", robots("INDEX"), true, true},
		{"follow", Strictest(), "x", robots("FOLLOW"), true, true},
		{"all is index, follow", Strictest(), "x", robots("ALL"), true, true},
		{"none is noindex, nofollow", Strictest(), "x", robots("NONE"), false, false},
		{"names and values in any case", Strictest(), "x", []Tag{{Name: "rObOtS", Content: "nOiNdEx"}}, false, true},
		{"none, nofollow says nothing more", Strictest(), "x", robots("none, nofollow"), false, false},
	})
	r := NewReader("x")
	r.Meta("robots", "none, nofollow")
	if found := r.Directives().Lint(LintOptions{}); len(found) != 1 || found[0].Check != CheckRedundant {
		t.Errorf("\"none, nofollow\" is not told: %v", found)
	}
}

func TestSeed000Revisit(t *testing.T) {
	t.Parallel()
	r := NewReader("x")
	r.Meta("revisit-after", "2 days")
	if got := r.Directives().Revisit(); got != 48*time.Hour {
		t.Errorf("revisit after %s", got)
	}
}

func TestSeed000Fragments(t *testing.T) {
	t.Parallel()
	const page = "<p>open <noindex>shut <a href=/x>link</a></noindex> open again</p>"
	want := []Part{{Text: "open "}, {Text: "shut ", Region: NoIndexText}, {Text: "link", Region: NoIndexText}, {Text: " open again"}}
	i := 0
	for p := range Parts(page) {
		if i >= len(want) || p.Text != want[i].Text || p.Region != want[i].Region {
			t.Fatalf("part %d: %+v", i, p)
		}
		i++
	}
	if i != len(want) {
		t.Errorf("%d parts", i)
	}
}

func TestSeed001Meta(t *testing.T) {
	t.Parallel()
	runSeedPages(t, []seedPage{
		{"noindex", Strictest(), "x", robots("NOINDEX"), false, true},
		{"nofollow", Strictest(), "x", robots("NOFOLLOW"), true, false},
		{"the page of the example", Strictest(), "x", robots("noindex,nofollow"), false, false},
		{"all", Strictest(), "x", robots("ALL"), true, true},
		{"none", Strictest(), "x", robots("NONE"), false, false},
		{"a contradiction, the stricter", Strictest(), "x", robots("INDEX,NOINDEX,NOFOLLOW,FOLLOW,FOLLOW"), false, false},
		{"a contradiction, by Yandex", Yandex(), "x", robots("INDEX,NOINDEX,NOFOLLOW,FOLLOW,FOLLOW"), true, true},
	})
	r := NewReader("googlebot")
	r.Meta("googlebot", "noarchive")
	r.Tag(Tag{Name: "robots", Content: "INDEX,NOINDEX,NOFOLLOW,FOLLOW,FOLLOW", InBody: true})
	r.Meta("description", "Welcome to Mary's Antiques Web site")
	r.Meta("keywords", "antiques,mary,furniture,restoration")
	r.Meta("revisit-after", "10 days")
	d := r.Directives()
	if d.Archive().Allowed || d.Revisit() != 240*time.Hour {
		t.Errorf("archive %+v, revisit %s", d.Archive(), d.Revisit())
	}
	seen := map[Check]int{}
	for _, f := range d.Lint(LintOptions{}) {
		seen[f.Check]++
	}
	if seen[CheckContradiction] != 2 || seen[CheckDuplicate] != 1 || seen[CheckOutsideHead] != 1 {
		t.Errorf("findings %v", seen)
	}
}

func TestSeed003Meta(t *testing.T) {
	t.Parallel()
	page := []Tag{
		{Name: "Robots", Content: "index,follow"}, {HTTPEquiv: "Content-Type", Content: "text/html; charset=gb2312"},
		{Name: "keywords", Content: "noindex"},
	}
	runSeedPages(t, []seedPage{
		{"the example page", Strictest(), "x", page, true, true},
		{"index, follow", Strictest(), "x", robots("INDEX,FOLLOW"), true, true},
		{"noindex, follow", Strictest(), "x", robots("NOINDEX,FOLLOW"), false, true},
		{"index, nofollow", Strictest(), "x", robots("INDEX,NOFOLLOW"), true, false},
		{"noindex, nofollow", Strictest(), "x", robots("NOINDEX,NOFOLLOW"), false, false},
		{"all", Strictest(), "x", robots("ALL"), true, true},
		{"none", Strictest(), "x", robots("NONE"), false, false},
		{"one robot by name", Strictest(), "Baiduspider", []Tag{{Name: "BaiduSpider", Content: "noindex"}}, false, true},
		{"another robot's name", Strictest(), "x", []Tag{{Name: "BaiduSpider", Content: "noindex"}}, true, true},
		{"inktomi's default", Inktomi(), "slurp", nil, true, false},
		{"inktomi told to follow", Inktomi(), "slurp", robots("index,follow"), true, true},
		{"contect says nothing", Strictest(), "x", []Tag{{Name: "robots", Misspelt: "contect"}}, true, true},
	})
	r := NewReader("googlebot")
	r.Meta("googlebot", "index,follow,noarchive")
	if d := r.Directives(); d.Archive().Allowed || !d.Index(now).Allowed || !d.Follow().Allowed {
		t.Error("googlebot: index, follow, noarchive")
	}
	r = NewReader("x")
	r.Tag(Tag{Name: "robots", Misspelt: "contect"})
	if found := r.Directives().Lint(LintOptions{}); len(found) != 1 || found[0].Check != CheckMisspelt {
		t.Errorf("contect: %v", found)
	}
}
