package trap

// An Order is a decision of the operator that permanently revokes verdicts on URLs of Origin:
// those on Rule, a template or the name of a parameter; with an empty Rule, all of them.
type Order struct {
	Origin string `json:"origin"` // an origin, a URL of it, or its host name
	Rule   string `json:"rule,omitempty"`
}
