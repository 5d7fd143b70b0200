package fetch

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"testing"
	"time"
)

// BenchmarkDo measures one exchange over loopback with a kept connection; the
// server runs in the same process.
func BenchmarkDo(b *testing.B) {
	text := []byte(strings.Repeat("<p>words and <a href=x>links</a> in a row</p>\n", 100))
	for _, coding := range []string{"", "gzip", "br", "zstd"} {
		b.Run("coding "+coding, func(b *testing.B) {
			packed := compress(b, coding, text)
			url := serve(b, func(w http.ResponseWriter, _ *http.Request) {
				w.Header()["Content-Type"] = []string{"text/html"}
				if coding != "" {
					w.Header()["Content-Encoding"] = []string{coding}
				}
				w.Write(packed)
			})
			c, r := local(b), page(b, url)
			r.Buffer = new(Buffer)
			r.Limit = onlyHTML
			b.ReportAllocs()
			for b.Loop() {
				r.SendBefore = time.Now().Add(time.Second)
				if f := c.Do(context.Background(), r); !bytes.Equal(f.Body, text) {
					b.Fatal(brief(f))
				}
			}
		})
	}
}

// BenchmarkNetHTTP measures the same with net/http alone.
func BenchmarkNetHTTP(b *testing.B) {
	text := []byte(strings.Repeat("<p>words and <a href=x>links</a> in a row</p>\n", 100))
	url := serve(b, func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = []string{"text/html"}
		w.Write(text)
	})
	buf := new(bytes.Buffer)
	tr := &http.Transport{}
	b.Cleanup(tr.CloseIdleConnections)
	b.ReportAllocs()
	for b.Loop() {
		req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, url, nil)
		if err != nil {
			b.Fatal(err)
		}
		resp, err := tr.RoundTrip(req)
		if err != nil {
			b.Fatal(err)
		}
		buf.Reset()
		if _, err := buf.ReadFrom(resp.Body); err != nil || buf.Len() != len(text) {
			b.Fatal(err)
		}
		resp.Body.Close()
	}
}

// BenchmarkGuard measures the check of one address.
func BenchmarkGuard(b *testing.B) {
	var g guard
	b.ReportAllocs()
	for b.Loop() {
		if !g.permits(somewhere) {
			b.Fatal("refused")
		}
	}
}
