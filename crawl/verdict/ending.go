package verdict

import (
	"fmt"
	"slices"

	"github.com/aranea-search/aranea"
)

// An Ending says why a run ended.
type Ending uint8

// The endings. The zero ending is a failure of the machine.
const (
	EndFailed   Ending = 0 // state could not be read or written
	EndFinished Ending = 1 // nothing is queued any more
	EndDeferred Ending = 2 // every host with queued entries is deferred beyond the patience
	EndStopped  Ending = 3 // the operator stopped it
	EndNoRoom   Ending = 4 // the quota of the folder or the disk is used up
)

var endingNames = [...]string{"failed", "finished", "put-off", "stopped", "no-room"}

// String returns the ending's name.
func (e Ending) String() string {
	if int(e) < len(endingNames) {
		return endingNames[e]
	}
	return fmt.Sprintf("ending(%d)", uint8(e))
}

// MarshalText returns the ending's name.
func (e Ending) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (e *Ending) UnmarshalText(text []byte) error {
	n, err := indexOf(endingNames[:], "ending", text)
	*e = Ending(n)
	return err
}

// indexOf returns the index of a name in the list of names of its kind.
func indexOf(names []string, kind string, text []byte) (int, error) {
	if n := slices.Index(names, string(text)); n >= 0 {
		return n, nil
	}
	return 0, &aranea.Error{Op: "read " + kind, Kind: aranea.Invalid, Obj: fmt.Sprintf("%.100q", text)}
}
