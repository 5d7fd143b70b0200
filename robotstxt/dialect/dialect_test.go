package dialect

import (
	"strings"
	"testing"
)

// TestKnownAgentsObey checks the catalogue entries about obedience.
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

// TestByNameInAnyCase checks that names of dialects are found in any case.
func TestByNameInAnyCase(t *testing.T) {
	t.Parallel()
	for _, want := range All() {
		for _, name := range []string{want.Name, strings.ToUpper(want.Name), strings.ToTitle(want.Name[:1]) + want.Name[1:]} {
			if d, ok := ByName(name); !ok || d.Name != want.Name {
				t.Errorf("%s is %q, %v", name, d.Name, ok)
			}
		}
	}
	if d, ok := ByName(""); !ok || d.Name != "rfc9309" {
		t.Errorf("no name is %q, %v", d.Name, ok)
	}
	if _, ok := ByName("RFC 9309"); ok {
		t.Error("another name is taken")
	}
}
