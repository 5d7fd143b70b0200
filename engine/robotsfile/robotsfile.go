// Package robotsfile converts stored robots files to and from JSON for the callers of the owner
// of a data folder.
//
// Floor: 5 (owner), a part of engine. Stability: engine; its JSON is a promise
// (docs/http-api.md). It is pure, and does not parse the files.
package robotsfile

import (
	"encoding/hex"
	"time"

	"github.com/aranea-search/aranea/robotstxt/acquire"
)

// A File is one stored robots file.
type File struct {
	Class     string    `json:"class"` // rules, unavailable, unreachable or forbidden
	Status    int       `json:"status"`
	Checked   time.Time `json:"checked"`
	Fetched   time.Time `json:"fetched,omitzero"`
	Expires   time.Time `json:"expires"`
	DownSince time.Time `json:"down_since,omitzero"`
	Failures  int       `json:"failures,omitempty"`
	Truncated bool      `json:"truncated,omitempty"`
	Good      string    `json:"good,omitempty"` // during an outage, the class before it
	WebPage   bool      `json:"web_page,omitempty"`
	Detail    string    `json:"detail,omitempty"`
	SHA256    string    `json:"sha256,omitempty"`
	Body      []byte    `json:"body,omitempty"`
}

// Of converts a copy to a File.
func Of(c *acquire.Copy) File {
	r := File{
		Class: c.Class.String(), Status: int(c.Status), Checked: c.CheckedAt, Fetched: c.FetchedAt, Expires: c.Expires,
		DownSince: c.DownSince, Failures: int(c.Failures), Truncated: c.Truncated, WebPage: c.WebPage, Detail: c.Detail, Body: c.Body,
	}
	if c.Good != acquire.ClassUnknown {
		r.Good = c.Good.String()
	}
	if c.Hash != [32]byte{} {
		r.SHA256 = hex.EncodeToString(c.Hash[:])
	}
	return r
}

// Copy converts the File to a copy.
func (r *File) Copy() acquire.Copy {
	c := acquire.Copy{
		Class: classOf(r.Class), Status: uint16(min(max(r.Status, 0), 999)), Body: r.Body, FetchedAt: r.Fetched, CheckedAt: r.Checked,
		Expires: r.Expires, DownSince: r.DownSince, Failures: uint16(min(max(r.Failures, 0), 1<<16-1)), Truncated: r.Truncated,
		Detail: r.Detail, Good: classOf(r.Good), WebPage: r.WebPage,
	}
	if sum, err := hex.DecodeString(r.SHA256); err == nil && len(sum) == len(c.Hash) {
		c.Hash = [32]byte(sum)
	}
	return c
}

func classOf(name string) acquire.Class {
	for _, c := range []acquire.Class{acquire.ClassRules, acquire.ClassUnavailable, acquire.ClassUnreachable, acquire.ClassForbidden} {
		if c.String() == name {
			return c
		}
	}
	return acquire.ClassUnknown
}
