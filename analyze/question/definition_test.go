package question_test

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/analyze/question"
)

func TestAsksWhat(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"what is moth": true, "What is the moth": true, "qué es moth": true, "was ist moth": true, "что такое moth": true,
		"moth что это": true, "moth nedir": true, "moth là gì": true, "qu'est-ce que moth": true, "τι είναι το moth": true,
		"moth": false, "how to moth": false, "was bedeutet moth": false, "где moth": false, "moth nasıl": false,
		"what is": false, "": false,
	} {
		var words []string
		for _, w := range strings.Fields(text) {
			words = append(words, question.Word(analyze.AnalyzeQuery(w)))
		}
		if got := question.AsksWhat(words); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
	for run, want := range map[string]bool{
		"什么是moth": true, "是什么": true, "mothとは": true, "とは": true, "무엇인가요": true, "คืออะไร": true,
		"如何": false, "mothの違い": false, "어떻게": false, "蛛丝": false, "": false,
	} {
		if got := question.RunAsksWhat(run); got != want {
			t.Errorf("%q: %t", run, got)
		}
	}
}

// TestDefinitionsAsk: what asks what something is asks.
func TestDefinitionsAsk(t *testing.T) {
	t.Parallel()
	for _, text := range question.Definitions() {
		words := append(strings.Split(question.Word(analyze.AnalyzeQuery(text)), " "), "moth")
		if !question.AsksWhat(words) && !question.AsksWhat(append(words[len(words)-1:], words[:len(words)-1]...)) {
			t.Errorf("%q does not ask", text)
		}
	}
}
