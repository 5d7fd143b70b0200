package robotstxt

import "testing"

// TestKnownAgentsObey holds what owners say of obeying.
func TestKnownAgentsObey(t *testing.T) {
	t.Parallel()
	for token, want := range map[AgentToken]Obedience{
		"Googlebot": ObeysRules, "gptbot": ObeysRules, "OAI-SearchBot": ObeysRules, "ClaudeBot": ObeysRules, "Claude-User": ObeysRules,
		"CCBot": ObeysRules, "PerplexityBot": ObeysRules, "Amazonbot": ObeysRules, "Meta-ExternalAgent": ObeysRules, "DuckDuckBot": ObeysRules,
		"ChatGPT-User": ObeysPartly, "facebookexternalhit": ObeysPartly, "FeedFetcher-Google": ObeysNot, "Perplexity-User": ObeysNot, "Bytespider": ObeysUnsaid,
	} {
		if k, ok := KnownAgentByToken(token); !ok || k.Obeys != want {
			t.Errorf("%s obeys: %s, want %s", token, k.Obeys, want)
		}
	}
	for _, k := range KnownAgents() {
		if k.Obeys == ObeysNot && k.Kind != AgentTriggered {
			t.Errorf("%s visits on its own and obeys nothing", k.Token)
		}
	}
	chain := Google().Chain("GoogleOther-Image")
	if len(chain) != 3 || chain[1] != "GoogleOther" || chain[2] != "*" {
		t.Errorf("chain of GoogleOther-Image: %v", chain)
	}
}

// TestNamesWithDigits: what is not a product token is cut where values are, and
// compared as a whole where they are.
func TestNamesWithDigits(t *testing.T) {
	t.Parallel()
	f := Parse([]byte("User-agent: MJ12bot\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n"))
	for _, d := range []Dialect{RFC9309(), RFC9309Strict(), Standard1994(), Draft1996()} {
		if m := f.Compile(d, "MJ12bot"); m.Allowed("/a") || !m.Allowed("/b") {
			t.Errorf("%s: the group of %q", d.Name, m.Agent())
		}
		if m := f.Compile(d, "OtherBot/2.0 (+http://a.test)"); !m.Allowed("/a") || m.Allowed("/b") {
			t.Errorf("%s: the group of %q for OtherBot", d.Name, m.Agent())
		}
	}
}
