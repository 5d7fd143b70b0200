package question_test

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/analyze/question"
)

func TestAround(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"что такое менеджер пакетов":      "что такое|менеджер пакетов|",
		"Что это такое CSS":               "Что это такое|CSS|",
		"o que é um firewall":             "o que é um|firewall|",
		"Qu'est-ce que Debian":            "Qu'est-ce que|Debian|",
		"cos'è debian":                    "cos'è|debian|",
		"debian nedir":                    "|debian|nedir",
		"debian là gì":                    "|debian|là gì",
		"τι είναι το debian":              "τι είναι|το debian|",
		"پایتون چیست":                     "|پایتون|چیست",
		"what is what is":                 "what is|what is|", // a query of nothing else looks for the rest
		"what is":                         "|what is|",
		"what if":                         "|what if|",
		"как":                             "|как|",
		"comment syntax":                  "|comment syntax|",
		"was not found":                   "|was not found|",
		"apa itu":                         "|apa itu|",
		"apa itu debian apa itu":          "apa itu|debian|apa itu",
		"die Frage, was ist eine Antwort": "|die Frage, was ist eine Antwort|",
		"":                                "||",

		"чем отличается git от svn":                "чем отличается|git от svn|",
		"в чём разница между git и svn":            "в чём разница между|git и svn|",
		"qual a diferença entre a e b":             "qual a diferença entre|a e b|",
		"git ile svn arasındaki fark nedir":        "|git ile svn|arasındaki fark nedir",
		"was ist der unterschied zwischen a und b": "was ist der unterschied zwischen|a und b|",
		"what is the difference between a and b":   "what is the difference between|a and b|",
		"difference between two dates":             "|difference between two dates|", // it is computed
	} {
		typed := strings.Fields(text)
		var words []string
		for _, w := range typed {
			words = append(words, question.Word(analyze.AnalyzeQuery(w)))
		}
		head, tail, _ := question.Around(words)
		parts := [][]string{typed[:head], typed[head : len(typed)-tail], typed[len(typed)-tail:]}
		var got []string
		for _, p := range parts {
			got = append(got, strings.Join(p, " "))
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q: %q, want %q", text, strings.Join(got, "|"), want)
		}
	}
}

// TestMeaning: a word that asks in one language and is a word or a name in another does not ask by itself; it is a
// stop word of its language.
func TestMeaning(t *testing.T) {
	t.Parallel()
	for text, of := range map[string]struct {
		words string
		lang  analyze.Lang
	}{
		"kde plasma":            {"kde", analyze.Cs},
		"kde konsole":           {"kde", analyze.Sk},
		"proc filesystem":       {"proč", analyze.Cs},
		"jak and daxter":        {"jak", analyze.Pl},
		"onde gravitationnelle": {"onde", analyze.Pt},
		"como lake":             {"como", analyze.Es},
		"ako si mama":           {"ako", analyze.Sk},
		"de ce pas":             {"de ce", analyze.Ro},
		"mi a mano":             {"mi a", analyze.Hu},
		"CO to methane":         {"co to", analyze.Pl},
		"programming the NAO":   {"thế nào", analyze.Vi},
		"де Голль":              {"де", analyze.Uk},
	} {
		words := strings.Fields(text)
		for i, w := range words {
			words[i] = question.Word(analyze.AnalyzeQuery(w))
		}
		if head, tail, in := question.Around(words); head+tail > 0 || in != analyze.Und {
			t.Errorf("%q: %d words at the beginning and %d at the end ask, in %v", text, head, tail, in)
		}
		for _, w := range analyze.AnalyzeQuery(of.words) {
			if !w.IsStop(of.lang) {
				t.Errorf("%q is no stop word in %v", w.Form, of.lang)
			}
		}
	}
}

func TestCut(t *testing.T) {
	t.Parallel()
	for run, want := range map[string]string{
		"什么是所有权":     "(什么是)所有权",
		"什麼是所有權":     "(什麼是)所有權",
		"所有权是什么意思":   "所有权(是什么意思)",
		"请问如何安装软件包":  "(请问如何)安装软件包",
		"下如何安装":      "(下如何)安装", // Linux下如何安装
		"猫是什么动物":     "猫(是什么)动物",
		"猫是什么":       "猫(是什么)",
		"什么是猫":       "(什么是)猫",
		"貓怎麼叫":       "貓(怎麼叫)",
		"怎么装":        "(怎么)装",
		"怎么做":        "(怎么做)",
		"这是什么":       "(这是什么)",
		"这是什么动物":     "(这是什么)动物",
		"猫怎么捕捉老鼠":    "(猫怎么)捕捉老鼠",
		"猫とは":        "猫(とは)",
		"あとは":        "(あとは)",
		"有什么区别":      "(有什么区别)",
		"列表和元组的区别":   "列表和元组(的区别)", // of list and tuple
		"和":          "(和)",        // between words of another script
		"和平":         "和平",
		"区别":         "区别",
		"是做什么用的":     "(是做什么用的)",
		"リストとタプルの違い": "リストとタプル(の違い)",
		"能用吗":        "能用(吗)",
		"是什么":        "(是什么)",
		"安装软件包":      "安装软件包",
		"书":          "书",
		"ファイアウォールとは": "ファイアウォール(とは)",
		"とは言え最後まで":   "とは言え最後まで",
		"なぜ失敗する":     "(なぜ)失敗する",
		"方法":         "方法",
		"이란":         "이란", // Iran
		"방화벽이란":      "방화벽(이란)",
		"무엇입니까":      "(무엇입니까)",
		"왜":          "(왜)",
		"왜곡":         "왜곡", // distortion
		"ไฟร์วอลล์คืออะไร": "ไฟร์วอลล์(คืออะไร)",
		"ผ้าไหม": "ผ้าไหม", // silk
		"":       "",
	} {
		var got strings.Builder
		for _, p := range question.Cut(run) {
			if p.Asks {
				got.WriteString("(" + p.Text + ")")
			} else {
				got.WriteString(p.Text)
			}
		}
		if got.String() != want {
			t.Errorf("%q: %q, want %q", run, got.String(), want)
		}
	}
	for run, want := range map[string]bool{"是什么": true, "下如何": true, "とは": true, "所有权": false, "书": false, "": false} {
		if question.Asks(run) != want {
			t.Errorf("%q asks: %v", run, !want)
		}
	}
}

// FuzzCut cuts any run: the pieces are the run again, and no two that ask stand beside each other.
func FuzzCut(f *testing.F) {
	f.Add("什么是所有权")
	f.Add("とはとは\xff")
	f.Fuzz(func(t *testing.T, run string) {
		all, asked := "", false
		for _, p := range question.Cut(run) {
			if p.Text == "" || p.Asks && asked {
				t.Errorf("%q: an empty piece, or two that ask in a row", run)
			}
			all, asked = all+p.Text, p.Asks
		}
		if all != run {
			t.Errorf("%q became %q", run, all)
		}
	})
}
