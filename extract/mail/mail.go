// Package mail reads mails and mailboxes: RFC 5322 headers with the words of RFC 2047 and RFC
// 6532, the parts of MIME (RFC 2045, 2046, 2231), flowed text (RFC 3676), and the mbox format
// (RFC 4155). Of each mail it reads the subject, the names and addresses of From, the date, the
// text, and the file names of its attachments.
//
// What a mail quotes, how it is signed, and the header lines of what it forwards are blocks of
// other zones than main, so that a word counts most in the mail that says it.
//
// Floor: 2 (pure). Stability: engine. It reads no attachment, decrypts nothing, and verifies no
// signature.
package mail

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/charset"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/internal/show"
)

// Reader is the name of this reader with its version, which changes when its results change.
const Reader = "mail 1"

// Limits on a document.
const (
	maxMails       = 10_000    // of a mailbox
	maxDepth       = 20        // parts inside parts, and mails inside mails
	maxParts       = 1000      // of a mail, with those of the mails inside
	maxHeader      = 256 << 10 // bytes that are kept of a header
	maxField       = 32 << 10  // bytes of a field
	maxBody        = 8 << 20   // bytes of a text after its transfer encoding
	maxLines       = 200_000   // of a plain text
	maxBoundary    = 200       // bytes; RFC 2046 allows 70
	maxAttachments = 1000      // names of a mail
)

// errNoHeader is the fault of a body that is no mail.
var errNoHeader = fmt.Errorf("%w: it has no header of a mail", content.ErrDamaged)

// A reader is the state of a document that is being read.
type reader struct {
	b       *content.Builder
	limits  content.Limits
	box     bool // a mailbox
	parts   int  // of the mail
	inside  int  // mails around the one that is read
	limited bool // a limit of this package was reached
	sealed  bool // a part is encrypted
	latest  time.Time
}

// A message is a mail that is being read.
type message struct {
	*reader
	forward bool     // it passes on another mail, which is what it is about
	names   []string // of its attachments
}

// Read reads a mail or a mailbox. A mail that is encrypted has its header and
// content.ErrEncrypted; a body without a header is content.ErrDamaged.
func Read(body []byte, l content.Limits) (content.Document, error) {
	r := reader{b: content.New(l), limits: l}
	body = bytes.TrimLeft(bytes.TrimPrefix(body, []byte("\xEF\xBB\xBF")), "\r\n")
	mails, err := 0, error(nil)
	for raw := range split(body) {
		if mails == 0 {
			r.box = len(raw) < len(body) && isBox(body[len(raw):])
		}
		if mails++; mails > maxMails {
			r.limited = true
			break
		}
		if r.b.Full() {
			break
		}
		r.parts = 0
		if !r.message(raw, 0) && !r.box {
			err = errNoHeader
		}
	}
	switch {
	case mails == 0:
		err = errNoHeader
	case r.box:
		r.b.Modified("Date", r.latest)
	default:
		r.b.Published("Date", r.latest)
		if r.sealed {
			err = content.ErrEncrypted
		}
	}
	d := r.b.Document(Reader)
	d.Limited = d.Limited || r.limited
	return d, err
}

// message reads a mail, which is a part at a depth. It reports whether it has a header.
func (r *reader) message(raw []byte, depth int) bool {
	h, body := parseHeader(raw)
	if len(h) == 0 {
		return false
	}
	said := words(h["subject"])
	if r.inside == 0 {
		if !r.box {
			r.b.Lang(h["content-language"])
		}
		if at := parseDate(h["date"]); at.After(r.latest) {
			r.latest = at
		}
	}
	if title := subject(said, listOf(h)); r.inside == 0 && !r.box {
		r.b.Property(aranea.ElementTitle, title)
	} else {
		r.b.Block(content.Heading(r.inside + 2))
		r.b.Write(show.Clip(title, r.limits.Title))
	}
	if from := sender(words(h["from"])); from != "" {
		r.b.Block(aranea.ElementText)
		r.b.Write(show.Clip(from, r.limits.Title))
	}
	m := message{reader: r, forward: isForward(said)}
	mark := r.b.Mark()
	m.part(h, body, depth)
	r.b.Zone(aranea.ZoneMain)
	m.restore(mark)
	for _, name := range m.names {
		r.b.Block(aranea.ElementListItem)
		r.b.Write(show.Clip(name, r.limits.Title))
	}
	r.b.End()
	return true
}

// restore makes what a mail quotes its content if it says nothing else.
func (m *message) restore(mark int) {
	own := false
	m.b.Relabel(mark, func(_ []byte, now aranea.Zone) aranea.Zone {
		own = own || now == aranea.ZoneMain
		return now
	})
	if own {
		return
	}
	m.b.Relabel(mark, func(_ []byte, now aranea.Zone) aranea.Zone {
		if now == aranea.ZoneHidden {
			return aranea.ZoneMain
		}
		return now
	})
}

// attach adds the name of an attachment.
func (m *message) attach(name string) {
	name = strings.TrimSpace(name)
	if name == "" || slices.Contains(signatures[:], strings.ToLower(name)) {
		return
	}
	if len(m.names) >= maxAttachments {
		m.limited = true
		return
	}
	if !slices.Contains(m.names, name) {
		m.names = append(m.names, name)
	}
}

// signatures are names of attachments that are only a signature of the mail.
var signatures = [...]string{"signature.asc", "smime.p7s", "openpgp_signature", "openpgp_signature.asc", "pgp.asc"}

// decoded returns a text in UTF-8 that is declared to be in a charset, "" for none.
func decoded(raw []byte, declared string, markup bool) string {
	text, _ := charset.Decode(raw, declared, markup)
	return string(text)
}
