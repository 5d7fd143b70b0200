package segmentation

import (
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/query"
)

// Runs returns the words of a query's word, given its tokens, that Chinese and other unspaced
// characters make with words that are set apart by whitespace: 使用, apt and 安装 for 使用apt安装.
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
	for i := 1; i < len(tokens); i++ {
		if at := tokens[i].Start; tokens[i].Unspaced != tokens[i-1].Unspaced {
			add(from, at)
			from = at
		}
	}
	if from == 0 {
		return nil
	}
	add(from, len(n.Text))
	return all
}
