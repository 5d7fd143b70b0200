package trap_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/trap"
)

func TestKindOf(t *testing.T) {
	t.Parallel()
	for target, want := range map[string]string{
		"/": "", "": "", "/a": "/**", "/a.html?x=1": "/**.html", "/news/2026/a.HTML": "/news/**.html",
		"/news/": "/news/**", "/v1.2": "/**", "/a/b.averylongending": "/a/**",
	} {
		if got := trap.KindOf(target); got != want {
			t.Errorf("%s: %q, want %q", target, got, want)
		}
	}
}

func never(_, _ uint64) bool { return false }

// TestMissing checks that a host is tested with a made-up name once, when a page says that it
// does not exist, and that the answer distinguishes such pages from others.
func TestMissing(t *testing.T) {
	t.Parallel()
	b := trap.Book{Origin: "http://a.test"}
	if probe, news := b.Looked(trap.Look{Target: "/shop/1", Text: 1}); probe != "" || news || len(b.Missing) != 0 {
		t.Fatalf("an ordinary page: %q, %+v", probe, b.Missing)
	}
	probe, news := b.Looked(trap.Look{Target: "/shop/gone", Text: 2, Doubted: true})
	if probe == "" || !news || trap.KindOf(probe) != "/shop/**" {
		t.Fatalf("a doubted page: %q", probe)
	}
	if again, _ := b.Looked(trap.Look{Target: "/shop/other", Text: 3, Doubted: true}); again != probe {
		t.Errorf("no answer came for %q, and %q is asked for", probe, again)
	}
	said := []uint32{7, 8, 9, 10}
	if _, again := b.Probed(trap.Look{Target: probe, Text: 5, Words: said, Sketch: 6}, 200, time.Time{}); !again || !b.Pending {
		t.Fatal("the answer says nothing")
	}
	for _, tt := range []struct {
		name string
		l    trap.Look
		near bool
		want bool
	}{
		{"the same text", trap.Look{Target: "/shop/x", Text: 5}, false, true},
		{"the same words", trap.Look{Target: "/shop/x", Text: 50, Words: said}, false, true},
		{"the same but for its name", trap.Look{Target: "/shop/x", Text: 50, Words: []uint32{7, 99, 8, 9, 10, 99}, Address: []uint32{99}}, false, true},
		{"the same because its name is a word of it", trap.Look{Target: "/shop/x", Text: 50, Words: []uint32{7, 8, 9, 10}, Address: []uint32{8}}, false, true},
		{"nearly the same", trap.Look{Target: "/shop/x", Text: 50, Words: []uint32{1, 2, 3}}, true, true},
		{"another text", trap.Look{Target: "/shop/x", Text: 50, Words: []uint32{7, 8, 9, 11}}, false, false},
		{"too few words besides those of the address", trap.Look{Target: "/shop/x", Text: 50, Words: said, Address: []uint32{7, 8}}, false, false},
		{"another kind of path", trap.Look{Target: "/news/x", Text: 5}, false, false},
		{"the home page", trap.Look{Target: "/", Text: 5}, false, false},
	} {
		if why := b.AdviseMissing(tt.l, func(_, _ uint64) bool { return tt.near }); (why != "") != tt.want {
			t.Errorf("%s: %q", tt.name, why)
		}
	}
	if !b.Doubts("/shop/gone") || !b.Doubts("/shop/other") || b.Doubts("/shop/1") || !b.Answers("/shop/1") {
		t.Errorf("suspects: %+v", b.Missing)
	}
	if b.Settle(); b.Doubts("/shop/gone") || b.Pending {
		t.Error("settled, and yet doubted")
	}
	if !b.Allow("/shop/**") || b.AdviseMissing(trap.Look{Target: "/shop/x", Text: 5}, never) != "" || b.Answers("/shop/1") {
		t.Error("allowed, and yet missing")
	}
	if again, _ := b.Looked(trap.Look{Target: "/shop/new", Text: 2, Doubted: true}); again != "" {
		t.Errorf("allowed, and yet asked: %q", again)
	}
}

// TestRightAnswers checks that a host that was seen to answer 404 is never tested with made-up
// names, and that a host that answers 404 for them is believed.
func TestRightAnswers(t *testing.T) {
	t.Parallel()
	b := trap.Book{Origin: "http://a.test"}
	if _, news := b.Looked(trap.Look{Target: "/gone", Missing: true}); !news {
		t.Error("a 404 is no news")
	}
	if probe, _ := b.Looked(trap.Look{Target: "/x", Text: 1, Doubted: true}); probe != "" {
		t.Errorf("asked: %s", probe)
	}
	probe, _ := b.Looked(trap.Look{Target: "/y.php", Text: 1, Doubted: true})
	if next, again := b.Probed(trap.Look{Target: probe, Missing: true}, 404, time.Time{}); again || next != "" {
		t.Errorf("pages are to be looked at again, or %q", next)
	}
	if probe, _ := b.Looked(trap.Look{Target: "/z.php", Text: 1, Doubted: true}); probe != "" {
		t.Errorf("asked again: %s", probe)
	}
	if why := b.AdviseMissing(trap.Look{Target: "/z.php", Text: 0}, never); why != "" {
		t.Error(why)
	}
}

// TestMissingByName checks that a made-up value is requested where a parameter names the page: a made-up path
// is answered correctly then. A value that changes nothing, and one answered with 404, show nothing.
func TestMissingByName(t *testing.T) {
	t.Parallel()
	for target, want := range map[string]string{
		"/Wiki.jsp?page=Gone": "/Wiki.jsp?page", "/?p=12": "/?p", "/a?x=1&y=2": "", "/a?x=1;y=2": "", "/a?x=": "", "/a?x": "", "/a": "", "/a?=x": "",
		"/" + strings.Repeat("long", 30) + "?a=b": "",
	} {
		if got := trap.NameKind(target); got != want {
			t.Errorf("%s: %q, want %q", target, got, want)
		}
	}
	for _, tt := range []struct {
		name   string
		answer trap.Look
		want   bool
	}{
		{"a page that says so", trap.Look{Text: 5, Words: []uint32{7, 8, 9, 10}, Doubted: true}, true},
		{"another page", trap.Look{Text: 5, Words: []uint32{7, 8, 9, 10}}, false},
		{"404", trap.Look{Missing: true}, false},
	} {
		b := trap.Book{Origin: "http://a.test"}
		path, _ := b.Looked(trap.Look{Target: "/w/Wiki.jsp?page=Gone", Doubted: true})
		if path == "" || strings.Contains(path, "?") {
			t.Fatalf("%s: no path was made up, but %q", tt.name, path)
		}
		probe, again := b.Probed(trap.Look{Target: path, Missing: true}, 404, time.Time{})
		if again || !strings.HasPrefix(probe, "/w/Wiki.jsp?page=0aranea") {
			t.Fatalf("%s: no value was made up, but %q", tt.name, probe)
		}
		tt.answer.Target = probe
		if next, again := b.Probed(tt.answer, 200, time.Time{}); again != tt.want || next != "" {
			t.Errorf("%s: pages are to be looked at again: %v, %q", tt.name, again, next)
		}
		gone := trap.Look{Target: "/w/Wiki.jsp?page=Gone", Text: 5}
		if b.Answers(gone.Target) != tt.want || b.Doubts(gone.Target) != tt.want || (b.AdviseMissing(gone, never) != "") != tt.want {
			t.Errorf("%s: %+v", tt.name, b.Missing)
		}
		if b.Answers("/w/Info.jsp?page=Gone") {
			t.Errorf("%s: another program was judged with it", tt.name)
		}
	}
	b := trap.Book{Origin: "http://a.test"}
	b.Looked(trap.Look{Target: "/gone.php", Missing: true})
	if probe, _ := b.Looked(trap.Look{Target: "/topic.php?id=77", Doubted: true}); !regexp.MustCompile(`^/topic\.php\?id=20\d{8}$`).MatchString(probe) {
		t.Errorf("a number was replaced by %q", probe)
	}
}

// TestProgramsLeaveRoom checks that pages that differ in a parameter which does not name them take no more than
// half of the places for kinds of paths.
func TestProgramsLeaveRoom(t *testing.T) {
	t.Parallel()
	b := trap.Book{Origin: "http://a.test"}
	b.Looked(trap.Look{Target: "/help/gone", Missing: true})
	probes := 0
	for i := range 100 {
		if probe, _ := b.Looked(trap.Look{Target: fmt.Sprintf("/help/p%d?from=menu", i), Doubted: true}); probe != "" {
			probes++
		}
	}
	if probe, _ := b.Looked(trap.Look{Target: "/shop/1", Doubted: true}); probes != trap.MaxMissing/2 || probe == "" {
		t.Errorf("%d programs were asked for, and then the path %q", probes, probe)
	}
}

// TestTwinsAreDoubted checks that pages with the text of others cause a test of the host with one
// name, but the first such pages do not.
func TestTwinsAreDoubted(t *testing.T) {
	t.Parallel()
	b := trap.Book{Origin: "http://a.test"}
	var asked []string
	for i := range 10 {
		probe, _ := b.Looked(trap.Look{Target: fmt.Sprintf("/%d", i), Text: 1, Twin: "/first"})
		asked = append(asked, probe)
	}
	if got := slices.Compact(slices.Clone(asked)); len(got) != 2 || got[0] != "" || asked[1] != "" || asked[2] != got[1] {
		t.Errorf("asked for %q", asked)
	}
	if m := b.Missing[0]; !slices.Contains(m.Suspects, "/first") {
		t.Errorf("the page whose text the others have is not looked at again: %v", m.Suspects)
	}
}

// TestMissingIsBounded checks that kinds and suspects have their limits, and that the stored form
// decodes to the same value.
func TestMissingIsBounded(t *testing.T) {
	t.Parallel()
	b := trap.Book{Origin: "http://a.test"}
	for i := range 100 {
		for j := range 50 {
			b.Looked(trap.Look{Target: fmt.Sprintf("/f%d/%d", i, j), Text: 1, Doubted: true})
		}
	}
	if len(b.Missing) != trap.MaxMissing || len(b.Missing[0].Suspects) > 16 {
		t.Errorf("%d kinds, %d suspects", len(b.Missing), len(b.Missing[0].Suspects))
	}
	data, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if back, err := trap.Decode(data); err != nil || len(back.Clone().Missing) != trap.MaxMissing {
		t.Errorf("%v", err)
	}
	b.Missing[0].Words = make([]uint32, trap.MaxWords+1)
	if data, err = b.Encode(); err != nil {
		t.Fatal(err)
	}
	if _, err := trap.Decode(data); err == nil {
		t.Error("a record that is too large is read")
	}
}
