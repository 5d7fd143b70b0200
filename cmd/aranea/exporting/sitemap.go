package exporting

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/sitemappages"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/sitemap"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// maxOrigins is the number of origins that are told apart to be named.
const maxOrigins = 100

// A report tells what was written.
type report struct {
	Files []string `json:"files"` // that of the sitemap, or the index, first
	Pages int      `json:"pages"`
	// URL is the address of the sitemap, "" if it is not known.
	URL string `json:"url,omitempty"`
	// Origins are those of the pages, maxOrigins at most.
	Origins []string `json:"origins"`
	Left    string   `json:"left,omitempty"` // a part of an earlier sitemap that this one does not name
}

// writeSitemap writes a sitemap and tells what it has written.
func (c *exportFlags) writeSitemap(ctx context.Context, cmd *cobra.Command, s service.Listing) error {
	base, err := c.baseURL()
	if err != nil {
		return err
	}
	to := &files{path: c.sitemap}
	if at, err := os.Stat(c.sitemap); err == nil && at.IsDir() {
		to.path = filepath.Join(c.sitemap, "sitemap.xml")
	}
	defer to.discard()
	r, err := fill(ctx, to, s.PublishedPages(ctx, sitemappages.Filter{Host: c.host}))
	if err != nil {
		return sitemapError(err)
	}
	if r.Pages == 0 {
		return &command.Error{Code: command.ExitInternal, Err: errors.New("no page of the index belongs into a sitemap" + onHost(c.host) + "; nothing was written")}
	}
	if base == "" && len(r.Origins) == 1 {
		base = r.Origins[0] + "/"
	}
	if base == "" && len(to.parts) > 1 {
		return command.Usage("the sitemap needs %d files and an index of them, which names their addresses, and its pages are on several hosts: say with --base where the files will be, or write one sitemap for each --host", len(to.parts))
	}
	if r.Files, err = to.finish(base); err != nil {
		return sitemapError(err)
	}
	r.Left = to.left()
	if base != "" {
		r.URL = base + url.PathEscape(filepath.Base(to.path))
	}
	if c.asJSON {
		return command.WriteJSON(cmd.OutOrStdout(), r)
	}
	return r.print(cmd.OutOrStdout())
}

// baseURL returns the address of the folder of the files, with a slash at its end; "" if none is given.
func (c *exportFlags) baseURL() (string, error) {
	if c.base == "" {
		return "", nil
	}
	u, err := weburl.Parse(c.base)
	if err != nil || strings.ContainsAny(c.base, "?#") {
		return "", command.Usage("--base %q is not the address of a folder, such as https://www.example.org/maps/", show.Line(c.base))
	}
	return strings.TrimSuffix(u.String(), "/") + "/", nil
}

// onHost names a host in a sentence, if there is one.
func onHost(host string) string {
	if host == "" {
		return ""
	}
	return ": --host " + show.Line(host)
}

// sitemapError explains an error of writing.
func sitemapError(err error) error {
	if store.DiskFull(err) {
		return &command.Error{Code: command.ExitInternal, Err: fmt.Errorf("the disk is full, and the sitemap that was there before is still there (%w)", err)}
	}
	return err
}

// fill adds pages to a sitemap.
func fill(ctx context.Context, to *files, pages func(func(sitemappages.Page, error) bool)) (r report, err error) {
	origins := map[weburl.Origin]bool{}
	for p, err := range pages {
		if err == nil {
			err = context.Cause(ctx)
		}
		if err != nil {
			return r, err
		}
		e := sitemap.Entry{Loc: p.URL.String(), LastMod: p.Modified}
		for _, a := range p.Alternates {
			e.Alternates = append(e.Alternates, sitemap.Alternate{Lang: a.Lang, Href: a.URL.String()})
		}
		if err := to.add(e); err != nil {
			return r, err
		}
		if len(origins) < maxOrigins {
			origins[p.URL.Origin()] = true
		}
	}
	for o := range origins {
		r.Origins = append(r.Origins, string(o))
	}
	slices.SortFunc(r.Origins, cmp.Compare)
	r.Pages = to.pages
	return r, nil
}

// print tells people what was written, and what is to be done with it.
func (r *report) print(out io.Writer) error {
	text := show.Count(r.Pages, "page") + " in " + show.Line(r.Files[0])
	if n := len(r.Files) - 1; n > 0 {
		text += ", an index of " + show.Count(n, "file") + ": " + show.Line(r.Files[1]) + " to " + show.Line(r.Files[n])
	}
	text += "."
	if len(r.Origins) > 1 {
		text += "\nIts pages are on several hosts: a search engine believes that only if the robots file of each names the sitemap. --host writes that of one."
	}
	if r.URL != "" {
		text += "\nIn robots.txt: Sitemap: " + show.Line(r.URL)
	}
	if r.Left != "" {
		text += "\n" + show.Line(r.Left) + " is of an earlier sitemap, and is not named any more."
	}
	_, err := fmt.Fprintln(out, text)
	return err
}
