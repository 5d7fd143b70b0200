package analyze

import "strings"

// stopWords are the stop words of each language, folded and without accents. They mark the
// words of a query that a page need not contain. They are still indexed, because phrases need
// them.
var stopWords = map[Lang]map[string]bool{
	En: wordSet(`a am an and are as at be been but by can could did do does for from had has have he her his
		how i if in into is it its me more my no not of on or our out she should so some such than that
		the their them then there these they this to up was we were what when where which who why will
		with would you your`),
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
	Nl: wordSet(`aan al als bij dan dat de deze die dit door een en er geen had heb heeft het hij hoe ik in is
		je kan maar meer met na naar niet nog of om onder ook op over te tot uit van voor was wat we wel wie
		wordt worden zal ze zich zijn zo`),
	Sv: wordSet(`alla att av da de den det detta dig din du efter ej en ett for fran han har hon hur i inte
		jag kan man med men mot nar nej ni nu och om pa sa ska som till under ut vad var vara vi vid ar over`),
	Da: wordSet(`af alle at da de den der deres det dette dig din du efter eller en er et for fra han har
		hun hvad hvis hvor i ikke ja jeg kan man med men mod nar og om op over pa sa sig skal som til ud
		under var ved vi vil vaere`),
	No: wordSet(`alle at av da de den der det dette din du eller en er et etter for fra han har hun hva
		hvis hvor i ikke ja jeg kan man med men mot nar og om opp over pa sa seg skal som til under ut var
		ved vi vil vaere`),
	Fi: wordSet(`ei eivat en et etta han han he ja jo jos joka jotka kanssa kuin kun me mika mina minka
		mutta myos ne niin nyt oli olla on ovat saa se sen sina sita tai tama tassa te voi voit`),
	Hu: wordSet(`a az ez egy es de ha hogy is itt ki kell le lesz meg mi mint most nem nincs o ott ott
		pedig s sem ti van vagy volt azt ezt csak mar el`),
	Ro: wordSet(`a ai al ale am ar are as au ca care ce cel cu da dar de din dintre este eu fi fie in la
		mai nu o pe pentru prin sa sau se si sunt un una unde va`),
	Tr: wordSet(`ama bir bu da daha de degil diye en gibi her hem icin ile ise kadar ki mi mu ne o olan
		olarak sonra su ve veya ya`),
	Pl: wordSet(`a aby ale bez bo by byc byl co czy dla do gdy i ich im jak jako je jego jej jest jesli ju
		juz ktora ktore ktory ma mnie moze na nad nie o od oraz po pod przez przy sa sie so ta tak tego ten
		to tym tylko w we wiec z za ze`),
	Cs: wordSet(`a aby ale ani az bez by byl co do i jak jako je jeho jej jejich jen jeste ji jsem jsou k
		kde kdyz ke ma mezi na nad nebo o od po pod podle pokud pri pro s se si tak take ten to tom v ve
		vsak z za ze`),
	Ca: wordSet(`a al als amb aquest aquesta com de del dels el els en es i la les li lo mes no o per pero
		que qui s se sense ser si son sobre un una`),
	Uk: wordSet(`а або але б би був бути в ви від він вона вони для до є же з за і із й його її їх коли
		ми на не ні ну о об от по при про та так те то ти тільки у це чи що щоб я як який`),
}

func wordSet(list string) map[string]bool {
	set := make(map[string]bool)
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// IsStopWord reports whether the folded word (a form) is one of the stop words of the language. For Und it answers for
// English and Russian.
func IsStopWord(lang Lang, folded string) bool {
	if lang == Und {
		return stopWords[En][folded] || stopWords[Ru][folded]
	}
	return stopWords[lang][folded]
}
