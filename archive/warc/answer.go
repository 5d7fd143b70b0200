package warc

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/textproto"
	"strconv"
	"strings"
)

// Limits for the head of a response in a block.
const (
	maxAnswerHead   = 256 << 10 // bytes
	maxAnswerFields = 1000
)

// An Answer is the response of HTTP in the block of a record, with its body as it stands there: its
// codings may have been undone, whatever its fields say.
type Answer struct {
	Proto  string
	Status int
	Header http.Header
	Body   *bufio.Reader
}

// ReadAnswer reads the head of a response from a block. What is no field is passed over.
func ReadAnswer(block io.Reader) (*Answer, error) {
	a := &Answer{Header: http.Header{}, Body: bufio.NewReader(block)}
	left := maxAnswerHead
	first, err := lineOf(a.Body, &left)
	if err != nil {
		return nil, err
	}
	proto, rest, _ := strings.Cut(first, " ")
	code, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	if a.Status, err = strconv.Atoi(code); err != nil || !strings.HasPrefix(proto, "HTTP/") || a.Status < 100 || a.Status > 999 {
		return nil, fmt.Errorf("it begins with %.40q, which is no status line", first)
	}
	a.Proto = proto
	last := ""
	for count := 0; ; count++ {
		line, err := lineOf(a.Body, &left)
		switch {
		case errors.Is(err, io.ErrUnexpectedEOF): // a head alone, without the empty line
			return a, nil
		case err != nil:
			return nil, err
		case line == "":
			return a, nil
		case count == maxAnswerFields:
			return nil, errors.New("its head has too many fields")
		}
		last = a.add(line, last)
	}
}

// add adds the field of a line, or the rest of that of the line before, and returns its name.
func (a *Answer) add(line, last string) string {
	if line[0] == ' ' || line[0] == '\t' {
		if values := a.Header[last]; len(values) > 0 {
			values[len(values)-1] += " " + strings.TrimSpace(line)
		}
		return last
	}
	name, value, ok := strings.Cut(line, ":")
	if name = strings.TrimSpace(name); !ok || name == "" || strings.ContainsAny(name, " \t") {
		return ""
	}
	name = textproto.CanonicalMIMEHeaderKey(name)
	a.Header[name] = append(a.Header[name], strings.TrimSpace(value))
	return name
}
