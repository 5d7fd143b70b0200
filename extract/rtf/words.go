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
		d.b.Bold(d.now.bold)
	case "plain":
		d.flush()
		d.now.bold = false
		d.b.Bold(false)
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
		d.now.target = toField
	case "fldrslt":
		d.now.target, d.now.result = toText, true
	case "footnote", "shptxt":
		d.now.target = toText
	case "colortbl", "stylesheet", "info", "pict", "object", "header", "footer", "headerl", "headerr", "headerf",
		"footerl", "footerr", "footerf", "xe", "tc", "themedata", "datastore", "listtable", "listoverridetable", "revtbl",
		"rsidtbl", "generator", "operator", "company", "listtext", "pntext", "nonshppict", "bkmkstart", "bkmkend", "filetbl":
		d.now.target = toNowhere
	default:
		return false
	}
	return true
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
