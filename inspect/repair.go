package inspect

import (
	"bytes"
	"errors"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/lint"
	"github.com/aranea-search/aranea/robotstxt/rewrite"
)

// Repaired is a robots file after repairs.
type Repaired struct {
	Text []byte
	// Applied is the number of repairs that were made, and Left the number of those that would
	// change verdicts.
	Applied, Left int
	// Diff is what they open and close; zero if none was made.
	Diff rewrite.Diff
}

// ErrUnsafeRepair means that repairs that should be safe would change verdicts, which is a fault
// of the program.
var ErrUnsafeRepair = errors.New("repairs that are held to be safe change verdicts")

// maxRepairs is the maximum number of rounds of repairs: one repair may reveal another.
const maxRepairs = 10

// Repair applies the repairs of findings until none is left: those that change no verdict, or
// with all, every repair. With ErrUnsafeRepair the text is unchanged.
func Repair(body []byte, opt lint.Options, all bool) (Repaired, error) {
	before := robotstxt.Parse(body)
	file, out := before, Repaired{Text: body}
	for range maxRepairs {
		var take []lint.Finding
		out.Left = 0
		for _, x := range lint.File(file, opt) {
			switch {
			case x.Fix == nil:
			case x.Fix.Effect == lint.EffectNone || all:
				take = append(take, x)
			default:
				out.Left++
			}
		}
		text := lint.Apply(file, take...)
		if len(take) == 0 || string(text) == file.Text() || bytes.Equal(text, file.Bytes()) {
			break
		}
		out.Applied += len(take)
		file = robotstxt.Parse(text)
	}
	if out.Applied == 0 {
		return out, nil
	}
	out.Diff = rewrite.CompareFiles(before, file, dialect.RFC9309())
	if !all && !out.Diff.Same() {
		return out, ErrUnsafeRepair
	}
	out.Text = []byte(file.Text())
	return out, nil
}
