package command

import (
	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/engine"
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

// Follow takes over what other commands have set in the folder of the scope, the delay and the times of
// visits, as far as a command that crawls again and again was not given it: otherwise its next crawl
// would undo that.
func Follow(cmd *cobra.Command, s *engine.Settings) error {
	o, err := engine.Recall(DataOf(cmd))
	if err != nil || o == nil {
		return err
	}
	changed := cmd.Flags().Changed
	KeepList(changed("include"), &s.Include, o.Include)
	KeepList(changed("exclude"), &s.Exclude, o.Exclude)
	KeepList(changed("index-only"), &s.IndexOnly, o.IndexOnly)
	KeepList(changed("follow-only"), &s.FollowOnly, o.FollowOnly)
	KeepList(changed("allow-domain") || changed("allow-domains"), &s.Domains, o.Domains)
	take(changed("scope"), &s.Scope, o.Scope)
	take(changed("depth"), &s.Depth, o.Depth)
	take(changed("delay"), &s.Delay, o.Delay)
	KeepList(changed("host-delay"), &s.HostDelays, o.HostDelays)
	take(changed("revisit-within"), &s.RevisitWithin, o.RevisitWithin)
	return nil
}

// take sets a flag that was left open, also to nothing.
func take[T any](changed bool, flag *T, remembered T) {
	if !changed {
		*flag = remembered
	}
}
