package trap_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/aranea-search/aranea/trap"
)

// TestFamilyOf checks what URLs of one family have in common.
func TestFamilyOf(t *testing.T) {
	t.Parallel()
	for target, want := range map[string]string{
		"/":                                   "",
		"/about/us.html":                      "",
		"/r.git/tree/lib/a.go?id=3f2a":        "/r.git/tree/**?id=*",
		"/r.git/commit/?id=3f2a":              "/r.git/commit/?id=*",
		"/r.git/log/a.go?h=feature&id=3f":     "/r.git/log/**?h=*&id=*",
		"/index.php?title=A_page&action=diff": "/index.php?action=diff&title=*",
		"/?p=r.git;a=blob;f=a.go;hb=3f2a":     "/?a=blob&f=*&hb=*&p=*",
		"/w?n=7":                              "/w?n=*",
		"/list/ab12/raw":                      "/list/*/raw",
		"/r/src/commit/3fa2b1c0/lib/a.go":     "/r/src/commit/*/**",
		"/r/src/commit/3fa2b1c0":              "/r/src/commit/*",
		"/2026/20261129/facade/x":             "/*/facade/x",
		"/2026/11/x?page=2&page=3":            "/*/*/**?page=*",
		"/x?":                                 "",
		"/x?a&b&c&d&e&f&g&h&i&j&k&l&m":        "",
		"/q/sort:age-desc/tags:a,b/page:1/":   "/q/?page=*&sort=*&tags=*",
		"/q/sort:age-asc/tags:c/page:2/":      "/q/?page=*&sort=*&tags=*",
		"/a/list/sort=age/page=2?view=all":    "/a/list?page=*&sort=*&view=*",
		"/wiki/help:start":                    "",
		"/wiki/Help:Start/Talk:Start":         "",
		"/http://a.test/":                     "",
		"/a:b&c/d:e/":                         "",
		"/:b/d:/":                             "",
	} {
		if got := trap.FamilyOf(target); got != want {
			t.Errorf("%s: %q, want %q", target, got, want)
		}
	}
}

// TestRepeats checks when pages of a family are left out, and when no longer.
func TestRepeats(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC)
	const family = "/r.git/tree/**?id=*"
	url := func(n int) string { return fmt.Sprintf("/r.git/tree/lib/a.go?id=%x", n) }
	say := func(b *trap.Book, n int, text trap.Text) (news bool) {
		for range n {
			news = b.SawText(family, text, now)
		}
		return news
	}
	sayOther := func(b *trap.Book, view string, text trap.Text) {
		for range 16 {
			b.SawText("/r.git/"+view+"/**?id=*", text, now)
		}
	}
	left := func(b *trap.Book) (n int) {
		for i := range 1600 {
			if b.AdviseFamily(url(i)) != "" {
				n++
			}
		}
		return n
	}
	old, fresh, leads := trap.Text{}, trap.Text{New: true, Sure: true}, trap.Text{Leads: []string{"/about"}}
	both := trap.Text{Leads: []string{"/r.git/log/a.go?id=5", "/r.git/diff/a.go?id=5"}}
	for _, tt := range []struct {
		name string
		saw  func(b *trap.Book)
		out  bool
	}{
		{"few", func(b *trap.Book) { say(b, 63, old) }, false},
		{"all say nothing new", func(b *trap.Book) { say(b, 64, old) }, true},
		{"one in sixteen says something new", func(b *trap.Book) { say(b, 4, fresh); say(b, 64, old) }, true},
		{"more do", func(b *trap.Book) { say(b, 5, fresh); say(b, 64, old) }, false},
		{"they lead on", func(b *trap.Book) { say(b, 200, leads) }, false},
		{"they led on once", func(b *trap.Book) { say(b, 60, leads); say(b, 1000, old) }, true},
		{"the last say something new", func(b *trap.Book) { say(b, 64, old); say(b, 9, fresh) }, false},
		{"which is not sure", func(b *trap.Book) { say(b, 64, old); say(b, 9, trap.Text{New: true}) }, true},
		{"the last lead on", func(b *trap.Book) { say(b, 64, old); say(b, 19, leads) }, false},
		{"the last of many say something new", func(b *trap.Book) { say(b, 250, old); say(b, 18, fresh) }, false},
		{"they led to what says nothing new either", func(b *trap.Book) {
			say(b, 60, both)
			sayOther(b, "log", old)
			sayOther(b, "diff", old)
			say(b, 4, both)
		}, true},
		{"they lead to that and to more", func(b *trap.Book) { say(b, 200, both); sayOther(b, "log", old); say(b, 4, both) }, false},
		{"they lead to that and to what says something new", func(b *trap.Book) {
			say(b, 200, both)
			sayOther(b, "log", old)
			sayOther(b, "diff", fresh)
			say(b, 4, both)
		}, false},
		{"they lead to more families than are kept", func(b *trap.Book) {
			for i := range 200 {
				say(b, 1, trap.Text{Leads: []string{fmt.Sprintf("/r.git/log/a?v%d=1", i%80)}})
			}
			for i := range 80 {
				for range 16 {
					b.SawText(trap.FamilyOf(fmt.Sprintf("/r.git/log/a?v%d=1", i)), old, now)
				}
			}
			say(b, 1, old)
		}, false},
		{"some do", func(b *trap.Book) { say(b, 64, old); say(b, 8, fresh); say(b, 8, leads) }, true},
		{"the operator wants them", func(b *trap.Book) { say(b, 64, old); b.Allow(family); say(b, 500, old) }, false},
	} {
		var b trap.Book
		tt.saw(&b)
		if n := left(&b); tt.out && (n < 1450 || n == 1600) || !tt.out && n != 0 {
			t.Errorf("%s: %d of 1600 are left out: %+v", tt.name, n, b.Repeats)
		}
		if why := b.AdviseFamily("/r.git/tree/lib/a.go"); why != "" {
			t.Errorf("%s: the page itself is left out: %s", tt.name, why)
		}
	}
	var b trap.Book
	if say(&b, 63, old) || !say(&b, 1, old) {
		t.Error("the verdict is not stored")
	}
	if why := b.Repeats[0].Why; trap.ViewIn("a page: "+why, url(5)) != family || trap.ViewIn(why, "/r.git/log/a.go?id=5") != "" {
		t.Errorf("the evidence %q is not about its family", why)
	}
	if say(&b, 8, fresh); b.Pending || !say(&b, 1, fresh) || !b.Pending {
		t.Errorf("what was left out is not considered again when the verdict ends: %+v", b)
	}
}

// TestDelayFamily checks which pages come after others: those of families that say nothing new, but lead on.
func TestDelayFamily(t *testing.T) {
	t.Parallel()
	var b trap.Book
	leads := trap.Text{Leads: []string{"/about"}}
	say := func(n int, text trap.Text) {
		for range n {
			b.SawText("/r/log/?id=*", text, time.Time{})
		}
	}
	const log, other = "/r/log/?id=5", "/r/tree/?id=5"
	if say(63, leads); b.DelayFamily(log) != "" {
		t.Error("delayed after few pages")
	}
	say(1, leads)
	if got, want := b.DelayFamily(log), "64 of the last 64 pages like /r/log/?id=* say what others say"; got != want || b.DelayFamily(other) != "" || b.AdviseFamily(log) != "" {
		t.Errorf("delayed because %q, want %q; others: %q; left out: %q", got, want, b.DelayFamily(other), b.AdviseFamily(log))
	}
	if say(5, trap.Text{New: true}); b.DelayFamily(log) != "" {
		t.Error("delayed although some say something new")
	}
	if say(400, trap.Text{}); b.DelayFamily(log) != "" || b.Repeats[0].Why == "" {
		t.Errorf("delayed, not left out: %+v", b.Repeats)
	}
	if b.Allow("/r/log/?id=*"); b.DelayFamily(log) != "" {
		t.Error("delayed although the operator wants them")
	}
}

// TestMayBeNew checks which links of a page may lead to something new.
func TestMayBeNew(t *testing.T) {
	t.Parallel()
	var b trap.Book
	for i := range 200 {
		b.SawText("/r/tree/**?id=*", trap.Text{New: i%8 == 0, Leads: []string{"/about"}}, time.Time{})
		b.SawText("/r/commit/?id=*", trap.Text{New: i%7 == 0, Leads: []string{"/about"}}, time.Time{})
	}
	for range 20 {
		b.SawText("/r/product?id=*", trap.Text{New: true}, time.Time{})
	}
	for range 15 {
		b.SawText("/r/log/**?id=*", trap.Text{}, time.Time{})
	}
	for range 16 {
		b.SawFamily("/r/tree/**?id=*&raw=*", false)
	}
	for _, tt := range []struct {
		link string
		want bool
	}{
		{"/r/tree/a?id=2", false},
		{"/r/commit/?id=2", true},
		{"/r/log/a?id=2", true},         // few of them were visited
		{"/r/log/a?id=1", false},        // and it is of the same version
		{"/r/product?id=1", true},       // it is, but most said something new
		{"/r/plain/a?id=1", false},      // none was, and it is of the same version
		{"/r/plain/a?h=x&id=1", false},  //
		{"/r/tree/a?id=1&page=2", true}, // but a further page at its path may be
		{"/r/tree/a?id=1&raw=1", false}, // not if many were visited
		{"/r/plain/a?id=2", true},       // it is not
		{"/r/plain/a", true},            //
		{"/about", true},                //
		{"/r/diff/a?id=2&id2=1", true},  //
		{"/r/diff/a?id2=2;id=1", false}, //
	} {
		if got := b.MayBeNew("/r/tree/a?id=1", tt.link); got != tt.want {
			t.Errorf("%s: %t", tt.link, got)
		}
	}
	if !b.MayBeNew("/r/tree/a", "/r/plain/a?id=1") {
		t.Error("a page without parameters gives none to its links")
	}
}

// TestSawFamily checks after how many pages of one family they may be found to repeat others.
func TestSawFamily(t *testing.T) {
	t.Parallel()
	var b trap.Book
	for i := range 200 {
		if b.SawFamily(fmt.Sprintf("/*/%d", i), false) {
			t.Fatal("each page has a family of its own")
		}
	}
	if b.SawFamily("", false) {
		t.Error("a page without a family was counted")
	}
	n := 1
	for !b.SawFamily("/w?n=*", false) && n < 100 {
		n++
	}
	if n != 8 {
		t.Errorf("after %d pages of a family, want 8", n)
	}
	again := trap.Book{Repeats: []trap.Repeat{{Family: "/w?n=*", New: 1}}}
	if !again.SawFamily("/w?n=*", false) {
		t.Error("what was known before a restart does not count")
	}
}

// TestManyFamilies checks that what is known of families has a limit, and that verdicts stay.
func TestManyFamilies(t *testing.T) {
	t.Parallel()
	b := trap.Book{Origin: "http://a.test"}
	for range 64 {
		b.SawText("/bad?id=*", trap.Text{}, time.Time{})
	}
	for i := range 1000 {
		b.SawText(fmt.Sprintf("/%d?id=*", i), trap.Text{}, time.Time{})
	}
	if len(b.Repeats) != trap.MaxRepeats || b.AdviseFamily("/bad?id=1") == "" && b.AdviseFamily("/bad?id=2") == "" {
		t.Errorf("%d families", len(b.Repeats))
	}
	data, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if back, err := trap.Decode(data); err != nil || len(back.Repeats) != trap.MaxRepeats {
		t.Errorf("%d families read, %v", len(back.Repeats), err)
	}
	b.Repeats = append(b.Repeats, trap.Repeat{Family: "/x?y=*"})
	if data, err = b.Encode(); err != nil {
		t.Fatal(err)
	}
	if _, err := trap.Decode(data); err == nil {
		t.Error("a list that is too long was read")
	}
}
