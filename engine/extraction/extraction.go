// Package extraction determines how documents are read by the settings of a crawl, and which known
// pages must be read again because the settings have changed.
//
// Floor: 5 (owner), a part of engine. Stability: engine. It visits nothing.
package extraction

import (
	"errors"
	"io"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/rendering"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/extract/facets"
	"github.com/aranea-search/aranea/extract/frame"
	"github.com/aranea-search/aranea/extract/items"
	"github.com/aranea-search/aranea/extract/media"
	"github.com/aranea-search/aranea/extract/selector"
	"github.com/aranea-search/aranea/fetch/credentials"
)

// ReadRules reads a file of rules for the zones of pages. For the empty name it returns nil.
// Errors are of kind Invalid and name each wrong line.
func ReadRules(path string) (*selector.Rules, error) {
	if path == "" {
		return nil, nil
	}
	text, err := readFile(path)
	if err == nil {
		var r *selector.Rules
		if r, err = selector.Parse(text); err == nil {
			return r, nil
		}
	}
	return nil, &aranea.Error{Op: "read the zone rules", Kind: aranea.Invalid, Obj: path, Err: err}
}

func readFile(path string) (string, error) {
	f, err := os.Open(path) //nolint:gosec // the operator names it
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(io.LimitReader(f, selector.MaxFile+1))
	return string(text), errors.Join(err, f.Close())
}

// State is what determined how documents were read. It is stored in the folder.
type State struct {
	// Plugins are the versions of the plugins that read documents, by name of plugin.
	Plugins map[string]string `json:"plugins,omitempty"`
	// Formats are the formats that those plugins claim, by name of plugin.
	Formats map[string][]frame.Format `json:"plugin_formats,omitempty"`
	// Readers are the built-in readers with their versions, by name of format.
	Readers map[string]string `json:"readers,omitempty"`
	// ZoneRules are digests of the operator's rules for zones, by host name.
	ZoneRules map[string]string `json:"zone_rules,omitempty"`
	// Secrets identify which secrets were sent, without revealing them.
	Secrets credentials.Prints `json:"secret_prints,omitzero"`
	// Pages is the version of what reads web pages, 0 if an older program stored it.
	Pages int `json:"page_reader,omitempty"`
	// Alike is since when web pages are read in the same way; zero from the beginning.
	Alike time.Time `json:"read_alike_since,omitzero"`
}

// AlikeFrom returns since when web pages are read in the same way in a crawl that begins now, whose
// browser is as in the previous one or not.
func (s *State) AlikeFrom(now time.Time, browser bool) time.Time {
	if s.Pages == extract.Version && browser {
		return s.Alike
	}
	return now
}

// A Way is how documents are read from now on.
type Way struct {
	Outside extract.Outside // readers in other processes, may be nil
	Rules   *selector.Rules // may be nil
	// Vault holds the secrets that are sent; it may be nil. Prints are their prints.
	Vault  *credentials.Vault
	Prints credentials.Prints
	// Alike is since when web pages are read in the same way.
	Alike time.Time
	// Browser runs scripts, "" for none; Hosts are the hosts whose pages it renders.
	Browser string
	Hosts   []string
	// Media are the kinds of files whose headers are read.
	Media []string
	// Forms is set if the forms of web pages are filled in.
	Forms bool
	// Parts is set if the parts of web pages are recorded.
	Parts bool
	// Lines is set if pages are written for other programs.
	Lines bool
	// Facets is what pages are read for, so that results can be narrowed by it.
	Facets facets.Rules
	// Items are the records that the lines of pages have.
	Items items.Rules
	// InScope reports whether the scope admits an entry that it may have excluded.
	InScope func(*aranea.Entry) bool
}

// Before is how documents were read in the previous crawl.
type Before struct {
	State
	// Rendered is set if the browser and its hosts have not changed.
	Rendered bool
	Media    []string // the kinds of files whose headers were read
	Forms    bool     // forms were filled in
	Parts    bool     // the parts of pages were recorded
	Lines    bool     // pages were written for other programs
	Facets   facets.Rules
	Items    items.Rules
}

// LineItems returns the records that pages are read for, none if they are written for nobody.
func (w *Way) LineItems() items.Rules {
	if !w.Lines {
		return nil
	}
	return w.Items
}

// State returns the state to be stored.
func (w *Way) State() State {
	return State{Plugins: extract.Versions(w.Outside), Formats: extract.Claims(w.Outside), Readers: extract.Readers(w.Outside), ZoneRules: w.Rules.Digests(), Secrets: w.Prints, Pages: extract.Version, Alike: w.Alike}
}

// A Change is a reason to read pages again.
type Change struct {
	Why   string                   // as shown in the trails of the pages
	Reads func(*aranea.Entry) bool // reports whether a page must be read again
}

// Since returns the changes since the previous crawl.
func (w *Way) Since(s Before) (all []Change) {
	if others := slices.Concat(extract.NewerThan(s.Plugins, w.Outside), extract.Gone(s.Formats, w.Outside), extract.Changed(s.Readers, w.Outside)); len(others) > 0 {
		all = append(all, Change{"what reads documents of its type is another now", func(e *aranea.Entry) bool {
			return others.MayRead(e.MediaType, e.URL) && (e.State != aranea.StateExcluded || !e.How.IsShown())
		}})
	}
	if kinds := slices.DeleteFunc(slices.Clone(w.Media), func(k string) bool { return slices.Contains(s.Media, k) }); len(kinds) > 0 {
		all = append(all, Change{"the headers of files of its kind are read now", func(e *aranea.Entry) bool { return w.hasHeader(e, kinds) }})
	}
	if w.Forms && !s.Forms {
		all = append(all, Change{"its forms are filled in now", func(e *aranea.Entry) bool {
			return e.State != aranea.StateExcluded && isHTML(e.MediaType)
		}})
	}
	if w.Parts && !s.Parts {
		all = append(all, Change{"its parts are recorded now", func(e *aranea.Entry) bool {
			return e.State != aranea.StateExcluded && isHTML(e.MediaType)
		}})
	}
	if w.Lines && !s.Lines {
		all = append(all, Change{"it is written for other programs now", (*aranea.Entry).Found})
	}
	if !slices.Equal(w.Facets, s.Facets) {
		all = append(all, Change{"the facets that it is read for are others now", func(e *aranea.Entry) bool {
			return e.Represented() // a copy may have other facets than the page with its text
		}})
	}
	if w.Lines && len(w.Items) > 0 && !slices.Equal(w.Items, s.Items) {
		all = append(all, Change{"the items that it is read for are others now", func(e *aranea.Entry) bool { return e.Found() && isHTML(e.MediaType) }})
	}
	if w.Browser != "" && !s.Rendered {
		all = append(all, Change{"a browser runs its scripts now", func(e *aranea.Entry) bool { return rendering.Again(e, w.Hosts) }})
	}
	if now := w.Rules.Digests(); !maps.Equal(s.ZoneRules, now) {
		all = append(all, Change{"the rules on the zones of its host are others now", func(e *aranea.Entry) bool {
			return isHTML(e.MediaType) && selector.Changed(s.ZoneRules, now, e.URL.Host())
		}})
	}
	for i, c := range all { // entries that are gone have nothing to read
		all[i].Reads = func(e *aranea.Entry) bool { return e.State != aranea.StateGone && c.Reads(e) }
	}
	if opens := w.Vault.Since(s.Secrets); opens != nil {
		all = append(all, Change{"a secret for it was added or changed", opens})
	}
	return all
}

// hasHeader reports whether an entry of which nothing was read may be a file of one of the kinds
// whose headers are read.
func (w *Way) hasHeader(e *aranea.Entry, kinds []string) bool {
	switch {
	case e.State != aranea.StateExcluded:
		return e.Reason == aranea.BodyType && extract.MayBeHeader(kinds, e.MediaType, e.URL)
	case e.How == aranea.HowPicture:
		return slices.Contains(kinds, media.Image) && w.InScope(e)
	case e.How == aranea.HowRecording:
		return (slices.Contains(kinds, media.Audio) || slices.Contains(kinds, media.Video)) && w.InScope(e)
	}
	return extract.MayBeHeader(kinds, "", e.URL) && w.InScope(e)
}

// isHTML reports whether a document of a declared type may be a web page.
func isHTML(media string) bool {
	return media == "text/html" || media == "application/xhtml+xml" || media == ""
}
