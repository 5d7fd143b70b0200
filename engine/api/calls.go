package api

import (
	"time"

	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// hello is how an owner introduces itself.
type hello struct {
	API     int    `json:"api"`
	Version string `json:"version"`
	PID     int    `json:"pid"`
	// Partition is what a node of a cluster has of the web, such as 2/4; "" for an owner at its
	// control socket.
	Partition string `json:"partition,omitempty"`
	// Instance tells the process of a node from others that are started as the same node.
	Instance string `json:"instance,omitempty"`
}

// helloCall is the name of the call for a hello.
const helloCall = "hello"

// crawlCall is the name of the call for a crawl.
const crawlCall = "crawl"

// A crawlLine is one line of the answer to a crawl call: first the name of the caller, then
// progress, finally the report.
type crawlLine struct {
	Caller   string              `json:"caller,omitempty"`
	Progress *runreport.Progress `json:"progress,omitempty"`
	Report   *runreport.Report   `json:"report,omitempty"`
}

// The bodies of calls that change something.
type (
	leaveCall struct {
		Caller string `json:"caller"`
	}
	backupCall struct {
		Dir    string `json:"dir"`
		Linked bool   `json:"linked,omitempty"`
	}
	claimCall struct {
		Origin weburl.Origin `json:"origin"`
	}
	endClaimCall struct {
		Origin   weburl.Origin  `json:"origin"`
		Permit   service.Permit `json:"permit"`
		Answered time.Time      `json:"answered,omitzero"`
	}
	whyCall struct {
		Request search.Request `json:"request"`
		URL     weburl.URL     `json:"url"`
	}
	checkCall struct {
		Repair bool `json:"repair"`
	}
)
