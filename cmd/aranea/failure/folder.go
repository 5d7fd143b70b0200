package failure

import (
	"errors"
	"fmt"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/store"
)

// markFile is the file in a data folder that contains its format.
const markFile = "FORMAT"

// folderText describes why a data folder cannot be used and what the operator can do.
func folderText(dir string, fault *store.FolderError) string {
	text := fmt.Sprintf("the data folder %s cannot be used: %s", dir, fault)
	way := folderWayOut(fault.Fault)
	if fault.Fault == store.FolderDamaged && fault.Name == markFile {
		way = fmt.Sprintf("no repair makes this file anew, for it says how the others are read; put it back from a backup, or if this version of the program wrote the folder, write this one line into it: aranea data folder, format %d", store.FormatVersion)
	}
	if way != "" {
		text += "; " + way
	}
	return text
}

// damageText describes what is damaged and what to do.
func damageText(err error) string {
	var file *store.FileDamage
	if errors.As(err, &file) {
		return file.Error() + "; " + command.FrontierLost
	}
	if _, ok := damage.FaultOf(err); ok {
		return err.Error() + "; " + folderWayOut(store.FolderDamaged)
	}
	return err.Error() + "; 'aranea check' names what is damaged, and says whether a repair helps"
}

func folderWayOut(f store.FolderFault) string {
	switch f {
	case store.FolderInUse:
		return "wait for it to end, stop it, or choose another folder with --data"
	case store.FolderNoLocks:
		return "choose a folder on a local disk with --data"
	case store.FolderUnheard:
		return "choose a folder on a local disk with --data, or set TMPDIR to one"
	case store.FolderMissing:
		return "run 'aranea crawl' first or choose another folder with --data"
	case store.FolderForeign:
		return "choose an empty or new folder with --data"
	case store.FolderNewer:
		return "use the newer program"
	case store.FolderDamaged:
		return "'aranea check --repair' makes anew what can be made anew; else put the folder back from a backup"
	case store.FolderFull:
		return "make room and run the same command again"
	case store.FolderForbidden:
		return "check its owner and rights or choose another folder with --data"
	case store.FolderOfAnother:
		return "run the command as that user: sudo -u USER aranea ..."
	case store.FolderNoFolder, store.FolderUnmade:
		return "choose another folder with --data"
	case store.FolderNoSocket:
		return "choose a folder with a shorter path with --data, or set TMPDIR to one"
	}
	return ""
}
