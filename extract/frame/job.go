package frame

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/aranea-search/aranea/extract/content"
)

// A Hello is how a reader introduces itself.
type Hello struct {
	Protocol int    `json:"protocol"`
	Name     string `json:"name"`
	Version  string `json:"version"` // changes when its results change
	// Seconds is the processor time that it may take for a document, with its children; 0 means
	// the host's default.
	Seconds int `json:"seconds,omitempty"`
	// Formats are the formats that it reads.
	Formats []Format `json:"formats,omitempty"`
}

// Reader returns the name of a plugin as that of a reader, with its version.
func (h *Hello) Reader() string { return h.Name + " " + h.Version }

// A Format is a format that a reader reads.
type Format struct {
	Name    string   `json:"name"`              // for example "gpx"
	Types   []string `json:"types,omitempty"`   // media types under which it is sent
	Endings []string `json:"endings,omitempty"` // file name extensions, without a dot
	Magic   []string `json:"magic,omitempty"`   // prefixes of documents
	// Textless is the name of a built-in format whose documents are read as this one if its own
	// reader finds no text in them, such as scans.
	Textless string `json:"textless,omitempty"`
}

// A Job is a document to read. Its bytes follow.
type Job struct {
	Format string `json:"format"`
	Type   string `json:"type,omitempty"` // the declared media type
	URL    string `json:"url,omitempty"`
	// Text, Elements and Links are how much of each is wanted.
	Text     int `json:"text"`
	Elements int `json:"elements"`
	Links    int `json:"links"`
	// Title and Attribute limit single texts, in bytes.
	Title     int `json:"title"`
	Attribute int `json:"attribute"`
	// Seconds is how much time the reader has.
	Seconds int `json:"seconds"`
}

// Limits returns the limits of a job.
func (j *Job) Limits() content.Limits {
	return content.Limits{Text: j.Text, Elements: j.Elements, Links: j.Links, Title: j.Title, Attribute: j.Attribute}
}

// Limit sets the limits of a job.
func (j *Job) Limit(l content.Limits) {
	j.Text, j.Elements, j.Links, j.Title, j.Attribute = l.Text, l.Elements, l.Links, l.Title, l.Attribute
}

func writeJSON(w io.Writer, k Kind, v any) error {
	content, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("write a frame: %w", err)
	}
	return Write(w, k, content)
}

// WriteHello writes the hello of a reader.
func WriteHello(w io.Writer, h Hello) error { return writeJSON(w, KindHello, h) }

// ReadHello reads the hello of a reader.
func ReadHello(r *Reader) (Hello, error) {
	var h Hello
	k, content, err := r.Next()
	if err != nil {
		return h, err
	}
	if k != KindHello || json.Unmarshal(content, &h) != nil {
		return h, fmt.Errorf("%w: it does not begin with a hello", ErrProtocol)
	}
	if h.Protocol != Protocol {
		return h, fmt.Errorf("%w: version %d, this program knows %d", ErrProtocol, h.Protocol, Protocol)
	}
	return h, nil
}

// WriteJob writes a document.
func WriteJob(w io.Writer, j Job, body []byte) error {
	if err := writeJSON(w, KindJob, j); err != nil {
		return err
	}
	for len(body) > 0 {
		n := min(len(body), piece)
		if err := Write(w, KindData, body[:n]); err != nil {
			return err
		}
		body = body[n:]
	}
	return Write(w, KindEnd, nil)
}

// ReadJob reads a document of at most most bytes. The error is io.EOF if there is none.
func ReadJob(r *Reader, most int) (Job, []byte, error) {
	var j Job
	k, content, err := r.Next()
	if err != nil {
		return j, nil, err
	}
	if k != KindJob || json.Unmarshal(content, &j) != nil {
		return j, nil, fmt.Errorf("%w: a job was due", ErrProtocol)
	}
	var body []byte
	for {
		k, content, err = r.Next()
		switch {
		case err != nil:
			return j, nil, err
		case k == KindEnd:
			return j, body, nil
		case k != KindData || len(body)+len(content) > most:
			return j, nil, fmt.Errorf("%w: a document of at most %d bytes was due", ErrProtocol, most)
		}
		body = append(body, content...)
	}
}
