package mcp

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// FuzzMessages sends arbitrary messages over both transports. Nothing may end the process, or wait for
// more, and over standard input no message keeps later ones from being answered; what is answered over HTTP has a status of the protocol, and none says that the server is at fault.
func FuzzMessages(f *testing.F) {
	for _, line := range strings.Split(asked, "\n") {
		f.Add(line, "2025-11-25")
	}
	for _, seed := range []string{
		`[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":1,"method":"ping"}]`, `[]`, `null`, `{"jsonrpc":"2.0","id":null,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"robots","arguments":{"url":"a.test/%ff","agent":"*"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"explain","arguments":{"url":"http://a.test/\u0000"}}}`,
		`{"jsonrpc":"2.0","id":1,"result":{}}`, `{"jsonrpc":"2.0","id":1.5,"method":"tools/list","params":{"cursor":"x"}}`, asked,
	} {
		f.Add(seed, "")
		f.Add(seed, "2026-07-28")
	}
	const last = `{"jsonrpc":"2.0","id":"last one","method":"ping"}`
	s := New(aFolder(), Options{})
	f.Fuzz(func(t *testing.T, message, revision string) {
		w := post(t, s, message, "MCP-Protocol-Version", revision, "Mcp-Method", "tools/call")
		if w.Code >= http.StatusInternalServerError {
			t.Errorf("status %d: %s", w.Code, w.Body)
		}
		var out buffer
		if err := s.Run(t.Context(), io.NopCloser(strings.NewReader(message+"\n"+last)), &out); err != nil || !strings.Contains(out.String(), `"id":"last one"`) {
			t.Errorf("%v: %s", err, &out)
		}
	})
}
