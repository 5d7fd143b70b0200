package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/engine/optionsfile"
	"github.com/aranea-search/aranea/engine/service"
)

// Keep sets a flag that was left open to the remembered value, if there is one.
func Keep[T comparable](changed bool, flag *T, remembered T) {
	var zero T
	if !changed && remembered != zero {
		*flag = remembered
	}
}

// KeepList is Keep for a list.
func KeepList(changed bool, flag *[]string, remembered []string) {
	if !changed {
		*flag = remembered
	}
}

// Follow takes over what other commands have set in the folder of what is visited, how, how fast and how
// often, and operators on the pages, as far as a command that crawls again and again was not given it:
// otherwise its next crawl would undo that. All that the form of package console/setup has is among it.
// It returns the flags that the command was given and that the folder has otherwise.
func Follow(cmd *cobra.Command, s *service.Settings) (undone []string, err error) {
	o, err := optionsfile.Recall(DataOf(cmd))
	if err != nil || o == nil {
		return nil, err
	}
	f := follower{changed: cmd.Flags().Changed}
	take(&f, "include", &s.Include, o.Include)
	take(&f, "exclude", &s.Exclude, o.Exclude)
	take(&f, "index-only", &s.IndexOnly, o.IndexOnly)
	take(&f, "follow-only", &s.FollowOnly, o.FollowOnly)
	KeepList(f.changed("allow-domain") || f.changed("allow-domains"), &s.Domains, o.Domains)
	take(&f, "scope", &s.Scope, o.Scope)
	take(&f, "depth", &s.Depth, o.Depth)
	take(&f, "delay", &s.Delay, o.Delay)
	take(&f, "folder", &s.Folders, o.Folders)
	take(&f, "archive", &s.Archives, o.Archives)
	if o.Contact != "" { // another scope, or no folder any more, leads to hosts whose owners must be able to reach somebody
		take(&f, "contact", &s.Contact, o.Contact)
	}
	take(&f, "host-delay", &s.HostDelays, o.HostDelays)
	take(&f, "revisit-within", &s.RevisitWithin, o.RevisitWithin)
	take(&f, "order", &s.Order, o.Order)
	take(&f, "max-pages-per-host", &s.MaxHostPages, o.MaxHostPages)
	take(&f, "max-pages-per-site", &s.MaxSitePages, o.MaxSitePages)
	take(&f, "check-links", &s.CheckLinks, o.CheckLinks)
	take(&f, "check-fragments", &s.CheckFragments, o.CheckFragments)
	take(&f, "forms", &s.Forms, o.Forms)
	take(&f, "media", &s.Media, o.Media)
	return f.undone, nil
}

// A follower knows which flags a command was given, and of which the folder has another value.
type follower struct {
	changed func(name string) bool
	undone  []string
}

// take sets a flag that was left open, also to nothing.
func take[T any](f *follower, name string, flag *T, remembered T) {
	switch {
	case !f.changed(name):
		*flag = remembered
	case fmt.Sprint(*flag) != fmt.Sprint(remembered): // a list without items is none
		f.undone = append(f.undone, "--"+name)
	}
}
