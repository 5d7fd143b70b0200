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

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// maxSeedLine is the longest line of a seed file, in bytes.
const maxSeedLine = 64 << 10

// readSeeds collects the URLs of the command line and the seed file. A line
// that is not a URL is an error that names it.
func readSeeds(cmd *cobra.Command, args []string) ([]weburl.URL, error) {
	texts := args
	name, err := cmd.Flags().GetString("seeds")
	if err != nil {
		return nil, err
	}
	if name != "" {
		lines, err := readLines(cmd.InOrStdin(), name)
		if err != nil {
			return nil, usage("read the seeds: %w", err)
		}
		texts = append(texts, lines...)
	}
	if len(texts) == 0 && name != "" {
		return nil, usage("%s names no URL", name)
	}
	if len(texts) == 0 {
		if texts, err = resume(cmd); err != nil {
			return nil, err
		}
	}
	var seeds []weburl.URL
	var faults []error
	for _, text := range texts {
		u, err := parseSeed(text)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		seeds = append(seeds, u)
	}
	if len(faults) > 0 {
		return nil, &exitError{code: exitUsage, err: errors.Join(faults...)}
	}
	return seeds, nil
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
func (s *crawlSettings) refuseSeeds() error {
	client, err := s.fetcher()
	if err != nil {
		return err
	}
	defer client.Close()
	var faults []error
	for _, u := range s.seeds {
		if err := client.Refuses(u); err != nil {
			faults = append(faults, fmt.Errorf("%s cannot be crawled: %w", u, err))
		}
	}
	if len(faults) > 0 {
		return &exitError{code: exitUsage, err: errors.Join(faults...)}
	}
	return nil
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

func readLines(stdin io.Reader, name string) ([]string, error) {
	in, done, err := openInput(stdin, name)
	if err != nil {
		return nil, err
	}
	defer done()
	var lines []string
	s := bufio.NewScanner(in)
	s.Buffer(nil, maxSeedLine)
	for s.Scan() {
		line, _, _ := strings.Cut(s.Text(), "#")
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
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

// discoverSeeds turns the operator's URLs into discoveries.
func discoverSeeds(seeds []weburl.URL) []aranea.Discovery {
	out := make([]aranea.Discovery, 0, len(seeds))
	for _, u := range seeds {
		out = append(out, aranea.Discovery{URL: u, How: aranea.HowSeed, Reason: aranea.ScheduleQueued})
	}
	return out
}
