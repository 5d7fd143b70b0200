package analyze

import "strings"

// stopWords are the stop words of the languages, as folded words without
// accents. They serve to tell languages apart and to find the words of a query
// that a page need not contain. They are always indexed: phrases need them.
var stopWords = map[Lang]map[string]bool{
	En: wordSet(`a an and are as at be been but by can for from had has have he her his how if in into is
		it its more no not of on or our out she so some such than that the their them then there these
		they this to up was we were what when where which who will with would you your`),
	Pt: wordSet(`a ao aos as ate com como da das de dela dele depois do dos e ela ele eles em entre era essa
		esse esta este eu foi ha isso isto ja mais mas mesmo muito na nao nas nem no nos nossa nosso num
		numa o os ou para pela pelas pelo pelos por qual quando que quem se sem ser seu seus sao sob sobre
		sua suas tambem tem um uma voce voces`),
	Es: wordSet(`a al algo ante como con de del desde donde el ella ellos en entre era es esta este esto fue
		ha hay la las le lo los mas me mi muy no nos o para pero por que quien se ser si sin sobre son su
		sus tambien tiene todo tu un una uno usted y ya`),
	Fr: wordSet(`a au aux avec ce ces cette comme dans de des du elle en est et etre ete il ils je la le les
		leur mais ne nous on ont ou par pas plus pour qu que qui sa se ses son sont sur un une vous`),
	De: wordSet(`als am an auch auf aus bei bis das dass dem den der des die durch ein eine einem einen einer
		er es fur hat ich ihr im in ist kann mit nach nicht noch nur oder sich sie sind uber um und uns
		von vor war was wenn werden wie wird wir zu zum zur`),
	It: wordSet(`a ai al alla anche che chi come con da dal dalla dei del della delle di e gli ha i il in io
		la le lo ma ne nei nel nella non o per piu quando questa questo se sono su sua sul sulla suo tra un
		una uno`),
	Ru: wordSet(`а без более бы был была были было быть в вам вас во вот все всех вы где да даже для до его
		ее если есть еще же за и из или им их к как ко когда которые который ли между мне мы на над не нет
		ни но о об один он она они оно от по под при с со так также такой там то того тоже только у уже
		чем что чтобы эта эти это этого этой этот я`),
}

// langSet is a set of languages, one bit each.
type langSet uint64

// smallLatin joins the tables of the Latin languages: word to languages.
var smallLatin = func() map[string]langSet {
	all := make(map[string]langSet)
	for _, l := range latinLangs {
		for w := range stopWords[l] {
			all[w] |= 1 << l
		}
	}
	return all
}()

func wordSet(list string) map[string]bool {
	set := make(map[string]bool)
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// IsStopWord reports whether the folded word (an exact term without its
// prefix) is one of the stop words of the language. For Und it answers for
// English and Russian.
func IsStopWord(lang Lang, folded string) bool {
	if lang == Und {
		return stopWords[En][folded] || stopWords[Ru][folded]
	}
	return stopWords[lang][folded]
}
