package main

import (
	"strings"

	saintfish "github.com/saintfish/chardet"
	wlynxg "github.com/wlynxg/chardet"
	"golang.org/x/text/encoding/htmlindex"

	"github.com/aranea-search/aranea/extract/charset"
)

// A detector reads a sample of which nothing is declared, and says as what.
type detector struct {
	name string
	read func(in []byte, html bool) (text []byte, told string)
}

// detectors are what is measured: Aranea's own first, and two that are well known.
var detectors = [...]detector{
	{"Aranea", func(in []byte, _ bool) ([]byte, string) {
		text, result := charset.Decode(in, "", true)
		return text, result.Name
	}},
	{"saintfish/chardet", func(in []byte, html bool) ([]byte, string) {
		d := saintfish.NewTextDetector()
		if html {
			d = saintfish.NewHtmlDetector()
		}
		best, err := d.DetectBest(in)
		if err != nil {
			return nil, err.Error()
		}
		return decoded(in, best.Charset), best.Charset
	}},
	{"wlynxg/chardet", func(in []byte, _ bool) ([]byte, string) {
		best := wlynxg.Detect(in)
		return decoded(in, best.Encoding), best.Encoding
	}},
}

// decoded decodes a text by the name that a detector gives to its charset, nil if that
// is none of the web's.
func decoded(in []byte, name string) []byte {
	switch name = strings.ToLower(name); name {
	case "gb-18030", "gb2312":
		name = "gb18030"
	case "cp949":
		name = "euc-kr"
	case "tis-620":
		name = "windows-874"
	case "maccyrillic":
		name = "x-mac-cyrillic"
	}
	enc, err := htmlindex.Get(name)
	if err != nil {
		return nil
	}
	text, err := enc.NewDecoder().Bytes(in)
	if err != nil {
		return nil
	}
	return text
}
