package question

import (
	"strings"

	"github.com/aranea-search/aranea/analyze"
)

// A phrasing has the sequences of a language that is written with spaces, with commas between them.
type phrasing struct {
	lang         analyze.Lang
	heads, tails string // at the beginning and at the end of a query
}

// phrasings are all of them. A sequence may be one of several languages.
var phrasings = []phrasing{
	{analyze.En, `what is,what is a,what is an,what is the,what are,what does,how to,how do I,how do you,how can I,how does,
		what is the difference between,what's the difference between`, `what is it`},
	{analyze.Ru, `что такое,что это,что это такое,что значит,что означает,кто такой,кто такая,кто такие,как,как можно,
		чем отличается,чем отличаются,чем различаются,в чём разница между,в чём отличие,
		каким образом,почему,зачем,где,какой,какая,какое,какие,сколько`, `что это,что это такое`},
	{analyze.Uk, `що таке,що це,що це таке,що означає,чим відрізняється,чим відрізняються,
		яка різниця між,як,чому,навіщо,який,яка,яке,які,скільки`, `що це`},
	{analyze.Be, `што такое,чаму`, ``},
	{analyze.Bg, `какво е,какво представлява,какво означава,как,как да,защо,къде`, ``},
	{analyze.Sr, `шта је,како,зашто,где је,šta je,kako,zašto`, ``},
	{analyze.Hr, `što je,kako,zašto,gdje je`, ``},
	{analyze.Sl, `kaj je,kako,zakaj`, ``},
	{analyze.Pt, `o que é,o que é um,o que é uma,o que é o,o que é a,o que são,o que significa,oque é,para que serve,
		qual a diferença entre,qual é a diferença entre,como fazer,como posso,por que,qual é,qual a,quais são,
		quais os,quais as`, `o que é`},
	{analyze.Es, `qué es,qué es un,qué es una,qué es el,qué es la,qué son,qué significa,
		cuál es la diferencia entre,qué diferencia hay entre,cuál es,cuáles son,cómo se,cómo hacer,cómo puedo,
		por qué,dónde,para qué sirve,quién es`, `qué es`},
	{analyze.Ca, `què és,què és un,què són,com es fa,per què`, ``},
	{analyze.Fr, `qu'est-ce que,qu'est-ce qu'un,qu'est-ce qu'une,qu'est-ce que c'est,c'est quoi,comment faire,
		comment faire pour,pourquoi,à quoi sert,que signifie,
		quelle est la différence entre,quel est,quelle est,quels sont,quelles sont,où est,
		où trouver`, `c'est quoi`},
	{analyze.De, `was ist,was ist ein,was ist eine,was ist der,was ist die,was ist das,was sind,was bedeutet,
		was ist der unterschied zwischen,worin unterscheiden sich,wie,wie kann ich,wie kann man,warum,wieso,weshalb,wozu,wo ist,wo finde ich,welche,welcher,welches`, ``},
	{analyze.It, `cos'è,cosa è,che cos'è,qual è la differenza tra,qual è la differenza fra,che cosa è,cosa sono,cosa significa,
		come si,come fare,come fare a,perché,qual è,quali sono`, `cos'è`},
	{analyze.Nl, `wat is,wat is een,wat is de,wat is het,wat zijn,wat betekent,wat is het verschil tussen,hoe kan ik,waarom`, ``},
	{analyze.Sv, `vad är,vad är en,vad är ett,vad betyder,vad är skillnaden mellan,hur,hur gör man,hur kan jag,varför`, ``},
	{analyze.Da, `hvad er,hvad betyder,hvad er forskellen på,hvad er forskellen mellem,hvordan,hvordan kan jeg,hvorfor`, ``},
	{analyze.No, `hva er,hva betyr,hva er forskjellen på,hva er forskjellen mellom,hvordan,hvordan kan jeg,hvorfor`, ``},
	{analyze.Fi, `mikä on,mitä on,mitä ovat,mitä tarkoittaa,miten,miksi,kuinka`, ``},
	{analyze.Hu, `mi az,mi az a,mik azok,mit jelent,hogyan,miért`, ``},
	{analyze.Ro, `ce este,ce este un,ce este o,ce înseamnă,ce sunt,unde,care este,care sunt`, ``},
	{analyze.Pl, `co to jest,czym jest,czym są,czym się różni,czym się różnią,jaka jest różnica między,
		co oznacza,co znaczy,dlaczego,gdzie,jaki jest,jakie są`, ``},
	{analyze.Cs, `co je,co je to,co to je,co jsou,co znamená,jaký je rozdíl mezi,čím se liší`, ``},
	{analyze.Sk, `čo je,čo je to,prečo`, ``},
	{analyze.Lt, `kas yra,kaip,kodėl`, ``},
	{analyze.Lv, `kas ir,kāpēc`, ``},
	{analyze.Et, `mis on see,kuidas,miks`, ``},
	{analyze.Eu, `zer da`, ``},
	{analyze.Tr, `nasıl,neden,niçin,nerede,ne zaman`, `nedir,ne demek,ne demektir,ne işe yarar,arasındaki fark nedir,arasındaki farklar nelerdir,
		arasında ne fark var,nasıl`},
	{analyze.El, `τι είναι,τι σημαίνει,πώς,γιατί,πού,ποιο είναι,ποια είναι`, ``},
	{analyze.Ar, `ما هو,ما هي,ماهو,ماهي,ما معنى,ما الفرق بين,ماذا يعني,كيف,كيفية,لماذا,أين`, ``},
	{analyze.Fa, `چگونه,چطور,چرا`, `چیست,چیه,یعنی چه`},
	{analyze.He, `מה זה,מה הוא,מה היא,מהו,מהי,איך,למה,מדוע,איפה`, ``},
	{analyze.Hi, `क्या है,कैसे,क्यों`, `क्या है,क्या हैं,क्या होता है,कैसे करें,कैसे`},
	{analyze.Bn, `কিভাবে,কীভাবে,কেন`, `কি,কী`},
	{analyze.ID, `apa itu,apa perbedaan antara,apa perbedaan,apa yang dimaksud dengan,bagaimana,bagaimana cara,mengapa,kenapa`, `apa itu`},
	{analyze.Vi, `tại sao,vì sao,làm thế nào để,thế nào là`, `khác nhau như thế nào,khác nhau thế nào,là gì,như thế nào,ở đâu`},
}

// particles are characters that are words and mean nothing alone, simplified and traditional: particles, pronouns,
// prepositions, auxiliaries and the verbs of questions such as 怎么做.
const particles = "的地得了着过過之所者们們个個这這那哪此其某每各我你您他她它谁誰自" +
	"在上下中里裡裏内內外前后後左右时時间間和与與或及跟同对對向从從到由被把给給用以于於比按" +
	"就都也还還又再才只很太最更不没沒有无無是为為会會能可要想该該应應让讓叫使做作弄搞去来來请請问問" +
	"吗嗎呢吧啊呀嘛么麼啦哦"

// A list has parts of runs without spaces.
type list struct {
	parts       []string
	first, last bool // only at the beginning or the end of a run
	behind      bool // only behind something
}

// runs are the lists that are looked through.
var runs = []list{
	// Chinese, simplified and traditional.
	{parts: strings.Fields(`请问 什么是 什么叫 什么叫做 什么 如何 怎么 怎样 怎么样 怎么才能 为什么 为何 哪些 哪个 哪里 有哪些 有什么
		是什么 是什么意思 什么意思 是啥 啥是 怎么办 怎么用
		請問 什麼是 什麼叫 什麼叫做 什麼 甚麼 甚麼是 怎麼 怎樣 怎麼樣 怎麼才能 為什麼 為何 哪個 哪裡 哪裏 有什麼
		是什麼 是甚麼 是什麼意思 什麼意思 怎麼辦 怎麼用`)},
	{parts: strings.Fields(`吗 嗎 在哪里 在哪 在哪裡 的区别 的区别是什么 有什么区别 有何区别 有哪些区别 有什么不同 有何不同
		是干什么用的 是做什么用的 有什么用
		的區別 的區別是什麼 有什麼區別 有何區別 有哪些區別 有什麼不同 是做什麼用的 有什麼用`), last: true},
	// What stands between two words of another script.
	{parts: strings.Fields(`和 与 跟 與 と`), first: true, last: true},
	// Japanese.
	{parts: strings.Fields(`なぜ どうやって どうして どのように どうすれば`), first: true},
	{parts: strings.Fields(`とは とは何 とは何か とは何ですか とは何でしょうか とはなに とはなんですか って何 ってなに って何ですか は何 は何ですか ですか
		でしょうか の違い の違いは の違いは何 の違いは何ですか の違いとは`), last: true},
	// Korean.
	{parts: strings.Fields(`어떻게 무엇을 무엇이`), first: true},
	{parts: []string{"왜"}, first: true, last: true},   // other words begin so: 왜곡, distortion
	{parts: []string{"이란"}, behind: true, last: true}, // by itself it is Iran
	{parts: strings.Fields(`무엇인가 무엇인가요 무엇입니까 무엇인지 뭐야 뭔가요 뭐예요 뭐에요`), last: true},
	// Thai.
	{parts: strings.Fields(`อะไรคือ ทำไม`), first: true},
	{parts: strings.Fields(`คืออะไร อย่างไร ยังไง หรือไม่`), last: true},
}
