package failure

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/store"
)

// TestManyFaults: of many joined errors only the first are printed, and the number of others.
func TestManyFaults(t *testing.T) {
	t.Parallel()
	var faults []error
	for i := range 1000 {
		faults = append(faults, fmt.Errorf("seed %d is no URL", i))
	}
	var out strings.Builder
	Tell(&out, errors.Join(faults...), false)
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != mostFaults+1 || lines[0] != "aranea: seed 0 is no URL" || lines[mostFaults] != "aranea: and 980 more errors" {
		t.Errorf("%q", lines)
	}
}

// TestTellJSON: for programs each error is an object with the name of the exit code.
func TestTellJSON(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	Tell(&out, &command.Error{Code: command.ExitUsage, Err: errors.Join(errors.New("no \"a\""), errors.New("no b"))}, true)
	Tell(&out, errors.New("oops"), true)
	Tell(&out, &command.Error{Code: command.ExitEmpty}, true) // it has told everything
	const want = `{"error":{"message":"no \"a\"","kind":"usage"}}
{"error":{"message":"no b","kind":"usage"}}
{"error":{"message":"oops","kind":"internal"}}
`
	if out.String() != want {
		t.Errorf("%s\nwant %s", out.String(), want)
	}
}

// TestKinds: the kinds of errors are the names of the exit codes.
func TestKinds(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../../docs/exit-codes.md")
	if err != nil {
		t.Fatal(err)
	}
	for code := command.ExitInternal; code <= command.ExitNoRoom; code++ {
		_, row, _ := strings.Cut(string(page), fmt.Sprintf("\n| %d | ", code))
		if name, _, _ := strings.Cut(row, " |"); kinds[code] == "" || name != kinds[code] && name != "no, or "+kinds[code] {
			t.Errorf("code %d is %q, the page calls it %q", code, kinds[code], name)
		}
	}
}

func TestExplain(t *testing.T) {
	t.Parallel()
	folder := func(kind aranea.Kind, fault store.FolderFault) error {
		return fmt.Errorf("open: %w", &aranea.Error{Op: store.OpenFolderOp, Kind: kind, Obj: "d", Err: &store.FolderError{Fault: fault, Name: "x"}})
	}
	const refused = "the data folder d cannot be used: "
	tests := []struct {
		name string
		err  error
		code int
		text string
	}{
		{"nothing", nil, command.ExitOK, ""},
		{"a verdict", &command.Error{Code: command.ExitEmpty}, command.ExitEmpty, ""},
		{"a wrong call", command.Usage("no %s", "URL"), command.ExitUsage, "no URL"},
		{"locked or not permitted", folder(aranea.Denied, store.FolderInUse), command.ExitUsage, refused + "another aranea process is using it; wait for it to end, stop it, or choose another folder with --data"},
		{"missing", folder(aranea.NotFound, store.FolderMissing), command.ExitUsage, refused + "there is no crawl here; run 'aranea crawl' first or choose another folder with --data"},
		{"not ours or newer", folder(aranea.Invalid, store.FolderForeign), command.ExitUsage, refused + "it holds other files (x); choose an empty or new folder with --data"},
		{"damaged", folder(aranea.Corrupt, store.FolderDamaged), command.ExitInternal, refused + "x is damaged; 'aranea check --repair' makes anew what can be made anew; else put the folder back from a backup"},
		{"a damaged record", &aranea.Error{Op: "read frontier", Kind: aranea.Corrupt, Err: errors.New("x")}, command.ExitInternal, "read frontier: x; 'aranea check' names what is damaged, and says whether a repair helps"},
		{"a damaged log", damage.Err("wal-00000001", 9, "x"), command.ExitInternal, "read index: wal-00000001 at byte 9: x; 'aranea check --repair' makes anew what can be made anew; else put the folder back from a backup"},
		{"a full disk", folder(aranea.Limit, store.FolderFull), command.ExitInternal, refused + "no space is left on the disk; make room and run the same command again"},
		{"a fault of ours", errors.New("oops"), command.ExitInternal, "oops"},
	}
	for _, tt := range tests {
		if code, text := explain(tt.err); code != tt.code || text != tt.text {
			t.Errorf("%s: %d %q, want %d %q", tt.name, code, text, tt.code, tt.text)
		}
	}
}
