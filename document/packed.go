package document

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
)

// maxPartLanguages is the maximal number of packed languages of parts.
const maxPartLanguages = 100

// PackLanguages puts everything that tells the languages of a page into one text, for a log.
// The first line is what the page declares. If there is more, the second line is the code of
// the language that was told, and every further line is a language that parts of the page
// declare, with the offsets in the page's text where its elements begin:
//
//	en
//	en
//	de 120 348
//
// Elements that are excluded from the index are left out.
func PackLanguages(p *aranea.Page) string {
	parts := partsOf(p)
	if p.Told == "" && len(parts) == 0 {
		return oneLine(p.Lang)
	}
	b := []byte(oneLine(p.Lang) + "\n" + p.Told)
	for _, part := range parts {
		b = append(append(b, '\n'), part.tag...)
		for _, start := range part.starts {
			b = strconv.AppendUint(append(b, ' '), uint64(start), 10)
		}
	}
	return string(b)
}

// oneLine returns a declared language, which may be any text, without line feeds.
func oneLine(lang string) string {
	if strings.Contains(lang, "\n") {
		return strings.ReplaceAll(lang, "\n", " ")
	}
	return lang
}

// A part is the elements of a page that declare one language other than that of the page.
type part struct {
	tag    string
	starts []uint32 // in ascending order
}

func partsOf(p *aranea.Page) []part {
	if !slices.ContainsFunc(p.Containers, func(c aranea.Container) bool { return c.Lang != "" }) {
		return nil
	}
	usual, _ := analyze.ParseLang(cmp.Or(p.Told, p.Lang))
	var parts []part
	for _, e := range p.Elements {
		if !e.Kind.IsBlock() || e.Excluded || int(e.Container) >= len(p.Containers) {
			continue
		}
		tag := p.Containers[e.Container].Lang
		own, ok := analyze.ParseLang(tag)
		if !ok || own == usual {
			continue // it adds nothing
		}
		if strings.ContainsAny(tag, " \n") {
			tag = own.String()
		}
		i := slices.IndexFunc(parts, func(q part) bool { return q.tag == tag })
		if i < 0 {
			if len(parts) == maxPartLanguages {
				continue
			}
			i, parts = len(parts), append(parts, part{tag: tag})
		}
		parts[i].starts = append(parts[i].starts, e.Start)
	}
	return parts
}

// UnpackLanguages undoes PackLanguages: it splits the declared language of a page again and
// returns the page. What does not match its elements is ignored.
func UnpackLanguages(p *aranea.Page) *aranea.Page {
	lang, rest, more := strings.Cut(p.Lang, "\n")
	if p.Lang = lang; !more {
		return p
	}
	var lines string
	p.Told, lines, _ = strings.Cut(rest, "\n")
	for line := range strings.SplitSeq(lines, "\n") {
		tag, starts, _ := strings.Cut(line, " ")
		if tag == "" || len(p.Containers) > maxPartLanguages {
			continue
		}
		if len(p.Containers) == 0 {
			p.Containers = []aranea.Container{{Parent: -1}} // the container of all elements that declare nothing
		}
		p.Containers = append(p.Containers, aranea.Container{Lang: tag})
		place(p, starts)
	}
	return p
}

// place puts the blocks that begin at the given offsets, in ascending order, into the last
// container.
func place(p *aranea.Page, starts string) {
	at := 0
	for text := range strings.SplitSeq(starts, " ") {
		start, err := strconv.ParseUint(text, 10, 32)
		if err != nil {
			continue
		}
		for at < len(p.Elements) && (!p.Elements[at].Kind.IsBlock() || p.Elements[at].Start < uint32(start)) {
			at++
		}
		if at < len(p.Elements) && p.Elements[at].Start == uint32(start) {
			p.Elements[at].Container = uint16(len(p.Containers) - 1)
		}
	}
}
