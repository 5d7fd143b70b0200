package index

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/klauspost/compress/s2"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// The write-ahead log holds changes whose documents are not in a segment yet. A
// record is its length (4), the CRC-32C of its payload (4) and the payload: one
// change, compressed. A torn record at the end of a log is what a crash leaves
// and ends the reading.

const (
	walHead      = 8
	maxWalRecord = 64 << 20
)

// A wal is the log that is being written.
type wal struct {
	f   *os.File
	buf []byte
}

func walName(n uint64) string { return fmt.Sprintf("wal-%08d", n) }

func createWAL(dir string, n uint64) (*wal, error) {
	f, err := os.OpenFile(filepath.Join(dir, walName(n)), os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, fmt.Errorf("create log: %w", err)
	}
	if err := store.SyncDir(dir); err != nil {
		_ = f.Close() // the error that counts is the other
		return nil, fmt.Errorf("create log: %w", err)
	}
	return &wal{f: f}, nil
}

// append makes changes durable.
func (w *wal) append(changes []aranea.IndexChange) error {
	w.buf = w.buf[:0]
	for i := range changes {
		at := len(w.buf)
		w.buf = append(w.buf, make([]byte, walHead)...)
		plain := encodeChange(nil, &changes[i])
		w.buf = append(w.buf, s2.Encode(nil, plain)...)
		payload := w.buf[at+walHead:]
		binary.LittleEndian.PutUint32(w.buf[at:], uint32(len(payload)))
		binary.LittleEndian.PutUint32(w.buf[at+4:], crc32.Checksum(payload, castagnoli))
	}
	if _, err := w.f.Write(w.buf); err != nil {
		return fmt.Errorf("write log: %w", err)
	}
	if err := w.f.Sync(); err != nil {
		return fmt.Errorf("sync log: %w", err)
	}
	return nil
}

func (w *wal) close() error { return w.f.Close() }

// replay calls fn with every whole record of a log.
func replay(path string, fn func(aranea.IndexChange) error) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("open log: %w", err)
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 1<<20)
	var head [walHead]byte
	for {
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return tornIsEnd(err)
		}
		n := binary.LittleEndian.Uint32(head[:])
		if n > maxWalRecord {
			return nil // a torn head
		}
		payload := make([]byte, n)
		if _, err := io.ReadFull(r, payload); err != nil {
			return tornIsEnd(err)
		}
		if crc32.Checksum(payload, castagnoli) != binary.LittleEndian.Uint32(head[4:]) {
			return nil // torn
		}
		c, err := decodeRecord(payload)
		if err != nil {
			return corrupt(path, err)
		}
		if err := fn(c); err != nil {
			return err
		}
	}
}

func tornIsEnd(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return fmt.Errorf("read log: %w", err)
}

func decodeRecord(payload []byte) (aranea.IndexChange, error) {
	if n, err := s2.DecodedLen(payload); err != nil || n > maxWalRecord {
		return aranea.IndexChange{}, errShort
	}
	plain, err := s2.Decode(nil, payload)
	if err != nil {
		return aranea.IndexChange{}, err
	}
	return decodeChange(plain)
}

// What the log keeps of what may be shown of a page, as a set.
const (
	showSnippet = 1
	showNoCopy  = 2
	showLimit   = 4 // the number of letters follows
	showUntil   = 8 // the instant of expiry follows
)

func showing(c *aranea.IndexChange) (flags byte) {
	if c.Snippet {
		flags |= showSnippet
	}
	if c.NoCopy {
		flags |= showNoCopy
	}
	if c.MaxSnippet > 0 {
		flags |= showLimit
	}
	if !c.Expires.IsZero() {
		flags |= showUntil
	}
	return flags
}

func encodeChange(b []byte, c *aranea.IndexChange) []byte {
	text := func(s string) {
		b = binary.AppendUvarint(b, uint64(len(s)))
		b = append(b, s...)
	}
	b = append(b, byte(c.Action))
	text(c.URL.String())
	b = binary.AppendUvarint(b, uint64(c.Version))
	if c.Action != aranea.IndexPut {
		return b
	}
	b = binary.AppendUvarint(b, uint64(c.FetchedAt.Unix()))
	b = binary.AppendUvarint(b, uint64(c.Depth))
	b = append(b, showing(c))
	if c.MaxSnippet > 0 {
		b = binary.AppendUvarint(b, uint64(c.MaxSnippet))
	}
	if !c.Expires.IsZero() {
		b = binary.AppendUvarint(b, fromTime(c.Expires))
	}
	text(c.Page.Lang)
	b = binary.AppendUvarint(b, uint64(len(c.Page.Elements)))
	for _, e := range c.Page.Elements {
		b = append(b, byte(e.Kind))
		b = binary.AppendUvarint(b, uint64(e.Start))
		b = binary.AppendUvarint(b, uint64(e.End-e.Start))
	}
	b = binary.AppendUvarint(b, uint64(len(c.Page.Text)))
	return append(b, c.Page.Text...)
}

func decodeChange(b []byte) (aranea.IndexChange, error) {
	c := cursor{b: b}
	ch := aranea.IndexChange{Action: aranea.IndexAction(c.byte())}
	u, err := weburl.Parse(c.text())
	if err != nil {
		return ch, err
	}
	ch.URL, ch.Version = u, uint32(c.uint())
	if ch.Action != aranea.IndexPut {
		return ch, asError(c.bad)
	}
	ch.FetchedAt = time.Unix(int64(c.uint()), 0).UTC()
	ch.Depth = uint16(c.uint())
	flags := c.byte()
	ch.Snippet, ch.NoCopy = flags&showSnippet != 0, flags&showNoCopy != 0
	if flags&showLimit != 0 {
		ch.MaxSnippet = uint32(c.uint())
	}
	if flags&showUntil != 0 {
		ch.Expires = toTime(c.uint())
	}
	p := &aranea.Page{URL: u, Lang: c.text()}
	n := c.uint()
	if n > uint64(len(c.b)) {
		return ch, errShort
	}
	for range n {
		e := aranea.Element{Kind: aranea.ElementKind(c.byte()), Start: uint32(c.uint())}
		e.End = e.Start + uint32(c.uint())
		p.Elements = append(p.Elements, e)
	}
	p.Text = append([]byte(nil), c.take(c.uint())...)
	for _, e := range p.Elements {
		if e.Start > e.End || int(e.End) > len(p.Text) {
			return ch, errShort
		}
	}
	ch.Page = p
	return ch, asError(c.bad)
}

func asError(bad bool) error {
	if bad {
		return errShort
	}
	return nil
}
