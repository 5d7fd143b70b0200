package robotstxt

import (
	"strings"
	"testing"
)

// The oracle of the old standards decides by the words of 1994 and of the draft
// of 1996, without any of the package's code.

type oldRecord struct {
	agents []string
	fields [][2]string // "allow" or "disallow", and the path
}

// oldRecords reads records: they end at a blank line; a line of comment is none.
// An agent behind a rule begins a record too, which the standards do not say.
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
		const blanks = " \t\v\f"
		if strings.Trim(line, blanks) == "" {
			open = false
			continue
		}
		text, _, _ := strings.Cut(line, "#")
		name, value, colon := strings.Cut(text, ":")
		name, value = strings.Trim(name, blanks), strings.Trim(value, blanks)
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
		case open && (key == "disallow" || key == "allow"):
			r := &out[len(out)-1]
			r.fields = append(r.fields, [2]string{key, value})
		}
	}
	return out
}

// oldName drops the version of a name and folds it.
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

// oldDecoded undoes every escape but that of the slash.
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

// oldOracle decides by the draft of 1996, or by the standard of 1994.
func oldOracle(draft bool, body, agent, target string) Verdict {
	path, _, _ := strings.Cut(target, "#")
	if name, _, _ := strings.Cut(path, "?"); name == "/robots.txt" {
		return Allow
	}
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	if draft {
		path = oldDecoded(path)
	}
	records := oldRecords(body)
	for _, star := range []bool{false, true} {
		for _, r := range records {
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
			if mine {
				return r.verdict(draft, path)
			}
		}
	}
	return Allow
}

func (r oldRecord) verdict(draft bool, path string) Verdict {
	if draft {
		for _, f := range r.fields {
			switch {
			case f[0] == "disallow" && f[1] == "":
				return Allow
			case f[1] == "" || !strings.HasPrefix(path, oldDecoded(f[1])):
			case f[0] == "allow":
				return Allow
			default:
				return Deny
			}
		}
		return Allow
	}
	out := Allow
	for _, f := range r.fields {
		switch {
		case f[0] == "allow":
		case f[1] == "":
			return Allow
		case strings.HasPrefix(path, f[1]):
			out = Deny
		}
	}
	return out
}

// FuzzDecideOld compares the dialects of old with their oracle.
func FuzzDecideOld(f *testing.F) {
	for _, s := range [][2]string{
		{"User-agent: bot\nDisallow: /x\n", "/x"}, {"user-agent: Foo/1.0\rAllow: /a\rdisallow: /\r\ruser-agent: *\rDisallow:\r", "/ab"},
		{"User-agent: *\n# why\nDisallow: /%7e%2f\n\nDisallow: /y\n", "/~%2Fx"}, {"User-agent: the FooBot/2 robot\nDisallow:\nDisallow: /\n", "/x"},
		{"User-agent: a\nUser-agent: foo\nDisallow: /%252F\nUser-agent: b\n\nDisallow: /z", "/%2F"},
	} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, body, target string) {
		if strings.Contains(target, "://") || len(body) > 400 || len(body) >= 8 && strings.Contains(body[:8], "\x00") || strings.HasPrefix(body, "\xFF\xFE") || strings.HasPrefix(body, "\xFE\xFF") {
			return
		}
		file := Parse([]byte(body))
		for _, d := range []Dialect{Standard1994(), Draft1996()} {
			got := file.Compile(d, "FooBot").Decide(target)
			if want := oldOracle(d.Name == "1996", body, "FooBot", target); got.Verdict != want {
				t.Errorf("%s: %q on %q: %s by line %d, the oracle says %s", d.Name, body, target, got.Verdict, got.Line, want)
			}
		}
	})
}
