package warc

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// arcHead is the first record of a file of ARC.
const arcHead = "filedesc://x.arc 0.0.0.0 20050101000000 text/plain 76\n1 0 InternetArchive\nURL IP-address Archive-date Content-type Archive-length\n\n"

// old returns a record of ARC.
func old(url, block string) string {
	return fmt.Sprintf("%s 192.0.2.1 20050102030405 text/html %d\n%s\n", url, len(block), block)
}

// TestARC checks what is read of files in the format before WARC.
func TestARC(t *testing.T) {
	t.Parallel()
	a, b, c := old("http://a.test/", "HTTP/1.1 200 OK\n\none"), old("http://b.test/x y", "HTTP/1.0 404 No\r\n\r\n"), old("http://c.test/", "<p>three")
	const wantA, wantB, wantC = "response http://a.test/ 2005-01-02T03:04:05Z text/html HTTP/1.1 200 OK\n\none", "response http://b.test/x y 2005-01-02T03:04:05Z text/html HTTP/1.0 404 No\r\n\r\n", "resource http://c.test/ 2005-01-02T03:04:05Z text/html <p>three"
	at := func(parts ...string) int { return len(strings.Join(parts, "")) }
	broken := []byte(packed(b))
	for i := 12; i < 30; i++ {
		broken[i] ^= 0x55
	}
	for _, tt := range []struct {
		name, data      string
		records, faults []string
	}{
		{"not compressed", arcHead + a + b + c, []string{wantA, wantB, wantC}, nil},
		{"each record compressed", packed(arcHead) + packed(a) + packed(b) + packed(c), []string{wantA, wantB, wantC}, nil},
		{"compressed without line ends", packed(arcHead[:len(arcHead)-1]) + packed(a[:len(a)-1]) + packed(b), []string{wantA, wantB}, nil},
		{"without the end of the last line", arcHead + a[:len(a)-1], []string{wantA}, nil},
		{"more line ends", arcHead + a + "\n\r\n" + b, []string{wantA, wantB}, nil},
		{"compressed as a whole", packed(arcHead + a + b), nil, []string{"compressed as a whole"}},
		{"from the second record on", a + b, []string{wantA, wantB}, nil},
		{"version 2", "http://a.test/ 192.0.2.1 20050102030405 text/html 200 checksum - 123 x.arc 3\none\n", []string{"resource http://a.test/ 2005-01-02T03:04:05Z text/html one"}, nil},
		{"a type that is none", strings.Replace(c, "text/html", "no-type", 1), []string{"resource http://c.test/ 2005-01-02T03:04:05Z  <p>three"}, nil},
		{"nothing in it", old("http://a.test/", "") + b, []string{"response http://a.test/ 2005-01-02T03:04:05Z text/html ", wantB}, nil},
		{"among WARC", sound("w", "x") + a, []string{"response w   x", wantA}, nil},
		{"a record that is cut", arcHead + a + b[:len(b)-6], []string{wantA, wantB[:len(wantB)-5] + "!"}, []string{fmt.Sprintf("byte %d: its block is shorter", at(arcHead, a))}},
		{"a length that is wrong", arcHead + strings.Replace(a, " 20\n", " 12\n", 1) + b, []string{wantA[:len(wantA)-8], wantB}, []string{fmt.Sprintf("byte %d: its block is longer", at(arcHead))}},
		{"a damaged part", packed(arcHead) + packed(a) + string(broken) + packed(c), []string{wantA, wantC}, []string{fmt.Sprintf("byte %d:", at(packed(arcHead), packed(a)))}},
		{"a line that is none", arcHead + "http://a.test/ 192.0.2.1 2005 text/html 3\nxyz\n" + b, []string{wantB}, []string{fmt.Sprintf("byte %d: it begins with", at(arcHead))}},
		{"a length that is none", arcHead + strings.Replace(a, " 20\n", " -1\n", 1) + b, []string{wantB}, []string{"it begins with"}},
	} {
		var records, faults []string
		for s := NewScanner(strings.NewReader(tt.data), int64(len(tt.data))); ; {
			rec, err := s.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				if faults = append(faults, err.Error()); errors.Is(err, ErrPacked) {
					break
				}
				continue
			}
			block, err := io.ReadAll(rec.Block)
			if rec.Get("WARC-Type") == typeInfo {
				continue
			}
			if err != nil {
				block = append(block, "!"...)
			}
			records = append(records, fmt.Sprintf("%s %s %s %s %s", rec.Get("WARC-Type"), rec.Get("WARC-Target-URI"), rec.Get("WARC-Date"), rec.Get("Content-Type"), block))
		}
		if !slices.Equal(records, tt.records) {
			t.Errorf("%s: records %q, want %q", tt.name, records, tt.records)
		}
		if !slices.EqualFunc(faults, tt.faults, strings.Contains) {
			t.Errorf("%s: faults %q, want %q", tt.name, faults, tt.faults)
		}
	}
}

// FuzzARC checks that any line gives a record of WARC, or none.
func FuzzARC(f *testing.F) {
	f.Add("http://a.test/ 192.0.2.1 20050102030405 text/html 3")
	f.Add(arcHead)
	f.Fuzz(func(t *testing.T, line string) {
		fields, length := arcFields(line)
		if rec := (&Record{Fields: fields}); length < 0 || fields != nil && (rec.Get("WARC-Target-URI") == "" || rec.Get("WARC-Date") == "") {
			t.Fatalf("%q, %d", fields, length)
		}
	})
}
