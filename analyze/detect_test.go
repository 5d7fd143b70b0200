package analyze

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// samples are short running texts, one a language.
var samples = []struct {
	lang Lang
	text string
}{
	{En, "The crawler reads the rules of a site before it asks for a page, and it waits between two requests so that the site is not burdened by them. "},
	{Pt, "O robô lê as regras do site antes de pedir uma página e espera entre dois pedidos para que o site não seja sobrecarregado por eles. "},
	{Es, "El robot lee las reglas del sitio antes de pedir una página y espera entre dos peticiones para que el sitio no se sobrecargue con ellas. "},
	{Fr, "Le robot lit les règles du site avant de demander une page et il attend entre deux requêtes pour que le site ne soit pas surchargé. "},
	{De, "Der Roboter liest die Regeln der Seite, bevor er eine Seite anfordert, und er wartet zwischen zwei Anfragen, damit sie nicht überlastet wird. "},
	{It, "Il robot legge le regole del sito prima di chiedere una pagina e aspetta tra due richieste per non sovraccaricare il sito con le sue visite. "},
	{Ru, "Робот читает правила сайта, прежде чем попросить страницу, и ждёт между двумя запросами, чтобы сайт не был перегружен ими. "},
	{Uk, "Робот читає правила сайту, перш ніж просити сторінку, і чекає між двома запитами, щоб сайт не був перевантажений ними, її чи його. "},
	{Be, "Робат чытае правілы сайта, перш чым папрасіць старонку, і чакае паміж двума запытамі, каб сайт не быў перагружаны імі. "},
	{Bg, "Роботът чете правилата на сайта, преди да поиска страница, и чака между две заявки, за да не бъде сайтът претоварен от тях. "},
	{Sr, "Робот чита правила сајта пре него што затражи страницу и чека између два захтева да ђаци и кућа не буду преоптерећени. "},
	{Zh, "爬虫在请求页面之前会先读取网站的规则,并在两次请求之间等待,以免给网站造成负担。"},
	{Ja, "ロボットはページを要求する前にサイトの規則を読み、サイトに負担をかけないように二つの要求の間で待ちます。"},
	{Ko, "로봇은 페이지를 요청하기 전에 사이트의 규칙을 읽고 두 요청 사이에서 기다립니다."},
	{El, "Το ρομπότ διαβάζει τους κανόνες του ιστότοπου πριν ζητήσει μια σελίδα."},
	{He, "הרובוט קורא את כללי האתר לפני שהוא מבקש דף."},
	{Ar, "يقرأ الروبوت قواعد الموقع قبل أن يطلب صفحة."},
	{Hi, "रोबोट पृष्ठ माँगने से पहले साइट के नियम पढ़ता है।"},
	{Th, "หุ่นยนต์อ่านกฎของไซต์ก่อนขอหน้า"},
	{Bn, "রোবট কোনো পাতা চাওয়ার আগে সাইটের নিয়ম পড়ে।"},
	{Pa, "ਰੋਬੋਟ ਪੰਨਾ ਮੰਗਣ ਤੋਂ ਪਹਿਲਾਂ ਸਾਈਟ ਦੇ ਨਿਯਮ ਪੜ੍ਹਦਾ ਹੈ।"},
	{Gu, "રોબોટ પાનું માંગતા પહેલાં સાઇટના નિયમો વાંચે છે."},
	{Ta, "ரோபோ ஒரு பக்கத்தைக் கேட்கும் முன் தளத்தின் விதிகளைப் படிக்கிறது."},
	{Te, "రోబోట్ పేజీని అడిగే ముందు సైట్ నియమాలను చదువుతుంది."},
	{Kn, "ರೋಬೋಟ್ ಪುಟವನ್ನು ಕೇಳುವ ಮೊದಲು ಸೈಟಿನ ನಿಯಮಗಳನ್ನು ಓದುತ್ತದೆ."},
	{Ml, "റോബോട്ട് പേജ് ചോദിക്കുന്നതിന് മുമ്പ് സൈറ്റിന്റെ നിയമങ്ങൾ വായിക്കുന്നു."},
	{Hy, "Ռոբոտը կարդում է կայքի կանոնները նախքան էջ խնդրելը։"},
	{Ka, "რობოტი კითხულობს საიტის წესებს, სანამ გვერდს მოითხოვს."},
}

func TestDetectByTextAlone(t *testing.T) {
	t.Parallel()
	for _, s := range samples {
		if got := Detect("", Und, []byte(s.text)); got != s.lang {
			t.Errorf("%v: got %v", s.lang, got)
		}
	}
}

func TestDetectWithDeclared(t *testing.T) {
	t.Parallel()
	text := func(l Lang) string {
		for _, s := range samples {
			if s.lang == l {
				return s.text
			}
		}
		t.Fatalf("no sample of %v", l)
		return ""
	}
	for _, c := range []struct {
		name     string
		declared string
		text     string
		want     Lang
	}{
		{"what is declared decides short text", "pt-BR", "Debian GNU/Linux", Pt},
		{"no evidence", "", "Debian GNU/Linux", Und},
		{"nothing", "", "", Und},
		{"declared alone", "zh_CN", "12345", Zh},
		{"an unknown declaration", "xx", "abc def", Und},
		{"template says English, text Portuguese", "en", text(Pt), Pt},
		{"template says English, text Russian", "en", text(Ru), Ru},
		{"template says English, text Chinese with code", "en", "func main() { return } " + text(Zh), Zh},
		{"script beats declaration", "ru", text(En), En},
		{"Polish is believed", "pl", "Robot czyta zasady witryny, zanim poprosi o stronę, i czeka.", Pl},
		{"Galician is not believed of Portuguese", "gl", text(Pt), Pt},
		{"Persian is not believed of Arabic", "fa", text(Ar) + text(Ar), Ar},
		{"Persian by declaration", "fa", "تهران", Fa},
		{"Bulgarian by declaration", "bg", "Робот чете правила на сайт", Bg},
		{"Japanese of characters only", "ja", "東京都", Ja},
		{"Chinese that is declared as Japanese", "ja", text(Zh), Zh},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := Detect(c.declared, Und, []byte(c.text)); got != c.want {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestParseLang(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		tag  string
		want Lang
		ok   bool
	}{
		{"en", En, true}, {"EN-us", En, true}, {"pt_BR", Pt, true}, {" ru ", Ru, true}, {"zh-Hant-TW", Zh, true},
		{"eng", En, true}, {"Russian", Ru, true}, {"en-US,en;q=0.5", En, true}, {"ru.UTF-8", Ru, true},
		{"", Und, false}, {"x", Und, false}, {"und", Und, false}, {"xx", Und, false}, {"x-default", Und, false},
	} {
		if got, ok := ParseLang(c.tag); got != c.want || ok != c.ok {
			t.Errorf("ParseLang(%q) = %v, %v; want %v, %v", c.tag, got, ok, c.want, c.ok)
		}
	}
	for l := En; l < numLangs; l++ {
		if got, ok := ParseLang(l.String()); !ok || got != l {
			t.Errorf("code %q reads back as %v", l, got)
		}
	}
	if Lang(200).String() != "und" {
		t.Errorf("a Lang out of range prints %q", Lang(200))
	}
}

func BenchmarkDetect(b *testing.B) {
	for _, s := range samples[:2] {
		b.Run(s.lang.String(), func(b *testing.B) {
			var text []byte
			for len(text) < maxDetectBytes {
				text = append(text, s.text...)
			}
			b.SetBytes(maxDetectBytes)
			b.ReportAllocs()
			for b.Loop() {
				Detect("en", Und, text)
			}
		})
	}
}

// TestDetectLikely: what confirms a likely language ends the look at a text.
func TestDetectLikely(t *testing.T) {
	t.Parallel()
	text := []byte("Der Roboter liest die Regeln der Seite, bevor er eine Seite anfordert, und er wartet. " +
		strings.Repeat("Then the words of this page are written to the index, and nothing else is done with them. ", 8))
	for likely, want := range map[Lang]Lang{Und: En, De: De, Fr: En, Ru: En} {
		if got := Detect("", likely, text); got != want {
			t.Errorf("likely %s: %s, want %s", likely, got, want)
		}
	}
}

// TestGlance: a short sample tells a language where more text would hardly tell another,
// and none where it is mixed, short or repeats nothing but names. It is confirmed as what it
// tells, whatever is expected.
func TestGlance(t *testing.T) {
	t.Parallel()
	const german = "Der Roboter liest die Regeln der Seite,\nbevor er eine Seite anfordert, und er wartet.\nDanach schreibt er die Wörter in das Verzeichnis.\n"
	const english = "The robot reads the rules of the site\nbefore it asks for a page, and then it waits.\nThen the words are written to the index.\n"
	const russian = "Робот читает правила сайта, прежде чем\nзапросить страницу, и ждёт после каждой.\nЗатем слова записываются в указатель.\n"
	const japanese = "ロボットはページを要求する前にサイトの規則を読み、\n次のページまで待ちます。\n"
	const chinese = "机器人在请求页面之前阅读网站的规则，然后在两次请求之间等待一段时间，不会给网站造成负担。\n"
	for _, c := range []struct{ name, declared, text, want string }{
		{"German", "", german, "de"},
		{"declared as another", "en", german, "de"},
		{"Russian", "", russian, "ru"},
		{"Japanese", "", japanese, "ja"},
		{"Chinese", "ja", chinese, "zh"},
		{"Chinese among names, expected", "zh", "Debian, libfoo-dev and the GNU tools\n" + chinese, "zh"},
		{"Russian among names, expected", "ru", russian + "Debian GNU/Linux, libfoo-dev and others are names.\n", "ru"},
		{"a few letters that are expected", "el", "Το ρομπότ διαβάζει τους\n", "el"},
		{"a few letters that are not", "", "Το ρομπότ διαβάζει τους\n", "und"},
		{"English, expected Chinese", "zh", english, "en"},
		{"Korean", "", "로봇은 페이지를 요청하기 전에 사이트의 규칙을 읽고 다음 요청까지 기다립니다.\n", "ko"},
		{"Greek", "", "Το ρομπότ διαβάζει τους κανόνες του ιστότοπου πριν ζητήσει μια σελίδα.\n", "el"},
		{"two languages", "", german + english, "und"},
		{"two languages the other way round", "", english + german, "und"},
		{"two scripts", "", english + chinese, "und"},
		{"a few words of another script", "", english + "Пример\n", "und"},
		{"short", "", "Der Roboter liest\n", "und"},
		{"captions", "", "Abbildung 1: Die Befehle der Liste\nAbbildung 2: Die Befehle des Baumes\nAbbildung 3: Die Befehle der Seite\n", "und"},
		{"names", "", "Debian GNU/Linux\nxserver-xorg-video-dummy\nlibfoo-dev libbar-dev libbaz-dev\n", "und"},
		{"nothing", "de", "", "und"},
	} {
		expected, _ := ParseLang(c.declared)
		lines := bytes.Split([]byte(c.text), []byte("\n"))
		if got := Glance(expected, lines).String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		for lang := Und + 1; int(lang) < len(langCodes); lang++ {
			if got, want := lang.Confirmed(lines), Glance(lang, lines) == lang; got != want {
				t.Errorf("%s, expected %v: confirmed %t", c.name, lang, got)
			}
		}
	}
}

// TestScripts: letters are counted by their scripts wherever they stand in a text, and those
// whose first byte tells their script as those that are decoded.
func TestScripts(t *testing.T) {
	t.Parallel()
	text, quick := []byte("The "), 0
	for r := rune(utf8.RuneSelf); r < 0x30000; r++ {
		text = append(utf8.AppendRune(text, r), "ab Z9-"[:r%7]...)
		if of, first := numScripts, utf8.AppendRune(nil, r)[0]; first >= 0xC0 {
			if of = leads[first-0xC0]; of < numScripts {
				quick++
			}
			if of < numScripts && of != runeScript(r) {
				t.Errorf("%U: %v, want %v", r, of, runeScript(r))
			}
		}
	}
	if quick < 20000 {
		t.Errorf("%d characters are told by their first byte", quick)
	}
	for from := range 20 {
		var got, want scriptCounts
		got.add(text[from:])
		for _, r := range string(text[from:]) {
			switch s := runeScript(r); {
			case r < utf8.RuneSelf && unicode.IsLetter(r):
				want[scriptLatin]++
			case r >= utf8.RuneSelf && s < numScripts:
				want[s]++
			}
		}
		if got != want {
			t.Errorf("from %d on: %v, want %v", from, got, want)
		}
	}
}

// TestCommon: a text is told by its script before its words are looked at.
func TestCommon(t *testing.T) {
	t.Parallel()
	const (
		english  = "The robot reads the rules of the site before it asks for a page, and then it waits. "
		japanese = "ロボットはページを要求する前にサイトの規則を読みます。その後は次の要求まで待ちます。"
		greek    = "Το ρομπότ διαβάζει τους κανόνες του ιστότοπου πριν ζητήσει μια σελίδα. "
	)
	for _, c := range []struct {
		name     string
		text     string
		expected Lang
		want     Lang
	}{
		{"expected", english, En, En},
		{"nothing expected", english, Und, En},
		{"another alphabet expected", english, Ru, En},
		{"a script of one language", greek, El, El},
		{"such a one where another is expected", greek, En, El},
		{"English words in a Japanese text", japanese + english + japanese, En, Und},
		{"no text", "", En, Und},
	} {
		if got := c.expected.Common([]byte(strings.Repeat(c.text, 9))); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
