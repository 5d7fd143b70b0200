package mcp

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
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

// TestNoMessage checks that what is no message ends the conversation with an error that says so.
func TestNoMessage(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"garbage": "hello\n", "a line that is too long": `{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", maxMessage) + `"}`} {
		err := New(&folder{}, Options{}).Run(t.Context(), io.NopCloser(strings.NewReader(text)), new(buffer))
		if err == nil || !strings.Contains(err.Error(), "the conversation with the assistant broke off: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
