package mcp

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea/search"
)

// asked are the lines of a script that asks, and ends its input at once.
const asked = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"search","arguments":{"query":"silk"}}}
{"jsonrpc":"2.0","id":3,"method":"nosuch"}
`

// A buffer is an output that is not closed.
type buffer struct{ bytes.Buffer }

// Close does nothing.
func (*buffer) Close() error { return nil }

// TestEndOfInput checks that what was asked before the end of input is answered, also if that takes long,
// but not for ever.
func TestEndOfInput(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		took time.Duration
		want string
	}{
		{"at once", 0, `"total":3`},
		{"slow", callTimeout / 2, `"total":3`},
		{"too slow", callTimeout * 2, "took too long"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				f := &folder{search: func(ctx context.Context, _ search.Request) (search.Response, error) {
					select {
					case <-time.After(tt.took):
						return search.Response{Total: 3}, nil
					case <-ctx.Done():
						return search.Response{}, ctx.Err()
					}
				}}
				var out buffer
				if err := New(f, Options{}).Run(t.Context(), io.NopCloser(strings.NewReader(asked)), &out); err != nil {
					t.Error(err)
				}
				if n := strings.Count(out.String(), "\n"); n != 3 || !strings.Contains(out.String(), tt.want) {
					t.Errorf("%d lines: %s", n, &out)
				}
			})
		})
	}
}

// TestManyQuestions checks that a script may ask more questions than are answered at once.
func TestManyQuestions(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := &folder{search: func(context.Context, search.Request) (search.Response, error) {
			time.Sleep(callTimeout / 100)
			return search.Response{Total: 3}, nil
		}}
		first := strings.SplitAfter(asked, "\n")
		lines := first[0] + first[1]
		const questions = 10 * maxCalls
		for i := range questions {
			lines += strings.Replace(first[2], `"id":2`, fmt.Sprintf(`"id":%d`, i+2), 1)
		}
		var out buffer
		if err := New(f, Options{}).Run(t.Context(), io.NopCloser(strings.NewReader(lines)), &out); err != nil {
			t.Error(err)
		}
		if n := strings.Count(out.String(), `"total":3`); n != questions {
			t.Errorf("%d of %d questions were answered: %.300s", n, questions, &out)
		}
	})
}

// TestSameID checks that the second of two questions with one ID does not hold up the end.
func TestSameID(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var out buffer
		if err := New(&folder{}, Options{}).Run(t.Context(), io.NopCloser(strings.NewReader(asked+strings.Split(asked, "\n")[2]+"\n")), &out); err != nil {
			t.Error(err)
		}
		if took := time.Since(start); took > 0 || !strings.Contains(out.String(), `"total":12`) {
			t.Errorf("after %s: %s", took, &out)
		}
	})
}

// TestInterrupted checks that the end of the command ends a conversation, without an error.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	in, w := io.Pipe()
	defer w.Close()
	time.AfterFunc(0, cancel)
	if err := New(&folder{}, Options{}).Run(ctx, in, new(buffer)); err != nil {
		t.Error(err)
	}
}

// TestNoMessage checks that a line that is no message is answered with an error that says what is wrong with it, and
// that the conversation goes on: the next questions are answered.
func TestNoMessage(t *testing.T) {
	t.Parallel()
	const call = `{"jsonrpc":"2.0","id":7,"method":"ping"}`
	for _, tt := range []struct{ name, line, want string }{
		{"garbage", "hello", `"id":null,"error":{"code":-32700`},
		{"half an object", `{"jsonrpc":"2.0",`, `"code":-32700`},
		{"two messages in a line", call + call, `"code":-32700`},
		{"deep", strings.Repeat("[", maxMessage/2), `"code":-32700`},
		{"not UTF-8 outside of texts", "\xff\xfe{}", `"code":-32700`},
		{"no version", `{"id":7,"method":"ping"}`, `"id":null,"error":{"code":-32600`},
		{"an object as id", `{"jsonrpc":"2.0","id":{},"method":"ping"}`, `"code":-32600`},
		{"a number as method", `{"jsonrpc":"2.0","id":7,"method":7}`, `"code":-32600`},
		{"null", "null", `"code":-32600`},
		{"a text", `"ping"`, `"code":-32600`},
		{"too long", `{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", maxMessage) + `"}`, `"code":-32600,"message":"a message has more than`},
		{"much too long", strings.Repeat("x", 10*maxMessage), `"code":-32600`},
		{"an empty batch", "[]", `"code":-32600`},
		{"a batch with garbage", "[" + call + ",7]", `"code":-32600`},
		{"a batch of too many", "[" + strings.Repeat(call+",", maxBatch) + call + "]", `"code":-32600,"message":"a batch has 17 messages, and may have 16"`},
		{"a batch with an id twice", "[" + call + "," + call + "]", `"code":-32600`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var out buffer
			if err := New(&folder{}, Options{}).Run(t.Context(), io.NopCloser(strings.NewReader(tt.line+"\n\r\n"+asked)), &out); err != nil {
				t.Fatal(err)
			}
			first, rest, _ := strings.Cut(out.String(), "\n")
			if !strings.Contains(first, tt.want) || strings.Contains(first, "result") {
				t.Errorf("answered %q, want %q", first, tt.want)
			}
			if n := strings.Count(rest, "\n"); n != 3 || !strings.Contains(rest, `"total":12`) {
				t.Errorf("then %d lines: %s", n, rest)
			}
		})
	}
}

// TestLongEnd checks that a line which is too long, and the last one without its end, is refused once, and that
// nothing is taken for a message that is left of it.
func TestLongEnd(t *testing.T) {
	t.Parallel()
	const call = `{"jsonrpc":"2.0","id":7,"method":"ping"}`
	for _, line := range []string{strings.Repeat("x", 3*maxMessage), call + strings.Repeat(" ", maxMessage+len("\n")-len(call)) + "x", strings.Repeat(" ", maxMessage+1) + call} {
		var out buffer
		if err := New(&folder{}, Options{}).Run(t.Context(), io.NopCloser(strings.NewReader(asked+line)), &out); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(out.String(), "\n"); n != 4 || strings.Count(out.String(), `"id":null`) != 1 {
			t.Errorf("%.50q: %d lines: %s", line, n, &out)
		}
	}
}

// TestOddMessages checks that messages which nobody waits for, or that have an unusual form, are no errors.
func TestOddMessages(t *testing.T) {
	t.Parallel()
	again := strings.NewReplacer("7", "8", "x", "y") // with other ids
	const note = `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}`
	for _, tt := range []struct {
		name, line string
		more       int // lines of answers
	}{
		{"an answer to nothing", `{"jsonrpc":"2.0","id":77,"result":{}}`, 0},
		{"a notification", note, 0},
		{"a batch of notifications", "[" + note + "," + note + "]", 0},
		{"a batch with notifications", "[" + note + `,{"jsonrpc":"2.0","id":70,"method":"ping"},` + note + `,{"jsonrpc":"2.0","id":71,"method":"ping"}]`, 1},
		{"the longest message", `{"jsonrpc":"2.0","id":"` + strings.Repeat("x", maxMessage-len(`{"jsonrpc":"2.0","id":"","method":"ping"}`)) + `","method":"ping"}`, 1},
		{"the end of a line of Windows", `{"jsonrpc":"2.0","id":72,"method":"ping"}` + "\r", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				var out buffer
				if err := New(&folder{}, Options{}).Run(t.Context(), io.NopCloser(strings.NewReader(asked+tt.line+"\n"+again.Replace(tt.line))), &out); err != nil {
					t.Fatal(err)
				}
				if n, took := strings.Count(out.String(), "\n"), time.Since(start); n != 3+2*tt.more || strings.Contains(out.String(), `"id":null`) || took > 0 {
					t.Errorf("%d lines after %s: %s", n, took, &out)
				}
			})
		})
	}
}

// TestBatches checks that one message over HTTP asks for no more searches than a batch may have messages.
func TestBatches(t *testing.T) {
	t.Parallel()
	asked := atomic.Int32{}
	f := &folder{search: func(context.Context, search.Request) (search.Response, error) {
		asked.Add(1)
		return search.Response{Total: 3}, nil
	}}
	s := New(f, Options{})
	for _, tt := range []struct{ size, code, asked int }{{1, http.StatusOK, 1}, {maxBatch, http.StatusOK, maxBatch}, {maxBatch + 1, http.StatusRequestEntityTooLarge, 0}, {500, http.StatusRequestEntityTooLarge, 0}} {
		var parts []string
		for i := range tt.size {
			parts = append(parts, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"search","arguments":{"query":"silk"}}}`, i))
		}
		asked.Store(0)
		w := post(t, s, "\n["+strings.Join(parts, ",")+"]", "MCP-Protocol-Version", "2025-03-26")
		if n := int(asked.Load()); w.Code != tt.code || n != tt.asked {
			t.Errorf("a batch of %d: status %d, %d searches: %.200s", tt.size, w.Code, n, w.Body)
		}
	}
}
