// Command zones measures how well the templates of a site are told from its
// content, on pages whose main element is known.
//
//	zones [--learn N] (--main TAG.CLASS | --template TAG.CLASS,TAG.CLASS) DIR
//
// It learns from the first N pages of DIR, in the order of a hash of their names,
// and labels the others: how much of the template's text is labelled, and how much
// of the main text. Pages without the named element are left out.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/weburl"
	"github.com/aranea-search/aranea/zone"
)

func main() {
	learn := flag.Int("learn", 20, "pages to learn from")
	mainElement := flag.String("main", "", "the element that holds the main text, such as div.body")
	template := flag.String("template", "", "the elements that hold the template, if no element holds the rest")
	worst := flag.Bool("worst", false, "print what is labelled wrong")
	flag.Parse()
	if flag.NArg() != 1 || (*mainElement == "") == (*template == "") {
		flag.Usage()
		os.Exit(2)
	}
	t := truth{names: strings.Split(*mainElement+*template, ","), inside: *mainElement != ""}
	if err := run(t, flag.Arg(0), *learn, *worst); err != nil {
		fmt.Fprintln(os.Stderr, "zones:", err)
		os.Exit(1)
	}
}

// A truth says which elements hold the main text, or all but it.
type truth struct {
	names  []string
	inside bool
}

// marker is a letter that begins every word of main text.
const marker = "ʘ"

// tell marks the words of main text in the body of a page. It reports whether the
// page has one of the elements.
func (t truth) tell(body []byte) ([]byte, bool) {
	var out bytes.Buffer
	z := html.NewTokenizer(bytes.NewReader(body))
	in, depth, inBody, found := "", 0, false, false
	for {
		kind := z.Next()
		raw := slices.Clone(z.Raw())
		switch kind {
		case html.ErrorToken:
			return out.Bytes(), found
		case html.StartTagToken:
			tok := z.Token()
			inBody = inBody || tok.Data == "body"
			switch {
			case in == tok.Data:
				depth++
			case in == "" && slices.ContainsFunc(t.names, func(n string) bool { return is(&tok, n) }):
				in, depth, found = tok.Data, 1, true
			}
			if tok.Data == "script" || tok.Data == "style" || tok.Data == "textarea" || tok.Data == "iframe" {
				out.Write(raw)
				if z.Next() == html.TextToken {
					raw = slices.Clone(z.Raw())
				} else {
					raw = z.Raw()
				}
			}
		case html.EndTagToken:
			if name, _ := z.TagName(); in == string(name) {
				if depth--; depth == 0 {
					in = ""
				}
			}
		case html.TextToken:
			if inBody && (in != "") == t.inside {
				raw = mark(raw)
			}
		}
		out.Write(raw)
	}
}

// is reports whether a tag is the element TAG.CLASS.
func is(t *html.Token, name string) bool {
	tag, class, _ := strings.Cut(name, ".")
	if t.Data != tag {
		return false
	}
	for _, a := range t.Attr {
		if a.Key == "class" || a.Key == "id" || a.Key == "role" {
			if slices.Contains(strings.Fields(a.Val), class) {
				return true
			}
		}
	}
	return class == ""
}

func mark(text []byte) []byte {
	var out []byte
	between := true
	for _, c := range text {
		whitespace := c == ' ' || c == '\n' || c == '\t' || c == '\r'
		if between && !whitespace {
			out = append(out, marker...)
		}
		out, between = append(out, c), whitespace
	}
	return out
}

func run(t truth, dir string, learn int, worst bool) error {
	pages, err := read(t, dir)
	if err != nil {
		return err
	}
	if len(pages) <= learn {
		return fmt.Errorf("%s has %d pages with the element, and %d are to be learned from", dir, len(pages), learn)
	}
	var p zone.Profile
	for i := range pages[:learn] {
		p.Saw(&pages[i])
	}
	var s score
	wrong := map[string]int{}
	for i := range pages[learn:] {
		page := &pages[learn+i]
		p.Label(page)
		for _, e := range page.Elements {
			if text := string(page.Text[e.Start:e.End]); e.Kind.IsBlock() && e.Kind != aranea.ElementTitle && e.Kind != aranea.ElementDescription && e.Kind != aranea.ElementKeywords && e.Kind != aranea.ElementAlt {
				isMain := strings.Contains(text, marker)
				s.add(isMain, e.Zone, len(text)-strings.Count(text, marker)*len(marker))
				if isMain != (e.Zone == aranea.ZoneMain) {
					path := ""
					for at := int16(e.Container); at >= 0; at = page.Containers[at].Parent {
						path = page.Containers[at].Name + " " + path
					}
					wrong[fmt.Sprintf("%-10s %s", e.Zone, path)] += len(text)
				}
			}
		}
	}
	if worst {
		for _, w := range sorted(wrong) {
			fmt.Printf("%8d %s\n", wrong[w], w)
		}
	}
	fmt.Printf("%s: learned from %d of %d pages; of %d bytes of template %.2f %% labelled, of %d bytes of main text %.2f %%, and %.2f %% as lists of links\n",
		dir, learn, len(pages), s.template, percent(s.labelled, s.template), s.main, percent(s.lost, s.main), percent(s.listed, s.main))
	return nil
}

func sorted(m map[string]int) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.SortFunc(out, func(a, b string) int { return m[b] - m[a] })
	return out[:min(len(out), 12)]
}

// A score counts bytes.
type score struct{ template, labelled, main, lost, listed int }

func (s *score) add(isMain bool, z aranea.Zone, n int) {
	switch {
	case isMain:
		s.main += n
		switch z {
		case aranea.ZoneMain:
		case aranea.ZoneLinks:
			s.listed += n
		default:
			s.lost += n
		}
	default:
		s.template += n
		if z != aranea.ZoneMain {
			s.labelled += n
		}
	}
}

func percent(a, b int) float64 { return 100 * float64(a) / float64(max(b, 1)) }

// read extracts the pages of a folder.
func read(t truth, dir string) ([]aranea.Page, error) {
	type file struct {
		sum  uint64
		path string
	}
	var files []file
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && (strings.HasSuffix(path, ".html") || strings.HasSuffix(path, ".htm")) {
			h := fnv.New64a()
			h.Write([]byte(filepath.Base(path)))
			files = append(files, file{h.Sum64(), path})
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(fmt.Sprint(a.sum), fmt.Sprint(b.sum)) })
	x := extract.New(extract.Limits{})
	var pages []aranea.Page
	for _, f := range files {
		body, err := os.ReadFile(f.path)
		if err != nil {
			return nil, err
		}
		body, ok := t.tell(body)
		if !ok {
			continue
		}
		u, err := weburl.Parse("http://site.test/" + filepath.ToSlash(f.path))
		if err != nil {
			return nil, err
		}
		page, err := x.Extract(context.Background(), extract.Document{URL: u, Header: aranea.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: body})
		if err != nil {
			return nil, err
		}
		pages = append(pages, page)
	}
	return pages, nil
}
