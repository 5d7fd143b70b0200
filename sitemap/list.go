package sitemap

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

// readList reads a plain list, with a URL on each line. A file whose first line is not a URL is
// not a list.
func readList(in *bufio.Reader, s *sink) error {
	for line := 1; ; line++ {
		text, long, err := readLine(in)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		end := err != nil
		text = bytes.TrimSpace(text)
		loc := string(text)
		switch {
		case loc == "" && !long:
		case !isURL(loc) && s.entries == 0 && s.faults == 0:
			return fmt.Errorf("%w: it begins with %.40q", ErrFormat, loc)
		case long:
			err = s.fault(line, "the URL is too long", loc, "")
		case !isURL(loc):
			err = s.fault(line, "this is no URL", loc, "")
		default:
			err = s.entry(Entry{Loc: loc, Priority: defaultPriority})
		}
		if end && (err == nil || errors.Is(err, io.EOF)) {
			return nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
	}
}

// readLine reads a line. A line longer than a URL may be is truncated.
func readLine(in *bufio.Reader) (line []byte, long bool, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if room := MaxLoc + 1 - len(line); len(part) > room {
			part, long = part[:max(room, 0)], true
		}
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, long || len(bytes.TrimSpace(line)) > MaxLoc, err
		}
	}
}

// isURL reports whether a line of a list begins like an http or https URL.
func isURL(s string) bool {
	scheme, rest, ok := strings.Cut(s, "://")
	return ok && rest != "" && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https")) && !strings.ContainsAny(s, " \t")
}
