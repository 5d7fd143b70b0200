package frame

import (
	"bufio"
	"errors"
	"io"

	"github.com/aranea-search/aranea/extract/content"
)

// MaxDocument is the size in bytes up to which Serve takes documents.
const MaxDocument = 64 << 20

// Serve is a plugin: it says hello, reads documents from in with read and writes
// what that makes of them to out, until in ends. An error of read is that of the
// document; content.ErrEncrypted says more than others. The first of its errors
// that is not the document's ends it.
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
