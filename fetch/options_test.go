package fetch

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
)

func TestValidate(t *testing.T) {
	t.Parallel()
	bad := Options{
		Dial: -1, Idle: -1, MinRate: -5, MaxHeaderBytes: -1, MaxConnsPerHost: -1, MaxIdleConns: -1,
		Proxy: "socks5://me:secret@x", Resolve: []string{"nonsense", "a:0:1.2.3.4"}, AllowNet: []netip.Prefix{{}},
		Product: "My Robot", Version: "1 0", Operator: "a/b/c", Contact: "a\r\nb", From: "somebody",
	}
	err := bad.Validate()
	if err == nil || aranea.KindOf(err) != aranea.Invalid {
		t.Fatalf("%v is of kind %s", err, aranea.KindOf(err))
	}
	for _, want := range []string{
		"dial timeout", "idle timeout", "least rate -5", "header limit", "connections per host", "idle connections", "socks5://", `"nonsense"`, `"a:0:1.2.3.4"`, "prefix to open",
		"My Robot", "1 0", "a/b/c", `a\r\nb`, "somebody",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the faults lack %q:\n%v", want, err)
		}
	}
	if strings.Contains(err.Error(), "secret") {
		t.Errorf("the faults hold the proxy's password: %v", err)
	}
	for line := range strings.SplitSeq(strings.TrimPrefix(err.Error(), "fetch options: "), "\n") {
		if !strings.Contains(line, "; use ") && !strings.Contains(line, "; write ") {
			t.Errorf("%q shows no way out", line)
		}
	}
	if _, err := New(bad); err == nil {
		t.Error("New takes what Validate refuses")
	}
}

func TestValidateProxy(t *testing.T) {
	t.Parallel()
	for proxy, ok := range map[string]bool{
		"": true, "http://p:3128": true, "http://p:3128/": true, "http://p": true, "http://[::1]:3128": true, "http://u:w@p:1": false, "http://u:w@p:3128": true,
		"https://p:3128": false, "p:3128": false, "http://": false, "http://p/x": false, "http://p?x": false, "http://p:99999": false, "http://p:25": false, "http://%zz": false,
	} {
		if err := (Options{Proxy: proxy}).Validate(); (err == nil) != ok {
			t.Errorf("%q: %v", proxy, err)
		}
	}
}

func TestUserAgent(t *testing.T) {
	t.Parallel()
	for want, o := range map[string]Options{
		"Aranea":                                {},
		"Aranea/0.1":                            {Version: "0.1"},
		"Aranea/0.1 (+https://example.org/bot)": {Version: "0.1", Contact: "https://example.org/bot"},
		"DocsBot/1.0 (Aranea/0.1; +mailto:me@example.org)": {Version: "0.1", Operator: "DocsBot/1.0", Contact: "me@example.org"},
		"DocsBot (Other)": {Product: "Other", Operator: "DocsBot"},
	} {
		if err := o.Validate(); err != nil {
			t.Error(err)
		}
		if got := UserAgent(o); got != want {
			t.Errorf("UserAgent = %q, want %q", got, want)
		}
	}
}

func ExampleUserAgent() {
	fmt.Println(UserAgent(Options{Version: "0.1", Contact: "https://example.org/bot"}))
	fmt.Println(UserAgent(Options{Version: "0.1", Contact: "me@example.org", Operator: "DocsBot/1.0"}))
	// Output:
	// Aranea/0.1 (+https://example.org/bot)
	// DocsBot/1.0 (Aranea/0.1; +mailto:me@example.org)
}

func TestContacts(t *testing.T) {
	t.Parallel()
	for contact, ok := range map[string]bool{
		"me@example.org": true, "https://example.org/bot": true, "http://localhost:8080/": true, "": true,
		"example.org": false, "Me <me@example.org>": false, "me@": false, "ftp://example.org/": false, "https://": false,
		"https://example.org/a)b": false, "https://example.org/a b": false, "https://example.org/\u00e9": false, "mé@example.org": false,
		"https://example.org/" + strings.Repeat("x", 200): false,
	} {
		if err := (Options{Contact: contact}).Validate(); (err == nil) != ok {
			t.Errorf("%q: %v", contact, err)
		}
	}
	if o := (Options{Contact: "https://example.org/bot"}).withDefaults(); o.From != "" {
		t.Errorf("From is %q", o.From)
	}
	if o := (Options{Contact: "me@example.org", From: "you@example.org"}).withDefaults(); o.From != "you@example.org" {
		t.Errorf("From is %q", o.From)
	}
}

func TestClip(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"plain": "plain", "a\r\nb\x1b[31m\u0085\u2028c": "a  b [31m  c", "\xff": "\uFFFD",
		strings.Repeat("x", 500):       strings.Repeat("x", aranea.MaxDetail),
		"x" + strings.Repeat("é", 200): "x" + strings.Repeat("é", (aranea.MaxDetail-1)/2),
	} {
		if got := clip(in); got != want {
			t.Errorf("clip(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestProxyPorts checks that the fault of a proxy's port says what is wrong with it.
func TestProxyPorts(t *testing.T) {
	t.Parallel()
	for proxy, want := range map[string]string{
		"http://127.0.0.1:9":     `the proxy "http://127.0.0.1:9" has the port 9, which belongs to another protocol than HTTP`,
		"http://127.0.0.1:70000": `the proxy "http://127.0.0.1:70000" has the port 70000; the largest is 65535`,
		"http://127.0.0.1:3128":  "", "http://127.0.0.1": "",
	} {
		err := Options{Proxy: proxy}.Validate()
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %s", proxy, err, want)
		}
	}
}
