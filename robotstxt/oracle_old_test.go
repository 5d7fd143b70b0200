package robotstxt_test

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// The oracle for the old standards follows the text of the standard of 1994, the draft of 1996
// and the Extended Standard 2.0, without any of the package's code.

type oldRecord struct {
	agents []string
	fields [][2]string // "allow" or "disallow", and the path
	second bool        // its version is 2
}

// oldRecords parses records, which end at an empty line; a comment line is not empty. An agent
// after a rule begins a record too, which the standards do not mention.
func oldRecords(body string) []oldRecord {
	for _, bom := range []string{"\xEF\xBB\xBF", "\xEF\xBB", "\xEF"} {
		if strings.HasPrefix(body, bom) {
			body = body[len(bom):]
			break
		}
	}
	body = strings.ReplaceAll(strings.ReplaceAll(body, "\r\n", "\n"), "\r", "\n")
	var out []oldRecord
	open := false
	for _, line := range strings.Split(body, "\n") {
		const whitespace = " \t\v\f"
		if strings.Trim(line, whitespace) == "" {
			open = false
			continue
		}
		text, _, _ := strings.Cut(line, "#")
		name, value, colon := strings.Cut(text, ":")
		name, value = strings.Trim(name, whitespace), strings.Trim(value, whitespace)
		if !colon || !isASCII(name) {
			continue
		}
		switch key := strings.ToLower(name); {
		case key == "user-agent":
			if !open || len(out[len(out)-1].fields) > 0 {
				out = append(out, oldRecord{})
			}
			open = true
			out[len(out)-1].agents = append(out[len(out)-1].agents, value)
		case open && key == "robot-version":
			r := &out[len(out)-1]
			r.second = r.second || strings.HasPrefix(value, "2")
		case open && (key == "disallow" || key == "allow"):
			r := &out[len(out)-1]
			r.fields = append(r.fields, [2]string{key, value})
		}
	}
	return out
}

// oldName removes the version of a name and folds it.
func oldName(s string) string {
	s, _, _ = strings.Cut(s, "/")
	out := []byte(strings.TrimSpace(s))
	for i, c := range out {
		if 'A' <= c && c <= 'Z' {
			out[i] = c + 'a' - 'A'
		}
	}
	return string(out)
}

// oldDecoded decodes every escape except that of the slash.
func oldDecoded(s string) string {
	const hex = "0123456789abcdef"
	var out []byte
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			hi, lo := strings.IndexByte(hex, lower(s[i+1])), strings.IndexByte(hex, lower(s[i+2]))
			if hi >= 0 && lo >= 0 {
				if o := byte(hi*16 + lo); o == '/' {
					out = append(out, "%2F"...)
				} else {
					out = append(out, o)
				}
				i += 2
				continue
			}
		}
		out = append(out, s[i])
	}
	return string(out)
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'F' {
		return c + 'a' - 'A'
	}
	return c
}

// oldOracle decides by the standard of 1994, the draft of 1996, or the Extended Standard, in
// which a robot prefers records of version 2.
func oldOracle(dialect, body, agent, target string) robotstxt.Verdict {
	draft := dialect != "1994"
	path, _, _ := strings.Cut(target, "#")
	if name, _, _ := strings.Cut(path, "?"); name == "/robots.txt" {
		return robotstxt.Allow
	}
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	if draft {
		path = oldDecoded(path)
	}
	records := oldRecords(body)
	for _, star := range []bool{false, true} {
		var first *oldRecord
		for i := range records {
			r := &records[i]
			mine := false
			for _, value := range r.agents {
				name, us := oldName(value), oldName(agent)
				switch {
				case star:
					mine = mine || value == "*"
				case name != "" && name != "*":
					mine = mine || strings.Contains(us, name) || !draft && strings.Contains(name, us)
				}
			}
			if mine && (first == nil || dialect == "conner2" && r.second && !first.second) {
				first = r
			}
		}
		switch {
		case first == nil:
		case dialect == "conner2":
			return first.extended(target)
		default:
			return first.verdict(draft, path)
		}
	}
	return robotstxt.Allow
}

// extended decides by the Extended Standard: paths without expressions come before expressions,
// then the longest counts, and of equal ones the one that allows. In version 1 there are no
// expressions, and a path is a prefix.
func (r *oldRecord) extended(target string) robotstxt.Verdict {
	target, _, _ = strings.Cut(target, "#")
	if !strings.HasPrefix(target, "/") {
		target = "/" + target
	}
	out, best := robotstxt.Allow, -1
	for _, f := range r.fields {
		path := f[1]
		weight, hit := len(oldDecoded(path)), strings.HasPrefix(oldDecoded(target), oldDecoded(path))
		switch {
		case r.second && strings.ContainsAny(path, `*?[\`):
			weight, hit = 0, globOracle(path, target)
			for _, a := range globAtoms(path) {
				weight += a.weight
			}
		case r.second:
			weight, hit = weight+1000, oldDecoded(target) == oldDecoded(path)
		}
		if path != "" && hit && (weight > best || weight == best && f[0] == "allow") {
			best, out = weight, robotstxt.Deny
			if f[0] == "allow" {
				out = robotstxt.Allow
			}
		}
	}
	return out
}

func (r *oldRecord) verdict(draft bool, path string) robotstxt.Verdict {
	if draft {
		for _, f := range r.fields {
			switch {
			case f[0] == "disallow" && f[1] == "":
				return robotstxt.Allow
			case f[1] == "" || !strings.HasPrefix(path, oldDecoded(f[1])):
			case f[0] == "allow":
				return robotstxt.Allow
			default:
				return robotstxt.Deny
			}
		}
		return robotstxt.Allow
	}
	out := robotstxt.Allow
	for _, f := range r.fields {
		switch {
		case f[0] == "allow":
		case f[1] == "":
			return robotstxt.Allow
		case strings.HasPrefix(path, f[1]):
			out = robotstxt.Deny
		}
	}
	return out
}

// FuzzDecideOld compares the old dialects with their oracle.
func FuzzDecideOld(f *testing.F) {
	for _, s := range [][2]string{
		{"User-agent: bot\nDisallow: /x\n", "/x"}, {"user-agent: Foo/1.0\rAllow: /a\rdisallow: /\r\ruser-agent: *\rDisallow:\r", "/ab"},
		{"User-agent: *\n# why\nDisallow: /%7e%2f\n\nDisallow: /y\n", "/~%2Fx"}, {"User-agent: the FooBot/2 robot\nDisallow:\nDisallow: /\n", "/x"},
		{"User-agent: a\nUser-agent: foo\nDisallow: /%252F\nUser-agent: b\n\nDisallow: /z", "/%2F"},
		{"User-agent: *\nDisallow: /\n\nUser-agent: foo\nRobot-version: 2.0\nAllow: /%7E*\nDisallow: *\nDisallow: /~[a-c]%2A?\n", "/~b*%20"},
		{"User-agent: *\nRobot-version: 2\nAllow: /a*b\nDisallow: /a?b\nDisallow: /%61xb\nAllow: /axb\n", "/axb"},
	} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, body, target string) {
		if strings.Contains(target, "://") || len(target) > 300 || len(body) > 400 || len(body) >= 8 && strings.Contains(body[:8], "\x00") || strings.HasPrefix(body, "\xFF\xFE") || strings.HasPrefix(body, "\xFE\xFF") {
			return
		}
		file := robotstxt.Parse([]byte(body))
		for _, d := range []dialect.Dialect{dialect.Standard1994(), dialect.Draft1996(), dialect.Conner2()} {
			got := file.Compile(d, "FooBot").Decide(target)
			if want := oldOracle(d.Name, body, "FooBot", target); got.Verdict != want {
				t.Errorf("%s: %q on %q: %s by line %d, the oracle says %s", d.Name, body, target, got.Verdict, got.Line, want)
			}
		}
	})
}
