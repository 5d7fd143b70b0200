package cage

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"time"

	"github.com/aranea-search/aranea/cage/pdf"
	"github.com/aranea-search/aranea/extract/calendar"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/feed"
	"github.com/aranea-search/aranea/extract/frame"
	"github.com/aranea-search/aranea/extract/legacyoffice"
	"github.com/aranea-search/aranea/extract/mail"
	"github.com/aranea-search/aranea/extract/markdown"
	"github.com/aranea-search/aranea/extract/notebook"
	"github.com/aranea-search/aranea/extract/office"
	"github.com/aranea-search/aranea/extract/openapi"
	"github.com/aranea-search/aranea/extract/rtf"
	"github.com/aranea-search/aranea/internal/gctuner"
)

// The groups of formats that the same workers read.
const (
	GroupPDF       = "pdf"
	GroupDocuments = "documents"
	pluginGroup    = "plugin:" // followed by the path of the plugin
)

// Limits of a worker.
const (
	MaxDocument  = 64 << 20  // bytes of a document
	memoryLimit  = 512 << 20 // bytes; a worker that takes more is ended
	memoryGoal   = 256 << 20 // bytes; above it the garbage collector works harder
	garbage      = 8 << 20   // bytes that a worker may hold in addition to what it uses
	memoryLook   = 20 * time.Millisecond
	exitMemory   = 3
	exitDeadline = 4
)

// readerOf returns the reader of a built-in format with its version, or "" if there is none.
func readerOf(format string) string {
	switch format {
	case "pdf":
		return pdf.Name
	case "docx", "pptx", "xlsx", "odt", "odp", "ods", "epub":
		return office.Reader
	case "doc", "xls", "ppt":
		return legacyoffice.Reader
	case "rtf":
		return rtf.Reader
	case "calendar":
		return calendar.Reader
	case "markdown":
		return markdown.Reader
	case "notebook":
		return notebook.Reader
	case "openapi":
		return openapi.Reader
	case "mail", "mbox":
		return mail.Reader
	case "xml":
		return feed.ReaderFeed + ", " + feed.ReaderXML
	}
	return ""
}

// groupOf returns the group that reads a format, or "" if there is none.
func groupOf(format string) string {
	switch readerOf(format) {
	case "":
		return ""
	case pdf.Name:
		return GroupPDF
	}
	return GroupDocuments
}

// Serve is the worker: it reads documents of a group from in and writes the results to out, until
// in ends. cache is a folder for results that take long to compute, "" for none. Before the first
// document it gives up what it does not need: files, network, and memory beyond its limit.
func Serve(ctx context.Context, group, cache string, in io.Reader, out io.Writer) error {
	defer gctuner.Pace(garbage, memoryGoal)()
	if path, ok := strings.CutPrefix(group, pluginGroup); ok {
		return servePlugin(ctx, path, cache, in, out)
	}
	readers := readers{}
	if group == GroupPDF {
		r, err := pdf.New(ctx, cache)
		if err != nil {
			return err
		}
		readers.pdf = r
	}
	debug.FreeOSMemory() // what was needed only to start
	if err := lock(); err != nil {
		return fmt.Errorf("give up files and network: %w", err)
	}
	go watchMemory(readers.outside)
	w := bufio.NewWriterSize(out, 64<<10)
	if err := frame.WriteHello(w, frame.Hello{Protocol: frame.Protocol, Name: group, Version: "1"}); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	jobs := make(chan job)
	go receive(in, jobs)
	for j := range jobs {
		if j.err != nil {
			return j.err
		}
		late := time.AfterFunc(time.Duration(j.Seconds)*time.Second, func() { giveUp(exitDeadline, "the document takes too long") })
		r, fault := readers.read(j.Format, j.body, j.Limits())
		late.Stop()
		if err := frame.WriteContent(w, &r, fault); err != nil {
			return err
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// A job is a job from the host.
type job struct {
	frame.Job
	body []byte
	err  error
}

// receive reads jobs ahead of the work, so that the worker notices the end of the host while it
// reads a document, and ends.
func receive(in io.Reader, jobs chan<- job) {
	frames := frame.NewReader(bufio.NewReaderSize(in, 64<<10))
	for {
		j, body, err := frame.ReadJob(frames, MaxDocument)
		if errors.Is(err, io.EOF) {
			os.Exit(0)
		}
		jobs <- job{j, body, err}
		if err != nil {
			return
		}
	}
}

// readers are the readers of this process.
type readers struct {
	pdf *pdf.Reader
}

// read reads a document. A panic of a reader means that it cannot read the document.
func (s *readers) read(format string, body []byte, l content.Limits) (r content.Document, err error) {
	defer func() {
		if p := recover(); p != nil {
			r, err = content.Document{}, fmt.Errorf("%w: its reader gave up: %v", content.ErrDamaged, p)
		}
	}()
	switch format {
	case "pdf":
		if s.pdf != nil {
			return s.pdf.Read(body, l)
		}
	case "docx", "pptx", "xlsx", "odt", "odp", "ods", "epub":
		return office.Read(format, body, l)
	case "doc", "xls", "ppt":
		return legacyoffice.Read(format, body, l)
	case "rtf":
		return rtf.Read(body, l)
	case "calendar":
		return calendar.Read(body, l)
	case "markdown":
		return markdown.Read(body, l)
	case "notebook":
		return notebook.Read(body, l)
	case "openapi":
		return openapi.Read(body, l)
	case "mail", "mbox":
		return mail.Read(body, l)
	case "xml":
		return feed.Read(body, l)
	}
	return r, fmt.Errorf("%w: nobody here reads %q", content.ErrDamaged, format)
}

// outside returns how many bytes the readers have outside of the heap.
func (s *readers) outside() int64 {
	if s.pdf == nil {
		return 0
	}
	return s.pdf.Memory()
}

// watchMemory ends the process when it exceeds its memory limit. outside tells what it has outside of the
// heap.
func watchMemory(outside func() int64) {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	for range time.Tick(memoryLook) {
		metrics.Read(sample)
		if taken := sample[0].Value.Uint64() - sample[1].Value.Uint64() + uint64(outside()); taken > memoryLimit {
			giveUp(exitMemory, fmt.Sprintf("the document takes more than %d MiB of memory", memoryLimit>>20))
		}
	}
}

// giveUp ends the process with a message.
func giveUp(code int, why string) {
	fmt.Fprintln(os.Stderr, why)
	os.Exit(code)
}
