package warc

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// mostPayloads is the maximum number of bodies that a writer remembers: at about 250 bytes each
// they take 16 MB.
const mostPayloads = 1 << 16

// An original is the record that has a body.
type original struct {
	id   string
	url  string
	date time.Time
}

// payloads map the digest of a body to the record that has it, for the bodies that were written
// last, up to a maximum number. They are kept in two halves; when one is full, the older one is
// dropped.
type payloads struct {
	half         int
	young, older map[string]original
}

func newPayloads(most int) payloads {
	return payloads{half: most / 2, young: map[string]original{}}
}

func (p *payloads) find(digest string) (original, bool) {
	o, ok := p.young[digest]
	if !ok {
		o, ok = p.older[digest]
	}
	return o, ok
}

func (p *payloads) add(digest string, o original) {
	if len(p.young) >= p.half {
		p.older, p.young = p.young, map[string]original{}
	}
	p.young[digest] = o
}

// payloadsFile is the file in which a closed writer stores its payloads for the next one: a line
// for each body, with its digest, the name and the date of the record, and its URL. Without the
// file, bodies are written again; there is no other effect.
const payloadsFile = "payloads.txt"

// maxPayload is the maximum length of such a line in bytes.
const maxPayload = 16 << 10

// save writes the payloads, the oldest first.
func (p *payloads) save(dir string) error {
	path := filepath.Join(dir, payloadsFile)
	f, err := os.OpenFile(path+".new", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	for _, half := range []map[string]original{p.older, p.young} {
		for digest, o := range half {
			_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", digest, o.id, stamp(o.date), o.url) // Flush returns the error
		}
	}
	err = errors.Join(w.Flush(), f.Close())
	if err != nil {
		return errors.Join(err, os.Remove(path+".new"))
	}
	return os.Rename(path+".new", path)
}

// load reads the payloads of an earlier writer. It skips invalid lines.
func (p *payloads) load(dir string) error {
	f, err := os.Open(filepath.Join(dir, payloadsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // the file was only read
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxPayload)
	for lines.Scan() {
		if digest, o, ok := parsePayload(lines.Text()); ok {
			p.add(digest, o)
		}
	}
	if err := lines.Err(); err != nil && !errors.Is(err, bufio.ErrTooLong) {
		return err
	}
	return nil
}

// parsePayload parses one line of the file.
func parsePayload(line string) (digest string, o original, ok bool) {
	cells := strings.Split(line, "\t")
	if len(cells) != 4 || !strings.HasPrefix(cells[0], "sha1:") || !strings.HasPrefix(cells[1], "<urn:uuid:") || cells[3] == "" {
		return "", o, false
	}
	date, err := time.Parse(time.RFC3339Nano, cells[2])
	return cells[0], original{id: cells[1], url: cells[3], date: date}, err == nil
}
