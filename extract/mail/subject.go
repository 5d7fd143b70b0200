package mail

import (
	"slices"
	"strings"
	"unicode"
)

// answers and forwards are what programs write before the subject of a mail that they answer or
// pass on, in lower case.
var (
	answers  = []string{"re", "aw", "sv", "antw", "odp", "res", "rif", "vs", "ynt", "回复", "答复", "回覆", "答覆"}
	forwards = []string{"fw", "fwd", "wg", "tr", "rv", "enc", "vl", "pd", "转发", "轉寄", "轉發"}
)

// subject returns a subject without such prefixes and the tag of its mailing list, "" for none.
func subject(s, list string) string {
	for {
		_, rest, ok := cutPrefix(s)
		if !ok {
			rest, ok = cutTag(s, list)
		}
		if !ok || rest == "" {
			return s
		}
		s = rest
	}
}

// isForward reports whether a mail passes on another one, by its subject.
func isForward(s string) bool {
	for {
		rest, isTag := cutAnyTag(s)
		if !isTag {
			break
		}
		s = rest
	}
	prefix, _, ok := cutPrefix(s)
	return ok && slices.Contains(forwards, prefix)
}

// cutPrefix returns a prefix of a subject in lower case, and the rest: Re: and Re[2]: likewise.
func cutPrefix(s string) (prefix, rest string, ok bool) {
	at := strings.IndexAny(s, ":：")
	if at < 0 || at > 20 {
		return "", s, false
	}
	prefix, _, _ = strings.Cut(strings.ToLower(strings.TrimSpace(s[:at])), "[")
	prefix = strings.TrimSpace(strings.TrimRightFunc(prefix, func(r rune) bool { return unicode.IsDigit(r) || r == '^' || r == '(' || r == ')' }))
	if !slices.Contains(answers, prefix) && !slices.Contains(forwards, prefix) {
		return "", s, false
	}
	rest = strings.TrimPrefix(strings.TrimPrefix(s[at:], ":"), "：")
	return prefix, strings.TrimSpace(rest), true
}

// cutAnyTag removes a text in brackets from the beginning.
func cutAnyTag(s string) (string, bool) {
	if !strings.HasPrefix(s, "[") {
		return s, false
	}
	_, rest, ok := strings.Cut(s, "]")
	return strings.TrimSpace(rest), ok
}

// cutTag removes the tag of a mailing list from the beginning of a subject. It is one only if it
// is the name of the list or the beginning of that, so that [PATCH] and [SOLVED] stay.
func cutTag(s, list string) (string, bool) {
	rest, ok := cutAnyTag(s)
	if !ok || list == "" {
		return s, false
	}
	tag := plainName(s[1:strings.Index(s, "]")])
	return rest, len(tag) > 1 && strings.HasPrefix(plainName(list), tag)
}

// plainName returns the letters and digits of a name in lower case.
func plainName(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// listOf returns the name of the mailing list of a mail, "" for none: the first label of its
// List-Id (RFC 2919), or the local part of its address.
func listOf(h header) string {
	if id := h["list-id"]; id != "" {
		if _, inside, ok := strings.Cut(id, "<"); ok {
			id = inside
		}
		name, _, _ := strings.Cut(strings.TrimSpace(id), ".")
		return strings.Trim(name, "<> ")
	}
	for _, field := range []string{"list-post", "x-mailing-list", "x-been-there"} {
		if name, _, ok := strings.Cut(h[field], "@"); ok {
			return strings.TrimPrefix(strings.Trim(name, "<> "), "mailto:")
		}
	}
	return ""
}
