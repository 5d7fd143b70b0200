package rtf

import (
	"unicode/utf16"

	"github.com/aranea-search/aranea"
)

// word handles a control word with its value. An unknown word is ignored, together with the
// group that it begins if \* precedes it.
func (d *document) word(word string, value int, valued bool) {
	switch word {
	case "u":
		d.unicode(value)
	case "uc":
		d.now.skip = min(max(value, 0), 16)
	case "bin": // raw bytes of a picture
		d.in = d.in[min(max(value, 0), len(d.in)):]
	case "par", "sect", "page", "row":
		if word == "row" {
			d.inCell = false
		}
		d.paragraph()
	case "cell", "nestcell":
		d.paragraph()
	case "intbl", "outlinelevel", "ls", "pard":
		d.formed(word, value)
	case "b":
		d.flush()
		d.now.bold = !valued || value != 0
		d.look()
	case "deleted":
		d.flush()
		d.now.deleted = !valued || value != 0
	case "plain":
		d.flush()
		d.now.bold, d.now.deleted = false, false
		d.look()
	case "f", "ansicpg", "fcharset":
		d.charset(word, value)
	default:
		if d.now.target == toRevised {
			d.revisedAt(word, value)
		} else if !d.destination(word) {
			d.character(word)
		}
	}
}

// look applies the style of the text that follows.
func (d *document) look() {
	if d.now.target == toText {
		d.b.Bold(d.now.bold)
	}
}

// formed handles the words with the properties of a paragraph.
func (d *document) formed(word string, value int) {
	d.flush()
	switch word {
	case "intbl":
		d.inCell = true
	case "outlinelevel":
		if value >= 0 && value < 9 { // 9 is body text
			d.now.level = value + 1
		}
	case "ls":
		d.now.item = value > 0
	case "pard":
		d.inCell, d.now.level, d.now.item = false, 0, false
	}
}

// charset handles the words that choose the character set.
func (d *document) charset(word string, value int) {
	d.flush()
	switch word {
	case "f":
		d.now.font = value
	case "ansicpg":
		if e := encodingOf(value); e != nil {
			d.page = e
		}
	case "fcharset":
		if e := encodingOf(codePageOf(value)); e != nil && d.now.target == toFonts && len(d.fonts) < maxFonts {
			d.fonts[d.now.font] = e
		}
	}
}

// destination handles the words that set where the text of their group goes, and reports whether
// word is one.
func (d *document) destination(word string) bool {
	switch word {
	case "fonttbl":
		d.now.target = toFonts
	case "title":
		d.property(aranea.ElementTitle)
	case "revtim":
		d.now.target = toRevised
	case "subject", "doccomm":
		d.property(aranea.ElementDescription)
	case "keywords", "author":
		d.property(aranea.ElementKeywords)
	case "fldinst":
		if d.now.target = d.outer(); d.now.target == toText {
			d.now.target = toField
		}
	case "fldrslt":
		if d.now.target = d.outer(); d.now.target == toText {
			d.now.result = true
		}
	case "footnote":
		d.note()
	case "shppict", "pict", "picprop", "shpinst", "sp":
		d.shape()
	case "sn", "sv", "shptxt":
		d.ofShape(word)
	case "colortbl", "stylesheet", "info", "object", "header", "footer", "headerl", "headerr", "headerf",
		"footerl", "footerr", "footerf", "xe", "tc", "themedata", "datastore", "listtable", "listoverridetable", "revtbl",
		"rsidtbl", "generator", "operator", "company", "listtext", "pntext", "nonshppict", "bkmkstart", "bkmkend", "filetbl":
		d.now.target = toNowhere
	default:
		return false
	}
	return true
}

// outer returns the destination of the enclosing group.
func (d *document) outer() destination {
	if n := len(d.around); n > 0 {
		return d.around[n-1].target
	}
	return toText
}

// note records a note that is to be read after the text, so that it does not split a sentence.
// Notes inside notes are ignored.
func (d *document) note() {
	d.flush()
	if d.outer() == toText && !d.inNote && len(d.notes) < maxNotes {
		d.notes = append(d.notes, note{d.in, d.now})
	}
	d.now.target = toNowhere
}

// shape begins the properties of a picture or shape. It separates words.
func (d *document) shape() {
	switch d.outer() {
	case toText:
		d.flush()
		d.b.Space()
		d.now.target = toShape
	case toShape:
		d.now.target = toShape
	default:
		d.now.target = toNowhere
	}
}

// ofShape begins a part of the properties of a shape.
func (d *document) ofShape(word string) {
	around := d.outer()
	d.now.target = toNowhere
	switch {
	case around != toShape:
	case word == "sn":
		d.name.Reset()
		d.now.target = toName
	case word == "sv":
		d.value.Reset()
		d.now.target = toValue
	default:
		d.now.target = toText
	}
}

// revisedAt records a part of the date of the last revision.
func (d *document) revisedAt(word string, value int) {
	for i, w := range [...]string{"yr", "mo", "dy", "hr", "min"} {
		if w == word {
			d.revised[i] = min(max(value, 0), 9999)
		}
	}
}

// property begins a property of the document. Properties inside the text, such as those of
// embedded documents, are ignored.
func (d *document) property(kind aranea.ElementKind) {
	d.flush()
	if d.now.target == toText || len(d.said) >= maxSaid {
		d.now.target = toNowhere
		return
	}
	d.said = append(d.said, property{kind: kind})
	d.now.target = toProperty
}

// character writes the characters that have their own control words.
func (d *document) character(word string) {
	switch word {
	case "tab", "line":
		d.flush()
		d.b.Space()
	case "emdash":
		d.write("\u2014")
	case "endash":
		d.write("\u2013")
	case "bullet":
		d.write("\u2022")
	case "lquote":
		d.write("\u2018")
	case "rquote":
		d.write("\u2019")
	case "ldblquote":
		d.write("\u201C")
	case "rdblquote":
		d.write("\u201D")
	}
}

// unicode writes a character by its UTF-16 number, which may be negative, and skips its
// replacement.
func (d *document) unicode(value int) {
	d.flush()
	r := rune(uint16(value))
	d.pending = d.now.skip
	switch {
	case utf16.IsSurrogate(r) && d.high == 0:
		d.high = r
		return
	case d.high != 0:
		r = utf16.DecodeRune(d.high, r)
		d.high = 0
	}
	d.put(string(r))
}
