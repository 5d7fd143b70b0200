package extraction

import (
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/extract/media"
	"github.com/aranea-search/aranea/scope"
)

// Scope returns the rules of the scope with a named mode, including the types that readers in
// other processes and headers of some kinds of files admit.
func Scope(mode string, o scope.Options, outside extract.Outside, kinds []string) (scope.Rules, error) {
	var err error
	if o.Mode, err = scope.ParseMode(mode); err != nil {
		return scope.Rules{}, err
	}
	formats, err := extract.FormatsOf(outside).WithMedia(kinds)
	if err != nil {
		return scope.Rules{}, err
	}
	o.Unread, o.Pictures, o.Recordings = formats.Unread(), slices.Contains(kinds, media.Image), slices.Contains(kinds, media.Audio) || slices.Contains(kinds, media.Video)
	r, err := scope.New(o)
	if err != nil {
		return r, &aranea.Error{Op: "scope", Kind: aranea.Invalid, Err: err}
	}
	return r, nil
}
