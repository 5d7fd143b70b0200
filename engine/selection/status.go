package selection

import (
	"fmt"
	"strconv"
	"strings"
)

// A Status is an HTTP status, or a class of them: 4 stands for 400 to 499. Zero stands for all.
type Status int

const (
	lastClass   = 5
	firstStatus = 100
	lastStatus  = 999
)

// ParseStatus reads a status, such as 404, or a class, such as 4xx.
func ParseStatus(text string) (Status, error) {
	class, isClass := strings.CutSuffix(strings.ToLower(text), "xx")
	n, err := strconv.ParseUint(class, 10, 16)
	s := Status(n)
	if err != nil || s == 0 || isClass != s.isClass() || s.check() != nil {
		return 0, fmt.Errorf("status %.40q is neither a number from 100 to 999 nor a class from 1xx to 5xx", text)
	}
	return s, nil
}

// isClass reports whether the status stands for a class.
func (s Status) isClass() bool { return s >= 1 && s <= lastClass }

// check returns an error if there is no such status.
func (s Status) check() error {
	if s == 0 || s.isClass() || s >= firstStatus && s <= lastStatus {
		return nil
	}
	return fmt.Errorf("status %d is not from 100 to 999", int(s))
}

// String returns what ParseStatus reads, "" for all.
func (s Status) String() string {
	switch {
	case s == 0:
		return ""
	case s.isClass():
		return strconv.Itoa(int(s)) + "xx"
	}
	return strconv.Itoa(int(s))
}

// Set reads a status; nothing, and 0, stand for all. It makes Status a value of a flag.
func (s *Status) Set(text string) (err error) {
	if *s = 0; text != "" && text != "0" {
		*s, err = ParseStatus(text)
	}
	return err
}

// Type returns what is said of the value of a flag.
func (s *Status) Type() string { return "status" }

// Has reports whether the status of an answer, 0 for none, is this one or of this class.
func (s Status) Has(status int) bool {
	if s.isClass() {
		return status/firstStatus == int(s)
	}
	return s == 0 || int(s) == status
}
