package segmentation

import (
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/analyze/question"
	"github.com/aranea-search/aranea/query"
)

// Runs returns the words of a query's word, given its tokens, that Chinese and other unspaced
// characters make with words that are set apart by whitespace: 使用, apt and 安装 for 使用apt安装. What
// asks is one of its own: 什么是 and 所有权 for 什么是所有权.
// It returns nil if there is one only, or for a phrase.
func Runs(n *query.Node, tokens []analyze.QueryToken) *query.Node {
	if n.Kind != query.Word {
		return nil
	}
	all := &query.Node{Kind: query.And}
	add := func(from, to int) {
		run := *n.Part(to == len(n.Text))
		run.Text = n.Text[from:to]
		all.Nodes = append(all.Nodes, &run)
	}
	from := 0
	end := func(i, at int) { // of the run before a token
		if !tokens[i-1].Unspaced {
			add(from, at)
			from = at
			return
		}
		for _, p := range question.Cut(n.Text[from:at]) {
			add(from, from+len(p.Text))
			from += len(p.Text)
		}
	}
	for i := 1; i < len(tokens); i++ {
		if tokens[i].Unspaced != tokens[i-1].Unspaced {
			end(i, tokens[i].Start)
		}
	}
	if len(tokens) > 0 {
		end(len(tokens), len(n.Text))
	}
	if len(all.Nodes) < 2 {
		return nil
	}
	return all
}
