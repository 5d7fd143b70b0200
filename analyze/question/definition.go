package question

import (
	"slices"
	"strings"
	"sync"

	"github.com/aranea-search/aranea/analyze"
)

// AsksWhat reports whether the words of a query, as Around takes them, ask what something is, and not how it is done
// or why.
func AsksWhat(words []string) bool {
	head, tail, _ := Around(words)
	all := defining()
	return all[strings.Join(words[:head], " ")] || all[strings.Join(words[len(words)-tail:], " ")]
}

// RunAsksWhat reports whether a run of characters that are written without spaces asks what something is: 什么是rust,
// とは.
func RunAsksWhat(run string) bool {
	return slices.ContainsFunc(Cut(run), func(p Piece) bool { return p.Asks && slices.Contains(definingRuns, p.Text) })
}

// defining are the sequences that ask what something is, as Word has them.
var defining = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for text := range strings.SplitSeq(definitions, ",") {
		all[Word(analyze.AnalyzeQuery(text))] = true
	}
	return all
})

// definitions are those of the phrasings that ask what something is, of all languages.
const definitions = `what is,what is a,what is an,what is the,what are,что такое,что это,что это такое,кто такой,кто такая,
	кто такие,що таке,що це,що це таке,што такое,какво е,какво представлява,шта је,šta je,što je,kaj je,
	o que é,o que é um,o que é uma,o que é o,o que é a,o que são,oque é,qué es,qué es un,qué es una,
	qué es el,qué es la,qué son,què és,què és un,què són,qu'est-ce que,qu'est-ce qu'un,qu'est-ce qu'une,
	qu'est-ce que c'est,c'est quoi,was ist,was ist ein,was ist eine,was ist der,was ist die,was ist das,
	was sind,cos'è,cosa è,che cos'è,che cosa è,cosa sono,wat is,wat is een,wat is de,wat is het,wat zijn,
	vad är,vad är en,vad är ett,hvad er,hva er,mikä on,mitä on,mitä ovat,mi az,mi az a,mik azok,ce este,
	ce este un,ce este o,ce sunt,co to jest,czym jest,czym są,co je,co je to,co to je,co jsou,čo je,
	čo je to,kas yra,kas ir,mis on see,zer da,τι είναι,ما هو,ما هي,ماهو,ماهي,מה זה,מה הוא,מה היא,מהו,מהי,
	क्या है,apa itu,apa yang dimaksud dengan,thế nào là,what is it,nedir,چیست,چیه,क्या हैं,क्या होता है,কি,
	কী,là gì`

// definingRuns are those of the runs.
var definingRuns = strings.Fields(`什么是 什么叫 什么叫做 是什么 是啥 啥是
	什麼是 什麼叫 什麼叫做 甚麼是 是什麼 是甚麼
	とは とは何 とは何か とは何ですか とは何でしょうか とはなに とはなんですか って何 ってなに って何ですか は何 は何ですか
	이란 무엇인가 무엇인가요 무엇입니까 무엇인지 뭐야 뭔가요 뭐예요 뭐에요 อะไรคือ คืออะไร`)
