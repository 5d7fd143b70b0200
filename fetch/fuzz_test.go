package fetch

import (
	"bytes"
	"context"
	"net"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
)

// FuzzDecode passes arbitrary bytes to the decoders.
func FuzzDecode(f *testing.F) {
	for _, coding := range codings {
		f.Add(coding, compress(f, coding, []byte("some words and some words")))
	}
	f.Add("gzip, br", []byte("x"))
	packed := map[string][]byte{}
	for _, coding := range codings {
		packed[coding] = compress(f, coding, []byte("whole"))
	}
	var d decoders // reused, so that a fault of one body can show in the next
	f.Fuzz(func(t *testing.T, coding string, data []byte) {
		const limit = 2 << 20
		o := Options{}.withDefaults()
		e, ctx := begin(context.Background(), &o, newLane(1), &Request{})
		defer e.finish()
		w := &wire{ctx: ctx, r: bytes.NewReader(data), e: e, idle: o.Idle, rate: o.MinRate, limit: limit + wireSlack, began: time.Now(), windowStart: time.Now(), memory: newBudget(1 << 30)}
		dec, release, err := d.open([]string{coding}, w)
		if err != nil || dec == nil {
			return
		}
		body, truncated, err := unfold(new(Buffer), dec, release, limit, w)
		if len(body) > limit || truncated && len(body) != limit || len(body) > bombFloor && uint64(len(body)) > bombRatio*w.n {
			t.Fatalf("%d bytes out of %d, truncated %v, %v", len(body), w.n, truncated, err)
		}
		// The decoders still work.
		for _, coding := range codings {
			if coding == "raw deflate" {
				continue
			}
			w := &wire{ctx: ctx, r: bytes.NewReader(packed[coding]), e: e, idle: o.Idle, rate: o.MinRate, limit: limit, windowStart: time.Now()}
			dec, release, err := d.open([]string{coding}, w)
			if err != nil {
				t.Fatal(err)
			}
			if body, _, err := unfold(new(Buffer), dec, release, limit, w); string(body) != "whole" || err != nil {
				t.Fatalf("%s gives %q, %v", coding, body, err)
			}
		}
	})
}

// FuzzAnswer sends arbitrary bytes as the answer to a request.
func FuzzAnswer(f *testing.F) {
	for _, s := range []string{
		okAnswer, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n1\r\nx\r\n0\r\n\r\n", "HTTP/1.0 404 No\r\n\r\nbody",
		"HTTP/1.1 100 Continue\r\n\r\n" + okAnswer, "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n", "HTTP/1.1 101 X\r\n\r\n", "SSH-2.0\r\n", "",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, answer []byte) {
		m := &inMemory{handle: raw(func(c net.Conn, _ string) bool {
			c.Write(answer)
			return false
		})}
		c := client(t, m.options(Options{}))
		r := page(t, "http://a.test/")
		r.MaxBody = 1000
		got := c.Do(context.Background(), r)
		if !got.WasSent() || len(got.Body) > 1000 || got.Ended.Before(got.Sent) || (got.Status == 0) != (got.Header == nil) && got.Failure == 0 {
			t.Fatal(brief(got))
		}
		if got.Status == 0 && got.Failure == aranea.ReasonNone || len(got.Detail) > aranea.MaxDetail {
			t.Fatal(brief(got))
		}
		c.Close()
		m.serving.Wait()
	})
}
