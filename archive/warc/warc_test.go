package warc

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/archive"
	"github.com/aranea-search/aranea/weburl"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 250e6, time.UTC)

func options(size int64) Options {
	return Options{Software: "Aranea/1.0", UserAgent: "Aranea/1.0 (+me@example.org)", Contact: "me@example.org", FileSize: size, Now: func() time.Time { return noon }}
}

func open(t *testing.T, dir string, size int64) (*Writer, []Cut) {
	t.Helper()
	w, cuts, err := Open(dir, options(size))
	if err != nil {
		t.Fatal(err)
	}
	return w, cuts
}

// exchange returns an exchange with the given status and body.
func exchange(t *testing.T, url string, status int, body string) *archive.Exchange {
	t.Helper()
	u, err := weburl.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	return &archive.Exchange{Depth: 1, Via: "http://a.test/", Fetched: &aranea.Fetched{
		URL: u, Sent: noon, Ended: noon.Add(40 * time.Millisecond), Status: status, Proto: "HTTP/2.0",
		Asked:  aranea.Header{"User-Agent": {"Aranea/1.0"}},
		Header: aranea.Header{"Content-Type": {"text/html"}, "Content-Encoding": {"gzip"}, "Content-Length": {"7"}, "X-Evil": {"a\r\nb"}},
		Body:   []byte(body), WireBytes: uint64(len(body)),
	}}
}

// A readRecord is a Record with its block.
type readRecord struct {
	*Record
	block string
}

// readAll reads the records of a folder's files in the order of their names.
func readAll(t *testing.T, dir string) (all []readRecord) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(escapePattern(dir), "*.warc.gz"))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		r := NewReader(f)
		for {
			rec, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			block, err := io.ReadAll(rec.Block)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			all = append(all, readRecord{rec, string(block)})
		}
	}
	return all
}

func keep(t *testing.T, w *Writer, x ...*archive.Exchange) {
	t.Helper()
	for _, x := range x {
		if err := w.Record(x); err != nil {
			t.Fatal(err)
		}
	}
}

func closeAll(t *testing.T, w *Writer) {
	t.Helper()
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestHead checks that the request of a check of a link has its method: its answer is no page.
func TestHead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	w, _ := open(t, dir, 0)
	x := exchange(t, "http://a.test/x", 200, "")
	x.Head = true
	keep(t, w, x)
	closeAll(t, w)
	for _, r := range readAll(t, dir) {
		if r.Get("WARC-Type") == "request" && !strings.HasPrefix(r.block, "HEAD /x HTTP/1.1\r\n") {
			t.Errorf("request %q", r.block)
		}
	}
}

func TestExchange(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	w, _ := open(t, dir, 0)
	keep(t, w, exchange(t, "http://a.test/x?q=1", 200, "<p>hello</p>"))
	closeAll(t, w)
	all := readAll(t, dir)
	var kinds []string
	for _, r := range all {
		kinds = append(kinds, r.Get("WARC-Type"))
	}
	if got := strings.Join(kinds, " "); got != "warcinfo response request metadata" {
		t.Fatalf("records: %s", got)
	}
	info, answer, request, meta := all[0], all[1], all[2], all[3]
	if !strings.Contains(info.block, "software: Aranea/1.0\r\n") || !strings.HasPrefix(info.Get("WARC-Filename"), "aranea-20260102120000250-00001") {
		t.Errorf("warcinfo %v\n%s", info.Fields, info.block)
	}
	want := "HTTP/1.1 200 OK\r\nX-Crawler-Content-Encoding: gzip\r\nX-Crawler-Content-Length: 7\r\nContent-Type: text/html\r\nX-Evil: a  b\r\nContent-Length: 12\r\n\r\n<p>hello</p>"
	if answer.block != want {
		t.Errorf("response %q\nwant     %q", answer.block, want)
	}
	if want := "GET /x?q=1 HTTP/1.1\r\nHost: a.test\r\nUser-Agent: Aranea/1.0\r\n\r\n"; request.block != want {
		t.Errorf("request %q, want %q", request.block, want)
	}
	if want := "via: http://a.test/\r\nhopsFromSeed: L\r\nfetchTimeMs: 40\r\nprotocol: HTTP/2.0\r\n"; meta.block != want {
		t.Errorf("metadata %q, want %q", meta.block, want)
	}
	if answer.Get("WARC-Payload-Digest") != archive.Digest([]byte("<p>hello</p>")) || answer.Get("WARC-Block-Digest") != archive.Digest([]byte(want)) ||
		answer.Get("WARC-Date") != "2026-01-02T12:00:00.250000Z" || answer.Get("WARC-Truncated") != "" {
		t.Errorf("response %v", answer.Fields)
	}
	for _, r := range all[1:] {
		if r.Get("WARC-Warcinfo-ID") != info.Get("WARC-Record-ID") || r.Get("WARC-Target-URI") != "http://a.test/x?q=1" {
			t.Errorf("%s: %v", r.Get("WARC-Type"), r.Fields)
		}
	}
	if request.Get("WARC-Concurrent-To") != answer.Get("WARC-Record-ID") || meta.Get("WARC-Concurrent-To") != answer.Get("WARC-Record-ID") {
		t.Errorf("request %v, metadata %v", request.Fields, meta.Fields)
	}
}

// TestAnswers shows the records for each kind of response.
func TestAnswers(t *testing.T) {
	t.Parallel()
	const url = "http://a.test/p"
	ok := func() *archive.Exchange { return exchange(t, url, 200, "body") }
	with := func(change func(x *archive.Exchange)) *archive.Exchange {
		x := ok()
		change(x)
		return x
	}
	tests := []struct {
		name      string
		x         *archive.Exchange
		kinds     string
		truncated string
		profile   string
	}{
		{"a page", ok(), "response request metadata", "", ""},
		{"a cut body", with(func(x *archive.Exchange) { x.Fetched.Truncated = true }), "response request metadata", "length", ""},
		{"a slow body", with(func(x *archive.Exchange) { x.Fetched.Failure = aranea.NetTimeout }), "response request metadata", "time", ""},
		{"a broken body", with(func(x *archive.Exchange) { x.Fetched.Failure = aranea.NetReset }), "response request metadata", "disconnect", ""},
		{"a body that is not wanted", with(func(x *archive.Exchange) { x.Fetched.Status, x.Fetched.Body = 404, nil }), "response request metadata", "unspecified", ""},
		{"not modified", with(func(x *archive.Exchange) { x.Fetched.Status, x.Fetched.Body, x.Fetched.WireBytes = 304, nil, 0 }), "revisit request metadata", "", profileUnchanged},
		{"no answer", with(func(x *archive.Exchange) {
			x.Fetched.Status, x.Fetched.Body, x.Fetched.Failure = 0, nil, aranea.NetTimeout
		}), "request metadata", "", ""},
		{"nothing was sent", with(func(x *archive.Exchange) { x.Fetched.Sent = time.Time{} }), "", "", ""},
		{"opened by a secret", with(func(x *archive.Exchange) { x.Fetched.Access = "wiki" }), "", "", ""},
		{"noarchive", with(func(x *archive.Exchange) { x.NoCopy = true }), "", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			w, _ := open(t, dir, 0)
			keep(t, w, tt.x)
			closeAll(t, w)
			var kinds []string
			for _, r := range readAll(t, dir) {
				switch kind := r.Get("WARC-Type"); kind {
				case typeInfo:
					continue
				case typeResponse, typeRevisit:
					if r.Get("WARC-Truncated") != tt.truncated || r.Get("WARC-Profile") != tt.profile {
						t.Errorf("%v", r.Fields)
					}
					fallthrough
				default:
					kinds = append(kinds, kind)
				}
			}
			if got := strings.Join(kinds, " "); got != tt.kinds {
				t.Errorf("records %q, want %q", got, tt.kinds)
			}
		})
	}
}

func TestEqualBodies(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	w, _ := open(t, dir, 0)
	keep(t, w, exchange(t, "http://a.test/1", 200, "same"), exchange(t, "http://a.test/2", 200, "same"), exchange(t, "http://a.test/3", 200, "other"))
	closeAll(t, w)
	all := readAll(t, dir)
	byURL := map[string]readRecord{}
	for _, r := range all {
		if k := r.Get("WARC-Type"); k == typeResponse || k == typeRevisit {
			byURL[r.Get("WARC-Target-URI")] = r
		}
	}
	first, second, third := byURL["http://a.test/1"], byURL["http://a.test/2"], byURL["http://a.test/3"]
	if second.Get("WARC-Type") != typeRevisit || second.Get("WARC-Profile") != profileEqual || second.Get("WARC-Refers-To") != first.Get("WARC-Record-ID") ||
		second.Get("WARC-Refers-To-Target-URI") != "http://a.test/1" || second.Get("WARC-Refers-To-Date") != first.Get("WARC-Date") ||
		second.Get("WARC-Payload-Digest") != first.Get("WARC-Payload-Digest") || strings.HasSuffix(second.block, "same") {
		t.Errorf("revisit %v\n%s", second.Fields, second.block)
	}
	if third.Get("WARC-Type") != typeResponse {
		t.Errorf("another body: %v", third.Fields)
	}
}

// TestEqualBodiesLater checks that a writer knows the bodies of the previous one, unless the
// stored file is invalid.
func TestEqualBodiesLater(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	w, _ := open(t, dir, 0)
	keep(t, w, exchange(t, "http://a.test/1", 200, "same"))
	closeAll(t, w)
	opt := options(0)
	opt.Now = func() time.Time { return noon.Add(time.Hour) }
	again := func(url string) string {
		w, _, err := Open(dir, opt)
		if err != nil {
			t.Fatal(err)
		}
		keep(t, w, exchange(t, url, 200, "same"))
		closeAll(t, w)
		for _, r := range readAll(t, dir) {
			if k := r.Get("WARC-Type"); r.Get("WARC-Target-URI") == url && k != typeRequest && k != typeMetadata {
				return k + " " + r.Get("WARC-Refers-To-Target-URI")
			}
		}
		return ""
	}
	if got := again("http://a.test/2"); got != "revisit http://a.test/1" {
		t.Errorf("the same body later: %q", got)
	}
	garbage := strings.Repeat("x", maxPayload+1) + "\nsha1:A\t<urn:uuid:1>\tyesterday\thttp://a.test/\n"
	if err := os.WriteFile(filepath.Join(dir, payloadsFile), []byte(garbage), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := again("http://a.test/3"); got != "response " {
		t.Errorf("the same body after damage: %q", got)
	}
}

func TestPayloadsForget(t *testing.T) {
	t.Parallel()
	p := newPayloads(8)
	for i := range 1000 {
		p.add(fmt.Sprint(i), original{})
		if n := len(p.young) + len(p.older); n > 8 {
			t.Fatalf("%d are remembered", n)
		}
	}
	if _, known := p.find("999"); !known {
		t.Error("the last one is forgotten")
	}
	if _, known := p.find("1"); known {
		t.Error("the first one is remembered")
	}
}

// TestFileSize writes from many goroutines into small files.
func TestFileSize(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	w, _ := open(t, dir, 4<<10)
	const each = 50
	var wg sync.WaitGroup
	for g := range 4 {
		xs := make([]*archive.Exchange, each)
		for i := range xs {
			xs[i] = exchange(t, fmt.Sprintf("http://a.test/%d/%d", g, i), 200, fmt.Sprintf("%d %d", g, i))
		}
		wg.Go(func() {
			for _, x := range xs {
				if err := w.Record(x); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	closeAll(t, w)
	if n := w.Counts(); n != (Counts{Exchanges: 4 * each}) {
		t.Errorf("%+v", n)
	}
	seen := map[string]bool{}
	for _, r := range readAll(t, dir) {
		if r.Get("WARC-Type") == typeResponse {
			seen[r.Get("WARC-Target-URI")] = true
		}
	}
	if len(seen) != 4*each {
		t.Errorf("%d of %d answers", len(seen), 4*each)
	}
	names, err := filepath.Glob(filepath.Join(escapePattern(dir), "*.warc.gz"))
	if err != nil || len(names) < 10 {
		t.Errorf("%d files, %v", len(names), err)
	}
	for _, name := range names {
		if info, err := os.Stat(name); err != nil || info.Size() > 4<<10+2<<10 {
			t.Errorf("%s: %v, %v", name, info.Size(), err)
		}
	}
}

// TestTorn truncates an open file at every byte: complete records are kept, and the rest is
// reported.
func TestTorn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	w, _ := open(t, dir, 0)
	keep(t, w, exchange(t, "http://a.test/1", 200, "one"))
	closeAll(t, w)
	names, err := filepath.Glob(filepath.Join(escapePattern(dir), "*.warc.gz"))
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	data, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	var ends []int64
	for _, r := range readAll(t, dir)[1:] {
		ends = append(ends, r.Offset)
	}
	ends = append(ends, int64(len(data)))
	for cut := range len(data) + 1 {
		dir := filepath.Join(t.TempDir(), "of [an] operator*")
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(dir, "aranea-1.warc.gz")
		if err := os.WriteFile(name+openEnding, data[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		whole := 0
		for whole < len(ends) && ends[whole] <= int64(cut) {
			whole++
		}
		var end int64
		if whole > 0 {
			end = ends[whole-1]
		}
		w, cuts := open(t, dir, 0)
		closeAll(t, w)
		if len(cuts) != 1 || cuts[0] != (Cut{File: "aranea-1.warc.gz", Records: whole, Bytes: int64(cut) - end}) {
			t.Fatalf("cut at %d: %+v, want %d records and %d bytes", cut, cuts, whole, int64(cut)-end)
		}
		if n := len(readAll(t, dir)); n != whole {
			t.Fatalf("cut at %d: %d records, want %d", cut, n, whole)
		}
	}
}

// TestFullDisk checks that a failed write leaves no partial record, and that later records are
// written.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	w, _ := open(t, dir, 0)
	keep(t, w, exchange(t, "http://a.test/1", 200, "one"))
	for range openFiles { // the current file and the other one
		f := <-w.pool
		if f != nil {
			readOnly, err := os.Open(f.path + openEnding)
			if err != nil {
				t.Fatal(err)
			}
			good := f.f
			f.f = readOnly
			f.out.w.Reset(readOnly)
			if err := f.write(requestOf(exchange(t, "http://a.test/2", 200, "two"))); err == nil {
				t.Error("a write that failed is not told")
			}
			readOnly.Close()
			f.f = good
			f.out.w.Reset(good)
		}
		w.pool <- f
	}
	keep(t, w, exchange(t, "http://a.test/3", 200, "three"), exchange(t, "http://a.test/4", 200, "four"))
	closeAll(t, w)
	var urls []string
	for _, r := range readAll(t, dir) {
		if r.Get("WARC-Type") == typeResponse {
			urls = append(urls, r.Get("WARC-Target-URI"))
		}
	}
	slices.Sort(urls)
	if got := strings.Join(urls, " "); got != "http://a.test/1 http://a.test/3 http://a.test/4" {
		t.Errorf("answers of %s", got)
	}
}

func TestOneWriter(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	w, _ := open(t, dir, 0)
	if _, _, err := Open(dir, options(0)); aranea.KindOf(err) != aranea.Denied {
		t.Errorf("a second writer: %v", err)
	}
	closeAll(t, w)
	w, _ = open(t, dir, 0)
	closeAll(t, w)
}

// FuzzReader checks that any bytes end in an error with the place, and need little memory.
func FuzzReader(f *testing.F) {
	member := func(text string) []byte {
		var b strings.Builder
		z := gzip.NewWriter(&b)
		_, _ = z.Write([]byte(text))
		_ = z.Close()
		return []byte(b.String())
	}
	f.Add(member("WARC/1.1\r\nContent-Length: 2\r\n\r\nab\r\n\r\n"))
	f.Add(member("WARC/1.1\r\nContent-Length: 9999999999\r\n\r\nab\r\n\r\n"))
	f.Add(member("WARC/1.1\r\n" + strings.Repeat("A: b\r\n", 20000)))
	f.Add([]byte("WARC/1.1\r\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := NewReader(strings.NewReader(string(data)))
		var err error
		n := 0
		for ; err == nil; n++ {
			var rec *Record
			if rec, err = r.Next(); err == nil && (rec.Length < 0 || len(rec.Fields) > maxFields) {
				t.Fatalf("%+v", rec)
			}
		}
		if !errors.Is(err, io.EOF) && aranea.KindOf(err) != aranea.Corrupt {
			t.Fatal(err)
		}
		if records, end := r.Whole(); records >= n || end > int64(len(data)) {
			t.Fatalf("%d records to byte %d, %d bytes in all", records, end, len(data))
		}
	})
}
