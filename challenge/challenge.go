// Package challenge tells the pages that stand before a site and want to see a
// browser: "checking your browser", "verify you are human". They say nothing of the
// site, so they must not be indexed in the place of its pages.
//
// Known shapes count only: a field of the response that is sent with nothing else,
// or the marks that a shield leaves in a short page. A long page that talks about
// challenges is none.
//
// Floor: 2 (pure). Stability: engine. It solves nothing: who stands there does not
// want this robot, until its owner lets it in.
package challenge

import (
	"bytes"
	"strings"
	"sync"

	"github.com/aranea-search/aranea"
)

// What a challenge is told by in a body.
const (
	maxBody = 64 << 10 // bytes of a body; a larger one is a page of the site
	headLen = 16 << 10 // bytes of it that are looked at
)

// A mark is a field of a response that says a challenge.
type mark struct {
	field, value string // the value in small letters
	shield       string
}

// A shape is what a challenge has in its body: one of the phrases, and all of the
// parts, in small letters.
type shape struct {
	phrases []string
	parts   []string
	shield  string
}

// Of returns which shield's challenge an answer is, "" if it is none.
func Of(f *aranea.Fetched) string {
	for _, m := range [...]mark{
		{"Cf-Mitigated", "challenge", "Cloudflare"},
		{"X-Amzn-Waf-Action", "challenge", "AWS WAF"},
		{"X-Amzn-Waf-Action", "captcha", "AWS WAF"},
		{"X-Vercel-Mitigated", "challenge", "Vercel"},
	} {
		if strings.EqualFold(f.Header.Get(m.field), m.value) {
			return m.shield
		}
	}
	if !mayBe(f) {
		return ""
	}
	known := catalogued()
	head := known.inSmallLetters(f.Body[:min(len(f.Body), headLen)])
	for _, s := range known.shapes {
		if head == nil {
			break
		}
		if s.fits(head) {
			return s.shield
		}
	}
	return ""
}

// mayBe reports whether the body of an answer may be a challenge: a short one, with
// a status that challenges have.
func mayBe(f *aranea.Fetched) bool {
	switch f.Status {
	case 200, 202, 403, 429, 503:
		return len(f.Body) > 0 && len(f.Body) <= maxBody
	}
	return false
}

// A catalogue is the known shapes, and which four characters their phrases begin
// with, as a set of hashes: hardly a page has one of them, and then nothing more is
// looked for.
type catalogue struct {
	shapes []shape
	begins [1 << hashBits]bool
}

// hashBits makes the set so wide that hardly other characters are taken for a
// beginning: each of those costs a comparison with all phrases.
const hashBits = 12

// hash spreads four characters over the set.
func hash(four uint32) uint32 { return four * 0x9E3779B1 >> (32 - hashBits) }

var catalogued = sync.OnceValue(func() *catalogue {
	c := &catalogue{shapes: shapes()}
	for _, s := range c.shapes {
		for _, p := range s.phrases {
			c.begins[hash(uint32(p[0])<<24|uint32(p[1])<<16|uint32(p[2])<<8|uint32(p[3]))] = true
		}
	}
	return c
})

// inSmallLetters returns the beginning of a body in small letters of ASCII, nil if
// none of the phrases stands there.
func (c *catalogue) inSmallLetters(head []byte) []byte {
	four, begins := uint32(0), false
	for i, b := range head {
		four = four<<8 | uint32(small(b))
		if c.begins[hash(four)] && c.phraseAt(head[max(i-3, 0):]) {
			begins = true
			break
		}
	}
	if !begins {
		return nil
	}
	out := make([]byte, len(head))
	for i, b := range head {
		out[i] = small(b)
	}
	return out
}

// phraseAt reports whether a body goes on with one of the phrases.
func (c *catalogue) phraseAt(rest []byte) bool {
	for _, s := range c.shapes {
		for _, p := range s.phrases {
			if len(rest) >= len(p) && small(rest[0]) == p[0] && small(rest[1]) == p[1] && bytes.EqualFold(rest[:len(p)], []byte(p)) {
				return true
			}
		}
	}
	return false
}

func small(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b | 0x20
	}
	return b
}

// shapes returns the known ones.
func shapes() []shape {
	return []shape{
		{[]string{"<title>just a moment...</title>", "<title>attention required! | cloudflare</title>"}, []string{"cloudflare"}, "Cloudflare"},
		{[]string{"/cdn-cgi/challenge-platform/h/"}, []string{"_cf_chl_opt"}, "Cloudflare"},
		{[]string{"<title>ddos-guard</title>", "/.well-known/ddos-guard/js-challenge"}, []string{"ddos-guard"}, "DDoS-Guard"},
		{[]string{"making sure you're not a bot", "making sure you&#39;re not a bot"}, []string{"anubis"}, "Anubis"},
		{[]string{"/_incapsula_resource?"}, []string{"<iframe", "incident id"}, "Imperva"},
		{[]string{"access to this page has been denied"}, []string{"px-captcha"}, "HUMAN"},
		{[]string{"geo.captcha-delivery.com"}, []string{"var dd="}, "DataDome"},
		{[]string{"sucuri_cloudproxy_js"}, []string{"<script"}, "Sucuri"},
		{[]string{"awswafcookiedomainlist", "awswafintegration"}, []string{"challenge"}, "AWS WAF"},
		{[]string{"checking your browser before accessing", "checking if the site connection is secure", "checking your browser..."}, []string{"<script"}, "a shield"},
		{[]string{"<title>verify you are human", "<title>are you a robot?", "<title>robot check</title>", "<title>human verification"}, []string{"<script"}, "a shield"},
	}
}

// fits reports whether the beginning of a body, in small letters, has the shape.
func (s shape) fits(head []byte) bool {
	for _, p := range s.parts {
		if !bytes.Contains(head, []byte(p)) {
			return false
		}
	}
	for _, p := range s.phrases {
		if bytes.Contains(head, []byte(p)) {
			return true
		}
	}
	return false
}
