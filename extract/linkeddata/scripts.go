package linkeddata

import (
	"bytes"
	"errors"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// MaxScripts is the maximum number of scripts that Scripts lists.
const MaxScripts = 50

// A Script is a script of a page with linked data.
type Script struct {
	// Line and Column are where the script begins or, if it has a fault, where that is. Columns count
	// bytes.
	Line   int      `json:"line"`
	Column int      `json:"column"`
	Types  []string `json:"types,omitempty"` // what it is about
	// Fault is what is wrong with it, "" if nothing is. Nothing of it is read then, unless Meant is set: it is
	// clear what is meant, but other readers may refuse it.
	Fault string `json:"fault,omitempty"`
	Meant bool   `json:"meant,omitempty"`
}

// Scripts returns the first scripts with linked data of a page in UTF-8, and the number of all.
func Scripts(page []byte) (out []Script, total int) {
	z := html.NewTokenizer(bytes.NewReader(page))
	end, opened := 0, false
	for {
		kind := z.Next()
		start := end
		end += len(z.Raw())
		switch {
		case kind == html.ErrorToken:
			return out, total
		case kind == html.TextToken && opened:
			if total++; total <= MaxScripts {
				out = append(out, scriptOf(page, start, end))
			}
		}
		opened = kind == html.StartTagToken && begins(z.Token())
	}
}

// begins reports whether a start tag begins a script with linked data.
func begins(t html.Token) bool {
	for _, a := range t.Attr {
		if t.DataAtom == atom.Script && a.Key == "type" {
			return strings.EqualFold(strings.TrimSpace(a.Val), Type)
		}
	}
	return false
}

// scriptOf returns what is in the script page[start:end].
func scriptOf(page []byte, start, end int) Script {
	var s Script
	v, err := Decode(page[start:end])
	var fault *Fault
	if errors.As(err, &fault) {
		start, s.Fault, s.Meant = start+fault.Offset, fault.What, v != nil
	}
	s.Line = 1 + bytes.Count(page[:start], []byte("\n"))
	s.Column = start - bytes.LastIndexByte(page[:start], '\n')
	s.Types = Types(v)
	return s
}
