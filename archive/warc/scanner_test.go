package warc

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"github.com/aranea-search/aranea"
)

// text returns a record, whose length may be another than that of its block.
func text(name, block string, length int64) string {
	return fmt.Sprintf("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", name, length, block)
}

// sound returns a record without a fault.
func sound(name, block string) string { return text(name, block, int64(len(block))) }

// packed compresses a part of a file.
func packed(text string) string {
	var b strings.Builder
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(text)) // a Builder has no error
	_ = z.Close()
	return b.String()
}

// scan returns the names and blocks of the records of a file, and its faults.
func scan(data string) (records, faults []string) {
	s := NewScanner(strings.NewReader(data), int64(len(data)))
	for {
		rec, err := s.Next()
		switch {
		case errors.Is(err, io.EOF):
			return records, faults
		case errors.Is(err, ErrPacked):
			return records, append(faults, "packed")
		case err != nil:
			faults = append(faults, err.Error())
			continue
		}
		block, err := io.ReadAll(rec.Block)
		if err != nil {
			block = append(block, "!"...)
		}
		records = append(records, fmt.Sprintf("%s@%d=%s", rec.Get("WARC-Target-URI"), rec.Offset, block))
	}
}

// TestScanner checks what is read of files that others wrote, and that damage costs no record but its own.
func TestScanner(t *testing.T) {
	t.Parallel()
	a, b, c := sound("a", "one"), sound("b", "two"), sound("c", "three")
	pa, pb, pc := packed(a), packed(b), packed(c)
	broken := []byte(pb)
	for i := 12; i < 30; i++ {
		broken[i] ^= 0x55
	}
	at := func(parts ...string) int { return len(strings.Join(parts, "")) }
	giant := text("b", "two", MaxRecord+1)
	for _, tt := range []struct {
		name, data      string
		records, faults []string
	}{
		{"compressed", pa + pb, []string{"a@0=one", fmt.Sprintf("b@%d=two", at(pa))}, nil},
		{"not compressed", a + b, []string{"a@0=one", fmt.Sprintf("b@%d=two", at(a))}, nil},
		{"nothing", "", nil, nil},
		{"a value of two lines", strings.Replace(a, "URI: a", "URI: a\r\n  b", 1), []string{"a b@0=one"}, nil},
		{"another version", strings.Replace(a, "1.0", "0.18", 1) + strings.Replace(b, "1.0", "1.1", 1), []string{"a@0=one", fmt.Sprintf("b@%d=two", at(a)+1)}, nil},
		{"compressed as a whole", packed(a + b), []string{"a@0=one"}, []string{"packed"}},
		{"empty lines between", "\r\n" + a + "\r\n\r\n" + b, []string{"a@2=one", fmt.Sprintf("b@%d=two", at(a)+6)}, nil},
		{"bare line ends", strings.ReplaceAll(a+b, "\r\n", "\n"), []string{"a@0=one", fmt.Sprintf("b@%d=two", len(strings.ReplaceAll(a, "\r\n", "\n")))}, nil},
		{"one line end", a[:len(a)-2] + b, []string{"a@0=one", fmt.Sprintf("b@%d=two", at(a)-2)}, nil},
		{"no line end, compressed", packed(a[:len(a)-4]) + pb, []string{"a@0=one", fmt.Sprintf("b@%d=two", at(packed(a[:len(a)-4])))}, nil},
		{"an empty part at the end", pa + packed(""), []string{"a@0=one"}, nil},
		{"an empty part between", pa + packed("") + pb, []string{"a@0=one", fmt.Sprintf("b@%d=two", at(pa, packed("")))}, nil},
		{"compressed in parts of one size", packed(a[:50]) + packed(a[50:]+b), nil, []string{"packed"}},
		{"compressed in parts, within a block", packed(a[:len(a)-6]) + packed(a[len(a)-6:]+b), []string{"a@0=o!"}, []string{"packed"}},
		{"a damaged part", pa + string(broken) + pc, []string{"a@0=one", fmt.Sprintf("c@%d=three", at(pa, pb))}, []string{fmt.Sprintf("the record at byte %d:", at(pa))}},
		{"a part that is cut", pa + pb[:len(pb)-9], []string{"a@0=one", fmt.Sprintf("b@%d=two", at(pa))}, []string{fmt.Sprintf("the record at byte %d: unexpected EOF", at(pa))}},
		{"a record that is cut", a + b[:len(b)-6], []string{"a@0=one", fmt.Sprintf("b@%d=t!", at(a))}, []string{fmt.Sprintf("the record at byte %d: its block is shorter", at(a))}},
		{"a block longer than it says", text("a", "one and more", 3) + b, []string{"a@0=one", fmt.Sprintf("b@%d=two", at(a)+9)}, []string{"the record at byte 0: its block is longer"}},
		{"a block longer than it says, compressed", packed(text("a", "one and more", 3)) + pb, []string{"a@0=one", fmt.Sprintf("b@%d=two", at(packed(text("a", "one and more", 3))))}, []string{"the record at byte 0: its block is longer"}},
		{"a block shorter than it says, compressed", packed(text("a", "one", 30)) + pb, []string{"a@0=one\r\n\r\n!", fmt.Sprintf("b@%d=two", at(packed(text("a", "one", 30))))}, []string{"the record at byte 0: its block is shorter"}},
		{"garbage before", "garbage\n" + a + b, []string{"a@8=one", fmt.Sprintf("b@%d=two", at(a)+8)}, []string{"the record at byte 0: it begins with \"garbage\""}},
		{"no length", strings.Replace(a, "Content-Length: 3", "Content-Length: x", 1) + b, []string{fmt.Sprintf("b@%d=two", at(a))}, []string{"the record at byte 0: it does not say"}},
		{"a giant", a + giant + c, []string{"a@0=one", fmt.Sprintf("c@%d=three", at(a, giant))}, []string{fmt.Sprintf("the record at byte %d: its block has 4294967297 bytes", at(a))}},
		{"far behind damage", "x" + strings.Repeat(" ", 3*window-3) + "\n" + a, []string{fmt.Sprintf("a@%d=one", 3*window-1)}, []string{"the record at byte 0"}},
	} {
		records, faults := scan(tt.data)
		if !slices.Equal(records, tt.records) {
			t.Errorf("%s: records %q, want %q", tt.name, records, tt.records)
		}
		if len(faults) != len(tt.faults) {
			t.Fatalf("%s: faults %q, want %q", tt.name, faults, tt.faults)
		}
		for i, want := range tt.faults {
			if !strings.Contains(faults[i], want) {
				t.Errorf("%s: fault %q, want %q", tt.name, faults[i], want)
			}
		}
	}
}

// TestScannerGivesUp checks that a file which only seems to hold records is not searched forever.
func TestScannerGivesUp(t *testing.T) {
	t.Parallel()
	records, faults := scan(strings.Repeat("x\nWARC/", maxResumptions+9) + "\n" + sound("a", "one"))
	if len(records) > 0 || len(faults) != 2 || !strings.Contains(faults[1], "the rest of the file is not read") {
		t.Errorf("records %q, faults %q", records, faults)
	}
}

// TestScannerOfNothing checks that a little of nothing between records is passed over, and much of it is told
// before all of it is read: a file may consist of it.
func TestScannerOfNothing(t *testing.T) {
	t.Parallel()
	for name, nothing := range map[string]string{"lines": "\r\n", "compressed parts": packed("")} {
		few, many := strings.Repeat(nothing, maxEmpty/len(nothing)), strings.Repeat(nothing, 10*maxEmpty)
		got, faults := scan(few + sound("a", "one"))
		if want := fmt.Sprintf("a@%d=one", len(few)); !slices.Equal(got, []string{want}) || len(faults) > 0 {
			t.Errorf("behind few %s: %q, %q", name, got, faults)
		}
		got, faults = scan(many + sound("a", "one"))
		if want := fmt.Sprintf("a@%d=one", len(many)); !slices.Equal(got, []string{want}) || len(faults) != 1 || !strings.Contains(faults[0], "nothing stands there for long") {
			t.Errorf("behind many %s: %q, %q", name, got, faults)
		}
	}
}

// TestScannerOfOverlaps checks that records which go on to the end of their file, each with all others in
// it, are not all read to their ends.
func TestScannerOfOverlaps(t *testing.T) {
	t.Parallel()
	data := strings.Repeat(text("a", "", 1<<20), 500)
	s := NewScanner(strings.NewReader(data), int64(len(data)))
	s.left = int64(len(data)) * 9
	records, faults := 0, []error(nil)
	for {
		_, err := s.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			records++
		} else {
			faults = append(faults, err)
		}
	}
	if n := len(faults); records != n-1 || records < 9 || records > 12 || !strings.Contains(faults[n-1].Error(), "too much of it is damaged; the rest of the file is not read") {
		t.Errorf("%d records, faults %v", records, faults)
	}
}

// TestReadAnswer checks which heads of responses are understood.
func TestReadAnswer(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, block, want string }{
		{"usual", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nbody", "200 HTTP/1.1 text/html body"},
		{"no text behind the status, small letters, bare line ends", "HTTP/2 404\ncontent-type:a\n\nbody", "404 HTTP/2 a body"},
		{"a value of two lines, and what is no field", "HTTP/1.0 200 OK\r\nno field\r\nContent-Type: a\r\n b\r\n\r\n", "200 HTTP/1.0 a b "},
		{"two values", "HTTP/1.0 200 OK\r\nContent-Type: a\r\nContent-Type: b\r\n\r\n", "200 HTTP/1.0 a, b "},
		{"the head alone", "HTTP/1.1 304 Not Modified\r\nContent-Type: a\r\n", "304 HTTP/1.1 a "},
		{"no status line", "<html>\n", "no status line"},
		{"a status that is none", "HTTP/1.1 20 x\r\n\r\n", "no status line"},
		{"nothing", "", "unexpected EOF"},
		{"too long", "HTTP/1.1 200 OK\r\nA: " + strings.Repeat("x", maxAnswerHead) + "\r\n\r\n", "too long"},
		{"too many", "HTTP/1.1 200 OK\r\n" + strings.Repeat("A: x\r\n", maxAnswerFields+1) + "\r\n", "too many"},
	} {
		a, err := ReadAnswer(strings.NewReader(tt.block))
		got := fmt.Sprint(err)
		if err == nil {
			body, _ := io.ReadAll(a.Body) // of a string
			got = fmt.Sprintf("%d %s %s %s", a.Status, a.Proto, strings.Join(a.Header["Content-Type"], ", "), body)
		}
		if !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// FuzzScanner checks that any bytes are read to their end, with places inside of them, and that what is
// returned can be read again at its place.
func FuzzScanner(f *testing.F) {
	a, b := sound("a", "HTTP/1.1 200 OK\r\nA: b\r\n\r\none"), sound("b", "two")
	f.Add([]byte(a + b))
	f.Add([]byte(packed(a) + packed(b)))
	f.Add([]byte(packed(a)[:40] + packed(b)))
	f.Add([]byte(packed(a + b)))
	f.Add([]byte("\n" + a + "\r\n" + b))
	f.Add([]byte(packed(a[:50]) + packed(a[50:]+b) + packed("")))
	f.Add([]byte(arcHead + old("http://a.test/", "HTTP/1.1 200 OK\n\none") + "x\n" + old("http://b.test/", "two")))
	f.Add([]byte(packed(arcHead) + packed(old("http://a.test/", "one"))))
	f.Add([]byte(text("a", "one", 1<<62) + b))
	f.Fuzz(func(t *testing.T, data []byte) {
		file := strings.NewReader(string(data))
		s := NewScanner(file, int64(len(data)))
		for last := int64(-1); ; {
			rec, err := s.Next()
			if errors.Is(err, io.EOF) || errors.Is(err, ErrPacked) {
				return
			}
			if err != nil {
				if aranea.KindOf(err) != aranea.Corrupt {
					t.Fatal(err)
				}
				continue
			}
			if rec.Offset <= last || rec.Offset >= int64(len(data)) || rec.Length > MaxRecord {
				t.Fatalf("a record at %d after %d of %d, %d bytes", rec.Offset, last, len(data), rec.Length)
			}
			last = rec.Offset
			if again, err := ReaderAt(file, rec.Offset, int64(len(data))).Next(); err != nil || !slices.Equal(again.Fields, rec.Fields) {
				t.Fatalf("at %d again: %v", rec.Offset, err)
			}
			if head, err := ReadAnswer(rec.Block); err == nil && (head.Status < 100 || head.Status > 999) {
				t.Fatalf("%+v", head)
			}
		}
	})
}
