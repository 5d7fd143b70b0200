// Package onward finds where a page sends its visitors, if those with scripts and those without are sent to
// one address: the home pages of manuals with versions, and of what was moved, are written so.
//
// Floor: 2 (pure), a part of extract/html. Stability: engine. It runs no script; a script leads to an address if
// it names it and the location of the window.
package onward

import (
	"bytes"
	"time"

	"github.com/aranea-search/aranea/robotsmeta"
)

const (
	maxScripts = 4 << 10          // bytes of the scripts of a page that may send visitors on
	mostWaited = 10 * time.Second // after which a page that sends its visitors on counts as itself
)

// A Finder is told of the scripts and refreshes of a page. The zero Finder is ready for use.
type Finder struct {
	to      string // as written; "" for nowhere
	scripts []byte
}

// Reset forgets the page before.
func (f *Finder) Reset() { f.to, f.scripts = "", f.scripts[:0] }

// Script notes the text of a script.
func (f *Finder) Script(text []byte) {
	if len(f.scripts)+len(text) <= maxScripts && bytes.Contains(text, []byte("location")) {
		f.scripts = append(append(f.scripts, text...), '\n')
	}
}

// Without notes a refresh for visitors without scripts. The first counts.
func (f *Finder) Without(r robotsmeta.Refresh) {
	if f.to == "" && r.After <= mostWaited {
		f.to = r.URL
	}
}

// To returns the address, as written, that all visitors are sent to; "" if there is none.
func (f *Finder) To() string {
	for _, quote := range [...]string{`"`, `'`} {
		if f.to != "" && bytes.Contains(f.scripts, []byte(quote+f.to+quote)) {
			return f.to
		}
	}
	return ""
}
