package credentials

import "strings"

// An authChallenge is one of a WWW-Authenticate field.
type authChallenge struct {
	scheme string
	params map[string]string // by name, in lower case
}

// readChallenges reads the challenges of a field (RFC 9110 section 11.6.1), as far as they can be read. A challenge begins
// with a word that no equals sign follows.
func readChallenges(field string) (all []authChallenge) {
	for rest := field; ; {
		rest = strings.TrimLeft(rest, ", \t")
		scheme := token(rest)
		if scheme == "" {
			return all
		}
		x := authChallenge{scheme: scheme}
		x.params, rest = readParams(rest[len(scheme):])
		all = append(all, x)
	}
}

// readParams reads parameters with commas between them up to the next scheme, or to what it cannot read (RFC 9110 section
// 11.2). Of several with one name the first counts.
func readParams(field string) (params map[string]string, rest string) {
	params = map[string]string{}
	for rest = field; ; {
		at := strings.TrimLeft(rest, ", \t")
		name := token(at)
		after := strings.TrimLeft(at[len(name):], " \t")
		if name == "" || !strings.HasPrefix(after, "=") {
			return params, at
		}
		var value string
		after = strings.TrimLeft(after[1:], " \t")
		if strings.HasPrefix(after, `"`) {
			value, after = unquoted(after[1:])
		} else {
			value = token(after)
			after = after[len(value):]
			if end := strings.IndexAny(after, ", \t"); end != 0 { // token68, such as base64
				after = after[max(end, 0):]
				if end < 0 {
					after = ""
				}
			}
		}
		if name = strings.ToLower(name); params[name] == "" {
			params[name] = value
		}
		rest = after
	}
}

// token returns the token that s begins with, "" for none (RFC 9110 section 5.6.2).
func token(s string) string {
	for i := range len(s) {
		c := s[i]
		if c <= ' ' || c >= 0x7f || strings.IndexByte(`"(),/:;<=>?@[\]{}`, c) >= 0 {
			return s[:i]
		}
	}
	return s
}

// unquoted returns the text up to the closing quotation mark, without backslashes before characters, and what follows.
func unquoted(s string) (text, rest string) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			return b.String(), s[i+1:]
		case c == '\\' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), ""
}

// quoted writes a text as a quoted string. What a field may not have was refused when it was read.
func quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}
