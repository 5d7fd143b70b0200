package challenge_test

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/challenge"
)

func TestOf(t *testing.T) {
	t.Parallel()
	long := "<title>How shields work</title><p>" + strings.Repeat("They say that they are checking your browser before accessing a page, with a <script>. ", 1000)
	tests := []struct {
		name, field, value, body string
		status                   int
		want                     string
	}{
		{"a field", "Cf-Mitigated", "challenge", "", 403, "Cloudflare"},
		{"a field with status 200", "X-Amzn-Waf-Action", "Challenge", "", 202, "AWS WAF"},
		{"another value", "X-Amzn-Waf-Action", "allow", "", 200, ""},
		{"a title", "", "", "<html><title>Just a moment...</title><div>Performance &amp; security by Cloudflare</div>", 503, "Cloudflare"},
		{"a title of somebody else", "", "", "<html><title>Just a moment...</title><p>Wait for it.", 200, ""},
		{"words", "", "", "<title>Wait</title><p>Checking your browser before accessing example.org<script>x()</script>", 503, "a shield"},
		{"a page of proof of work", "", "", "<title>Making sure you&#39;re not a bot!</title><script id=anubis_challenge>", 200, "Anubis"},
		{"a page about shields", "", "", long, 200, ""},
		{"a missing page about them", "", "", "Checking your browser before accessing <script>", 404, ""},
		{"in capitals", "", "", "<TITLE>DDOS-GUARD</TITLE><p>By DDoS-Guard.", 403, "DDoS-Guard"},
		{"behind something like it", "", "", "<title>Just a moment, please</title><title>Just a moment...</title> Cloudflare", 503, "Cloudflare"},
		{"phrases of two, the parts of the second", "", "", "Access to this page has been denied <script>/_Incapsula_Resource? <iframe> Incident ID", 403, "Imperva"},
		{"a page", "Server", "cloudflare", "<title>Words</title><p>Words of a page.", 200, ""},
		{"nothing", "", "", "", 200, ""},
	}
	for _, tt := range tests {
		f := aranea.Fetched{Status: tt.status, Body: []byte(tt.body), Header: aranea.Header{}}
		if tt.field != "" {
			f.Header[tt.field] = []string{tt.value}
		}
		if got := challenge.Of(&f); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// FuzzOf checks that any body can be examined, and that a long one is not a challenge.
func FuzzOf(f *testing.F) {
	f.Add(503, []byte("<title>Just a moment...</title> Cloudflare"))
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		long := append(body, make([]byte, 65<<10)...)
		challenge.Of(&aranea.Fetched{Status: status, Body: body})
		if got := challenge.Of(&aranea.Fetched{Status: status, Body: long}); got != "" {
			t.Errorf("a body of %d bytes is a challenge of %s", len(long), got)
		}
	})
}
