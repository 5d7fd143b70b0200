package cage

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/aranea-search/aranea/cage/ocr"
	"github.com/aranea-search/aranea/extract/frame"
)

// scansMark begins the file of the plugin that is built in: it reads text in scans and pictures
// (package ocr), and the file has nothing but the languages.
const scansMark = "aranea reads text in scans and pictures: "

// Scans returns the file of the plugin that reads text in scans and pictures in some languages, and
// an error if that cannot be done here.
func Scans(ctx context.Context, languages string) ([]byte, error) {
	if err := ocr.Check(ctx, languages); err != nil {
		return nil, err
	}
	return []byte(scansMark + languages + "\n"), nil
}

// scansIn returns the languages in the file of that plugin; ok is false for others.
func scansIn(file []byte) (languages string, ok bool) {
	rest, ok := bytes.CutPrefix(file, []byte(scansMark))
	if !ok {
		return "", false
	}
	return string(bytes.TrimSuffix(rest, []byte("\n"))), true
}

// serveScans runs that plugin in this worker, with the limits of a program.
func serveScans(ctx context.Context, languages, cache string, in io.Reader, out io.Writer) error {
	if err := ocr.Check(ctx, languages); err != nil {
		return err
	}
	r, err := ocr.New(ctx, languages, cache)
	if err != nil {
		return err
	}
	if err := limitProgram(); err != nil {
		return fmt.Errorf("give up files and memory: %w", err)
	}
	return frame.Serve(in, out, ocr.Hello(languages), r.Read)
}
