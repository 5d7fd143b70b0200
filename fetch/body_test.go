package fetch

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"

	"github.com/aranea-search/aranea"
)

func compress(t testing.TB, coding string, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser
	var err error
	switch coding {
	case "gzip", "x-gzip":
		w = gzip.NewWriter(&b)
	case "br":
		w = brotli.NewWriter(&b)
	case "zstd":
		w, err = zstd.NewWriter(&b)
	case "deflate":
		w = zlib.NewWriter(&b)
	case "raw deflate":
		w, err = flate.NewWriter(&b, 6)
	default:
		return data
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// coded serves the bytes with the content coding.
func coded(t testing.TB, coding string, data []byte) string {
	return serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", coding)
		w.Header().Set("Content-Type", "text/html")
		w.Write(data)
	})
}

func get(t testing.TB, c *Client, url string, limit int64, buf *Buffer) aranea.Fetched {
	return c.Do(context.Background(), Request{URL: parse(t, url), MaxBody: limit, Buffer: buf})
}

var codings = []string{"gzip", "x-gzip", "br", "zstd", "deflate", "raw deflate"}

func TestContentCodings(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("words and more words ", 5000)
	c := local(t)
	for _, coding := range append(codings, "", "identity") {
		t.Run(coding, func(t *testing.T) {
			t.Parallel()
			field := strings.ToUpper(strings.TrimPrefix(coding, "raw "))
			packed := compress(t, coding, []byte(text))
			url := coded(t, field, packed)
			var buf Buffer // reused, as are the decoders
			for range 3 {
				if f := get(t, c, url, 1<<20, &buf); string(f.Body) != text || f.Truncated || f.Failure != 0 || f.WireBytes != uint64(len(packed)) {
					t.Errorf("whole: %s", brief(f))
				}
				if f := get(t, c, url, int64(len(text)), &buf); string(f.Body) != text || f.Truncated || f.Failure != 0 {
					t.Errorf("exactly the limit: %s", brief(f))
				}
				if f := get(t, c, url, int64(len(text))-1, &buf); string(f.Body) != text[:len(text)-1] || !f.Truncated || f.Failure != 0 {
					t.Errorf("one byte more than the limit: %s", brief(f))
				}
				if f := get(t, c, url, 1, &buf); string(f.Body) != "w" || !f.Truncated {
					t.Errorf("limit of one byte: %s", brief(f))
				}
			}
			if packed := packed[:len(packed)/2]; coding != "" && coding != "identity" {
				f := get(t, c, coded(t, field, packed), 1<<20, &buf)
				if f.Failure != aranea.BodyBroken || !strings.HasPrefix(text, string(f.Body)) || f.Status != 200 {
					t.Errorf("half: %s", brief(f))
				}
				if f := get(t, c, coded(t, field, nil), 1<<20, &buf); f.Failure != 0 || len(f.Body) != 0 {
					t.Errorf("no bytes: %s", brief(f))
				}
				if f := get(t, c, coded(t, field, []byte("<!DOCTYPE html><p>not coded at all</p>")), 1<<20, &buf); f.Failure != aranea.BodyBroken {
					t.Errorf("not coded: %s", brief(f))
				}
			}
		})
	}
}

func TestBombs(t *testing.T) {
	t.Parallel()
	c := local(t)
	zeros := make([]byte, 50<<20)
	for _, coding := range codings {
		t.Run(coding, func(t *testing.T) {
			t.Parallel()
			url := coded(t, strings.TrimPrefix(coding, "raw "), compress(t, coding, zeros))
			buf := new(Buffer)
			if f := get(t, c, url, 1<<30, buf); f.Failure != aranea.BodyBomb || f.Body != nil || f.Status != 200 {
				t.Errorf("bomb: %s", brief(f))
			}
			if cap(buf.b) > 4*bombFloor {
				t.Errorf("the bomb made %d bytes", cap(buf.b))
			}
			if f := get(t, c, url, 1<<16, buf); f.Failure != 0 || !f.Truncated || len(f.Body) != 1<<16 {
				t.Errorf("cut before it is a bomb: %s", brief(f))
			}
		})
	}
	small := compress(t, "gzip", zeros[:bombFloor])
	if f := get(t, c, coded(t, "gzip", small), 1<<30, nil); f.Failure != 0 || len(f.Body) != bombFloor {
		t.Errorf("a small style sheet of spaces is no bomb: %s", brief(f))
	}
}

// TestOddCodings covers non-standard bodies that servers send.
func TestOddCodings(t *testing.T) {
	t.Parallel()
	hello := compress(t, "gzip", []byte("hello "))
	world := compress(t, "gzip", []byte("world"))
	noise := make([]byte, 9<<20)
	for i := range noise {
		noise[i] = byte(rand.N(256))
	}
	var window bytes.Buffer
	z, err := zstd.NewWriter(&window, zstd.WithWindowSize(16<<20))
	if err != nil {
		t.Fatal(err)
	}
	z.Write(noise)
	z.Write(noise)
	z.Close()
	tests := []struct {
		name, coding string
		data         []byte
		failure      aranea.Reason
		body, detail string
	}{
		{"two gzip members", "gzip", slicesJoin(hello, world), 0, "hello world", ""},
		{"gzip with a tail", "gzip", slicesJoin(hello, []byte("\r\n")), 0, "hello ", ""},
		{"gzip with a long tail", "gzip", slicesJoin(hello, bytes.Repeat([]byte{0}, 10_000)), 0, "hello ", ""},
		{"gzip, then half a member", "gzip", slicesJoin(hello, world[:5]), aranea.BodyBroken, "hello ", ""},
		{"gzip with a wrong checksum", "gzip", slicesJoin(hello[:len(hello)-8], make([]byte, 8)), aranea.BodyBroken, "hello ", ""},
		{"no gzip", "gzip", []byte("<urlset>"), aranea.BodyBroken, "", "its Content-Encoding says gzip, and it does not decode as that: "},
		{"brotli with a tail", "br", slicesJoin(compress(t, "br", []byte("hello")), []byte("tail")), 0, "hello", ""},
		{"identity beside a coding", "identity, gzip", hello, 0, "hello ", ""},
		{"twice coded", "gzip, gzip", compress(t, "gzip", hello), aranea.BodyBroken, "", "more than once"},
		{"a coding that is not read", "bzip2", []byte("BZh9"), aranea.BodyBroken, "", `"bzip2" is not read`},
		{"a charset in place of a coding", "UTF-8", []byte("hello"), 0, "hello", ""},
		{"a charset beside a coding", "utf-8, gzip", hello, 0, "hello ", ""},
		{"no coding", "martian", []byte("?"), 0, "?", ""},
		{"no coding, with odd bytes", "\x80" + strings.Repeat("x", 400), []byte("?"), 0, "?", ""},
		{"an empty field", " , ", []byte("hello"), 0, "hello", ""},
		{"a zstd window beyond 8 MiB", "zstd", window.Bytes(), aranea.BodyBroken, "", "zstd"},
	}
	c := local(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := get(t, c, coded(t, tt.coding, tt.data), 64<<20, nil)
			if f.Failure != tt.failure || string(f.Body) != tt.body || !strings.Contains(f.Detail, tt.detail) {
				t.Errorf("%s; want %s, %q, %q", brief(f), tt.failure, tt.body, tt.detail)
			}
		})
	}
}

func slicesJoin(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

// TestEndlessEmptyCoding: a coded stream that never decodes to anything is limited by the bytes
// on the wire.
func TestEndlessEmptyCoding(t *testing.T) {
	t.Parallel()
	nothing := map[string][]byte{
		"gzip": compress(t, "gzip", nil),
		"zstd": {0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4}, // a skippable frame, RFC 8878 section 3.1.2
	}
	c := local(t)
	for coding, member := range nothing {
		chunk := bytes.Repeat(member, 1000)
		url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", coding)
			for {
				if _, err := w.Write(chunk); err != nil {
					return
				}
			}
		})
		f := get(t, c, url, 1000, nil)
		if !f.Truncated || len(f.Body) != 0 || f.WireBytes > 1000+1000/8+wireSlack+codedBuffer {
			t.Errorf("%s: %s", coding, brief(f))
		}
	}
}

// TestUnwantedBodies: a small body is read so that the connection can be reused, a large one is
// not.
func TestUnwantedBodies(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		status  int
		media   string
		size    int
		chunked bool
		failure aranea.Reason
		reused  bool
	}{
		{"small error page", 404, "text/html", 5000, false, 0, true},
		{"small error page in chunks", 404, "text/html", 5000, true, 0, true},
		{"error page at the limit", 500, "text/html", DrainLimit, false, 0, true},
		{"error page at the limit in chunks", 500, "text/html", DrainLimit, true, 0, true},
		{"large error page", 404, "text/html", 1 << 20, false, 0, false},
		{"large error page in chunks", 404, "text/html", 1 << 20, true, 0, false},
		{"redirect", 301, "text/html", 200, false, 0, true},
		{"no content", 204, "", 0, false, 0, true},
		{"not modified", 304, "", 0, false, 0, true},
		{"empty page", 200, "text/html", 0, false, 0, true},
		{"small image", 200, "image/png; x=y", 1000, false, aranea.BodyType, true},
		{"image in chunks", 200, "IMAGE/PNG", 1000, true, aranea.BodyType, false},
		{"film", 200, "video/mp4", 1 << 20, false, aranea.BodyType, false},
		{"a type that is none", 200, ";;;", 1000, false, aranea.BodyType, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var conns atomic.Int32
			m := &inMemory{handle: func(c net.Conn) {
				conns.Add(1)
				raw(func(c net.Conn, _ string) bool { return answer(c, tt.status, tt.media, tt.size, tt.chunked) })(c)
			}}
			c := client(t, m.options(Options{}))
			for range 2 {
				r := page(t, "http://a.test/")
				r.Limit = onlyHTML
				f := c.Do(context.Background(), r)
				if f.Status != tt.status || f.Failure != tt.failure || len(f.Body) != 0 || f.WireBytes > DrainLimit+1 {
					t.Errorf("fetched %s", brief(f))
				}
			}
			if got := conns.Load() == 1; got != tt.reused {
				t.Errorf("%d connections for two exchanges, want reuse %v", conns.Load(), tt.reused)
			}
		})
	}
}

// answer writes a response and reports whether that worked.
func answer(c net.Conn, status int, media string, size int, chunked bool) bool {
	var b strings.Builder
	fmt.Fprintf(&b, "HTTP/1.1 %d X\r\n", status)
	if media != "" {
		fmt.Fprintf(&b, "Content-Type: %s\r\n", media)
	}
	body := strings.Repeat("x", size)
	switch {
	case chunked:
		b.WriteString("Transfer-Encoding: chunked\r\n\r\n" + strconv.FormatInt(int64(size), 16) + "\r\n" + body + "\r\n0\r\n\r\n")
	case status == 204 || status == 304:
		b.WriteString("\r\n")
	default:
		fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n%s", size, body)
	}
	_, err := io.WriteString(c, b.String())
	return err == nil
}

// TestMissingType: for a page without a declared type, Limit is called with "".
func TestMissingType(t *testing.T) {
	t.Parallel()
	m := &inMemory{handle: say("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")}
	r := page(t, "http://a.test/")
	asked := "never"
	r.Limit = func(media string, _ int64) int64 { asked = media; return 0 }
	f := client(t, m.options(Options{})).Do(context.Background(), r)
	if asked != "" || f.Failure != aranea.BodyType || f.Detail == "" {
		t.Errorf("asked for %q: %s", asked, brief(f))
	}
}

// TestBuffer: a buffer is used for many bodies, and huge memory is not kept.
func TestBuffer(t *testing.T) {
	t.Parallel()
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.URL.Path[1:])
		w.Write(bytes.Repeat([]byte{'a' + byte(n%26)}, n))
	})
	c, buf := local(t), new(Buffer)
	for _, n := range []int{0, 10, 100_000, 1, 6 << 20, 5, 300_000} {
		f := get(t, c, fmt.Sprintf("%s/%d", url, n), 8<<20, buf)
		if len(f.Body) != n || f.Truncated || f.Failure != 0 || n > 0 && f.Body[n-1] != 'a'+byte(n%26) {
			t.Errorf("body of %d bytes: %s", n, brief(f))
		}
		if n == 5 && cap(buf.b) > bufferBase {
			t.Errorf("%d bytes kept", cap(buf.b))
		}
	}
	if f := get(t, c, url+"/1000", 1<<62, buf); len(f.Body) != 1000 {
		t.Errorf("an enormous limit: %s", brief(f))
	}
	if f := get(t, c, url+"/1000", 0, buf); f.Status != 200 || f.Body != nil || f.Failure != 0 {
		t.Errorf("no limit means no body: %s", brief(f))
	}
}

// TestBuffersShare: memory that one buffer releases is reused by others; until then a body has
// its memory alone, and forever if there is no buffer.
func TestBuffersShare(t *testing.T) {
	t.Parallel()
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Write(bytes.Repeat([]byte(r.URL.Path[1:]), 40_000))
	})
	c, first, second := local(t), new(Buffer), new(Buffer)
	whole := func(when string, f aranea.Fetched, letter byte) {
		t.Helper()
		if len(f.Body) != 40_000 || bytes.Count(f.Body, []byte{letter}) != len(f.Body) {
			t.Errorf("%s: %d bytes, want 40,000 of %c; %s", when, len(f.Body), letter, brief(f))
		}
	}
	alone := get(t, c, url+"/a", 1<<20, nil)
	b := get(t, c, url+"/b", 1<<20, first)
	d := get(t, c, url+"/d", 1<<20, second)
	whole("beside another", b, 'b')
	first.Release()
	first.Release()
	e, f := get(t, c, url+"/e", 1<<20, first), get(t, c, url+"/f", 1<<20, new(Buffer))
	whole("behind a release", e, 'e')
	whole("in a further buffer", f, 'f')
	whole("during all that", d, 'd')
	whole("without a buffer", alone, 'a')
	if first.Release(); first.b != nil {
		t.Errorf("%d bytes stay in a buffer that was released", cap(first.b))
	}
}

// onlyHTML is a limit that accepts only web pages.
func onlyHTML(media string, most int64) int64 {
	if media != "text/html" {
		return 0
	}
	return most
}

// TestLimitByType: the type of a body determines how much of it is read, even more than MaxBody.
func TestLimitByType(t *testing.T) {
	t.Parallel()
	for media, want := range map[string]int{"application/pdf": 3000, "text/html": 1000} {
		m := &inMemory{handle: say("HTTP/1.1 200 OK\r\nContent-Type: " + media + "\r\nContent-Length: 3000\r\n\r\n" + strings.Repeat("x", 3000))}
		r := page(t, "http://a.test/")
		r.MaxBody = 1000
		r.Limit = func(media string, most int64) int64 {
			if media == "application/pdf" {
				return 10 * most
			}
			return most
		}
		f := client(t, m.options(Options{})).Do(context.Background(), r)
		if len(f.Body) != want || f.Truncated != (want < 3000) {
			t.Errorf("%s: %d bytes, truncated %v", media, len(f.Body), f.Truncated)
		}
	}
}
