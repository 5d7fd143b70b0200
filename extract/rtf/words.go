package rtf

import (
	"unicode/utf16"

	"github.com/aranea-search/aranea"
)

// word acts on a control word with its value. A word that is not known is left
// out, and with it the group that it begins if a \* stands before it.
func (d *document) word(word string, value int, valued bool) {
	switch word {
	case "u":
		d.unicode(value)
	case "uc":
		d.now.skip = min(max(value, 0), 16)
	case "bin": // bytes of a picture as they are
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

// look says how the text that follows looks.
func (d *document) look() {
	if d.now.target == toText {
		d.b.Bold(d.now.bold)
	}
}

// formed acts on the words that say what a paragraph is.
func (d *document) formed(word string, value int) {
	d.flush()
	switch word {
	case "intbl":
		d.inCell = true
	case "outlinelevel":
		if value >= 0 && value < 9 { // 9 is running text
			d.now.level = value + 1
		}
	case "ls":
		d.now.item = value > 0
	case "pard":
		d.inCell, d.now.level, d.now.item = false, 0, false
	}
}

// charset acts on the words that say how bytes are read.
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

// destination reports whether a word says where the text of its group goes.
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

// outer returns where the text of the group around goes.
func (d *document) outer() destination {
	if n := len(d.around); n > 0 {
		return d.around[n-1].target
	}
	return toText
}

// note has a note be read behind the text, so that it parts no sentence. One in a note is
// left out.
func (d *document) note() {
	d.flush()
	if d.outer() == toText && !d.inNote && len(d.notes) < maxNotes {
		d.notes = append(d.notes, note{d.in, d.now})
	}
	d.now.target = toNowhere
}

// shape begins what is said of a picture or shape. It is something between words.
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

// ofShape begins a part of what is said of a shape.
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

// revisedAt takes a part of when the document was changed last.
func (d *document) revisedAt(word string, value int) {
	for i, w := range [...]string{"yr", "mo", "dy", "hr", "min"} {
		if w == word {
			d.revised[i] = min(max(value, 0), 9999)
		}
	}
}

// property begins a property. One in the text, as of what is embedded, is none.
func (d *document) property(kind aranea.ElementKind) {
	d.flush()
	if d.now.target == toText || len(d.said) >= maxSaid {
		d.now.target = toNowhere
		return
	}
	d.said = append(d.said, property{kind: kind})
	d.now.target = toProperty
}

// character writes the characters that have words of their own.
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

// unicode writes a character by its number, which is one of UTF-16 and may be
// negative, and leaves out what stands for it.
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
