package frame_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/frame"
)

func hello(change func(*frame.Hello)) frame.Hello {
	h := frame.Hello{Protocol: frame.Protocol, Name: "gpx", Version: "1.2", Formats: []frame.Format{{
		Name: "gpx", Types: []string{"application/gpx+xml"}, Endings: []string{"gpx"}, Magic: []string{"GPX1"},
	}}}
	change(&h)
	return h
}

func TestValidate(t *testing.T) {
	t.Parallel()
	if err := hello(func(*frame.Hello) {}).Validate(); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*frame.Hello){
		"no name":               func(h *frame.Hello) { h.Name = "" },
		"a path for a name":     func(h *frame.Hello) { h.Name = "../x" },
		"a long name":           func(h *frame.Hello) { h.Name = strings.Repeat("x", 31) },
		"no version":            func(h *frame.Hello) { h.Version = "" },
		"a version with spaces": func(h *frame.Hello) { h.Version = "1 2" },
		"an escape":             func(h *frame.Hello) { h.Version = "1\x1b[2J" },
		"no format":             func(h *frame.Hello) { h.Formats = nil },
		"a format's name":       func(h *frame.Hello) { h.Formats[0].Name = "GPX" },
		"a type with a star":    func(h *frame.Hello) { h.Formats[0].Types[0] = "text/*" },
		"a type in capitals":    func(h *frame.Hello) { h.Formats[0].Types[0] = "Text/X" },
		"an ending with a dot":  func(h *frame.Hello) { h.Formats[0].Endings[0] = ".gpx" },
		"a short beginning":     func(h *frame.Hello) { h.Formats[0].Magic[0] = "{" },
		"too many endings":      func(h *frame.Hello) { h.Formats[0].Endings = strings.Fields(strings.Repeat("x ", 21)) },
	} {
		if err := hello(change).Validate(); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

// TestServe: a plugin says hello, reads documents and reports faults.
func TestServe(t *testing.T) {
	t.Parallel()
	var in, out bytes.Buffer
	j := frame.Job{Format: "gpx"}
	j.Limit(limits())
	for _, body := range []string{"one", "bad", "two"} {
		if err := frame.WriteJob(&in, j, []byte(body)); err != nil {
			t.Fatal(err)
		}
	}
	err := frame.Serve(&in, &out, hello(func(*frame.Hello) {}), func(j frame.Job, body []byte) (content.Document, error) {
		b := content.New(j.Limits())
		b.Write(string(body))
		if string(body) == "bad" {
			return b.Document("x"), content.ErrDamaged
		}
		return b.Document("x"), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	r := frame.NewReader(&out)
	if h, err := frame.ReadHello(r); err != nil || h.Name != "gpx" {
		t.Fatalf("%+v, %v", h, err)
	}
	for _, want := range []struct {
		text string
		err  error
	}{{"one\n", nil}, {"bad\n", content.ErrDamaged}, {"two\n", nil}} {
		got, err := frame.ReadContent(r, limits())
		if string(got.Text) != want.text || !errors.Is(err, want.err) {
			t.Errorf("%q, %v; want %q, %v", got.Text, err, want.text, want.err)
		}
	}
	if _, _, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("after the last: %v", err)
	}
	if err := frame.Serve(&in, &out, hello(func(h *frame.Hello) { h.Name = "" }), nil); err == nil {
		t.Error("a plugin without a name serves")
	}
}

// FuzzPlugin: whatever comes over the pipe from a host or a plugin is read within the limits or
// rejected.
func FuzzPlugin(f *testing.F) {
	var pipe bytes.Buffer
	if err := frame.WriteHello(&pipe, hello(func(*frame.Hello) {})); err != nil {
		f.Fatal(err)
	}
	f.Add(bytes.Clone(pipe.Bytes()))
	pipe.Reset()
	if err := frame.WriteJob(&pipe, frame.Job{Format: "gpx"}, []byte("a document")); err != nil {
		f.Fatal(err)
	}
	f.Add(pipe.Bytes())
	f.Fuzz(func(t *testing.T, sent []byte) {
		if h, err := frame.ReadHello(frame.NewReader(bytes.NewReader(sent))); err == nil && h.Validate() == nil && (h.Name == "" || len(h.Formats) == 0) {
			t.Errorf("taken: %+v", h)
		}
		if _, body, err := frame.ReadJob(frame.NewReader(bytes.NewReader(sent)), 100); err == nil && len(body) > 100 {
			t.Errorf("a document of %d bytes", len(body))
		}
	})
}
