package service

import "github.com/aranea-search/aranea/engine/settings"

const (
	// ProductToken is the robot's own name in robots files.
	ProductToken = settings.ProductToken
	// DefaultPerHost is the number of requests at once to a host name whose delay is set to zero.
	DefaultPerHost = settings.DefaultPerHost
	// LeastRevisit is the least time between two visits of a page that may be asked for.
	LeastRevisit = settings.LeastRevisit
)

// Settings describe what to crawl and how.
type Settings = settings.Settings

// DefaultSettings are the settings of a crawl that sets none.
func DefaultSettings() Settings { return settings.Default() }
