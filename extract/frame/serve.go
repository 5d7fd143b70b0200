package frame

import (
	"bufio"
	"errors"
	"io"

	"github.com/aranea-search/aranea/extract/content"
)

// MaxDocument is the maximum size in bytes of documents for Serve.
const MaxDocument = 64 << 20

// Serve runs a plugin: it says hello, reads documents from in, passes them to read and writes
// the results to out, until in ends. An error of read is a fault of the document,
// content.ErrEncrypted the most specific. Serve returns the first other error.
func Serve(in io.Reader, out io.Writer, h Hello, read func(j Job, body []byte) (content.Document, error)) error {
	h.Protocol = Protocol
	w := bufio.NewWriter(out)
	if err := errors.Join(h.Validate(), WriteHello(w, h), w.Flush()); err != nil {
		return err
	}
	frames := NewReader(bufio.NewReader(in))
	for {
		j, body, err := ReadJob(frames, MaxDocument)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		document, fault := read(j, body)
		if err := errors.Join(WriteContent(w, &document, fault), w.Flush()); err != nil {
			return err
		}
	}
}
