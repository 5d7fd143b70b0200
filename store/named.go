package store

import "github.com/aranea-search/aranea"

// KindOfNamed returns the kind of an error about a file or folder that the operator has named. An
// error without a kind is Denied, because another name may help, unless the disk is full.
func KindOfNamed(err error) aranea.Kind {
	if k := aranea.KindOf(err); k != aranea.Internal || DiskFull(err) {
		return k
	}
	return aranea.Denied
}
