package session

import (
	"path/filepath"
	"testing"

	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/engine/optionsfile"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/store"
)

// orderedIn reads the orders for all crawls that are stored in a folder.
func orderedIn(dir string) (halt.State, error) {
	folder, err := store.OpenFolderReadOnly(dir)
	if err != nil {
		return halt.State{}, err
	}
	o, _, err := optionsfile.Read(dir, folder)
	return o.Halt, err
}

// TestWishAfterAStopThatIsNotStored checks that a crawl after a stop that could not be stored
// learns of the stop from the owner, in the same process and in another, and that the owner
// stores it when possible.
func TestWishAfterAStopThatIsNotStored(t *testing.T) {
	t.Parallel()
	for _, who := range []string{"the owner", "another process"} {
		t.Run(who, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "data")
			owner := join(t, dir)
			s := owner
			if who != "the owner" {
				s = join(t, dir)
			}
			allow := servicetest.RefuseWrites(t, dir)
			if _, err := owner.Steer(t.Context(), service.Order{Deed: service.Stop}); err == nil {
				t.Error("nothing can be stored, and it is answered")
			}
			o, err := s.Ordered(t.Context())
			if disk, derr := orderedIn(dir); err != nil || derr != nil || o.Stopped.IsZero() || disk.Halts() {
				t.Errorf("the owner says %+v, %v; the folder has %+v, %v", o, err, disk, derr)
			}
			allow()
			if err := owner.Close(); err != nil {
				t.Error(err)
			}
			if disk, err := orderedIn(dir); err != nil || disk.Last != o.Last || disk.Stopped.IsZero() {
				t.Errorf("when the owner has ended the folder has %+v, %v", disk, err)
			}
			if who == "the owner" {
				return
			}
			if r, err := s.Crawl(t.Context(), servicetest.Settings(servicetest.NewSite(t)), nil); err != nil || r.Ending != verdict.EndFinished {
				t.Errorf("a crawl that begins later: %+v, %v", r, err)
			}
		})
	}
}
