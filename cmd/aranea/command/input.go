package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"

	"github.com/aranea-search/aranea/engine/session"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/fetch/static"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/internal/typedurl"
	"github.com/aranea-search/aranea/weburl"
)

// MaxLine is the maximum length of a line of a seed file in bytes.
const MaxLine = 64 << 10

// A Line is one line of input; it has a number if it is from a file.
type Line struct {
	Text   string
	File   string
	Number int
}

// Fault adds the location of the line to an error.
func (l Line) Fault(err error) error {
	if l.Number == 0 {
		return err
	}
	return fmt.Errorf("%s line %d: %w", l.File, l.Number, err)
}

// ParseURL parses one seed. The default scheme is https.
func ParseURL(text string) (weburl.URL, error) {
	u, err := weburl.Parse(typedurl.Complete(text))
	var fault *weburl.Error
	switch {
	case err == nil:
		return u, nil
	case text == "":
		return u, errors.New("an empty text is not a URL that can be crawled")
	case errors.As(err, &fault) && fault.Err != nil:
		return u, fmt.Errorf("%q is not a URL that can be crawled: %w", text, fault.Err)
	case errors.As(err, &fault):
		return u, fmt.Errorf("%q is not a URL that can be crawled: it is %s", text, fault.Problem)
	}
	return u, fmt.Errorf("%q is not a URL that can be crawled: %w", text, err)
}

// An Explainer returns what a data folder knows about a URL.
type Explainer interface {
	Explain(ctx context.Context, url string) (trail.Trail, error)
}

// Guard line: a session on a data folder implements Explainer.
var _ Explainer = (*session.Session)(nil)

// KnownURL parses a URL. If the scheme is missing, it is that of the URL in the data folder,
// https or http, or https if the folder has neither. The chosen scheme is printed to w.
func KnownURL(ctx context.Context, w io.Writer, known Explainer, text string) (weburl.URL, error) {
	if text == "" || typedurl.HasScheme(text) {
		return ParseURL(text)
	}
	t, err := known.Explain(ctx, text)
	if err != nil || !t.Known {
		TellScheme(w, text)
		return ParseURL(text)
	}
	fmt.Fprintf(w, "aranea: %s is taken as %s\n", show.Line(text), show.Line(show.URL(t.URL)))
	return weburl.Parse(t.URL)
}

// TellScheme prints which URLs were given without a scheme and the assumed scheme, in one
// message.
func TellScheme(w io.Writer, texts ...string) {
	var without []string
	for _, t := range texts {
		if t != "" && !typedurl.HasScheme(t) {
			without = append(without, t)
		}
	}
	switch n := len(without); n {
	case 0:
	case 1:
		fmt.Fprintf(w, "aranea: %[1]s is taken as https://%[1]s\n", show.Line(without[0]))
	default:
		fmt.Fprintf(w, "aranea: %s without a scheme are taken as https, the first as https://%s\n", show.Count(n, "URL"), show.Line(without[0]))
	}
}

// OpenInput opens a file, or standard input for "-". The caller calls done.
func OpenInput(stdin io.Reader, name string) (in io.Reader, done func(), err error) {
	if name == "-" {
		return stdin, func() {}, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	return f, func() { _ = f.Close() }, nil // it was only read
}

// ReadLines reads a file, or standard input for "-", without empty lines and without comments
// after a #.
func ReadLines(stdin io.Reader, name string) ([]Line, error) {
	in, done, err := OpenInput(stdin, name)
	if err != nil {
		return nil, err
	}
	defer done()
	var lines []Line
	s := bufio.NewScanner(in)
	s.Buffer(nil, MaxLine)
	for n := 1; s.Scan(); n++ {
		text, _, _ := strings.Cut(s.Text(), "#")
		if text = strings.TrimSpace(text); text != "" {
			lines = append(lines, Line{text, name, n})
		}
	}
	return lines, s.Err()
}

// NeedContact returns an error for a crawl of foreign hosts without a contact. Hosts for which folders
// answer are not foreign.
func NeedContact(contact string, seeds []weburl.URL, folders static.Folders) error {
	if contact != "" {
		if !strings.Contains(contact, "@") {
			if u, err := url.Parse(contact); err != nil || u.Host == "" {
				return Usage("--contact %q is neither an e-mail address nor a URL", contact)
			}
		}
		return nil
	}
	for _, s := range seeds {
		if !isLoopbackHost(s.Origin().Host()) && !folders.Have(s.Host()) {
			return Usage("%s is not this machine, so its owner must be able to reach you: add --contact you@example.org (an e-mail address or a URL)", s.Origin().Host())
		}
	}
	return nil
}

func isLoopbackHost(host string) bool {
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || strings.HasPrefix(host, "127.") || host == "[::1]" || host == "::1"
}

// maxUnread is the number of lines of files of settings that are told one by one.
const maxUnread = 10

// TellUnread prints which lines of the files of settings of folders are not read.
func TellUnread(w io.Writer, folders static.Folders) {
	lines := folders.Unread()
	for _, line := range lines[:min(len(lines), maxUnread)] {
		fmt.Fprintf(w, "aranea: warning: %s\n", show.Line(line))
	}
	if more := len(lines) - maxUnread; more > 0 {
		fmt.Fprintf(w, "aranea: warning: %s of these files are not read either\n", show.Count(more, "other line"))
	}
}
