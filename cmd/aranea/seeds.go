package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/weburl"
)

// maxSeedLine is the longest line of a seed file, in bytes.
const maxSeedLine = 64 << 10

// readSeeds collects the URLs of the command line and the seed file, or those
// that the folder remembers. A text that is not a URL is an error that names it.
func (c *crawlFlags) readSeeds(cmd *cobra.Command, args []string, o *engine.Recalled) ([]weburl.URL, error) {
	lines := []line{}
	for _, a := range args {
		lines = append(lines, line{text: a})
	}
	if c.seeds != "" {
		more, err := readLines(cmd.InOrStdin(), c.seeds)
		if err != nil {
			return nil, usage("read the seeds: %w", err)
		}
		lines = append(lines, more...)
	}
	if len(lines) == 0 && c.seeds != "" {
		return nil, usage("%s names no URL", c.seeds)
	}
	if len(lines) == 0 {
		return rememberedSeeds(dataOf(cmd), o)
	}
	var seeds []weburl.URL
	var faults []error
	for _, l := range lines {
		u, err := parseSeed(l.text)
		if err != nil {
			faults = append(faults, l.fault(err))
			continue
		}
		seeds = append(seeds, u)
	}
	if len(faults) > 0 {
		return nil, &exitError{code: exitUsage, err: errors.Join(faults...)}
	}
	return seeds, nil
}

// rememberedSeeds returns the seeds of earlier crawls, if the folder remembers
// all of them.
func rememberedSeeds(data string, o *engine.Recalled) ([]weburl.URL, error) {
	switch {
	case o == nil:
		return nil, usage("no URL to start from, and no crawl in %s to go on with; try 'aranea crawl --contact you@example.org https://example.org/'", data)
	case o.SeedCount > len(o.Seeds):
		return nil, usage("the crawl in %s has %d start URLs, more than it remembers; name them again, for instance with --seeds FILE", data, o.SeedCount)
	}
	return o.Seeds, nil
}

// A line is one seed: of a file if it has a number.
type line struct {
	text   string
	file   string
	number int
}

func (l line) fault(err error) error {
	if l.number == 0 {
		return err
	}
	return fmt.Errorf("%s line %d: %w", l.file, l.number, err)
}

// parseSeed reads one seed. A host name without a scheme means https.
func parseSeed(text string) (weburl.URL, error) {
	full := text
	if !strings.Contains(full, "://") && !otherScheme(full) {
		full = "https://" + full
	}
	u, err := weburl.Parse(full)
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

// otherScheme reports whether the text begins with a scheme, as "mailto:x" does.
// A name with a port, "example.org:8080", does not.
func otherScheme(text string) bool {
	scheme, rest, ok := strings.Cut(text, ":")
	if !ok || scheme == "" || strings.Trim(strings.ToLower(scheme), "abcdefghijklmnopqrstuvwxyz") != "" {
		return false
	}
	port, _, _ := strings.Cut(rest, "/")
	return port == "" || strings.Trim(port, "0123456789") != ""
}

// refuseSeeds reports all seeds that the network rules will never let be asked
// for, each with the way out.
func refuseSeeds(s *engine.Settings) error {
	var faults []error
	for _, r := range s.Refused(version) {
		if r.URL.IsZero() {
			return r.Err
		}
		faults = append(faults, fmt.Errorf("%s cannot be crawled: %w", r.URL, r.Err))
	}
	return errors.Join(faults...)
}

// openInput opens a file, or standard input for "-". The caller calls done.
func openInput(stdin io.Reader, name string) (in io.Reader, done func(), err error) {
	if name == "-" {
		return stdin, func() {}, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	return f, func() { _ = f.Close() }, nil // it was only read
}

func readLines(stdin io.Reader, name string) ([]line, error) {
	in, done, err := openInput(stdin, name)
	if err != nil {
		return nil, err
	}
	defer done()
	var lines []line
	s := bufio.NewScanner(in)
	s.Buffer(nil, maxSeedLine)
	for n := 1; s.Scan(); n++ {
		text, _, _ := strings.Cut(s.Text(), "#")
		if text = strings.TrimSpace(text); text != "" {
			lines = append(lines, line{text, name, n})
		}
	}
	return lines, s.Err()
}

// needContact refuses to crawl foreign hosts without a contact.
func needContact(contact string, seeds []weburl.URL) error {
	if contact != "" {
		if !strings.Contains(contact, "@") {
			if u, err := url.Parse(contact); err != nil || u.Host == "" {
				return usage("--contact %q is neither an e-mail address nor a URL", contact)
			}
		}
		return nil
	}
	for _, s := range seeds {
		if !isLoopbackHost(s.Origin().Host()) {
			return usage("%s is not this machine, so its owner must be able to reach you: add --contact you@example.org (an e-mail address or a URL)", s.Origin().Host())
		}
	}
	return nil
}

func isLoopbackHost(host string) bool {
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || strings.HasPrefix(host, "127.") || host == "[::1]" || host == "::1"
}
