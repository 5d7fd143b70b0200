package trap_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/trap"
)

func TestTemplate(t *testing.T) {
	t.Parallel()
	for target, want := range map[string]string{
		"/":                                "",
		"/about/us":                        "",
		"/news/a-slug":                     "",
		"/cal/2031/05":                     "/cal/*",
		"/cal/2031/may?view=week":          "/cal/*/may?view",
		"/list?page=2&sid=x":               "/list?page&sid",
		"/list?sid=x&page=2":               "/list?page&sid",
		"/a/a/a/b":                         "/a/b",
		"/a//b/a//":                        "",
		"/a/b;x/c":                         "/a/b/c?;x",
		"/a/b/c/d/e/f/g/h":                 "",
		"/a/b/c/d/e/f/g/h/i":               "/a/b/c/d/e/f/g/h/**",
		"/a?":                              "",
		"/a?=b":                            "/a",
		"/shop;jsessionid=1a?item=3":       "/shop?;jsessionid&item",
		"/a/b/c/d/e/f/g/h/i/j":             "/a/b/c/d/e/f/g/h/**",
		"/index.php?thread-17-2.html":      "/index.php?thread-*-*.html",
		"/style?20261129&v":                "/style?*&v",
		"/x?" + strings.Repeat("a=1&", 20): "",
	} {
		if got := trap.Template(target); got != want {
			t.Errorf("%s: %q, want %q", target, got, want)
		}
	}
}

// TestParameter checks that a parameter is removed only with evidence from several texts, and
// that the verdict is revoked when it proves wrong.
func TestParameter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	var b trap.Book
	see := func(page, session int, text uint64) {
		b.Saw(trap.Visit{Target: fmt.Sprintf("/p?n=%d&sid=%d", page, session), Text: text, Shape: text}, now)
	}
	for session := range 20 {
		see(1, session, 7) // only one text: it may be an error page
	}
	if clean, _, _ := b.Advise("/p?n=1&sid=99"); clean != "" {
		t.Errorf("after one text: %s", clean)
	}
	see(2, 100, 8)
	see(2, 101, 8)
	see(3, 102, 9)
	see(3, 103, 9)
	if clean, why, _ := b.Advise("/p?sid=99&n=1"); clean != "/p?n=1" || why == "" {
		t.Errorf("after three texts: %q, %q", clean, why)
	}
	if clean, _, _ := b.Advise("/other?sid=99"); clean != "" {
		t.Errorf("of another template: %s", clean)
	}
	see(4, 200, 10)
	see(4, 201, 11) // it has an effect after all
	if clean, _, _ := b.Advise("/p?sid=99&n=1"); clean != "" || !b.Pending {
		t.Errorf("after a difference: %q, pending %t", clean, b.Pending)
	}
}

// TestPagesBeyondTheEnd checks that the pages beyond the end of a list, which have one text, say
// nothing about the parameter.
func TestPagesBeyondTheEnd(t *testing.T) {
	t.Parallel()
	var b trap.Book
	for n := range 500 {
		b.Saw(trap.Visit{Target: fmt.Sprintf("/list?page=%d", n), Text: uint64(min(n, 50)) + 1, Shape: uint64(min(n, 50)), Known: n > 50}, time.Time{})
	}
	if clean, _, _ := b.Advise("/list?page=7"); clean != "" {
		t.Errorf("the parameter is dropped: %s", clean)
	}
	if _, _, why := b.Advise("/list?page=7"); why == "" {
		t.Error("450 pages without a text of their own are no trap")
	}
	if !b.Allow(trap.RuleShape) || b.Allow(trap.RuleShape) || !b.AnyShape || b.ReadChallenges || !b.Allow(trap.RuleChallenge) || !b.ReadChallenges {
		t.Errorf("shapes and challenges are not allowed: %+v", b)
	}
	if !b.Allow("/list?page") || b.Allow("/list?page") {
		t.Error("allow does not tell whether there was a verdict")
	}
	if _, _, why := b.Advise("/list?page=7"); why != "" {
		t.Errorf("allowed, and yet: %s", why)
	}
}

// TestBookIsBounded checks that names of a hostile site do not displace verdicts, and that the
// book does not grow.
func TestBookIsBounded(t *testing.T) {
	t.Parallel()
	var b trap.Book
	for range 100 {
		b.Saw(trap.Visit{Target: "/cal?n=1", Known: true}, time.Time{})
	}
	for i := range 2000 {
		b.Saw(trap.Visit{Target: fmt.Sprintf("/p%c%c/1?q%c=%d", 'a'+i%26, 'a'+i/26%26, 'a'+i%20, i), Text: uint64(i), Shape: uint64(i)}, time.Time{})
	}
	if len(b.Templates) != trap.MaxTemplates || len(b.Params) != trap.MaxParams {
		t.Errorf("%d templates, %d parameters", len(b.Templates), len(b.Params))
	}
	if _, _, why := b.Advise("/cal?n=2"); why == "" {
		t.Error("the verdict is lost")
	}
}

// TestType checks that an extension is judged after several visits, never if one of its files was
// read, and that the verdict ends with the first that is read.
func TestType(t *testing.T) {
	t.Parallel()
	var b trap.Book
	for i := range 5 {
		if why := b.AdviseType("/x.dat?a"); why != "" {
			t.Fatalf("after %d: %s", i, why)
		}
		b.SawType(fmt.Sprintf("/%d.DAT?download", i), false, time.Time{})
		b.SawType(fmt.Sprintf("/%d.php", i), i != 2, time.Time{})
		b.SawType("/none", false, time.Time{})
	}
	if b.AdviseType("/x.dat") == "" || b.AdviseType("/x.php") != "" || b.AdviseType("/x") != "" {
		t.Errorf("verdicts: %+v", b.Types)
	}
	if !b.SawType("/seed.dat", true, time.Time{}) || b.AdviseType("/x.dat") != "" || !b.Pending {
		t.Errorf("after one that is read: %+v", b.Types)
	}
	for i := range 100 {
		b.SawType(fmt.Sprintf("/x.%d", i), false, time.Time{})
	}
	if len(b.Types) != trap.MaxTypes {
		t.Errorf("%d types", len(b.Types))
	}
	var one trap.Book
	for i := range 23 {
		one.SawType(fmt.Sprintf("/download.php?id=%d", i), false, time.Time{})
	}
	if why := one.AdviseType("/topic.php?id=1"); why != "" {
		t.Errorf("by the files of one program: %s", why)
	}
}

// TestTypeBesidePages checks that pages are visited whose data is of a type that is not read, at the same URLs with an
// ending, even if none was visited since the first file.
func TestTypeBesidePages(t *testing.T) {
	t.Parallel()
	for _, query := range []string{"", "?_shape=array", "?_shape=7"} {
		var b trap.Book
		b.SawType("/x.json", false, time.Time{})
		b.SawType("/x.json", true, time.Time{}) // some names with the ending are read
		for i := range 24 {
			b.SawType(fmt.Sprintf("/data/place/%d.json%s", i, query), false, time.Time{})
		}
		pages, files := 0, 0
		for i := range 160 {
			if b.AdviseType(fmt.Sprintf("/data/place/%d%s", 100+i, query)) != "" {
				pages++
			}
			if b.AdviseType(fmt.Sprintf("/data/place/%d.json%s", 100+i, query)) != "" {
				files++
			}
		}
		if pages > 0 || files < 140 {
			t.Errorf("with %q, %d pages are left out, and %d files of 160: %+v", query, pages, files, b.Types)
		}
	}
}

// TestTypeAllowed checks that files with an ending are visited once the operator allows it, although they
// have a template in common as well.
func TestTypeAllowed(t *testing.T) {
	t.Parallel()
	var b trap.Book
	for i := range 40 {
		b.SawType(fmt.Sprintf("/%d.dat", i), false, time.Time{})
	}
	left := func() (n int) {
		for i := range 40 {
			if b.AdviseType(fmt.Sprintf("/%d.dat", 100+i)) != "" {
				n++
			}
		}
		return n
	}
	if n := left(); n != 40 {
		t.Errorf("%d of 40 are left out", n)
	}
	if !b.Allow(".dat") || left() > 0 {
		t.Errorf("%d are left out after the ending was allowed: %+v", left(), b.Types)
	}
}

// TestTypeOfProgram checks that the files of one program are judged by its template, or by its kind
// where other pages have the same template, but for a few, and that the first that is read ends that.
func TestTypeOfProgram(t *testing.T) {
	t.Parallel()
	for name, form := range map[string]string{
		"/download.php?id":                 "/download.php?id=%d",
		"/index.php?action=file&attach":    "/index.php?action=file&attach=%d",
		"/attachments/*/":                  "/attachments/saw-jpg.%d/",
		"/museum/loans.json?_labels&place": "/museum/loans.json?_labels=1&place=%d",
	} {
		var b trap.Book
		url := func(n int) string { return fmt.Sprintf(form, n) }
		left := func() (n int) {
			for i := range 1600 {
				if b.AdviseType(url(10000+i)) != "" {
					n++
				}
			}
			return n
		}
		b.SawType("/x.json", false, time.Time{})
		b.SawType("/x.json", true, time.Time{})
		for i := range 23 {
			if b.SawType(url(i), false, time.Time{}); left() != 0 {
				t.Fatalf("%s: a verdict after %d files", name, i+1)
			}
			b.SawType("/index.php?action=show&attach=1", true, time.Time{})
		}
		b.SawType(url(23), false, time.Time{})
		if n := left(); n < 1450 || n == 1600 {
			t.Errorf("%s: %d of 1600 are left out, want all but about one in sixteen: %+v", name, n, b.Types)
		}
		if why := b.AdviseType("/index.php?action=show&attach=2"); why != "" {
			t.Errorf("%s: a page is left out: %s", name, why)
		}
		if !b.SawType(url(50), true, time.Time{}) || left() != 0 || !b.Pending {
			t.Errorf("%s: the verdict stands after one that was read: %+v", name, b.Types)
		}
		for i := range 100 {
			b.SawType(url(100+i), false, time.Time{})
		}
		if left() != 0 {
			t.Errorf("%s: a verdict although one was read", name)
		}
	}
}

func FuzzBook(f *testing.F) {
	f.Add("/cal/2031/05?view=week&sid=1", []byte(`{"origin":"http://a.test"}`))
	f.Add("/list?20261129&cat=a&page=", []byte(`{"origin":"http://a.test","kinds":[{"template":"/list?cat=a","why":"x"}]}`))
	f.Add("/shop;jsessionid=1a;x/?=&&a=1=2&;", []byte(`{"origin":"http://a.test","parameters":[{"template":"/p?sid","name":"sid","why":"x"}]}`))
	f.Fuzz(func(t *testing.T, target string, data []byte) {
		b, err := trap.Decode(data)
		if err != nil {
			b = trap.Book{Origin: "http://a.test"}
		}
		for i := range 3 {
			b.Saw(trap.Visit{Target: fmt.Sprint(target, i), Text: 1, Shape: 1, Canonical: target}, time.Time{})
		}
		b.SawType(target, false, time.Time{})
		b.AdviseType(target)
		b.SawText(trap.FamilyOf(target), trap.Text{}, time.Time{})
		b.MayBeNew(target, target)
		b.AdviseFamily(target)
		clean, why, _ := b.Advise(target)
		if why == "" && clean != "" || len(clean) > len(target) {
			t.Fatalf("%q became %q", target, clean)
		}
		stored, err := b.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if back, err := trap.Decode(stored); err != nil || len(back.Clone().Params) != len(b.Params) || len(back.Templates) != len(b.Templates) {
			t.Fatal(back, err)
		}
	})
}

// TestFolder checks that a folder whose pages continue to link to new pages of it may be endless,
// that one whose pages link to known pages is not, and that pages in such a folder say nothing
// about their host.
func TestFolder(t *testing.T) {
	t.Parallel()
	for target, want := range map[string]string{
		"/maze/a/b": "/maze/", "/maze/": "/maze/", "/maze": "/", "/": "/", "/?a=/b/c": "/", "//a": "/", "/" + strings.Repeat("x", 300) + "/a": "/",
	} {
		if got := trap.FolderOf(target); got != want {
			t.Errorf("folder of %.20q: %.20q, want %q", target, got, want)
		}
	}
	b := trap.Book{Origin: "http://a.test"}
	told := map[string]int{}
	visit := func(target string, opens bool) {
		if f := visit(&b, target, opens, true); f != nil {
			told[f.Why]++
		}
	}
	for range 200 {
		if looks := b.LooksAt("/few/a"); len(looks) > 0 {
			t.Fatalf("folders of few pages are looked at: %v", looks)
		}
		visit("/few/a", true)
	}
	for range 1500 {
		visit("/maze/a", true)
		visit("/wiki/a", false)
	}
	if b.AdviseFolder("/maze/x/y") == nil || b.AdviseFolder("/wiki/x") != nil || b.AdviseFolder("/mazes") != nil || len(told) != 1 {
		t.Errorf("told %v of %+v", told, b.Folders)
	}
	data, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	read, err := trap.Decode(data)
	if err != nil || read.AdviseFolder("/maze/x/y") == nil || !read.Allow("/maze/") || read.AdviseFolder("/maze/x/y") != nil {
		t.Errorf("read %+v, %v", read.Folders, err)
	}
	for i := range 5000 { // each directly below the root
		visit(fmt.Sprintf("/%c%c%c/", 'a'+i%26, 'a'+i/26%26, 'a'+i/676), true)
	}
	if f := b.AdviseFolder("/any"); f == nil || trap.FolderIn(f.Why, "/any") != "/" || len(b.Folders) > trap.MaxFolders || len(told) != 2 {
		t.Errorf("told %v, %d folders", told, len(b.Folders))
	}
}

// TestKinds checks that the pages of one program that have all one form of address are judged by the
// words in it: a form that brings nothing, a calendar without end, pages of which one in twelve has a text
// of its own, and good pages between them.
func TestKinds(t *testing.T) {
	t.Parallel()
	var b trap.Book
	for i := range 700 {
		b.Saw(trap.Visit{Target: fmt.Sprintf("/cal?action=add&day=%d", i), Text: 1, Shape: 1, Known: i > 0}, time.Time{})
		b.Saw(trap.Visit{Target: fmt.Sprintf("/cal?day=%d&action=show", i), Text: uint64(i) + 2, Shape: uint64(i % 30), Grew: true, More: true}, time.Time{})
		b.Saw(trap.Visit{Target: fmt.Sprintf("/cal?action=help&day=%d", i), Text: uint64(i) + 2e6, Shape: uint64(i) + 2e6, Known: i%12 > 0}, time.Time{})
		if i%4 == 0 {
			b.Saw(trap.Visit{Target: fmt.Sprintf("/cal?action=event&day=%d", i), Text: uint64(i) + 1e6, Shape: uint64(i) + 1e6}, time.Time{})
		}
	}
	for _, x := range []struct {
		action string
		trap   bool
	}{{"add", true}, {"show", true}, {"help", false}, {"event", false}, {"other", false}} {
		target := "/cal?action=" + x.action + "&day=999"
		if _, _, why := b.Advise(target); (why != "") != x.trap || (trap.KindIn(why, target) != "") != x.trap {
			t.Errorf("%s: %q", x.action, why)
		}
	}
	if !b.Allow("/cal?action=add&day") {
		t.Error("the verdict cannot be taken back")
	}
	if _, _, why := b.Advise("/cal?action=add&day=999"); why != "" {
		t.Errorf("allowed, and yet: %s", why)
	}
	for i := range 600 {
		b.Saw(trap.Visit{Target: fmt.Sprintf("/search?q=%c%c", 'a'+i%26, 'a'+i/26)}, time.Time{})
	}
	if _, _, why := b.Advise("/cal?action=show&day=999"); why == "" || len(b.Kinds) != trap.MaxKinds {
		t.Errorf("%q, %d kinds", why, len(b.Kinds))
	}
}

// TestWeeks checks that a calendar whose pages come in a hundred forms, by the names of months and the
// lengths of weeks, is found to be endless.
func TestWeeks(t *testing.T) {
	t.Parallel()
	var b trap.Book
	for i := range 700 {
		b.Saw(trap.Visit{Target: fmt.Sprintf("/week?n=%d", i), Text: uint64(i), Shape: uint64(i*37%100) << 40, Grew: true}, time.Time{})
	}
	if _, _, why := b.Advise("/week?n=999"); why == "" {
		t.Errorf("no verdict: %+v", b.Templates)
	}
}
