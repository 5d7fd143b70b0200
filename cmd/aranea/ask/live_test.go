package ask

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea/engine/session"
	"github.com/aranea-search/aranea/schedule"
)

// TestFolderClock checks that permits are stored in the data folder and respected by the next
// command, and that without a folder they are kept in memory.
func TestFolderClock(t *testing.T) {
	t.Parallel()
	const origin = "http://192.0.2.1" // an address: no name is looked up
	dir := t.TempDir() + "/data"
	s, err := session.Join(t.Context(), dir, session.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{"a folder": dir, "no folder": t.TempDir() + "/none"} {
		var last time.Time
		for range 2 {
			c := &folderClock{data: data, command: "test"}
			for turn := range 2 {
				p, err := c.Claim(t.Context(), origin)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if !last.IsZero() && p.At.Sub(last) < schedule.DefaultDelay {
					t.Errorf("%s: two requests %s apart", name, p.At.Sub(last))
				}
				last = p.At
				if turn > 0 {
					continue // the outcome is lost with the command
				}
				if err := c.EndClaim(t.Context(), origin, p, p.At); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
			if (c.session != nil) != (data == dir) {
				t.Errorf("%s: session %v, pace %v", name, c.session, c.pace)
			}
			c.close()
			if data != dir {
				last = time.Time{} // permits in memory are forgotten
			}
		}
	}
}
