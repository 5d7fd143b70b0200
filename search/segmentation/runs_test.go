package segmentation

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/query"
)

// TestRuns checks where a word of a query is cut.
func TestRuns(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"使用apt安装软件包": "使用|apt|安装软件包", "挂载U盘": "挂载|U|盘", "Debian系统": "Debian|系统", "2023年": "2023|年", "什么是所有权": "什么是|所有权", "linux下如何安装docker": "linux|下如何|安装|docker", "什么是": "", "安装软件包": "", "apt-get": "", "": "",
	} {
		var got []string
		if n := Runs(&query.Node{Kind: query.Word, Text: text}, analyze.AnalyzeQuery(text)); n != nil {
			for _, kid := range n.Nodes {
				got = append(got, kid.Text)
			}
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s: %q, want %s", text, got, want)
		}
	}
	if n := Runs(&query.Node{Kind: query.Phrase, Text: "挂载U盘"}, analyze.AnalyzeQuery("挂载U盘")); n != nil {
		t.Error("a phrase is cut")
	}
}
