package seeds

import (
	"time"

	"github.com/aranea-search/aranea/weburl"
)

// InForce is what decides which URLs are visited, and how fast: the settings of the current crawl, or
// of the last one.
type InForce struct {
	Seeds     []weburl.URL  `json:"seeds"` // the first 1,000 of SeedCount
	SeedCount int           `json:"seed_count"`
	Scope     string        `json:"scope"`
	Domains   []string      `json:"domains,omitempty"`
	Include   []string      `json:"include,omitempty"`
	Exclude   []string      `json:"exclude,omitempty"`
	Depth     int           `json:"depth,omitempty"` // 0 for no limit
	Delay     time.Duration `json:"delay_ns"`
}
