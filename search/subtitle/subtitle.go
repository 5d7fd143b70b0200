// Package subtitle tells apart the results that have one title: what is shown beside the title of each is its first
// heading, else the end of its address, or the first line of its text if that end is a number. A title that many pages
// of a site have says nothing of any of them, so a page with such a one gets a subtitle even if no other has it.
//
// Floor: 4 (acts), a part of search. Stability: engine. It is pure, and does not know which titles are those of
// sites.
package subtitle

import (
	"bytes"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/weburl"
)

// Seen is how many characters of a title people see: what begins alike so far is one title to them.
const Seen = 140

// Longest is the largest number of characters of a subtitle.
const Longest = 140

// A Page is what is known of a result.
type Page struct {
	URL            weburl.URL
	Title, Heading string
	Opening        string // the first line of its text, if that may be shown
	OfSite         bool   // the title is that of many pages of its site
}

// maxOpening is how many bytes of the first line of a page are looked at.
const maxOpening = 1 << 10

// Opening returns the first line of the text of a page as it is compared.
func Opening(text []byte) string {
	first, _, _ := bytes.Cut(text, []byte("\n"))
	return strings.ToValidUTF8(string(first[:min(len(first), maxOpening)]), "")
}

// Of returns the subtitle of each of some results, "" for those whose title tells them apart. Results of different
// hosts may have one title: their hosts, which are shown as well, tell them apart.
func Of(pages []Page) []string {
	out := make([]string, len(pages))
	groups := map[string][]int{}
	for i := range pages {
		key := pages[i].URL.Host() + " " + folded(pages[i].Title)
		groups[key] = append(groups[key], i)
	}
	for _, group := range groups {
		if len(group) > 1 || pages[group[0]].OfSite {
			tell(pages, group, out)
		}
	}
	return out
}

// folded returns what people see of a title, without regard to case and whitespace.
func folded(title string) string {
	return strings.ToLower(show.Shorten(strings.Join(strings.Fields(title), " "), Seen))
}

// tell gives the results of a group, which have one title, their subtitles.
func tell(pages []Page, group []int, out []string) {
	rest := takeTexts(pages, group, out, func(p *Page) string { return p.Heading })
	rest = takeTexts(pages, rest, out, func(p *Page) string {
		if saysNothing(ending(p.URL, 1)) {
			return p.Opening
		}
		return ""
	})
	for parts := 1; len(rest) > 0; parts++ {
		rest = nameAlike(pages, rest, parts, out)
	}
}

// takeTexts gives results of a group a text of theirs that none of the others has, and returns those without one.
func takeTexts(pages []Page, group []int, out []string, text func(*Page) string) (rest []int) {
	texts := map[string]int{}
	for _, i := range group {
		texts[folded(text(&pages[i]))]++
	}
	for _, i := range group {
		if t := folded(text(&pages[i])); t == "" || t == folded(pages[i].Title) || texts[t] > 1 {
			rest = append(rest, i)
			continue
		}
		out[i] = show.Shorten(strings.Join(strings.Fields(text(&pages[i])), " "), Longest)
	}
	return rest
}

// saysNothing reports whether the name of a page is mostly a number: a01867.html, 4711, /?id=12.
func saysNothing(name string) bool {
	if at := strings.LastIndexByte(name, '.'); at > 0 {
		name = name[:at]
	}
	digits, letters := 0, 0
	if at := strings.LastIndexByte(name, '='); at >= 0 {
		name = name[at+1:]
	}
	for _, c := range name {
		switch {
		case unicode.IsDigit(c):
			digits++
		case unicode.IsLetter(c):
			letters++
		}
	}
	return digits >= letters
}

// mostParts is how many parts of a path a subtitle has; addresses that are the same so far are shown whole.
const mostParts = 4

// nameAlike gives results the last parts of their addresses as subtitles, and returns those of which several end so.
func nameAlike(pages []Page, group []int, parts int, out []string) (rest []int) {
	names := map[string]int{}
	for _, i := range group {
		out[i] = ending(pages[i].URL, parts)
		names[out[i]]++
	}
	if parts > mostParts {
		return nil
	}
	return slices.DeleteFunc(group, func(i int) bool { return names[out[i]] == 1 })
}

// ending returns the last parts of the path of a URL with its query, decoded as far as that gives text; the whole
// target if more parts than mostParts are asked for.
func ending(u weburl.URL, parts int) string {
	target := u.Target()
	path, query, asks := strings.Cut(target, "?")
	all := strings.Split(strings.Trim(path, "/"), "/")
	if parts <= mostParts {
		path = strings.Join(all[max(0, len(all)-parts):], "/")
	}
	if path == "" {
		path = "/"
	}
	if text, err := url.PathUnescape(path); err == nil && utf8.ValidString(text) {
		path = text
	}
	if asks {
		path += "?" + query
	}
	return cut(path)
}

// cut keeps the end of a long address, where it says which page it is.
func cut(s string) string {
	r := []rune(s)
	if len(r) <= Longest {
		return s
	}
	return "…" + string(r[len(r)-Longest+1:])
}
