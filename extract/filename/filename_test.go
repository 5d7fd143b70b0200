package filename

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestWords(t *testing.T) {
	t.Parallel()
	for ref, want := range map[string]struct {
		words string
		tells bool
	}{
		"zebrafish_tank.png":                           {"zebrafish tank", true},
		"https://a.test/p/lighthouse-sunset.jpg?w=3#x": {"lighthouse sunset", true},
		"/a/red%20kite+nest.final.jpeg":                {"red kite nest final", true},
		"OldHarbourBridge2.webp":                       {"Old Harbour Bridge 2", true},
		"berlin1989wall.jpg":                           {"berlin 1989 wall", true},
		"zebrafish-300x200.jpg":                        {"zebrafish", true},
		"main.5f3a9c2b1d.png":                          {"main", true},
		"%E5%BC%A0%E6%9B%BC%E7%8E%89.jpg":              {"张曼玉", true},
		"маяк.jpg":                                     {"маяк", true},
		"heron":                                        {"heron", true},
		"DSC01234.JPG":                                 {"DSC 01234", false},
		"IMG_20190503_120000.jpg":                      {"IMG 20190503 120000", false},
		"IMG-20190503-WA0001.jpg":                      {"IMG 20190503 WA 0001", false},
		"f81d4fae-7dec-11d0-a765-00a0c91e6bf6.png":     {"", false},
		"dQw4w9WgXcQ.jpg":                              {"", false},
		"arrow-left.gif":                               {"arrow left", false},
		"pdf-icon.png":                                 {"pdf icon", false},
		"spacer.gif":                                   {"spacer", false},
		"x.png":                                        {"x", false},
		"thumb_small.jpg":                              {"thumb small", false},
		"%ff%fe.jpg":                                   {"", false},
		"%zz-owl.jpg":                                  {"zz owl", true},
		"":                                             {"", false},
		"/":                                            {"", false},
		".png":                                         {"", false},
	} {
		words := Words(ref)
		if words != want.words || Tells(words) != want.tells {
			t.Errorf("Words(%q) = %q, tells %v, want %q, %v", ref, words, Tells(words), want.words, want.tells)
		}
	}
}

func FuzzWords(f *testing.F) {
	f.Add("https://a.test/zebrafish_tank-300x200.png?a=b#c")
	f.Add("%ff/DSC01.%E5%BC%A0")
	f.Fuzz(func(t *testing.T, ref string) {
		words := Words(ref)
		if !utf8.ValidString(words) || len(words) > 3*maxName || len(strings.Fields(words)) > maxWords {
			t.Errorf("Words(%q) = %q", ref, words)
		}
		Tells(words)
	})
}
