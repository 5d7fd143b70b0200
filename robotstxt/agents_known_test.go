package robotstxt_test

import (
	"testing"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// TestKnownAgentsObey holds what owners say of obeying.
func TestKnownAgentsObey(t *testing.T) {
	t.Parallel()
	for token, want := range map[dialect.AgentToken]dialect.Obedience{
		"Googlebot": dialect.ObeysRules, "gptbot": dialect.ObeysRules, "OAI-SearchBot": dialect.ObeysRules, "ClaudeBot": dialect.ObeysRules, "Claude-User": dialect.ObeysRules,
		"CCBot": dialect.ObeysRules, "PerplexityBot": dialect.ObeysRules, "Amazonbot": dialect.ObeysRules, "Meta-ExternalAgent": dialect.ObeysRules, "DuckDuckBot": dialect.ObeysRules,
		"ChatGPT-User": dialect.ObeysPartly, "facebookexternalhit": dialect.ObeysPartly, "FeedFetcher-Google": dialect.ObeysNot, "Perplexity-User": dialect.ObeysNot, "Bytespider": dialect.ObeysUnsaid,
	} {
		if k, ok := dialect.KnownAgentByToken(token); !ok || k.Obeys != want {
			t.Errorf("%s obeys: %s, want %s", token, k.Obeys, want)
		}
	}
	for _, k := range dialect.KnownAgents() {
		if k.Obeys == dialect.ObeysNot && k.Kind != dialect.AgentTriggered {
			t.Errorf("%s visits on its own and obeys nothing", k.Token)
		}
	}
	chain := dialect.Google().Chain("GoogleOther-Image")
	if len(chain) != 3 || chain[1] != "GoogleOther" || chain[2] != "*" {
		t.Errorf("chain of GoogleOther-Image: %v", chain)
	}
}

// TestNamesWithDigits: what is not a product token is cut where values are, and
// compared as a whole where they are.
func TestNamesWithDigits(t *testing.T) {
	t.Parallel()
	f := robotstxt.Parse([]byte("User-agent: MJ12bot\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n"))
	for _, d := range []dialect.Dialect{dialect.RFC9309(), dialect.RFC9309Strict(), dialect.Standard1994(), dialect.Draft1996()} {
		if m := f.Compile(d, "MJ12bot"); m.Allowed("/a") || !m.Allowed("/b") {
			t.Errorf("%s: the group of %q", d.Name, m.Agent())
		}
		if m := f.Compile(d, "OtherBot/2.0 (+http://a.test)"); !m.Allowed("/a") || m.Allowed("/b") {
			t.Errorf("%s: the group of %q for OtherBot", d.Name, m.Agent())
		}
	}
}
