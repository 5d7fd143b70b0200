package analyze

import "testing"

// TestFilterPassesWhatIsMeant: every word of a text passes a filter of its own
// form, and of the form that is spelled like its stem.
func TestFilterPassesWhatIsMeant(t *testing.T) {
	t.Parallel()
	texts := []string{"don't C++ Ёлки Été a ﬁnding ＡＢＣ パソ ﾊﾟｿ 한국어 搜索引擎 café x1 1x"}
	for _, s := range samples {
		texts = append(texts, s.text)
	}
	for _, text := range texts {
		tokens, _ := New(0).Append(nil, []byte(text), En)
		for _, tok := range tokens {
			var f Filter
			f.Add(tok.Word.Form())
			found := false
			for _, kept := range New(0).AppendLike(nil, []byte(text), En, &f) {
				found = found || kept.Word.Form() == tok.Word.Form() && kept.Start == tok.Start
			}
			if !found {
				t.Errorf("%q does not pass its own filter", text[tok.Start:tok.End])
			}
		}
	}
}

// TestFilterKeepsOthersBack: words that begin otherwise do not pass.
func TestFilterKeepsOthersBack(t *testing.T) {
	t.Parallel()
	var f Filter
	f.Add("spider")
	f.Add("шелк")
	if got := New(0).AppendLike(nil, []byte("Spinnen a Spider web шёлка паук 蜘蛛 s"), En, &f); len(got) != 3 {
		t.Errorf("%d words pass, want Spinnen, Spider and шёлка: %v", len(got), got)
	}
}
