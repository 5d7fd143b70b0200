package wire

import (
	"errors"
	"io"
)

// maxValues limits how many values stand behind others in one answer, or in one line of a stream. An empty
// result of a search has three bytes there, and some hundreds in memory. The most that a process needs are
// links for another node, 4 MiB of them, of at least 11 bytes for each value.
const maxValues = 3 << 17

// errValues is for an answer with too many values.
var errValues = errors.New("it has too many values")

// A counting reader counts the commas between the values of JSON, and ends with errValues where they are too many.
type counting struct {
	of              io.Reader
	commas          int
	quoted, escaped bool
}

// Read implements io.Reader.
func (c *counting) Read(p []byte) (int, error) {
	n, err := c.of.Read(p)
	if many := c.count(p[:n]); many != nil {
		return 0, many
	}
	return n, err
}

// count counts the commas of the next bytes.
func (c *counting) count(text []byte) error {
	for _, b := range text {
		switch {
		case c.escaped:
			c.escaped = false
		case b == '"':
			c.quoted = !c.quoted
		case b == '\\':
			c.escaped = c.quoted
		case b == ',' && !c.quoted:
			c.commas++
		}
	}
	if c.commas > maxValues {
		return errValues
	}
	return nil
}
