package trap

// An Order is the operator's word on verdicts: those of Rule, a template or the name
// of a parameter, on the URLs of Origin are taken back for good; with an empty Rule
// all of them.
type Order struct {
	Origin string `json:"origin"` // an origin, a URL of it, or its host name
	Rule   string `json:"rule,omitempty"`
}
