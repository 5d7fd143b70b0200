package frame_test

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/frame"
)

func limits() content.Limits {
	return content.Limits{Text: 1 << 16, Elements: 100, Links: 10, Title: 100, Attribute: 100}
}

// sample returns a document with everything.
func sample() content.Document {
	b := content.New(limits())
	b.Property(aranea.ElementTitle, "A title")
	b.Block(aranea.ElementHeading2)
	b.Write("A heading")
	b.Block(aranea.ElementText)
	b.Write("some ")
	b.Bold(true)
	b.Write("bold")
	b.Bold(false)
	b.Write(" and ")
	b.Link("/x")
	b.Write("linked \u00e9 text")
	b.EndLink()
	b.End()
	start, end := b.Last()
	b.Shows("/x.png", aranea.HowPicture, start, end)
	b.Shows("/x.mp3", aranea.HowRecording, start, end)
	b.Shows("/y.png", aranea.HowPicture, end, end)
	b.Zone(aranea.ZoneHidden)
	b.Write("what is hidden")
	b.Lang("pt-BR")
	b.Published("dc:date", time.Date(2021, 5, 6, 0, 0, 0, 0, time.UTC))
	b.Modified("ModDate", time.Date(2022, 7, 8, 9, 10, 11, 0, time.UTC))
	return b.Document("test 1")
}

// sorted returns links in the order of their targets.
func sorted(links []content.Link) []content.Link {
	return slices.SortedFunc(slices.Values(links), func(a, b content.Link) int { return strings.Compare(a.Target, b.Target) })
}

// TestReading: what is written is read back, with its fault.
func TestReading(t *testing.T) {
	t.Parallel()
	for _, fault := range []error{nil, content.ErrDamaged, content.ErrEncrypted} {
		want := sample()
		var pipe bytes.Buffer
		if err := frame.WriteContent(&pipe, &want, fault); err != nil {
			t.Fatal(err)
		}
		got, err := frame.ReadContent(frame.NewReader(&pipe), limits())
		if !errors.Is(err, fault) {
			t.Errorf("error %v, want %v", err, fault)
		}
		if !bytes.Equal(got.Text, want.Text) || !reflect.DeepEqual(got.Elements, want.Elements) || !reflect.DeepEqual(sorted(got.Links), sorted(want.Links)) || got.Lang != want.Lang || got.Reader != want.Reader ||
			got.Published != want.Published || got.Modified != want.Modified {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}

// TestHostileReader: a reader that violates the protocol, or sends more than is wanted, is
// detected.
func TestHostileReader(t *testing.T) {
	t.Parallel()
	send := func(kinds string, contents ...string) *frame.Reader {
		var pipe bytes.Buffer
		for i, k := range []byte(kinds) {
			if err := frame.Write(&pipe, frame.Kind(k), []byte(contents[i])); err != nil {
				t.Fatal(err)
			}
		}
		return frame.NewReader(&pipe)
	}
	for name, r := range map[string]*frame.Reader{
		"an unknown kind":            send("X", ""),
		"no JSON":                    send("B", "x"),
		"an unknown element":         send("B", `{"kind":"blink","text":"x"}`),
		"a span as a block":          send("B", `{"kind":"bold","text":"x"}`),
		"an unknown zone":            send("B", `{"kind":"text","text":"x","zone":"attic"}`),
		"a span outside of the text": send("B", `{"kind":"text","text":"x","spans":[{"start":0,"end":9}]}`),
		"a span that shows a fire":   send("B", `{"kind":"text","text":"x","spans":[{"start":0,"end":1,"target":"/","shows":"fire"}]}`),
		"a span backwards":           send("B", `{"kind":"text","text":"xyz","spans":[{"start":2,"end":1}]}`),
		"a huge frame":               frame.NewReader(strings.NewReader("\xff\xff\xff\xffB")),
	} {
		if _, err := frame.ReadContent(r, limits()); !errors.Is(err, frame.ErrProtocol) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := frame.ReadContent(send("B", `{"kind":"text","text":"x"}`), limits()); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a reader that ends early: %v", err)
	}
	if got, err := frame.ReadContent(send("R", `{"reader":"x","published":{"at":"tomorrow","source":"x"},"modified":{"at":"2021-05-06T00:00:00Z","source":"`+strings.Repeat("x", 1000)+`"}}`), limits()); err != nil || got.Published != (aranea.Date{}) || got.Modified != (aranea.Date{}) {
		t.Errorf("days that cannot be: %v, %v, %v", got.Published, got.Modified, err)
	}
	got, err := frame.ReadContent(send("BR", `{"kind":"text","text":"`+strings.Repeat("word ", 1<<15)+`"}`, `{"reader":"x"}`), limits())
	if err != nil || !got.Limited || len(got.Text) > limits().Text {
		t.Errorf("a reader that sends too much: %d bytes, %v", len(got.Text), err)
	}
}

// TestJob: a document is read completely, and not beyond its limit.
func TestJob(t *testing.T) {
	t.Parallel()
	body := bytes.Repeat([]byte("0123456789"), 300_000)
	var pipe bytes.Buffer
	j := frame.Job{Format: "pdf", URL: "http://a.test/"}
	j.Limit(limits())
	if err := frame.WriteJob(&pipe, j, body); err != nil {
		t.Fatal(err)
	}
	sent := bytes.Clone(pipe.Bytes())
	r := frame.NewReader(&pipe)
	got, back, err := frame.ReadJob(r, len(body))
	if err != nil || got != j || !bytes.Equal(back, body) || got.Limits() != limits() {
		t.Errorf("%+v, %d bytes, %v", got, len(back), err)
	}
	if _, _, err := frame.ReadJob(r, len(body)); !errors.Is(err, io.EOF) {
		t.Errorf("after the last: %v", err)
	}
	if _, _, err := frame.ReadJob(frame.NewReader(bytes.NewReader(sent)), len(body)-1); !errors.Is(err, frame.ErrProtocol) {
		t.Errorf("a document beyond the limit: %v", err)
	}
}

func TestHello(t *testing.T) {
	t.Parallel()
	var pipe bytes.Buffer
	h := frame.Hello{Protocol: frame.Protocol, Name: "gpx", Version: "2", Formats: []frame.Format{{Name: "gpx", Endings: []string{"gpx"}}}}
	if err := frame.WriteHello(&pipe, h); err != nil {
		t.Fatal(err)
	}
	if got, err := frame.ReadHello(frame.NewReader(&pipe)); err != nil || !reflect.DeepEqual(got, h) {
		t.Errorf("%+v, %v", got, err)
	}
	h.Protocol = 99
	if err := frame.WriteHello(&pipe, h); err != nil {
		t.Fatal(err)
	}
	if _, err := frame.ReadHello(frame.NewReader(&pipe)); !errors.Is(err, frame.ErrProtocol) {
		t.Errorf("another version: %v", err)
	}
}

// FuzzReadContent: whatever a reader sends, the limits hold.
func FuzzReadContent(f *testing.F) {
	r := sample()
	var pipe bytes.Buffer
	if err := frame.WriteContent(&pipe, &r, nil); err != nil {
		f.Fatal(err)
	}
	f.Add(pipe.Bytes())
	f.Fuzz(func(t *testing.T, sent []byte) {
		got, err := frame.ReadContent(frame.NewReader(bytes.NewReader(sent)), limits())
		if err != nil {
			return
		}
		if len(got.Text) > limits().Text || len(got.Elements) > limits().Elements || len(got.Links) > limits().Links {
			t.Fatalf("beyond the limits: %+v", got)
		}
	})
}
