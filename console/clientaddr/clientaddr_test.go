package clientaddr_test

import (
	"net/http/httptest"
	"testing"

	"github.com/aranea-search/aranea/console/clientaddr"
)

// TestAddress checks who makes a request: a proxy is believed only if it is near, and where it names nobody, nobody in
// particular is the client.
func TestAddress(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ peer, said, want, client string }{
		{"192.0.2.1:1000", "", "192.0.2.1", "192.0.2.1"},
		{"192.0.2.1:1000", "198.51.100.1", "192.0.2.1", "192.0.2.1"},
		{"127.0.0.1:1000", "198.51.100.1", "198.51.100.1", "198.51.100.1"},
		{"127.0.0.1:1000", "10.1.1.1, 198.51.100.1", "198.51.100.1", "198.51.100.1"},
		{"[::1]:1000", "2001:db8::1", "2001:db8::1", "2001:db8::1"},
		{"10.0.0.1:1000", "198.51.100.1", "198.51.100.1", "198.51.100.1"},
		{"127.0.0.1:1000", "", "127.0.0.1", "invalid IP"},
		{"127.0.0.1:1000", "unknown", "127.0.0.1", "invalid IP"},
		{"10.0.0.1:1000", "10.0.0.2", "10.0.0.2", "10.0.0.2"},
		{"10.0.0.1:1000", "", "10.0.0.1", "invalid IP"},
		{"100.64.0.1:1000", "198.51.100.1", "100.64.0.1", "invalid IP"},
		{"[fe80::1%eth0]:1000", "", "fe80::1%eth0", "invalid IP"},
		{"", "198.51.100.1", "invalid IP", "invalid IP"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = tt.peer
		if tt.said != "" {
			r.Header.Set("X-Forwarded-For", tt.said)
		}
		if got, client := clientaddr.Address(r).String(), clientaddr.Client(r).String(); got != tt.want || client != tt.client {
			t.Errorf("%+v: %s, client %s", tt, got, client)
		}
	}
}
