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
		sua suas tambem tem um uma voce voces onde porque quais quanto quantos`),
	Es: wordSet(`a al algo ante como con de del desde donde el ella ellos en entre era es esta este esto fue
		ha hay la las le lo los mas me mi muy no nos o para pero por que quien se ser si sin sobre son su
		sus tambien tiene todo tu un una uno usted y ya cual cuales cuando cuanto quienes`),
	Fr: wordSet(`a au aux avec ce ces cette comme dans de des du elle en est et etre ete il ils je la le les
		leur mais ne nous on ont ou par pas plus pour qu que qui sa se ses son sont sur un une vous comment
		pourquoi quand quel quelle quels quelles`),
	De: wordSet(`als am an auch auf aus bei bis das dass dem den der des die durch ein eine einem einen einer
		er es fur hat ich ihr im in ist kann mit nach nicht noch nur oder sich sie sind uber um und uns
		von vor war was wenn werden wie wird wir zu zum zur warum welche welchen welcher welches wer wo`),
	It: wordSet(`a ai al alla anche che chi come con da dal dalla dei del della delle di e gli ha i il in io
		la le lo ma ne nei nel nella non o per piu quando questa questo se sono su sua sul sulla suo tra un
		una uno cosa cos dove perche qual quale quali quanto`),
	Ru: wordSet(`а без более бы был была были было быть в вам вас во вот все всех вы где да даже для до его
		ее если есть еще же за и из или им их к как ко когда которые который ли между мне мы на над не нет
		ни но о об один он она они оно от по под при с со так также такой там то того тоже только у уже
		чем что чтобы эта эти это этого этой этот я зачем какая какие какое какой кто куда откуда почему
		сколько такая такие такое`),
	Nl: wordSet(`aan al als bij dan dat de deze die dit door een en er geen had heb heeft het hij hoe ik in is
		je kan maar meer met na naar niet nog of om onder ook op over te tot uit van voor was wat we wel wie
		wordt worden zal ze zich zijn zo waar waarom welke`),
	Sv: wordSet(`alla att av da de den det detta dig din du efter ej en ett for fran han har hon hur i inte
		jag kan man med men mot nar nej ni nu och om pa sa ska som till under ut vad var vara vi vid ar over
		varfor vem vilka vilken`),
	Da: wordSet(`af alle at da de den der deres det dette dig din du efter eller en er et for fra han har
		hun hvad hvis hvor i ikke ja jeg kan man med men mod nar og om op over pa sa sig skal som til ud
		under var ved vi vil vaere hvem hvordan hvorfor hvilke hvilken`),
	No: wordSet(`alle at av da de den der det dette din du eller en er et etter for fra han har hun hva
		hvis hvor i ikke ja jeg kan man med men mot nar og om opp over pa sa seg skal som til under ut var
		ved vi vil vaere hvem hvordan hvorfor hvilke hvilken`),
	Fi: wordSet(`ei eivat en et etta han han he ja jo jos joka jotka kanssa kuin kun me mika mina minka
		mutta myos ne niin nyt oli olla on ovat saa se sen sina sita tai tama tassa te voi voit kuinka miksi
		missa miten mitka`),
	Hu: wordSet(`a az ez egy es de ha hogy is itt ki kell le lesz meg mi mint most nem nincs o ott ott
		pedig s sem ti van vagy volt azt ezt csak mar el hogyan hol melyik miert`),
	Ro: wordSet(`a ai al ale am ar are as au ca care ce cel cu da dar de din dintre este eu fi fie in la
		mai nu o pe pentru prin sa sau se si sunt un una unde va cum cine cand cat cata cate
		cati era erau fost ii lor lui`),
	Tr: wordSet(`ama bir bu da daha de degil diye en gibi her hem icin ile ise kadar ki mi mu ne o olan
		olarak sonra su ve veya ya hangi nasil neden nedir nerede nicin kac kim kime kimin kimler var yok oldu
		oldugu tarafindan`),
	Pl: wordSet(`a aby ale bez bo by byc byl co czy dla do gdy i ich im jak jako je jego jej jest jesli ju
		juz ktora ktore ktory ma mnie moze na nad nie o od oraz po pod przez przy sa sie so ta tak tego ten
		to tym tylko w we wiec z za ze dlaczego gdzie jaka jaki jakie kiedy kto`),
	Cs: wordSet(`a aby ale ani az bez by byl co do i jak jako je jeho jej jejich jen jeste ji jsem jsou k
		kde kdyz ke ma mezi na nad nebo o od po pod podle pokud pri pro s se si tak take ten to tom v ve
		vsak z za ze jaka jaky kdo ktera ktery proc`),
	Ca: wordSet(`a al als amb aquest aquesta com de del dels el els en es i la les li lo mes no o per pero
		que qui s se sense ser si son sobre un una on quan quin quina`),
	Uk: wordSet(`а або але б би був бути в ви від він вона вони для до є же з за і із й його її їх коли
		ми на не ні ну о об от по при про та так те то ти тільки у це чи що щоб я як який де кто чому яка
		яке які хто`),
	El: wordSet(`ο η το οι τα του τησ των τον την τουσ τισ στο στη στην στον στα στισ στουσ και να θα
		δεν μη μην με σε απο για ωσ αν που πωσ τι ποιοσ ποια ποιο ποιοι ποιεσ ποιον ποτε γιατι ποσο ποσα
		ποσοι ποσεσ ειναι ηταν εχει ειχε εχουν ειχαν αυτο αυτη αυτοσ αυτα αυτεσ ενα ενασ μια κατα μετα
		πριν επι προσ παρα οταν οπωσ ολα ολεσ ενω αλλα οτι καθε πολυ πιο`),
	Ar: wordSet(`في من علي الي عن مع هذا هذه ذلك تلك التي الذي الذين ما ماذا متي اين كيف كم لماذا هل اي
		او و ثم ان كان كانت يكون تكون هو هي هم لا لم لن قد كل بعد قبل بين حتي عند عندما غير كما لكن له
		لها به بها فيه فيها منه منها ليس خلال`),
	Hi: wordSet(`का की के को में से पर ने और या है हैं था थी थे हो होता होती होते यह वह ये वे इस उस इन
		उन कि जो क्या कौन कब कहां कैसे क्यों कितने कितना कितनी किस किसे किसने किसका कौनसा लिए तक भी ही
		तो एक नहीं कर करने किया गया गई गए द्वारा साथ बाद अपने जब`),
	Vi: wordSet(`la va cua co duoc cac nhung mot cho voi trong tren tu den khi nay do khong nao gi ai
		dau sao nhu the thi ma bi boi da dang se ra vao ve theo de tai cung hay hoac bao nhieu vi neu o`),
	He: wordSet(`של את על עם אל אם או כי לא כל זה זו זאת היא הוא הם הן אני היה היתה היו יש אין מה מי מתי
		איפה איך למה מדוע כמה איזה איזו אילו אשר גם רק עד בין כמו אבל אך`),
	Fa: wordSet(`و در به از كه اين ان را با براي است بود شد مي ها هاي يك تا بر هم نيز يا اگر چه چي كي
		كجا چرا چگونه چطور كدام چند هر انها او ما شما خود پس اما بايد شده كرد كند`),
	Bg: wordSet(`и в на за от с със по до при се да не е са ще си че как какво какъв каква какви кой коя
		кое кои кога къде защо колко ли или но а той тя то те това този тази тези беше бяха бил има към
		след преди през без под над между като`),
	ID: wordSet(`yang di ke dari dan atau untuk dengan pada dalam adalah ini itu oleh sebagai akan tidak
		bukan juga telah sudah dapat bisa ada apa siapa kapan dimana mana bagaimana mengapa kenapa
		berapa karena jika saat para`),
	Bn: wordSet(`এবং ও এর এই সেই একটি করে করা হয় হল ছিল না কি কী কে কেন কখন কোথায় কত কোন যে যা থেকে
		জন্য সঙ্গে সাথে মধ্যে তার তাদের`),
	Sk: wordSet(`a aj ako ale alebo ani asi aby bol bola boli bolo by byt cez co do ho ich je jej jeho k
		kde kto kedy ktory ktora ktore ku ma medzi na nad nie o od po pod pre preco pri s sa si so su
		ten ta to tym u uz v vo z za zo ze aky aka ake kolko`),
	Hr: wordSet(`a ali bez bi bila bilo bio da do ga i iz ili ima im ja je jer jos kako kao koji koja
		koje kada gdje zasto sto tko koliko li na ne nije no od on ona ono oni po pod pri s sa se su sve
		ta taj to u uz za`),
	Sr: wordSet(`а али без би била било био да до га и из или има им ја је јер још како као који која
		које када где зашто шта ко колико ли на не није но од он она оно они по под при с са се су све
		та тај то у уз за ali bez bi bila bilo bio da do ga i iz ili ima je jos kako kao koji koja koje
		kada gde zasto sta ko koliko li na ne nije od on ona ono oni po pod pri s sa se su sve ta taj to
		u uz za`),
	Sl: wordSet(`a ali bi bil bila bilo da do ga in iz ima je jih k kaj kako kdo kdaj kje ki ko koliko
		kateri katera katero ker lahko na ne ni o od on ona pa po pod pri s se so ta te to tudi v za
		zakaj z ze`),
	Lt: wordSet(`ir i is su be kad kas kaip kodel kada kur kiek kuris kuri kurie yra buvo ar arba bet
		tai sis si tas ta per po prie nuo uz del`),
	Lv: wordSet(`un uz no ar bez kas ka kapec kad kur cik kurs kura ir bija vai bet tas ta sis si par
		pec pie pa`),
	Et: wordSet(`ja on oli ei et kui kes mis kuidas miks millal kus mitu milline voi ka see need seda
		oma ning aga`),
	Be: wordSet(`і ў у на з са да ад па пры для не што як хто дзе калі чаму які якая якое гэта быў была
		было або але`),
	Eu: wordSet(`eta da dira du zen ziren ez zer nor noiz non nola zergatik zein bat hau hori baina edo
		ere`),
	Gl: wordSet(`a o as os de do da dos das e en no na nos nas un unha que se por para con como foi ao
		mais pero non onde cando quen cal canto`),
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
