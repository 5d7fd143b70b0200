package mail

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
)

// A line is a line of a plain text.
type line struct {
	text  string // without the marks of a quotation
	depth int    // of quotations
	zone  aranea.Zone
	gone  bool // it is none of the text
	soft  bool // it goes on in the next line, without a space (DelSp of RFC 3676)
}

func (l *line) isEmpty() bool { return strings.TrimSpace(l.text) == "" }

// Limits on the parts of a plain text.
const (
	leadLines      = 3 // lines before a quotation that say whose it is
	leadBytes      = 300
	signatureLines = 20 // of a signature whose mark has lost its space
	footLines      = 8  // of the foot of a mailing list
	footRule       = 40 // underscores above it
)

// A letter is the lines of a plain text, and where their zones are being set.
type letter struct {
	lines []line
	*message
	base   int         // depth of the quotation that is the content, in a mail that is passed on
	zone   aranea.Zone // of the lines that follow
	signed bool        // they are a signature
}

// plain reads a plain text. flowed and delsp are parameters of its type (RFC 3676).
func (m *message) plain(text string, flowed, delsp bool) {
	l := letter{message: m}
	for s := range strings.SplitSeq(text, "\n") {
		if len(l.lines) >= maxLines {
			m.limited = true
			break
		}
		l.lines = append(l.lines, lineOf(strings.TrimSuffix(s, "\r"), m.box, flowed, delsp))
	}
	l.armored()
	for i := 0; i < len(l.lines); {
		i += max(1, l.label(i))
	}
	l.write()
}

// lineOf returns a line without the marks of a quotation and the space of a flowed text.
func lineOf(s string, box, flowed, delsp bool) line {
	if box && strings.HasPrefix(strings.TrimLeft(s, ">"), from) {
		s = strings.TrimPrefix(s, ">") // mailboxes quote such lines
	}
	l := line{text: s}
	for strings.HasPrefix(l.text, ">") {
		l.depth++
		if l.text = l.text[1:]; strings.HasPrefix(l.text, " >") && !flowed {
			l.text = l.text[1:]
		}
	}
	if flowed {
		l.text = strings.TrimPrefix(l.text, " ")
		if delsp && strings.HasSuffix(l.text, " ") && l.text != "-- " {
			l.text, l.soft = strings.TrimSuffix(l.text, " "), true
		}
	} else if l.depth > 0 {
		l.text = strings.TrimPrefix(l.text, " ")
	}
	return l
}

// label sets the zones of the line at i, or of the lines from there on, and returns how many.
func (l *letter) label(i int) int {
	now := &l.lines[i]
	if now.gone || now.isEmpty() {
		return 1
	}
	if n := l.heads(i); n > 0 {
		return n
	}
	switch {
	case now.depth > l.base:
		l.lead(i)
		l.signed = false
		now.zone = quoted
	case l.isSignature(i):
		l.signed, now.gone = true, true
	case l.isFoot(i):
		return l.rest(i, aside)
	case l.signed || isAppSignature(now.text):
		now.zone = aside
	default:
		now.zone = l.zone
	}
	return 1
}

// rest sets the zone of all lines from i on.
func (l *letter) rest(i int, z aranea.Zone) int {
	for j := i; j < len(l.lines); j++ {
		l.lines[j].zone = z
	}
	return len(l.lines) - i
}

// heads sets the zone of the header lines of another mail, and returns how many there are at i.
// What follows them is quoted, unless the mail passes it on.
func (l *letter) heads(i int) int {
	n, senders := 0, 0
	depth := l.lines[i].depth
	for n < maxHeads && i+n < len(l.lines) && l.lines[i+n].depth == depth {
		isKey, isSender := headOf(l.lines[i+n].text)
		if !isKey {
			break
		}
		if n++; isSender {
			senders++
		}
	}
	if n < leastHeads || senders == 0 {
		return 0
	}
	for j := i; j < i+n; j++ {
		l.lines[j].zone = aside
	}
	above := i - 1
	if above > 0 && l.lines[above].isEmpty() {
		above--
	}
	if above >= 0 && isRule(l.lines[above].text) {
		l.lines[above].zone = aside
	}
	if l.signed = false; l.forward {
		l.base = max(l.base, depth)
	} else if depth == 0 {
		l.zone = quoted
	}
	return n
}

// lead sets the zone of the lines right before a quotation at i that say whose it is.
func (l *letter) lead(i int) {
	if i == 0 || l.lines[i-1].depth > 0 {
		return
	}
	end := i
	if l.lines[end-1].isEmpty() {
		end--
	}
	start, said := end, 0
	for start > 0 && !l.lines[start-1].isEmpty() && l.lines[start-1].depth == 0 && !l.lines[start-1].gone {
		start--
		said += len(l.lines[start].text)
		if end-start > leadLines || said > leadBytes {
			return
		}
	}
	if start == end || !isLead(l.text(start, end)) {
		return
	}
	for j := start; j < end; j++ {
		l.lines[j].zone = quoted
	}
}

// text returns some lines as one text.
func (l *letter) text(start, end int) string {
	var out strings.Builder
	for i := start; i < end; i++ {
		out.WriteString(l.lines[i].text)
		out.WriteByte(' ')
	}
	return out.String()
}

// wrote are words by which a line says whose the quotation after it is, without a date or an
// address.
var wrote = []string{"wrote", "writes", "schrieb", "écrit", "escribió", "escreveu", "scritto", "пишет", "написал", "schreef", "skrev", "napisał", "kirjoitti", "写道", "寫道"}

// isLead reports whether a text before a quotation says whose that is: it ends with a colon, and
// has a year, an address, or a word for writing.
func isLead(text string) bool {
	text = strings.ToLower(strings.TrimSpace(text))
	if !strings.HasSuffix(text, ":") && !strings.HasSuffix(text, "：") {
		return false
	}
	for _, w := range wrote {
		if strings.Contains(text, w) {
			return true
		}
	}
	return strings.Contains(text, "@") || hasYear(text)
}

func hasYear(text string) bool {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsDigit(r) }) {
		if len(word) == 4 && (strings.HasPrefix(word, "19") || strings.HasPrefix(word, "20")) {
			return true
		}
	}
	return false
}

// isSignature reports whether the line at i is the mark of a signature (RFC 3676 section 4.3).
// Without its space, which many programs remove, it is one near the end of the text or of what
// stands above a quotation.
func (l *letter) isSignature(i int) bool {
	switch text := l.lines[i].text; {
	case text == "-- ":
		return true
	case text != "--":
		return false
	}
	n := 0
	for _, next := range l.lines[i+1:] {
		if next.depth > l.base {
			break
		}
		if n++; n > signatureLines {
			return false
		}
	}
	return true
}

// isFoot reports whether the foot of a mailing list begins at i: a rule of underscores, and few
// lines to the end.
func (l *letter) isFoot(i int) bool {
	rule := strings.TrimSpace(l.lines[i].text)
	if len(rule) < footRule || strings.Trim(rule, "_") != "" {
		return false
	}
	n := 0
	for j := i + 1; j < len(l.lines); j++ {
		if !l.lines[j].isEmpty() {
			n++
		}
		if n > footLines {
			return false
		}
	}
	return n > 0
}

// apps are what programs write below a mail, in lower case.
var apps = []string{
	"sent from my ", "sent from mail for windows", "sent via ", "get outlook for ", "von meinem iphone gesendet", "von meinem ipad gesendet", "gesendet von meinem ", "gesendet mit der ", "gesendet von outlook", "envoyé de mon ", "envoyé depuis ", "enviado desde mi ",
	"enviado do meu ", "inviato da ", "verstuurd vanaf ", "отправлено с ", "从我的 iphone 发送", "发自我的",
}

const appBytes = 80 // of such a line

// isAppSignature reports whether a program wrote a line below a mail.
func isAppSignature(text string) bool {
	text = strings.ToLower(strings.TrimSpace(text))
	if len(text) > appBytes {
		return false
	}
	for _, a := range apps {
		if strings.HasPrefix(text, a) {
			return true
		}
	}
	return false
}

// armored marks what is not text: files in the text (uuencode), signatures and keys of OpenPGP
// (RFC 4880 section 6.2).
func (l *letter) armored() {
	until := ""
	hash, signed := false, false
	for i := range l.lines {
		now := &l.lines[i]
		text := strings.TrimRight(now.text, " \t")
		switch {
		case until != "":
			now.gone = true
			if strings.HasPrefix(text, until) {
				until = ""
			}
		case hash:
			now.gone = true
			hash = text != ""
		case text == "-----BEGIN PGP SIGNED MESSAGE-----":
			now.gone, hash, signed = true, true, true
		case strings.HasPrefix(text, "-----BEGIN PGP "):
			m := strings.HasPrefix(text, "-----BEGIN PGP MESSAGE")
			l.sealed = l.sealed || m && now.depth == 0
			now.gone, until = true, "-----END PGP "
		case l.isFile(i):
			now.gone, until = true, "end"
		case signed:
			now.text = strings.TrimPrefix(now.text, "- ") // section 7.1
		}
	}
}

// isFile reports whether a file begins at a line, and keeps its name.
func (l *letter) isFile(i int) bool {
	rest, ok := strings.CutPrefix(l.lines[i].text, "begin ")
	if !ok || i+1 >= len(l.lines) || len(rest) < 5 || strings.Trim(rest[:3], "01234567") != "" || rest[3] != ' ' {
		return false
	}
	// The first character of a line says how many bytes it has.
	next := l.lines[i+1].text
	if next == "" || next[0] < ' ' || next[0] > '`' || len(next) < (int(next[0]-' ')&63+2)/3*4 {
		return false
	}
	l.attach(rest[4:])
	return true
}

// write writes the lines as blocks: one for each run of lines of the same zone and depth that are
// not empty.
func (l *letter) write() {
	open := false
	var last *line
	for i := range l.lines {
		now := &l.lines[i]
		if now.gone || now.isEmpty() {
			open = false
			continue
		}
		if !open || last.zone != now.zone || last.depth != now.depth {
			l.b.Zone(now.zone)
			l.b.Block(aranea.ElementText)
		} else if !last.soft {
			l.b.Space()
		}
		if l.b.Full() {
			return
		}
		l.b.Write(now.text)
		open, last = true, now
	}
	l.b.End()
}

// isRule reports whether a line separates a mail from another one below it.
func isRule(text string) bool {
	text = strings.TrimSpace(text)
	low := strings.ToLower(text)
	return strings.HasPrefix(text, "----") || strings.HasPrefix(text, "____") || strings.HasPrefix(low, "begin forwarded message") ||
		strings.HasSuffix(text, ":") && utf8.RuneCountInString(text) < 50
}
