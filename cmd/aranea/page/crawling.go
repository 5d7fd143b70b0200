package page

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/cmd/aranea/listfiles"
	"github.com/aranea-search/aranea/cmd/aranea/offline"
	"github.com/aranea-search/aranea/console/curation"
	"github.com/aranea-search/aranea/console/setup"
	"github.com/aranea-search/aranea/engine/lists"
	"github.com/aranea-search/aranea/engine/optionsfile"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/weburl"
)

// A folder knows the settings of crawls in the data folder of a command that serves pages.
type folder struct {
	cmd   *cobra.Command
	first service.Settings // of the first crawl
}

var _ setup.Source = folder{}

// first returns settings of a command for the first crawl of a folder. If it has no flags of a crawl,
// they are those that aranea crawl has without any.
func first(set service.Settings) service.Settings { //nolint:gocritic // a copy is changed
	if set.Scope != "" {
		return set
	}
	set = service.DefaultSettings()
	set.Order, set.KeepHidden = schedule.BreadthFirst.String(), schedule.HiddenFor
	return set
}

// Named returns the settings of the last crawl, of the data folder of a command, for a crawl that an
// operator orders. With both URLs and refresh, the hosts of the URLs are visited again. What nobody
// could order on the command line either is an error of kind Denied.
func (f folder) Named(urls []weburl.URL, refresh string) (service.Settings, error) {
	o, err := optionsfile.Recall(command.DataOf(f.cmd))
	if err != nil {
		return service.Settings{}, err
	}
	if o == nil {
		return service.Settings{}, denied(errors.New("there was no crawl in this folder, so it has no contact and no scope; begin the first one on the page Settings"))
	}
	set, now := o.Settings, time.Now()
	again := len(urls) > 0 && refresh == schedule.RefreshAll.String()
	if i := slices.IndexFunc(o.Seeds, func(u weburl.URL) bool { return again && u.Origin() == urls[0].Origin() }); i >= 0 {
		urls = o.Seeds[i : i+1] // it names the host as well, and no other seed is needed for that
	}
	set.Seeds, set.Named, set.NamedAt, set.Asked, set.Refresh = urls, urls, now, now, refresh
	if set.RefreshSeeds = again; len(urls) > 0 {
		set.Wanted = now
	}
	var faults []error
	for _, fault := range f.Check(&set) {
		faults = append(faults, errors.New(fault.Text))
	}
	if err := errors.Join(faults...); err != nil {
		return set, denied(err)
	}
	return set, nil
}

// ofCluster reports whether the command serves the pages of a cluster, or of a node of one.
func (f folder) ofCluster() bool {
	c := f.cmd.Flag("cluster")
	return c != nil && c.Value.String() != ""
}

// curated returns where operators have what they list for searches, beside a log of searches. The nodes of a
// cluster have lists of their own.
func (f folder) curated(searches string) *curation.Files {
	files := &curation.Files{Searches: searches}
	if data := command.DataOf(f.cmd); !f.ofCluster() {
		files.Synonyms, _ = listfiles.Path(f.cmd, data, lists.Synonyms().Name)
		files.Pins, _ = listfiles.Path(f.cmd, data, lists.Pins().Name)
		files.Weights, _ = listfiles.Path(f.cmd, data, lists.Weights().Name)
	}
	return files
}

// InForce returns what the folder remembers, and what the command was given itself.
func (f folder) InForce() (setup.Folder, error) {
	if f.ofCluster() {
		return setup.Folder{}, denied(errors.New("the nodes of a cluster have settings and seeds of their own, which have to be the same: set them on the command lines of all nodes"))
	}
	o, err := optionsfile.Recall(command.DataOf(f.cmd))
	if err != nil {
		return setup.Folder{}, err
	}
	now := time.Now()
	in := setup.Folder{Settings: f.first}
	if o != nil {
		in = setup.Folder{Settings: o.Settings, Crawled: true, SeedCount: o.SeedCount}
	}
	in.Settings.Asked, in.Settings.NamedAt, in.Settings.Refresh = now, now, schedule.RefreshDue.String()
	f.cmd.Flags().Visit(func(flag *pflag.Flag) {
		in.Fixed = append(in.Fixed, strings.Replace(flag.Name, "allow-domains", "allow-domain", 1))
	})
	return in, nil
}

// Check returns why a crawl may not begin with settings: the contact, a fault of the network settings
// themselves, or seeds that are never asked.
func (f folder) Check(set *service.Settings) (faults []setup.Fault) {
	if err := offline.NeedContact(set); err != nil {
		return []setup.Fault{{Field: "contact", Text: "the settings have no contact, an e-mail address or a URL by which the owners of sites can reach you"}}
	}
	for _, r := range set.Refused(f.cmd.Root().Version) {
		if r.URL.IsZero() {
			return []setup.Fault{{Text: r.Err.Error()}}
		}
		text := fmt.Sprintf("%s cannot be crawled: %s", show.URL(r.URL.String()), r.Err)
		if _, ok := fetch.Openable(r.Err); ok {
			text += "; private addresses are opened on the command line alone"
		}
		faults = append(faults, setup.Fault{Field: setup.Seeds, Text: text})
	}
	return faults
}

// denied returns the error for what cannot be ordered.
func denied(err error) error {
	return &aranea.Error{Op: "order", Kind: aranea.Denied, Err: err}
}
