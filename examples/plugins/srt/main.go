// Command srt is a plugin that reads SubRip subtitles: the spoken text of a film, one block for
// each time line. As a program of the system it has the permissions of its user; Aranea limits
// its memory and time:
//
//	go build -o srt ./examples/plugins/srt
//	aranea plugin add srt
//
// Floor: 7 (glue). Stability: engine. It is not part of the program.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/frame"
)

func main() {
	hello := frame.Hello{Name: "srt", Version: "1", Formats: []frame.Format{{
		Name: "srt", Types: []string{"application/x-subrip"}, Endings: []string{"srt"},
	}}}
	if err := frame.Serve(os.Stdin, os.Stdout, hello, read); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// tag matches the few tags that subtitles have.
var tag = regexp.MustCompile(`</?[a-zA-Z][^<>]{0,60}>`)

// read converts subtitles to a document. Numbers and times are not text.
func read(j frame.Job, body []byte) (content.Document, error) {
	b := content.New(j.Limits())
	lines := bufio.NewScanner(bytes.NewReader(bytes.TrimPrefix(body, []byte("\xEF\xBB\xBF"))))
	lines.Buffer(nil, 1<<20)
	times := 0
	for lines.Scan() && !b.Full() {
		line := strings.TrimSpace(lines.Text())
		_, noNumber := strconv.Atoi(line)
		switch {
		case line == "" || noNumber == nil:
			b.End()
		case strings.Contains(line, "-->"):
			b.Block(aranea.ElementText)
			times++
		case times > 0:
			b.Write(tag.ReplaceAllString(line, "") + " ")
		}
	}
	d := b.Document("srt 1")
	if err := lines.Err(); err != nil {
		return d, fmt.Errorf("%w: %w", content.ErrDamaged, err)
	}
	if times == 0 && len(body) > 0 {
		return d, fmt.Errorf("%w: no times", content.ErrDamaged)
	}
	return d, nil
}
