package robotsmeta_test

import (
	"fmt"
	"time"

	"github.com/aranea-search/aranea/robotsmeta"
)

func Example() {
	r := robotsmeta.NewReader("Aranea")
	r.Meta("robots", "index, nofollow")
	r.XRobotsTag("otherbot: noindex")
	d := r.Directives()
	now := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	fmt.Println(d.Index(now).Allowed, d.Follow().Allowed, d.Follow().Source)
	// Output: true false nofollow in meta robots
}
