package page

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/cmd/aranea/offline"
	"github.com/aranea-search/aranea/console/orders"
	"github.com/aranea-search/aranea/engine/optionsfile"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/weburl"
)

// remembered returns the settings of crawls that operators order on the pages: those that the data
// folder of the command remembers.
func remembered(cmd *cobra.Command) orders.Settings {
	return func(urls []weburl.URL, refresh string) (service.Settings, error) {
		o, err := optionsfile.Recall(command.DataOf(cmd))
		if err != nil {
			return service.Settings{}, err
		}
		if o == nil {
			return service.Settings{}, denied(errors.New("there was no crawl in this folder, so it has no contact and no scope; the first one is begun by aranea crawl or aranea run"))
		}
		set, now := o.Settings, time.Now()
		set.Seeds, set.Named, set.NamedAt, set.Asked, set.Refresh = urls, urls, now, now, refresh
		if len(urls) > 0 {
			set.Wanted = now
		}
		if err := offline.NeedContact(&set); err != nil {
			return set, denied(err)
		}
		var faults []error
		for _, r := range set.Refused(cmd.Root().Version) {
			if r.URL.IsZero() {
				return set, denied(r.Err)
			}
			faults = append(faults, fmt.Errorf("%s cannot be crawled: %w", r.URL, r.Err))
		}
		if err := errors.Join(faults...); err != nil {
			return set, denied(err)
		}
		return set, nil
	}
}

func denied(err error) error {
	return &aranea.Error{Op: "order", Kind: aranea.Denied, Err: err}
}
