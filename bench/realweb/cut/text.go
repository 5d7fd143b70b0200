package cut

import (
	"bytes"
	"errors"
	"hash/maphash"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"
)

// leastText is how many bytes a text has at least: shorter ones are labels.
const leastText = 60

// pages returns the HTML files below a folder, in the order of their names.
func pages(dir string) (files []string, err error) {
	err = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && (strings.HasSuffix(name, ".html") || strings.HasSuffix(name, ".htm")) {
			files = append(files, name)
		}
		return err
	})
	if err == nil && len(files) == 0 {
		err = errors.New("there are no HTML files in " + dir)
	}
	return files, err
}

// A source hands out the texts of pages, each once a round. The second round takes every
// other text of a page first, the third every third one, and so on: no chapter comes
// twice.
type source struct {
	files []string
	at    int // the next file
	round int
	found bool // this round had a text
	texts []string
	seed  maphash.Seed
	seen  map[uint64]bool
}

// next returns the next text.
func (s *source) next() (string, error) {
	for len(s.texts) == 0 {
		if s.at == len(s.files) && s.found {
			s.at, s.round, s.found, s.seen = 0, s.round+1, false, nil
		}
		if s.at == len(s.files) {
			return "", errors.New("there is no text")
		}
		if s.seen == nil {
			s.seed, s.seen = maphash.MakeSeed(), map[uint64]bool{}
		}
		page, err := os.ReadFile(s.files[s.at])
		if err != nil {
			return "", err
		}
		s.at++
		all := texts(page)
		for first := range s.round + 1 {
			for i := first; i < len(all); i += s.round + 1 {
				if h := maphash.String(s.seed, all[i]); !s.seen[h] {
					s.seen[h], s.found = true, true
					s.texts = append(s.texts, all[i])
				}
			}
		}
	}
	t := s.texts[0]
	s.texts = s.texts[1:]
	return t, nil
}

// texts returns the texts of a page, each in one line.
func texts(page []byte) (out []string) {
	code, _, _ := charset.DetermineEncoding(page, "")
	if plain, err := code.NewDecoder().Bytes(page); err == nil {
		page = plain
	}
	z := html.NewTokenizer(bytes.NewReader(page))
	var b strings.Builder
	hidden := 0
	for {
		kind := z.Next()
		tag, _ := z.TagName()
		a := atom.Lookup(tag)
		switch {
		case kind == html.ErrorToken:
			return out
		case kind == html.TextToken && hidden == 0:
			b.Write(z.Text())
		case a == atom.Script || a == atom.Style || a == atom.Title || a == atom.Nav:
			hidden = max(hidden+map[html.TokenType]int{html.StartTagToken: 1, html.EndTagToken: -1}[kind], 0)
		case isBlock(a):
			text := strings.Join(strings.Fields(html.UnescapeString(b.String())), " ")
			if b.Reset(); len(text) >= leastText {
				out = append(out, text)
			}
		}
	}
}

func isBlock(a atom.Atom) bool {
	switch a {
	case atom.P, atom.Div, atom.Li, atom.Dd, atom.Dt, atom.Td, atom.Th, atom.Tr, atom.Pre, atom.Ul, atom.Ol, atom.Dl, atom.Table,
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Body, atom.Blockquote, atom.Section:
		return true
	}
	return false
}

// clip returns at most n bytes of a text, whole characters.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
