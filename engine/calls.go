package engine

import (
	"time"

	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/weburl"
)

// hello is what an owner says of itself.
type hello struct {
	API     int    `json:"api"`
	Version string `json:"version"`
	PID     int    `json:"pid"`
}

// A crawlLine is one line of the answer to a crawl call: first the caller's
// name, then progress, at last the report.
type crawlLine struct {
	Caller   string          `json:"caller,omitempty"`
	Progress *crawl.Progress `json:"progress,omitempty"`
	Report   *crawl.Report   `json:"report,omitempty"`
}

// What calls that change something carry.
type (
	leaveCall struct {
		Caller string `json:"caller"`
	}
	backupCall struct {
		Dir string `json:"dir"`
	}
	claimCall struct {
		Origin weburl.Origin `json:"origin"`
	}
	endClaimCall struct {
		Origin   weburl.Origin `json:"origin"`
		Permit   Permit        `json:"permit"`
		Answered time.Time     `json:"answered,omitzero"`
	}
	checkCall struct {
		Repair bool `json:"repair"`
	}
)
