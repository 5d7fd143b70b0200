package api

// Root is the beginning of the path of every call.
const Root = apiRoot

// How a client asks.
var (
	SearchQuery   = searchQuery
	CompleteQuery = completeQuery
	WhyQuery      = whyQuery
	HostQuery     = hostQuery
	LinkQuery     = linkQuery
)
