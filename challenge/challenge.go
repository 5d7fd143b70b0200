// Package challenge recognizes the pages that protection services send instead of a site's page
// to test for a browser: "checking your browser", "verify you are human". They say nothing about
// the site, so they must not be indexed in place of its pages.
//
// Only known shapes count: a response field that is sent only with challenges, or the typical
// text of a service in a short page. A long page about challenges is not one.
//
// Floor: 2 (pure). Stability: engine. It solves no challenges: such a site does not want this
// robot, until its owner allows it.
package challenge

import (
	"bytes"
	"strings"
	"sync"

	"github.com/aranea-search/aranea"
)

// Limits for recognizing a challenge in a body.
const (
	maxBody = 64 << 10 // bytes of a body; a larger body is a page of the site
	headLen = 16 << 10 // bytes of the body that are examined
)

// A mark is a response field that identifies a challenge.
type mark struct {
	field, value string // the value in lower case
	shield       string
}

// A shape is the typical body of a challenge: it has one of the phrases, and all of the parts, in
// lower case.
type shape struct {
	phrases []string
	parts   []string
	shield  string
}

// Of returns the service whose challenge a response is, or "" if it is none.
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

// mayBe reports whether the body of a response may be a challenge: it is short, and the status is
// one that challenges have.
func mayBe(f *aranea.Fetched) bool {
	switch f.Status {
	case 200, 202, 403, 429, 503:
		return len(f.Body) > 0 && len(f.Body) <= maxBody
	}
	return false
}

// A catalogue has the known shapes, and a table that says how far four characters are from the
// end of a prefix of one of their phrases, so that most of a page can be skipped (Wu and Manber,
// A fast algorithm for multi-pattern searching, 1994). Hardly any page has a phrase, and without
// one nothing else is searched for.
type catalogue struct {
	shapes []shape
	begin  int                  // bytes of the shortest phrase, which is the length of all prefixes
	steps  [1 << hashBits]uint8 // by the hash of four characters; 0 where they may end a prefix
}

const (
	four = 4 // characters that are examined together
	// hashBits is large enough that few other characters are mistaken for a part of a prefix.
	hashBits = 12
)

// hash distributes four characters over the table, with capitals as lower-case letters.
func hash[T string | []byte](s T) uint32 {
	return (uint32(s[0]|0x20)<<24 | uint32(s[1]|0x20)<<16 | uint32(s[2]|0x20)<<8 | uint32(s[3]|0x20)) * 0x9E3779B1 >> (32 - hashBits)
}

var catalogued = sync.OnceValue(func() *catalogue {
	c := &catalogue{shapes: shapes(), begin: headLen}
	var phrases []string
	for _, s := range c.shapes {
		phrases = append(phrases, s.phrases...)
	}
	for _, p := range phrases {
		c.begin = min(c.begin, len(p))
	}
	last := c.begin - four
	for i := range c.steps {
		c.steps[i] = uint8(last + 1)
	}
	for _, p := range phrases {
		for i := range last + 1 {
			step := &c.steps[hash(p[i:i+four])]
			*step = min(*step, uint8(last-i))
		}
	}
	return c
})

// inSmallLetters returns the beginning of a body with ASCII letters in lower case, or nil if it
// contains none of the phrases.
func (c *catalogue) inSmallLetters(head []byte) []byte {
	if !c.hasPhrase(head) {
		return nil
	}
	out := make([]byte, len(head))
	for i, b := range head {
		out[i] = small(b)
	}
	return out
}

// hasPhrase reports whether the beginning of a body contains one of the phrases.
func (c *catalogue) hasPhrase(head []byte) bool {
	last := c.begin - four
	for at := last; at+four <= len(head); {
		step := int(c.steps[hash(head[at:at+four])])
		if step == 0 {
			if c.phraseAt(head[at-last:]) {
				return true
			}
			step = 1
		}
		at += step
	}
	return false
}

// phraseAt reports whether the rest of a body begins with one of the phrases.
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

// shapes returns the known shapes.
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

// fits reports whether the beginning of a body, in lower case, has the shape.
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
