package settings

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

// TestContinues: a folder that was crawled keeps its partition, and which way out there is is told.
func TestContinues(t *testing.T) {
	t.Parallel()
	whole, second, third := Default(), Default(), Default()
	second.Partition, third.Partition = partition.Partition{Number: 2, Of: 4}, partition.Partition{Number: 3, Of: 4}
	sixth := Default()
	sixth.Partition = partition.Partition{Number: 6, Of: 8}
	for _, tt := range []struct {
		now, earlier *Settings
		seeds        int
		want         []string
	}{
		{&second, &second, 1, nil},
		{&whole, &whole, 1, nil},
		{&second, &third, 0, nil}, // nothing was crawled
		{&second, &third, 1, []string{"has a crawl of partition 3 of 4", "partition 2 of 4 is no part of that", "--data"}},
		{&whole, &second, 1, []string{"has a crawl of partition 2 of 4", "the whole web is no part of that", "--data"}},
		{&second, &whole, 1, nil},
		{&sixth, &second, 1, nil},
		{&sixth, &third, 1, []string{"partition 6 of 8 is no part of that"}},
	} {
		err := tt.now.Continues(tt.earlier, tt.seeds)
		if tt.want == nil && err != nil || tt.want != nil && aranea.KindOf(err) != aranea.Invalid {
			t.Errorf("%s after %s: %v", tt.now.Partition, tt.earlier.Partition, err)
		}
		for _, part := range tt.want {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%q lacks %q", err, part)
			}
		}
	}
	none := Default()
	if none.Partition = (partition.Partition{Number: 5, Of: 4}); aranea.KindOf(none.Validate()) != aranea.Invalid {
		t.Error("there is a partition 5 of 4")
	}
}

// TestRefused: the network rules of a node say nothing of seeds that other nodes visit.
func TestRefused(t *testing.T) {
	t.Parallel()
	u, err := weburl.Parse("http://127.0.0.1/")
	if err != nil {
		t.Fatal(err)
	}
	of := partition.Of(u.Origin(), 2)
	for n := 1; n <= 2; n++ {
		s := Default()
		s.Seeds, s.Partition = []weburl.URL{u}, partition.Partition{Number: n, Of: 2}
		if got := s.Refused("1"); len(got) > 0 != (n == of) {
			t.Errorf("partition %d of a site of %d: %v", n, of, got)
		}
	}
}
