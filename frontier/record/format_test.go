package record

import (
	"bytes"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

var update = flag.Bool("update", false, "write the golden records of a new FormatVersion")

// goldenPath returns the path of the records of a version of the format.
func goldenPath(version int) string {
	return filepath.Join("testdata", fmt.Sprintf("format-%d.txt", version))
}

// golden returns records with every field, one per line, each after the name of its decoder.
func golden(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	add := func(name string, record []byte) { fmt.Fprintf(&b, "%s %s\n", name, hex.EncodeToString(record)) }
	whole := wholeEntry(t)
	far, bare := whole, Entry{Entry: aranea.Entry{URL: whole.URL, State: aranea.StateQueued, FoundAt: t0}}
	far.FoundOn = weburl.ID{1}
	link := bare
	link.Kind = aranea.KindLink
	for _, e := range []Entry{whole, far, bare, link} {
		add("entry", encode(&e))
	}
	h, p, c := wholeHost(), Pace{Next: 7, Space: 300}, fullCopy()
	for _, o := range origins() {
		add("origin", o.Encode(nil))
	}
	add("host", h.Encode(nil))
	add("pace", p.Encode(nil))
	add("copy", EncodeCopy(&c))
	add("events", []byte(whole.Last))
	return b.Bytes()
}

// wholeEntry returns an entry with a value in each field.
func wholeEntry(t *testing.T) Entry {
	t.Helper()
	e := fullEntry(t)
	e.Kind, e.Rank, e.Priority, e.Again, e.Hinted, e.Named, e.Reread, e.Every = aranea.KindSitemap, 5, aranea.PriorityNamed, true, true, true, true, time.Hour
	e.Captured = t0.Add(-time.Hour)
	e.Since, e.MediaType, e.Language = t0.Add(time.Minute), "text/html", "pt-BR"
	e.Change = aranea.Change{Checks: 300, Changes: 4, Since: 1000, ChangedAt: 2000}
	return e
}

func wholeOrigin() Origin {
	o := fullOrigin()
	for i := range o.Counts {
		o.Counts[i] = uint64(100 + i)
	}
	o.Refusals, o.RefusedSince, o.RefusedUntil = 9, 2000, 3000
	o.HintsRight, o.HintsWrong, o.First, o.Since = 3, 4, Position{Seq: 9, Rank: 8, Order: orderAgain}, 1234
	return o
}

// origins returns one with a robots file, and one that waits for its first: the fields of
// wholeOrigin that are stored at the same time.
func origins() []Origin {
	had, waits := wholeOrigin(), wholeOrigin()
	had.Since, waits.Robots.Version = 0, 0
	return []Origin{had, waits}
}

func wholeHost() Host {
	h := fullHost()
	h.Throttled, h.Unfound = true, 2
	return h
}

// TestFormatVersion: records of a released version of the format must not change, because
// programs of the same version reject what they do not know. A change of a record must raise
// FormatVersion; then -update writes the new records.
func TestFormatVersion(t *testing.T) {
	t.Parallel()
	got := golden(t)
	want, err := os.ReadFile(goldenPath(FormatVersion))
	if errors.Is(err, fs.ErrNotExist) && *update {
		want, err = got, os.WriteFile(goldenPath(FormatVersion), got, 0o644)
	}
	if err != nil {
		t.Fatalf("%v; after FormatVersion was raised: go test ./frontier/record -run TestFormatVersion -update", err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the records of format %d are others than before; raise FormatVersion, and say in docs/format/frontier.md what is new. They are\n%s", FormatVersion, got)
	}
}

// TestFormerRecords: records of all supported versions are decoded.
func TestFormerRecords(t *testing.T) {
	t.Parallel()
	id := wholeEntry(t).URL.ID()
	decoders := map[string]func([]byte) error{
		"entry":  func(b []byte) error { _, err := DecodeEntry(EntryKey(id), b); return err },
		"origin": func(b []byte) error { _, err := DecodeOrigin([]byte("h"), b); return err },
		"host":   func(b []byte) error { _, err := DecodeHost([]byte("k"), b); return err },
		"pace":   func(b []byte) error { _, err := DecodePace([]byte("a"), b); return err },
		"copy":   func(b []byte) error { _, _, err := DecodeCopy([]byte("r"), b); return err },
		"events": func(b []byte) error { _, err := DecodeEvents([]byte("t"), b); return err },
	}
	read := 0
	for version := OldestVersion; version <= FormatVersion; version++ {
		text, err := os.ReadFile(goldenPath(version))
		if errors.Is(err, fs.ErrNotExist) {
			continue // none were kept before version 9
		}
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			name, digits, _ := strings.Cut(strings.TrimSpace(line), " ")
			record, err := hex.DecodeString(digits)
			if err == nil {
				err = decoders[name](record)
			}
			if err != nil {
				t.Errorf("format %d, %s: %v", version, name, err)
			}
			read++
		}
	}
	if read == 0 {
		t.Error("there are no records to read")
	}
}

// TestWholeRecords: the records of TestFormatVersion have a value in each field, including new
// ones, and all are decoded as they were stored.
func TestWholeRecords(t *testing.T) {
	t.Parallel()
	e, o, h := wholeEntry(t), wholeOrigin(), wholeHost()
	for name, v := range map[string]any{"entry": e, "origin": o, "host": h, "pace": Pace{Next: 7, Space: 300}, "copy": fullCopy()} {
		for _, path := range unset(reflect.ValueOf(v), name) {
			t.Errorf("%s has no value", path)
		}
	}
	if got, err := redecode(&e); err != nil || got != e {
		t.Errorf("entry\n%+v became\n%+v, %v", e, got, err)
	}
	for _, o := range origins() {
		if got, err := DecodeOrigin([]byte("h"), o.Encode(nil)); err != nil || got != o {
			t.Errorf("origin\n%+v became\n%+v, %v", o, got, err)
		}
	}
	if got, err := DecodeHost([]byte("k"), h.Encode(nil)); err != nil || !reflect.DeepEqual(got, h) {
		t.Errorf("host\n%+v became\n%+v, %v", h, got, err)
	}
}

// unset returns the fields of a struct with their zero value, including those of nested structs.
func unset(v reflect.Value, path string) (out []string) {
	for i := range v.NumField() {
		field, at := v.Field(i), path+"."+v.Type().Field(i).Name
		if field.Kind() == reflect.Struct && strings.HasPrefix(field.Type().PkgPath(), "github.com/aranea-search/aranea") && field.Type() != reflect.TypeFor[weburl.URL]() {
			out = append(out, unset(field, at)...)
		} else if field.IsZero() {
			out = append(out, at)
		}
	}
	return out
}
