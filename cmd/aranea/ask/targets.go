package ask

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt"
)

// readTargets reads the file of URLs and paths in a flag; without a file it returns nothing. The
// lines are not changed. A line that is neither a URL nor a path is an error, because a check
// without it would seem to pass; an empty list is reported.
func readTargets(cmd *cobra.Command, flag, file string) ([]string, error) {
	if file == "" {
		return nil, nil
	}
	lines, err := command.ReadLines(cmd.InOrStdin(), file)
	if err != nil {
		return nil, command.Usage("read --%s: %w", flag, err)
	}
	targets := make([]string, 0, len(lines))
	for _, l := range lines {
		if _, _, ok := splitTarget(l.Text); !ok {
			return nil, command.Usage("--%s %s line %d: %q cannot be read: a URL begins with http:// or https://, a path with /", flag, file, l.Number, l.Text)
		}
		targets = append(targets, l.Text)
	}
	if len(lines) == 0 {
		tellEmpty(cmd.ErrOrStderr(), "--"+flag+" "+file)
	}
	return targets, nil
}

// splitTarget splits a URL into site and target; a path has no site.
func splitTarget(text string) (site, target string, ok bool) {
	if strings.HasPrefix(text, "/") {
		return "", text, true
	}
	return robotstxt.SplitURL(text)
}

// tellEmpty prints that a list is empty, so that the result is not mistaken for an answer.
func tellEmpty(w io.Writer, list string) {
	fmt.Fprintf(w, "aranea: %s is empty: no URL was asked for\n", show.Line(list))
}

// tellForeign prints which URLs of a list are skipped, because they are not on the site of the
// file.
func tellForeign(w io.Writer, list, site string, urls []string) {
	var others badLines
	for _, u := range urls {
		if at, _, _ := splitTarget(u); at != "" && at != site {
			others.add(u)
		}
	}
	if others.n > 0 {
		fmt.Fprintf(w, "aranea: --%s: %s of another site than %s, for which this file does not speak; the first is %s\n",
			list, show.Count(others.n, "URL"), show.Line(site), show.Line(others.first))
	}
}

// badLines counts questions that could not be answered by a file.
type badLines struct {
	n     int
	first string
}

func (b *badLines) add(text string) {
	if b.n++; b.n == 1 {
		b.first = text
	}
}

// err returns the error at the end, or nil if there were none. The arguments of the format are
// their number and the first one.
func (b *badLines) err(format string) error {
	if b.n == 0 {
		return nil
	}
	text := fmt.Sprintf(format, show.Count(b.n, "line"), b.first)
	if info, err := os.Stat(b.first); err == nil && !info.IsDir() {
		text += fmt.Sprintf(" (%s is a file: name it with --file)", b.first)
	}
	return command.Usage("%s", text)
}
