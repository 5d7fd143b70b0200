package trap_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/trap"
)

// post returns the visit of a post of a thread that gave way to the thread.
func post(thread, i int) trap.PartVisit {
	page := fmt.Sprintf("/topic/%d/title-of-%d", thread, thread)
	return trap.PartVisit{Target: fmt.Sprint(page, "/", i), Canonical: page, GaveWay: true}
}

// advisedParts counts which of sixty posts another page stands for.
func advisedParts(b *trap.Book) (n int, why string) {
	for i := range 60 {
		if page, said := b.AdvisePart(fmt.Sprint("/topic/99/other/", i)); said != "" {
			if page != "/topic/99/other" {
				return -1, page
			}
			n, why = n+1, said
		}
	}
	return n, why
}

func TestPartOf(t *testing.T) {
	t.Parallel()
	for target, want := range map[string]string{
		"/topic/7/title/12": "/topic/*/*/{n} /topic/7/title", "/topic/7/title/12?": "/topic/*/*/{n} /topic/7/title",
		"/list/7": "/list/{n} /list", "/2026/11/30": "/*/*/{n} /2026/11",
		"/topic/7/title/12?page=2": " ", "/topic/7/title": " ", "/7": " ", "": " ", "/a/1/": " ", "/a/b/c/d/e/f/g/h/1": " ",
		"/" + strings.Repeat("a", 300) + "/1": " ",
	} {
		if name, page := trap.PartOf(target); name+" "+page != want {
			t.Errorf("%s: %q, %q, want %q", target, name, page, want)
		}
	}
}

// TestParts: a number that pages leave out of their canonical URLs is dropped after 24 pages that are
// those, also where others have a text of their own, and no more when pages keep it.
func TestParts(t *testing.T) {
	t.Parallel()
	b := trap.Book{Origin: "http://a.test"}
	for i := range 24 {
		if n, _ := advisedParts(&b); n != 0 {
			t.Fatalf("after %d: %d of 60", i, n)
		}
		v := post(i%8, i)
		b.SawPart(v, time.Time{})
		if i%2 == 0 { // of a long thread
			v.GaveWay, v.Canonical = false, v.Canonical+"?page=2"
			b.SawPart(v, time.Time{})
		}
	}
	n, why := advisedParts(&b)
	if n < 50 || n == 60 || !strings.Contains(why, "24 of 36 pages of /topic/*/*/{n},") {
		t.Fatalf("%d of 60, %q", n, why)
	}
	data, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if b, err = trap.Decode(data); err != nil {
		t.Fatal(err)
	}
	c := b.Clone()
	c.SawPart(trap.PartVisit{Target: "/topic/1/title/30"}, time.Time{})
	if n, _ := advisedParts(&c); n != 0 || !c.Pending {
		t.Errorf("one keeps its number: %d, pending %t", n, c.Pending)
	}
	if n, _ := advisedParts(&b); n < 50 {
		t.Errorf("the clone changed the book: %d", n)
	}
	if !b.Allow("/topic/*/*/{n}") {
		t.Error("the verdict cannot be taken back")
	}
	b.SawPart(post(1, 40), time.Time{})
	if n, _ := advisedParts(&b); n != 0 {
		t.Errorf("allowed, and yet %d", n)
	}
}

// TestNoParts: further pages that all name the first one by mistake, lists that name what is new, and the
// pages of one list keep their numbers.
func TestNoParts(t *testing.T) {
	t.Parallel()
	for name, of := range map[string]func(i int) trap.PartVisit{
		"texts of their own": func(i int) trap.PartVisit { v := post(i%20, i); v.GaveWay = i%3 == 1; return v },
		"what is new":        func(i int) trap.PartVisit { v := post(i%20, i); v.Opens = i%3 > 0; return v },
		"one page":           func(i int) trap.PartVisit { return post(1, i) },
		"other canonicals": func(i int) trap.PartVisit {
			v := post(i%20, i)
			v.Canonical = strings.Repeat(v.Canonical, i%9/8+1)
			return v
		},
	} {
		var b trap.Book
		for i := range 200 {
			b.SawPart(of(i), time.Time{})
		}
		if n, why := advisedParts(&b); n != 0 {
			t.Errorf("%s: %d, %s", name, n, why)
		}
	}
}

// TestManyParts: a book has a limit, and what the operator allowed stays in it.
func TestManyParts(t *testing.T) {
	t.Parallel()
	b := trap.Book{Origin: "http://a.test", Parts: []trap.Part{{Name: "/topic/*/*/{n}", Allowed: true}}}
	for i := range 40 {
		page := "/" + strings.Repeat("a", i+1) + "/x"
		b.SawPart(trap.PartVisit{Target: page + "/1", Canonical: page, GaveWay: true}, time.Time{})
	}
	if len(b.Parts) != trap.MaxParts || !b.Parts[0].Allowed {
		t.Errorf("%d, %+v", len(b.Parts), b.Parts[0])
	}
	b.Parts = append(b.Parts, trap.Part{})
	data, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := trap.Decode(data); err == nil {
		t.Error("a list that is too long was read")
	}
}
