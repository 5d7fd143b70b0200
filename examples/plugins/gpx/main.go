// Command gpx is a plugin that reads GPX, the format for tracks of walks and rides: names,
// descriptions, authors and links. As WebAssembly it has access only to its standard input and
// output:
//
//	GOOS=wasip1 GOARCH=wasm go build -o gpx.wasm ./examples/plugins/gpx
//	aranea plugin add gpx.wasm
//
// Floor: 7 (glue). Stability: engine. It is not part of the program.
package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/frame"
)

func main() {
	hello := frame.Hello{Name: "gpx", Version: "1", Formats: []frame.Format{{
		Name: "gpx", Types: []string{"application/gpx+xml"}, Endings: []string{"gpx"},
	}}}
	if err := frame.Serve(os.Stdin, os.Stdout, hello, read); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// kinds are the elements of GPX that contain text.
var kinds = map[string]aranea.ElementKind{
	"desc": aranea.ElementText, "cmt": aranea.ElementText, "author": aranea.ElementText, "type": aranea.ElementText,
	"keywords": aranea.ElementKeywords,
}

// read converts a track to a document. The first name is its title, others are headings.
func read(j frame.Job, body []byte) (content.Document, error) {
	b := content.New(j.Limits())
	d := xml.NewDecoder(bytes.NewReader(body))
	titled, inside := false, ""
	for !b.Full() {
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return b.Document("gpx 1"), fmt.Errorf("%w: %w", content.ErrDamaged, err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			inside = t.Name.Local
			for _, a := range t.Attr {
				if inside == "link" && a.Name.Local == "href" {
					b.Block(aranea.ElementListItem)
					b.Link(a.Value)
				}
			}
		case xml.EndElement:
			if inside = ""; t.Name.Local == "link" {
				b.End()
			}
		case xml.CharData:
			kind, known := kinds[inside]
			switch {
			case inside == "text":
				b.Write(string(t))
			case inside == "name" && !titled:
				b.Property(aranea.ElementTitle, string(t))
				titled = true
			case inside == "name":
				b.Property(aranea.ElementHeading2, string(t))
			case known:
				b.Property(kind, string(t))
			}
		}
	}
	return b.Document("gpx 1"), nil
}
