package charset_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/aranea-search/aranea/extract/charset"
)

// sentences are in languages with their own legacy charsets.
var sentences = [...]struct{ charsets, text string }{
	{"windows-1251 koi8-r ibm866 iso-8859-5 x-mac-cyrillic utf-16le utf-16be", "Паук сидит в углу и терпеливо ждёт, пока муха запутается в его паутине. Каждую ночь он плетёт новую сеть, а старую съедает."},
	{"windows-1251 koi8-u x-mac-cyrillic", "Павук сидить у кутку і терпляче чекає, доки муха заплутається в його павутинні. Щоночі він плете нову сітку, її видно на світанку."},
	{"windows-1251", "Паякът седи в ъгъла и търпеливо чака, докато мухата се оплете в неговата паяжина. Всяка нощ той плете нова мрежа."},
	{"shift_jis euc-jp iso-2022-jp utf-16le", "蜘蛛は隅に座って、虫が巣にかかるのを辛抱強く待っています。\n毎晩新しい網を張り、古い網は食べてしまいます。"},
	{"gb18030", "蜘蛛坐在角落里，耐心地等待苍蝇落入它的网中。每天晚上它都会织一张新网，并且把旧的网吃掉。"},
	{"big5", "蜘蛛坐在角落裡，耐心地等待蒼蠅落入牠的網中。每天晚上牠都會織一張新網，並且把舊的網吃掉。"},
	{"euc-kr", "거미는 구석에 앉아 파리가 거미줄에 걸리기를 참을성 있게 기다립니다. 매일 밤 새로운 거미줄을 치고 낡은 것은 먹어 버립니다."},
	{"windows-1253 iso-8859-7", "Η αράχνη κάθεται στη γωνία και περιμένει υπομονετικά μέχρι η μύγα να μπλεχτεί στον ιστό της. Κάθε βράδυ πλέκει έναν νέο ιστό."},
	{"windows-1254", "Örümcek köşede oturur ve sineğin ağına düşmesini sabırla bekler. Her gece yeni bir ağ örer, eskisini ise yer. Güneş doğunca dağılır."},
	{"windows-1255 iso-8859-8", "העכביש יושב בפינה ומחכה בסבלנות עד שהזבוב יסתבך ברשת שלו. בכל לילה הוא טווה רשת חדשה ואוכל את הישנה."},
	{"windows-1256 iso-8859-6", "يجلس العنكبوت في الزاوية وينتظر بصبر حتى تعلق الذبابة في شبكته. في كل ليلة ينسج شبكة جديدة ويأكل القديمة."},
	{"windows-1257 iso-8859-13", "Voras sėdi kampe ir kantriai laukia, kol musė įsipainios į jo voratinklį. Kiekvieną naktį jis audžia naują tinklą, o senąjį suėda."},
	{"windows-1250 iso-8859-2", "Pająk siedzi w kącie i cierpliwie czeka, aż mucha zaplącze się w jego sieć. Każdej nocy snuje nową pajęczynę, a starą zjada."},
	{"windows-1250 iso-8859-2", "Pavouk sedí v koutě a trpělivě čeká, až se moucha zaplete do jeho sítě. Každou noc přede novou pavučinu a starou sní."},
	{"windows-1250 iso-8859-2", "A pók a sarokban ül, és türelmesen várja, hogy a légy belegabalyodjon a hálójába. Minden éjjel új hálót sző, a régit pedig megeszi."},
	{"windows-874", "แมงมุมนั่งอยู่ที่มุมห้องและรออย่างอดทนจนกว่าแมลงวันจะติดอยู่ในใยของมัน ทุกคืนมันจะถักใยใหม่และกินใยเก่า"},
	{"windows-1252", "L’araignée est assise dans un coin et attend patiemment que la mouche se prenne dans sa toile. Chaque nuit, elle tisse une nouvelle toile très régulière."},
	{"windows-1252", "Die Spinne sitzt in der Ecke und wartet geduldig, bis sich die Fliege in ihrem Netz verfängt. Jede Nacht webt sie ein schönes neues Netz und frißt das alte."},
}

func encode(t *testing.T, name, text string) []byte {
	t.Helper()
	enc, err := htmlindex.Get(name)
	if err != nil {
		t.Fatal(err)
	}
	b, err := enc.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatalf("%s cannot write %.20q: %v", name, text, err)
	}
	return bytes.TrimPrefix(bytes.TrimPrefix(b, []byte("\xff\xfe")), []byte("\xfe\xff"))
}

// TestUndeclared: text without a declaration is decoded correctly, alone and between tags.
func TestUndeclared(t *testing.T) {
	t.Parallel()
	for _, s := range sentences {
		for name := range strings.FieldsSeq(s.charsets) {
			if got, r := charset.Decode(encode(t, name, s.text), "", false); string(got) != s.text {
				t.Errorf("%s is read as %s: %s", name, r.Name, got)
			}
			page := "<!doctype html><html><head><title>x</title><style>p { color: red }</style></head><body><div class=a><p>" + s.text + "</p></div></body></html>"
			if got, r := charset.Decode(encode(t, name, page), "", true); string(got) != page {
				t.Errorf("a page in %s is read as %s", name, r.Name)
			}
		}
	}
}

// TestFewAccents: mostly English text, and languages with few accents, are read as Latin script,
// whatever else their few bytes beyond ASCII might be.
func TestFewAccents(t *testing.T) {
	t.Parallel()
	for _, s := range []struct{ charset, text string }{
		{"windows-1252", "Rotates the layer by 90° clockwise around its center."},
		{"windows-1252", "rotate by 90° or by 180°"},
		{"windows-1252", "The café opened in 1999 © its owners; a picture of 10 × 15 cm."},
		{"windows-1252", "U kunt de bestanden kopiëren, naar een andere schijf verplaatsen of geïnstalleerde pakketten verwijderen."},
		{"windows-1252", "Aquest capítol explica com es pot instal·lar el sistema i què cal fer després; això és necessari només una vegada."},
		{"windows-1252", "Það er ekki hægt að opna skrána. Veldu aðra möppu og reyndu aftur."},
		{"windows-1252", "Kunne ikke åpne filen for lesing. Velg en annen mappe."},
		{"windows-1250 iso-8859-2", "Because the packages are “free”, they can be copied. Početak. Sljedeće poglavlje: Osnovna konfiguracija i upravljanje uslugama. Sljedeća"},
		{"windows-1250 iso-8859-2", "Nie je možné otvoriť súbor na čítanie. Vyberte iný priečinok a skúste to znova."},
		{"windows-1250 iso-8859-2", "Datoteke ni mogoče odpreti za branje. Izberite drugo mapo in poskusite še enkrat, če želite."},
		{"windows-1254", "Önceki. Debian Yöneticisinin El Kitabı. The session can be named “local” or, — if started by hand —, “remote”. Şekil 14.1."},
	} {
		for name := range strings.FieldsSeq(s.charset) {
			text := s.text
			if name == "iso-8859-2" {
				text = strings.NewReplacer("“", "", "”", "").Replace(text)
			}
			if got, r := charset.Decode(encode(t, name, text), "", true); string(got) != text {
				t.Errorf("%s is read as %s: %s", name, r.Name, got)
			}
		}
	}
}

// TestUsual: without a declaration, a word or two are read in the usual charset of the site;
// text that is plainly in another charset is not, and between charsets of one language a single
// letter decides.
func TestUsual(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ charset, usual, text string }{
		{"windows-1250", "windows-1250", "Home. A bič. The next chapter is in English."},
		{"koi8-r", "koi8-r", "Home.\u00a0\u00a0Export As\u00a0now"},
		{"windows-1251", "windows-1250", sentences[0].text},
		{"windows-1252", "windows-1251", sentences[len(sentences)-2].text},
		{"utf-8", "windows-1250", "Početak"},
		{"iso-8859-7", "windows-1253", "Αυτό το έγγραφο περιέχει οδηγίες. Άδεια χρήσης του εγγράφου και άλλες πληροφορίες."},
		{"windows-1253", "iso-8859-7", "Αυτό το έγγραφο περιέχει οδηγίες. Άδεια χρήσης του εγγράφου και άλλες πληροφορίες."},
	} {
		told := charset.Tell(encode(t, tt.charset, tt.text), "", tt.usual, true)
		if got := told.Decode(); string(got) != tt.text {
			t.Errorf("%s where %s is usual is read as %s: %s", tt.charset, tt.usual, told.Name, got)
		}
	}
}

// TestUndeclaredEscapes: ISO-2022-JP is detected by its escapes, including those of older
// standards, but not by other escapes.
func TestUndeclaredEscapes(t *testing.T) {
	t.Parallel()
	const text = "<p>蜘蛛は隅に座って待つ。</p>"
	body := encode(t, "iso-2022-jp", text)
	for _, tt := range []struct{ body, name string }{
		{string(body), "iso-2022-jp"},
		{strings.ReplaceAll(string(body), "\x1B$B", "\x1B$@"), "iso-2022-jp"},
		{"\x1B[1mbold\x1B[0m $B", "utf-8"},
	} {
		want := text
		if tt.name == "utf-8" {
			want = tt.body
		}
		if got, r := charset.Decode([]byte(tt.body), "", true); r.Name != tt.name || string(got) != want {
			t.Errorf("%q is read as %s: %s", tt.body, r.Name, got)
		}
	}
}

// TestWronglyDeclared: text that is plainly not in its declared charset is read correctly, and
// right declarations are believed.
func TestWronglyDeclared(t *testing.T) {
	t.Parallel()
	for _, s := range sentences {
		for name := range strings.FieldsSeq(s.charsets) {
			if got, r := charset.Decode(encode(t, name, s.text), name, false); string(got) != s.text {
				t.Errorf("%s that says so is read as %s", name, r.Name)
			}
			if strings.HasPrefix(name, "utf-16") || name == "iso-2022-jp" {
				continue
			}
			if got, r := charset.Decode(encode(t, name, s.text), "utf-8", false); string(got) != s.text && !strings.HasPrefix(s.text, "L’") && !strings.HasPrefix(s.text, "Die") {
				t.Errorf("%s that says utf-8 is read as %s", name, r.Name)
			}
		}
		if got, r := charset.Decode([]byte(s.text), "iso-8859-1", false); string(got) != s.text {
			t.Errorf("utf-8 that says iso-8859-1 is read as %s: %s", r.Name, got)
		}
	}
	for _, name := range []string{"windows-1251", "shift_jis", "windows-1253", "windows-874"} {
		for _, s := range sentences {
			if !strings.Contains(s.charsets, name) {
				continue
			}
			if got, r := charset.Decode(encode(t, name, s.text), "iso-8859-1", false); string(got) != s.text {
				t.Errorf("%s that says iso-8859-1 is read as %s: %s", name, r.Name, got)
			}
		}
	}
}

// TestMostlyUTF8: text in UTF-8 with some broken characters and a wrong declaration is read as
// UTF-8 if most of it is.
func TestMostlyUTF8(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, declared, want string }{
		{strings.Repeat("ä is ä. \xb8\xe9 ö is ö! ", 20) + strings.Repeat("ß ", 160), "iso-8859-1", "utf-8"},
		{strings.Repeat("ä is ä. ", 20) + "\xb8\xb8 ", "windows-1251", "utf-8"},
		{"ä is ä. " + strings.Repeat("Gr\xf6\xdfe f\xfcr B\xfccher. ", 20), "iso-8859-1", "windows-1252"},
	} {
		if _, r := charset.Decode([]byte(tt.text), tt.declared, false); r.Name != tt.want {
			t.Errorf("%.40q that says %s is read as %s", tt.text, tt.declared, r.Name)
		}
	}
}

// TestDeclared: a declaration that only few bytes contradict is believed.
func TestDeclared(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, body, declared, want, charset string }{
		{"a declaration in the page", "<meta charset=windows-1251>\xcf", "", "<meta charset=windows-1251>П", "windows-1251"},
		{"a declaration in capitals, between spaces", "<META name=x CharSet = 'windows-1251'>\xcf", "", "<META name=x CharSet = 'windows-1251'>П", "windows-1251"},
		{"a declaration of a type", "<meta content='text/html; charset=windows-1251'>\xcf", "", "<meta content='text/html; charset=windows-1251'>П", "windows-1251"},
		{"the header comes first", "<meta charset=koi8-r>\xcf", "windows-1251", "<meta charset=koi8-r>П", "windows-1251"},
		{"an unknown name", "abc", "klingon", "abc", "utf-8"},
		{"a page that says UTF-16 in ASCII", "<meta charset=utf-16>é", "", "<meta charset=utf-16>é", "utf-8"},
		{"one letter of windows-1252 in UTF-8", "caf\xe9 " + strings.Repeat("naïve ", 30), "utf-8", "caf\ufffd " + strings.Repeat("naïve ", 30), "utf-8"},
		{"quotation marks alone", "it\x92s \x93so\x94", "", "it’s “so”", "windows-1252"},
		{"a byte order mark", "\xef\xbb\xbfx", "windows-1251", "x", "utf-8"},
	} {
		got, r := charset.Decode([]byte(tt.body), tt.declared, true)
		if string(got) != tt.want || r.Name != tt.charset || r.Unknown != (tt.declared == "klingon") {
			t.Errorf("%s: %q in %s", tt.name, got, r.Name)
		}
	}
}

// TestNearCharsets: text that fits similar charsets is decided by the few places where they
// differ.
func TestNearCharsets(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ charset, text string }{
		{"windows-1253", "Άκυρος τύπος εντολής. Επιτρέπονται μόνο δύο. Άκυρος τύπος σύνθεσης, χρειάζεται μια τιμή από τον κατάλογο."},
		{"iso-8859-7", "Το σφάλμα της ‘σελίδας’ δεν είναι γνωστό, είπε ο οδηγός στους χρήστες."},
		{"utf-16le", "言語リソースを一度削除\n選択した言語リソースを一部削除しますか？\n"},
		{"utf-16be", "言語リソースを一度削除\n選択した言語リソースを一部削除しますか？\n"},
		{"utf-8", "A word\x00 and another one, and so on to the end of the line."},
	} {
		if got, r := charset.Decode(encode(t, tt.charset, tt.text), "", false); string(got) != tt.text {
			t.Errorf("%s is read as %s: %q", tt.charset, r.Name, got)
		}
	}
}

// TestASCII: ASCII text, which is not decoded, is the same as what the decoder of each charset
// returns.
func TestASCII(t *testing.T) {
	t.Parallel()
	var body []byte
	for c := range byte(utf8.RuneSelf) {
		if c != 0x0E && c != 0x0F && c != 0x1B { // which identify ISO-2022-JP
			body = append(body, c)
		}
	}
	for _, name := range strings.Fields(`ibm866 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-8-i iso-8859-10
		iso-8859-13 iso-8859-14 iso-8859-15 iso-8859-16 koi8-r koi8-u macintosh windows-874 windows-1250 windows-1251 windows-1252 windows-1253 windows-1254
		windows-1255 windows-1256 windows-1257 windows-1258 x-mac-cyrillic gbk gb18030 big5 euc-jp iso-2022-jp shift_jis euc-kr x-user-defined`) {
		enc, err := htmlindex.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		want, err := enc.NewDecoder().Bytes(body)
		if err != nil {
			t.Fatal(err)
		}
		if got, r := charset.Decode(body, name, false); r.Name != name || !bytes.Equal(got, want) {
			t.Errorf("%s as %s: %q, want %q", name, r.Name, got, want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("<script>\xcf\xf0</script>\xe8\xe2\xe5\xf2"), "")
	f.Add([]byte("\x00a\x00b\x00 \x00c"), "utf-8")
	f.Fuzz(func(t *testing.T, body []byte, declared string) {
		if got, r := charset.Decode(body, declared, true); !utf8.Valid(got) || r.Name == "" {
			t.Fatalf("%q in %q", got, r.Name)
		}
	})
}

func BenchmarkGuess(b *testing.B) {
	enc, err := htmlindex.Get("windows-1251")
	if err != nil {
		b.Fatal(err)
	}
	body, err := enc.NewEncoder().Bytes([]byte(strings.Repeat("<p>"+sentences[0].text+"</p>\n", 100)))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if _, r := charset.Decode(body, "", true); r.Name != "windows-1251" {
			b.Fatal(r.Name)
		}
	}
}
