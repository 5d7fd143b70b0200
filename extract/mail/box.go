package mail

import (
	"bytes"
	"iter"
	"strings"
)

// from is the beginning of the line before each mail of a mailbox (RFC 4155).
const from = "From "

// split returns the mails of a mailbox, each with the line before it, or the mail itself. A mail
// begins at a line with a sender and an instant, at the beginning or after an empty line.
func split(body []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		if len(body) == 0 {
			return
		}
		if !isSeparator(body) {
			yield(body)
			return
		}
		start := 0
		for at := 1; ; {
			i := bytes.Index(body[at:], []byte("\n"+from))
			if i < 0 {
				break
			}
			at += i + 1
			if before := bytes.TrimSuffix(body[start:at-1], []byte("\r")); !bytes.HasSuffix(before, []byte("\n")) || !isSeparator(body[at:]) {
				continue
			}
			if !yield(body[start:at]) {
				return
			}
			start = at
		}
		yield(body[start:])
	}
}

// isSeparator reports whether a body begins with the line before a mail of a mailbox: a sender,
// and an instant with a time and a year.
func isSeparator(body []byte) bool {
	line, ok := bytes.CutPrefix(body[:min(len(body), 300)], []byte(from))
	if !ok {
		return false
	}
	line, _, _ = bytes.Cut(line, []byte("\n"))
	hour, year := false, false
	for word := range strings.FieldsSeq(string(line)) {
		hour = hour || len(word) >= 4 && word[0] >= '0' && word[0] <= '9' && strings.Trim(word, "0123456789:") == "" && strings.Contains(word, ":")
		year = year || len(word) == 4 && strings.Trim(word, "0123456789") == ""
	}
	return hour && year
}

// isBox reports whether a body is more than one mail of a mailbox.
func isBox(rest []byte) bool { return isSeparator(rest) }

// gitDate is the instant in the first line of a patch that git wrote, which is the same in all.
const gitDate = "Mon Sep 17 00:00:00 2001"

// SniffBox reports whether a body begins as a mailbox does, with a line for a mail and its header.
// Patches of git begin likewise, and are none.
func SniffBox(body []byte) bool {
	line, rest, _ := bytes.Cut(body[:min(len(body), 2000)], []byte("\n"))
	return isSeparator(body) && !bytes.Contains(line, []byte(gitDate)) && isField(rest)
}

// Sniff reports whether a body begins with the header of a mail: fields, one of which is From.
func Sniff(body []byte) bool {
	if isSeparator(body) {
		return SniffBox(body)
	}
	if !isField(body) {
		return false
	}
	h, _ := parseHeader(body[:min(len(body), 64<<10)])
	return h["from"] != "" && (h["date"] != "" || h["subject"] != "")
}

// isField reports whether a body begins with a field of a header.
func isField(body []byte) bool {
	line, _, _ := bytes.Cut(body[:min(len(body), 1000)], []byte("\n"))
	_, _, ok := cutField(line)
	return ok
}
