// Package crawllog writes a line for each exchange of a crawl, in the columns of Heritrix's
// crawl.log, which many archive tools read (docs/archiving.md).
//
// Floor: 3 (state and input/output). Stability: engine; the columns are stable. Lines contain no
// secrets, header fields or bodies, and no characters that control a terminal.
package crawllog

import (
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/archive"
	"github.com/aranea-search/aranea/internal/rotate"
)

// Limits of the files: a full file is renamed, and this number of old files is kept in addition
// to the current one.
const (
	FileSize  = 64 << 20 // bytes
	KeptFiles = 9
)

// A Log writes lines. It is safe for concurrent use.
type Log struct{ w io.WriteCloser }

// Open opens a log for appending, or creates it.
func Open(name string) (*Log, error) {
	f, err := rotate.Open(name, FileSize, KeptFiles)
	if err != nil {
		return nil, err
	}
	return &Log{f}, nil
}

// Record writes a line for an exchange.
func (l *Log) Record(x *archive.Exchange) error {
	_, err := l.w.Write(Line(x))
	return err
}

// Close closes the log.
func (l *Log) Close() error { return l.w.Close() }

// Line returns the line for an exchange, including its line feed.
func Line(x *archive.Exchange) []byte {
	f := x.Fetched
	url, media, size, digest := f.URL.String(), mediaType(f), "-", "-"
	if x.LookUp {
		url, media = "dns:"+f.URL.Host(), "text/dns"
	}
	if f.Status != 0 {
		size = strconv.FormatUint(f.WireBytes, 10)
	}
	if len(f.Body) > 0 {
		digest = x.Digest()
	}
	begun := "-"
	if f.WasSent() {
		begun = compact(f.Sent) + "+" + strconv.FormatInt(max(f.Ended.Sub(f.Sent).Milliseconds(), 0), 10)
	}
	return fmt.Appendf(nil, "%s %5d %10s %s %s %s %s #- %s %s - %s\n",
		f.Ended.UTC().Format("2006-01-02T15:04:05.000Z"), status(x), size, word(url), word(archive.Path(x)), word(x.Via), media,
		begun, digest, annotations(x))
}

// compact formats a time with 17 digits.
func compact(t time.Time) string {
	return strings.Replace(t.UTC().Format("20060102150405.000"), ".", "", 1)
}

// Heritrix's numbers for results without an HTTP status.
const (
	lookedUp   = 1
	noAddress  = -1
	noConnect  = -2
	broken     = -3
	timedOut   = -4
	otherFault = -5
	noHost     = -6 // the address of the page's host could not be looked up
)

// status returns the status of a response, or the number for the reason why there is none.
func status(x *archive.Exchange) int {
	f := x.Fetched
	switch {
	case f.Status != 0:
		return f.Status
	case x.LookUp && f.Failure == aranea.ReasonNone:
		return lookedUp
	}
	switch f.Failure {
	case aranea.NetDNS:
		if x.LookUp {
			return noAddress
		}
		return noHost
	case aranea.NetDial, aranea.NetTLS, aranea.NetGuard, aranea.NetProxy:
		return noConnect
	case aranea.NetReset, aranea.NetProto:
		return broken
	case aranea.NetTimeout:
		return timedOut
	}
	return otherFault
}

// annotations lists additional facts: tries, the method HEAD, truncation, the reason code of a failure, a
// conditional request that found nothing new, that a secret was used, that the owner lets nobody keep a
// copy.
func annotations(x *archive.Exchange) string {
	f := x.Fetched
	var notes []string
	if x.Tries > 0 {
		notes = append(notes, strconv.Itoa(int(x.Tries)+1)+"t")
	}
	if x.Head {
		notes = append(notes, "head")
	}
	if f.Truncated {
		notes = append(notes, "len-trunc")
	}
	if f.Status != 0 && f.Failure == aranea.NetTimeout {
		notes = append(notes, "time-trunc")
	}
	if f.Status == http.StatusNotModified {
		notes = append(notes, "warcRevisit:notModified")
	}
	if f.Access != "" {
		notes = append(notes, "secret")
	} else if x.NoCopy {
		notes = append(notes, "noarchive")
	}
	if f.Failure != aranea.ReasonNone {
		notes = append(notes, f.Failure.String())
	}
	return word(strings.Join(notes, ","))
}

// mediaType returns the declared type of a response, or "no-type" if it is missing or invalid.
func mediaType(f *aranea.Fetched) string {
	media, _, err := mime.ParseMediaType(f.Header.Get("Content-Type"))
	if err != nil || media == "" || len(media) > aranea.MaxMediaType {
		return "no-type"
	}
	return word(media)
}

// word formats a value as one column: "-" for an empty value, and everything but visible ASCII
// percent-encoded.
func word(s string) string {
	if s == "" {
		return "-"
	}
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; c > ' ' && c < 0x7f {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
