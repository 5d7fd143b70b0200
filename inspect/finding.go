package inspect

import (
	"strings"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/lint"
)

// A Finding is one finding of lint in words. Its JSON fields are only added, never renamed.
type Finding struct {
	File     string `json:"file"`
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
	Start    int    `json:"start"` // byte offsets into the text as UTF-8 without a byte order mark
	End      int    `json:"end"`
	Severity string `json:"severity"`
	Code     string `json:"code"`
	Text     string `json:"text"`
	Detail   string `json:"detail,omitempty"`
	Source   string `json:"source,omitempty"` // the bytes that the finding concerns
	Fix      *Fix   `json:"fix,omitempty"`
}

// A Fix is a possible repair.
type Fix struct {
	Effect string `json:"effect"`
	Edits  []Edit `json:"edits"`
}

// An Edit replaces the bytes from Start to End of the text.
type Edit struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	New   string `json:"new"`
}

// FindingOf converts a finding about a file to words.
func FindingOf(name string, file *robotstxt.File, x lint.Finding) Finding {
	j := Finding{
		File: name, Line: x.Line, Column: x.Column, Start: x.Start, End: x.End,
		Severity: x.Check.Severity().String(), Code: x.Check.String(), Text: x.Check.Text(), Detail: x.Detail,
		Source: strings.ToValidUTF8(file.Text()[x.Start:x.End], "\uFFFD"),
	}
	if x.Fix != nil {
		j.Fix = &Fix{Effect: x.Fix.Effect.String(), Edits: []Edit{}}
		for _, e := range x.Fix.Edits {
			j.Fix.Edits = append(j.Fix.Edits, Edit(e))
		}
	}
	return j
}
