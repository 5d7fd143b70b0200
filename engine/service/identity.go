package service

import (
	"encoding/json"
	"net/netip"
	"time"
)

// A Proof is a name and a password with which a searcher claims to open what a label stands for.
type Proof struct {
	Label    string `json:"label"`
	User     string `json:"user"`
	Password string `json:"password"`
}

// Proven says whether a proof holds.
type Proven struct {
	Holds bool `json:"holds"`
}

// An Identity is how the robot of a folder identifies itself in requests, with other facts for
// owners of sites.
type Identity struct {
	UserAgent string `json:"user_agent"`
	From      string `json:"from,omitempty"`
	Contact   string `json:"contact,omitempty"`
	// Agents are the names by which it looks for its group in a robots file; the first one that
	// has a group counts.
	Agents  []string      `json:"agents"`
	Dialect string        `json:"dialect"`
	Delay   time.Duration `json:"delay_ns"` // between two requests to a host
	// HostDelays says that hosts which the operator has named have delays of their own.
	HostDelays bool `json:"host_delays,omitempty"`
	// Networks are the address ranges of its requests, if its operator has set them.
	Networks []netip.Prefix `json:"networks,omitempty"`
	// SignURL is the origin that serves the directory of keys; Directory is that directory. Both
	// are empty without a key.
	SignURL   string          `json:"sign_url,omitempty"`
	Directory json.RawMessage `json:"directory,omitempty"`
	// Renders, Forms, Media, Archives and ChecksLinks are what it does besides reading text; see
	// Settings.
	Renders  bool     `json:"renders,omitempty"`
	Forms    bool     `json:"forms,omitempty"`
	Media    []string `json:"media,omitempty"`
	Archives bool     `json:"archives,omitempty"`

	ChecksLinks bool `json:"checks_links,omitempty"`
}
