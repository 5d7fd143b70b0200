package html

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea"
)

// maxWaiting is the number of bytes of text up to which it can say that the page waits for its
// scripts.
const maxWaiting = 60

// waiting are the beginnings of sentences that pages show in place of what their scripts will bring.
var waiting = [...]string{
	"please wait", "please enable javascript", "you need to enable javascript", "подождите", "пожалуйста, подождите",
	"加载中", "正在加载", "載入中", "请稍候", "読み込み中", "로딩", "جار التحميل",
}

// loading are words for the same that begin other sentences as well (Loading docks). They say it before
// a comma, in a text that ends with an ellipsis, or where no other word is.
var loading = [...]string{
	"loading", "загрузка", "загружается", "carregando", "aguarde", "cargando", "chargement", "wird geladen", "laden", "lade",
	"caricamento", "ładowanie", "завантаження", "yükleniyor",
}

// isWaiting reports whether a text says that the page waits for its scripts.
func isWaiting(text []byte) bool {
	if len(text) > maxWaiting {
		return false
	}
	lower := strings.ToLower(strings.Trim(string(text), " \n\t"))
	words := strings.Trim(lower, ".… ")
	for _, w := range waiting {
		if strings.HasPrefix(words, w) {
			return true
		}
	}
	goesOn := strings.HasSuffix(lower, "...") || strings.HasSuffix(lower, "…")
	for _, w := range loading {
		rest, ok := strings.CutPrefix(words, w)
		if !ok {
			continue
		}
		r, _ := utf8.DecodeRuneInString(rest)
		if r == ',' || goesOn && r == ' ' || !strings.ContainsFunc(rest, unicode.IsLetter) {
			return true
		}
	}
	return words == ""
}

// isSkip reports whether a text is that of a link to the main part of the page, which says nothing
// about what is there.
func isSkip(text []byte) bool {
	return len(text) <= maxWaiting && bytes.HasPrefix(bytes.ToLower(text), []byte("skip to "))
}

// isProper reports whether an element is text that the body of the page shows itself: it is no
// property of the page, and no fallback for scripts or frames.
func isProper(e *aranea.Element) bool {
	switch e.Kind {
	case aranea.ElementTitle, aranea.ElementDescription, aranea.ElementKeywords, aranea.ElementFallback:
		return false
	}
	return e.Kind.IsBlock()
}

// contents are what a page has besides text.
type contents struct {
	scripts bool // there was a script
	shown   bool // there was a link, an image, a frame or a field, other than fallbacks for scripts
	inMain  bool // there was one outside of menus, heads and feet
}

// saw notes that a link, an image, a frame or a field was met where the boxes are now.
func (c *contents) saw(b *boxes) {
	c.shown = true
	c.inMain = c.inMain || b.isMain()
}

// waits reports whether the page has scripts and no content of its own. Either it shows nothing at
// all; or its head, menu and foot are there, and what is between them is empty or says that it is
// being loaded.
func (c *contents) waits(b *boxes, elements []aranea.Element, text []byte) bool {
	if !c.scripts {
		return false
	}
	shows, waits, head := false, false, false
	for i := range elements {
		e := &elements[i]
		if !isProper(e) || isSkip(text[e.Start:e.End]) {
			continue
		}
		shows = true
		at := min(int(e.Container), len(b.all)-1)
		switch {
		case b.all[at].Zone != aranea.ZoneMain:
		case isWaiting(text[e.Start:e.End]):
			waits = true
		case b.isIn(at, atom.Header) && !b.isIn(at, atom.Main) && !b.isIn(at, atom.Article):
			head = true
		default:
			return false
		}
	}
	switch {
	case waits, b.hasMount() && !c.inMain:
		return true
	case head: // it may be all that the page is
		return false
	}
	return !shows && !c.shown
}

// isMain reports whether no menu, head, foot or the like is open. The head of an article, or of the
// main part, is part of it.
func (b *boxes) isMain() bool {
	inside := false
	for _, o := range b.open {
		switch o.tag {
		case atom.Main, atom.Article:
			inside = true
		case atom.Header:
			if !inside {
				return false
			}
		case atom.Nav, atom.Footer, atom.Aside:
			return false
		}
	}
	return true
}

// mounts are the names that frameworks give to the element that their scripts fill.
var mounts = []string{"div#root", "div#app", "div#__next", "div#__nuxt", "div#___gatsby", "app-root"}

// hasMount reports whether the page has an element for its main part, or one that scripts fill.
func (b *boxes) hasMount() bool {
	return slices.ContainsFunc(b.all, func(c aranea.Container) bool { return isMount(&c) })
}

// isMount reports whether a container is for the main part of the page, or for what scripts show.
func isMount(c *aranea.Container) bool {
	return isCalled(c, atom.Main) || slices.Contains(mounts, c.Name)
}

// hasFilledMount reports whether there is text in such a container, other than that it is waiting.
func (b *boxes) hasFilledMount(elements []aranea.Element, text []byte) bool {
	for i := range elements {
		e := &elements[i]
		if t := text[e.Start:e.End]; !isProper(e) || isSkip(t) || isWaiting(t) {
			continue
		}
		for at := min(int(e.Container), len(b.all)-1); at >= 0; at = int(b.all[at].Parent) {
			if isMount(&b.all[at]) {
				return true
			}
		}
	}
	return false
}

// isIn reports whether a container is in an element of that name.
func (b *boxes) isIn(at int, tag atom.Atom) bool {
	for i := at; i >= 0; i = int(b.all[i].Parent) {
		if isCalled(&b.all[i], tag) {
			return true
		}
	}
	return false
}

// isCalled reports whether a container is an element of that name.
func isCalled(c *aranea.Container, tag atom.Atom) bool {
	name := c.Name
	if i := strings.IndexAny(name, ".#"); i >= 0 {
		name = name[:i]
	}
	return name == tag.String()
}
