package dates

import (
	"bytes"
	"strings"

	"github.com/aranea-search/aranea"
)

// Times are the instants in the time elements of a page (HTML, "the time element"). A list of posts has that
// of each, so only an instant that stands alone is that of the page. The zero value has none.
type Times struct {
	published, modified, any instant
	changed                  bool // the words before the first one say that it is that of a change
}

// An instant is what the elements of one kind say, and whether they say different things.
type instant struct {
	text    string
	several bool
}

const maxInstant = 40 // bytes of the attribute datetime

func (i *instant) add(text []byte) {
	switch {
	case i.text == "":
		i.text = string(text)
	case i.text != string(text):
		i.several = true
	}
}

// An Element is what a time element, or an abbreviation with the class of one, says in its attributes, as
// written.
type Element struct {
	Datetime, Title []byte
	Itemprop, Class []byte
	IsAbbreviation  bool
}

// Add adds an element, and the text before it in its block. An abbreviation counts only if it is marked as the
// instant of a post or a change (microformats, the datetime design pattern, as Pelican has it).
func (t *Times) Add(e Element, before []byte) {
	published, modified := marksOf(e.Itemprop, e.Class)
	value := e.Datetime
	if e.IsAbbreviation {
		value = e.Title
	}
	text := bytes.TrimSpace(value)
	if len(text) == 0 || len(text) > maxInstant || e.IsAbbreviation && !published && !modified {
		return
	}
	if t.any.text == "" {
		t.changed = saysChanged(before)
	}
	t.any.add(text)
	switch {
	case published:
		t.published.add(text)
	case modified:
		t.modified.add(text)
	}
}

// marksOf tells what a time element stands for: by the properties of schema.org, or by the classes of
// microformats (h-entry, and hAtom, as WordPress has them).
func marksOf(properties, classes []byte) (published, modified bool) {
	for _, names := range [][]byte{properties, classes} {
		for name := range bytes.FieldsSeq(names) {
			switch string(name) {
			case "datePublished", "dt-published", "published":
				published = true
			case "dateModified", "dt-updated", "updated", "modified":
				modified = true
			}
		}
	}
	return published, modified
}

// changedWords are parts of words that stand before the instant of a change, in lower case.
var changedWords = [...]string{
	"updated", "modified", "changed", "edited", "revised", "aktualisiert", "geändert", "bearbeitet", "mise à jour", "mis à jour", "modifié", "actualiza", "modifica",
	"atualiza", "aggiorna", "bijgewerkt", "gewijzigd", "обновл", "измен", "更新", "修改", "수정", "업데이트",
}

func saysChanged(before []byte) bool {
	text := strings.ToLower(string(before[max(len(before)-4*maxInstant, 0):]))
	for _, word := range changedWords {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// Dates returns when the page was published and modified, the zero dates for nothing known. Without a mark, an
// instant counts only with the time of day, since a program wrote it then and not somebody who tells of a day;
// and not if the page gives a date elsewhere.
func (t *Times) Dates(given bool) (published, modified aranea.Date) {
	published, modified = t.published.date("time element, published"), t.modified.date("time element, updated")
	if given || !published.At.IsZero() || !modified.At.IsZero() || !strings.Contains(t.any.text, ":") {
		return published, modified
	}
	if only := t.any.date("the only time element"); t.changed {
		modified = only
	} else {
		published = only
	}
	return published, modified
}

// date returns the date of elements that all say the same.
func (i instant) date(source string) aranea.Date {
	if i.text == "" || i.several {
		return aranea.Date{}
	}
	if at, ok := Parse(i.text); ok {
		return aranea.Date{At: at, Source: source}
	}
	return aranea.Date{}
}
