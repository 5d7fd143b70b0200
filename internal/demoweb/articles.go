package demoweb

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed content/*.txt
var content embed.FS

// An article is one text of the sample web in one language.
type article struct {
	Slug    string
	Section string
	Title   string
	Blocks  []block
}

// A block is a paragraph, a list or a table.
type block struct {
	Text string
	List []string
	Rows [][]string
}

// loadArticles reads the articles in a language. Format: a line "== slug | section | title",
// then one paragraph per line; "- " begins a list item and "| " a table row.
func loadArticles(lang string) ([]article, error) {
	data, err := content.ReadFile("content/" + lang + ".txt")
	if err != nil {
		return nil, fmt.Errorf("read sample content: %w", err)
	}
	var all []article
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
		case strings.HasPrefix(line, "== "):
			head := strings.SplitN(strings.TrimPrefix(line, "== "), " | ", 3)
			if len(head) != 3 {
				return nil, fmt.Errorf("sample content %s: bad head %q", lang, line)
			}
			all = append(all, article{Slug: head[0], Section: head[1], Title: head[2]})
		case len(all) == 0:
			return nil, fmt.Errorf("sample content %s: text before the first article", lang)
		default:
			a := &all[len(all)-1]
			a.Blocks = addLine(a.Blocks, line)
		}
	}
	return all, nil
}

// addLine adds a line to the blocks; list items and rows are added to the previous block.
func addLine(blocks []block, line string) []block {
	last := len(blocks) - 1
	if item, ok := strings.CutPrefix(line, "- "); ok {
		if last >= 0 && blocks[last].List != nil {
			blocks[last].List = append(blocks[last].List, item)
			return blocks
		}
		return append(blocks, block{List: []string{item}})
	}
	if strings.HasPrefix(line, "| ") {
		var row []string
		for cell := range strings.SplitSeq(strings.Trim(line, "|"), "|") {
			row = append(row, strings.TrimSpace(cell))
		}
		if last >= 0 && blocks[last].Rows != nil {
			blocks[last].Rows = append(blocks[last].Rows, row)
			return blocks
		}
		return append(blocks, block{Rows: [][]string{row}})
	}
	return append(blocks, block{Text: line})
}
