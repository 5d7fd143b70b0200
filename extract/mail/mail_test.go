package mail_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/content/contenttest"
	"github.com/aranea-search/aranea/extract/mail"
)

// crlf writes the line ends of a mail.
func crlf(s string) []byte { return []byte(strings.ReplaceAll(s, "\n", "\r\n")) }

// check reads a mail with both kinds of line ends.
func check(t *testing.T, name, source, want string) {
	t.Helper()
	for _, body := range [][]byte{[]byte(source), crlf(source)} {
		r, err := mail.Read(body, contenttest.Limits())
		if got := contenttest.Show(&r); got != want || err != nil {
			t.Errorf("%s: %v\n got %s\nwant %s", name, err, got, want)
		}
	}
}

const head = "From: Ada Weaver <ada@a.test>\nSubject: Looms\n"

// TestPrograms reads mails as the usual programs write them.
func TestPrograms(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, source, want string }{
		{"Gmail, an answer in two forms", `MIME-Version: 1.0
References: <1@mail.test>
From: "Ada W." <ada@a.test>
Date: Fri, 1 Mar 2024 10:20:30 +0100
Message-ID: <CAF2@mail.test>
Subject: Re: The loom in room 4
To: Ben <ben@b.test>
Content-Type: multipart/alternative; boundary="00000000000021e4"

--00000000000021e4
Content-Type: text/plain; charset="UTF-8"
Content-Transfer-Encoding: quoted-printable

It is repaired since Tuesday, and the f=C3=A4den are =
new.

On Fri, Mar 1, 2024 at 9:00=E2=80=AFAM Ben Carder <ben@b.test>
wrote:

> Is the loom repaired?
> I ask again.
>
>> asked before
>

--=20
Ada Weaver
Head of looms

--00000000000021e4
Content-Type: text/html; charset="UTF-8"

<div dir="ltr">never read</div>

--00000000000021e4--
`, "title(The loom in room 4) text(Ada W. ada@a.test) text(It is repaired since Tuesday, and the fäden are new.) " +
			"hidden:text(On Fri, Mar 1, 2024 at 9:00\u202fAM Ben Carder <ben@b.test> wrote:) hidden:text(Is the loom repaired? I ask again.) hidden:text(asked before) " +
			"template:text(Ada Weaver Head of looms) published 2024-03-01 (Date)"},
		{"Gmail, passed on, in HTML alone", head + `Subject: no
Content-Type: text/html; charset=utf-8

<div dir="ltr">For you.<br><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">---------- Forwarded message ---------<br>From: <strong>Ben</strong><br>Date: Fri, Mar 1, 2024<br>Subject: Spindles<br>To: Ada<br></div>Twelve <b>spindles</b> came.</div></div>
`, "title(Looms) text(Ada Weaver ada@a.test) text(For you.) bold(Ben) template:text(---------- Forwarded message --------- From: Ben Date: Fri, Mar 1, 2024 Subject: Spindles To: Ada) bold(spindles) hidden:text(Twelve spindles came.)"},
		{"the same, and its subject says so", strings.Replace(head, "Looms", "Fwd: Looms", 1) + `Content-Type: text/html; charset=utf-8

<div dir="ltr">For you.<br><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">---------- Forwarded message ---------<br>From: <strong>Ben</strong><br>Date: Fri, Mar 1, 2024<br>Subject: Spindles<br>To: Ada<br></div>Twelve spindles came.<blockquote class="gmail_quote">Send spindles.</blockquote></div></div>
`, "title(Looms) text(Ada Weaver ada@a.test) text(For you.) bold(Ben) template:text(---------- Forwarded message --------- From: Ben Date: Fri, Mar 1, 2024 Subject: Spindles To: Ada) text(Twelve spindles came.) hidden:text(Send spindles.)"},
		{"Gmail, its signature", head + `Content-Type: text/html

<div dir="ltr">Hello.<div><br></div><span class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature" data-smartmail="gmail_signature"><div>Ada</div><div>Head</div></div></div>
`, "title(Looms) text(Ada Weaver ada@a.test) text(Hello.) template:text(--) template:text(Ada) template:text(Head)"},
		{"Outlook, an answer in HTML", `From: =?iso-8859-1?Q?Weber=2C_J=F6rg?= <j.weber@a.test>
To: Ada <ada@a.test>
Subject: =?iso-8859-1?Q?AW=3A_Webst=FChle?=
Thread-Topic: x
Date: Mon, 4 Mar 2024 08:00:00 +0000
Content-Language: de-DE
Content-Type: multipart/mixed; boundary="_004_AM0_"

--_004_AM0_
Content-Type: multipart/related; boundary="_003_AM0_"; type="text/html"

--_003_AM0_
Content-Type: text/html; charset="iso-8859-1"
Content-Transfer-Encoding: quoted-printable

<html xmlns:o=3D"urn:schemas-microsoft-com:office:office"><head>
<style><!-- p.MsoNormal {margin:0} --></style><!--[if gte mso 9]><xml>no</xml><![endif]--></head>
<body lang=3D"DE"><div class=3D"WordSection1"><p class=3D"MsoNormal">Die Webst=FChle laufen.<o:p></o:p></p>
<p class=3D"MsoNormal"><img src=3D"cid:image001.png@01DA" alt=3D"Logo"><a href=3D"https://a.test/w">Plan</a> <a href=3D"w.html">nirgends</a></p>
<div><div style=3D"border:none;border-top:solid #E1E1E1 1.0pt"><p class=3D"MsoNormal"><b>Von:</b> Ada &lt;ada@a.test&gt; <br>
<b>Gesendet:</b> Freitag, 1. M=E4rz 2024 10:00<br><b>An:</b> Weber<br><b>Betreff:</b> Webst=FChle<o:p></o:p></p></div></div>
<p class=3D"MsoNormal">Laufen sie?</p></div></body></html>
--_003_AM0_
Content-Type: image/png; name="image001.png"
Content-ID: <image001.png@01DA>
Content-Disposition: inline; filename="image001.png"
Content-Transfer-Encoding: base64

iVBORw0KGgo=
--_003_AM0_--
--_004_AM0_
Content-Type: application/pdf; name="=?iso-8859-1?Q?Pr=FCfplan.pdf?="
Content-Disposition: attachment; filename="=?iso-8859-1?Q?Pr=FCfplan.pdf?="; size=10
Content-Transfer-Encoding: base64

JVBERi0=
--_004_AM0_--
`, "title(Webstühle) text(Weber, Jörg j.weber@a.test) text(Die Webstühle laufen.) anchor(Plan) text(Logo Plan nirgends) " +
			"bold(Von:) bold(Gesendet:) bold(An:) bold(Betreff:) template:text(Von: Ada <ada@a.test> Gesendet: Freitag, 1. März 2024 10:00 An: Weber Betreff: Webstühle) hidden:text(Laufen sie?) list-item(Prüfplan.pdf) [Plan]https://a.test/w published 2024-03-04 (Date)"},
		{"Outlook, an answer as plain text", head + `Content-Type: text/plain; charset="us-ascii"

They run.

Regards
Ada

-----Original Message-----
From: Ben <ben@b.test>
Sent: Friday, March 1, 2024 10:00 AM
To: Ada <ada@a.test>
Subject: Looms

Do they run?
`, "title(Looms) text(Ada Weaver ada@a.test) text(They run.) text(Regards Ada) template:text(-----Original Message----- From: Ben <ben@b.test> Sent: Friday, March 1, 2024 10:00 AM To: Ada <ada@a.test> Subject: Looms) hidden:text(Do they run?)"},
		{"Outlook, passed on as plain text", strings.Replace(head, "Looms", "WG: Looms", 1) + `
________________________________
Von: Ben
Gesendet: Freitag
An: Ada
Betreff: Looms

They run.
> Do they?
`, "title(Looms) text(Ada Weaver ada@a.test) template:text(________________________________ Von: Ben Gesendet: Freitag An: Ada Betreff: Looms) text(They run.) hidden:text(Do they?)"},
		{"Outlook on the web", head + `Content-Type: text/html

<body><div class="elementToProof">They run.</div><div id="Signature"><p>Ada</p></div><div id="appendonsend"></div><hr tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font><b>From:</b> Ben<br><b>Sent:</b> Friday<br><b>To:</b> Ada<br><b>Subject:</b> Looms</font><div>&nbsp;</div></div><div>Do they run?</div></body>
`, "title(Looms) text(Ada Weaver ada@a.test) text(They run.) template:text(Ada) bold(From:) bold(Sent:) bold(To:) bold(Subject:) template:text(From: Ben Sent: Friday To: Ada Subject: Looms) hidden:text(Do they run?)"},
		{"Apple Mail, two forms with an attachment within one", head + `Content-Type: multipart/alternative; boundary="Apple-Mail=_1"
Mime-Version: 1.0 (Mac OS X Mail 16.0)

--Apple-Mail=_1
Content-Transfer-Encoding: 7bit
Content-Type: text/plain;
	charset=us-ascii

See the plan.

Sent from my iPhone

> On 1 Mar 2024, at 10:00, Ben <ben@b.test> wrote:
>
> Is there a plan?

--Apple-Mail=_1
Content-Type: multipart/mixed; boundary="Apple-Mail=_2"

--Apple-Mail=_2
Content-Type: text/html; charset=us-ascii

<html><body>See the plan.</body></html>
--Apple-Mail=_2
Content-Disposition: inline;
	filename*=utf-8''Webplan%20M%C3%A4rz.pdf
Content-Type: application/pdf;
	x-unix-mode=0644;
	name="=?utf-8?Q?Webplan_M=C3=A4rz=2Epdf?="

x
--Apple-Mail=_2--

--Apple-Mail=_1--
`, "title(Looms) text(Ada Weaver ada@a.test) text(See the plan.) template:text(Sent from my iPhone) hidden:text(On 1 Mar 2024, at 10:00, Ben <ben@b.test> wrote:) hidden:text(Is there a plan?) list-item(Webplan März.pdf)"},
		{"Apple Mail, passed on", strings.Replace(head, "Looms", "Fwd: Looms", 1) + `Content-Type: text/plain

FYI

> Begin forwarded message:
>
> From: Ben <ben@b.test>
> Subject: Looms
> Date: 1 March 2024 at 10:00:00 CET
> To: Ada
>
> They run.
>> Do they?
`, "title(Looms) text(Ada Weaver ada@a.test) text(FYI) template:text(Begin forwarded message:) template:text(From: Ben <ben@b.test> Subject: Looms Date: 1 March 2024 at 10:00:00 CET To: Ada) text(They run.) hidden:text(Do they?)"},
		{"Thunderbird, flowed", `User-Agent: Mozilla Thunderbird
` + head + `Content-Type: text/plain; charset=UTF-8; format=flowed

The shuttle flies from side 
to side.
 > this is no quotation
 From here on

Am 01.03.24 um 10:00 schrieb Ben:
> How does it 
> fly?

-- 
Ada
`, "title(Looms) text(Ada Weaver ada@a.test) text(The shuttle flies from side to side. > this is no quotation From here on) hidden:text(Am 01.03.24 um 10:00 schrieb Ben:) hidden:text(How does it fly?) template:text(Ada)"},
		{"Thunderbird, flowed without spaces", head + "Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes\n\n織機は \n動く。\nAnd so \non\n", "title(Looms) text(Ada Weaver ada@a.test) text(織機は動く。 And soon)"},
		{"Thunderbird, in HTML", head + `Content-Type: text/html; charset=UTF-8

<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=UTF-8"></head><body><p>It runs.</p>
<div class="moz-cite-prefix">On 3/1/24 10:00, Ben wrote:<br></div><blockquote type="cite" cite="mid:1@b.test"><p>Does it?</p><blockquote>Really?</blockquote></blockquote>
<pre class="moz-signature" cols="72">-- 
Ada</pre></body></html>
`, "title(Looms) text(Ada Weaver ada@a.test) text(It runs.) hidden:text(On 3/1/24 10:00, Ben wrote:) hidden:text(Does it?) hidden:text(Really?) template:text(-- Ada)"},
		{"mailman, a list", `List-Id: Users of looms <loom-users.lists.test>
From: Ada via loom-users <loom-users@lists.test>
Subject: [Loom-users] Re: [Loom-users] [SOLVED] Broken warp
Date: 5 Mar 24 10:00 GMT
Content-Type: text/plain

Ben Carder wrote:
> It broke.

Knot it.
--
Ada
http://a.test/
_______________________________________________
loom-users mailing list
loom-users@lists.test
https://lists.test/mailman/listinfo/loom-users
`, "title([SOLVED] Broken warp) text(Ada via loom-users loom-users@lists.test) hidden:text(Ben Carder wrote:) hidden:text(It broke.) text(Knot it.) template:text(Ada http://a.test/ _______________________________________________ loom-users mailing list loom-users@lists.test https://lists.test/mailman/listinfo/loom-users) published 2024-03-05 (Date)"},
		{"signed by OpenPGP in the text", head + `
-----BEGIN PGP SIGNED MESSAGE-----
Hash: SHA256

It is I.
- -- 
Ada
-----BEGIN PGP SIGNATURE-----

iQEzBAEBCAAdFiEE
-----END PGP SIGNATURE-----
`, "title(Looms) text(Ada Weaver ada@a.test) text(It is I.) template:text(Ada)"},
		{"signed by PGP/MIME", head + `Content-Type: multipart/signed; micalg=pgp-sha512; protocol="application/pgp-signature"; boundary=b

--b
Content-Type: text/plain

It is I.
--b
Content-Type: application/pgp-signature; name="OpenPGP_signature.asc"

-----BEGIN PGP SIGNATURE-----
--b--
`, "title(Looms) text(Ada Weaver ada@a.test) text(It is I.)"},
		{"what was not delivered", head + `Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b

It was not delivered.
--b
Content-Type: message/delivery-status

Action: failed
--b
Content-Type: message/rfc822

Subject: Hello
From: Ben
Content-Type: text/plain

Good day.
--b--
`, "title(Looms) text(Ada Weaver ada@a.test) text(It was not delivered.) h3(Hello) text(Ben) text(Good day.)"},
		{"a digest", head + `Content-Type: multipart/digest; boundary=b

--b

Subject: One
From: Ben

first
--b

Subject: Two
From: Carl

second
--b--
`, "title(Looms) text(Ada Weaver ada@a.test) h3(One) text(Ben) text(first) h3(Two) text(Carl) text(second)"},
		{"a file in the text", head + `
Here it is.
begin 644 loom.bin
#0V%T
` + "`" + `
end
Bye.
`, "title(Looms) text(Ada Weaver ada@a.test) text(Here it is.) text(Bye.) list-item(loom.bin)"},
	} {
		check(t, tt.name, tt.source, tt.want)
	}
}

// TestElements: what mail programs call their quotations and signatures in HTML is told by that.
func TestElements(t *testing.T) {
	t.Parallel()
	for element, zone := range map[string]string{
		"class=gmail_quote": "hidden", "class='x yahoo_quoted'": "hidden", "class=protonmail_quote": "hidden", "class=moz-cite-prefix": "hidden", "id=mail-editor-reference-message-container": "hidden",
		"class=gmail_signature": "template", "class=moz-signature": "template", "class=protonmail_signature_block": "template", "id=Signature": "template", "id=x_Signature": "template", "id=AppleMailSignature": "template",
	} {
		check(t, element, "Subject: s\nContent-Type: text/html\n\n<div>a</div><div "+element+"><div>b</div>c</div>d", "title(s) text(a) "+zone+":text(b) "+zone+":text(c) text(d)")
	}
	check(t, "an element that nobody knows", "Subject: s\nContent-Type: text/html\n\n<x-y class=gmail_quote>a</x-y>", "title(s) text(a)")
}

// TestHeads finds the header lines of other mails in the languages of mail programs.
func TestHeads(t *testing.T) {
	t.Parallel()
	for _, keys := range []string{
		"From Sent To Subject", "Von Gesendet An Betreff", "De Envoyé À Objet", "De Enviado Para Asunto", "De Enviada_em Para Assunto", "Da Inviato A Oggetto", "Van Verzonden Aan Onderwerp", "Fra Sendt Til Emne", "Från Skickat Till Ämne",
		"Od Wysłano Do Temat", "Od Odesláno Komu Předmět", "Lähettäjä Lähetetty Vastaanottaja Aihe", "Feladó Elküldve Címzett Tárgy", "Kimden Gönderildi Kime Konu", "От Отправлено Кому Тема", "Від Надіслано Кому Тема",
		"发件人 发送时间 收件人 主题", "寄件者 寄件日期 收件者 主旨", "差出人 送信日時 宛先 件名", "보낸_사람 보낸_날짜 받는_사람 제목",
	} {
		var lines []string
		for key := range strings.FieldsSeq(keys) {
			key = strings.ReplaceAll(key, "_", " ")
			lines = append(lines, key+": x")
		}
		want := "title(s) text(own) template:text(" + strings.Join(lines, " ") + ") hidden:text(theirs)"
		check(t, keys, "Subject: s\nContent-Type: text/plain; charset=utf-8\n\nown\n\n"+strings.Join(lines, "\n")+"\n\ntheirs\n", want)
		check(t, keys+" in HTML", "Subject: s\nContent-Type: text/html; charset=utf-8\n\n<p>own</p><p>"+strings.Join(lines, "<br>")+"</p><p>theirs</p>", want)
	}
}

// TestRFC2047 decodes the words of headers.
func TestRFC2047(t *testing.T) {
	t.Parallel()
	for subject, want := range map[string]string{
		"=?UTF-8?B?0J/RgNC40LLQtdGC?=":                                           "Привет",
		"=?koi8-r?B?8NLJ18XU?= =?KOI8-R?Q?=2C_?= =?utf-8?q?=D0=BC=D0=B8=D1=80?=": "Привет, мир",
		"a =?utf-8?Q?=E8=9C?=\n =?utf-8?Q?=98=E8=9B=9B?= b":                      "a 蜘蛛 b", // a character in two words
		"=?iso-2022-jp?B?GyRCPyU1IRsoQg==?=":                                     "織機",
		"=?utf-8*en?Q?with_a_language?=":                                         "with a language",
		"plain =? not a word ?= =?x?":                                            "plain =? not a word ?= =?x?",
		"=?utf-8?X?abc?=":                                                        "=?utf-8?X?abc?=",
		"Grüße in UTF-8":                                                         "Grüße in UTF-8", // RFC 6532
		"RE: Re[2]: AW: FWD: 回复：x":                                               "x",
		"Reply: y":                                                               "Reply: y",
		"Re: ":                                                                   "Re:",
		"folded\n\tover lines":                                                   "folded over lines",
	} {
		check(t, subject, "Subject: "+subject+"\n\nx", "title("+want+") text(x)")
	}
}

// TestSubjects removes only what is certain to be the tag of a list.
func TestSubjects(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ list, subject, want string }{
		{"List-Id: <loom-users.lists.test>", "[loom-users] x", "x"},
		{"List-Id: <loom-users.lists.test>", "[Loom] Re: [PATCH 1/2] x", "[PATCH 1/2] x"},
		{"List-Id: <loom-users.lists.test>", "[warp] x", "[warp] x"},
		{"List-Id: <loom-users.lists.test>", "[loom-users]", "[loom-users]"},
		{"List-Post: <mailto:loom@lists.test>", "[loom] x", "x"},
		{"X-Other: y", "[loom-users] x", "[loom-users] x"},
	} {
		check(t, tt.subject, tt.list+"\nSubject: "+tt.subject+"\n\ny", "title("+tt.want+") text(y)")
	}
}

// TestBodies reads bodies in all encodings and with faults.
func TestBodies(t *testing.T) {
	t.Parallel()
	const h = "Subject: s\n"
	for _, tt := range []struct{ name, source, want string }{
		{"no body", h, "title(s)"},
		{"base64 in lines, with padding between", h + "Content-Transfer-Encoding: base64\n\nYW\nJj\nZA==\nZ WY=\n", "title(s) text(abcdef)"},
		{"base64 that was cut", h + "Content-Transfer-Encoding: BASE64\n\nYWJjZ", "title(s) text(abc)"},
		{"quoted-printable with faults", h + "Content-Transfer-Encoding: quoted-printable\n\na=3db=ZZ=  \nc=e4=", "title(s) text(a=b=ZZcä)"},
		{"a charset", h + "Content-Type: text/plain; charset=windows-1251\n\n\xcf\xf0\xe8\xe2\xe5\xf2", "title(s) text(Привет)"},
		{"an unknown charset", h + "Content-Type: text/plain; charset=x-none\n\nGr\xc3\xbc\xc3\x9fe", "title(s) text(Grüße)"},
		{"a type without its grammar", h + "Content-Type: text/html; charset=utf-8; =x; name=\n\n<p>a<p>b", "title(s) text(a) text(b)"},
		{"a type that is none", h + "Content-Type: text\n\nx", "title(s) text(x)"},
		{"parts without a boundary", h + "Content-Type: multipart/mixed\n\nx", "title(s) text(x)"},
		{"parts without their boundary in the text", h + "Content-Type: multipart/mixed; boundary=b\n\nx", "title(s) text(x)"},
		{"parts that were cut", h + "Content-Type: multipart/mixed; boundary=b\n\nno\n--b\n\none\n--b  \n\ntwo\n--bb\n--b", "title(s) text(one) text(two --bb)"},
		{"boundaries that begin alike", h + "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/mixed; boundary=b2\n\n--b2\n\none\n--b2--\n--b\n\ntwo\n--b--\n\nno", "title(s) text(one) text(two)"},
		{"plain text that is empty, and HTML", h + "Content-Type: multipart/alternative; boundary=b\n\n--b\n\n \n--b\nContent-Type: text/html\n\n<p>x\n--b--", "title(s) text(x)"},
		{"HTML and an invitation", h + "Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>x\n--b\nContent-Type: text/calendar; name=i.ics\n\nBEGIN\n--b--", "title(s) text(x) list-item(i.ics)"},
		{"an attached text, and one in the mail", h + "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Disposition: attachment; filename=a.txt\n\nno\n--b\nContent-Disposition: inline; filename=b.txt\n\nyes\n--b--", "title(s) text(yes) list-item(a.txt) list-item(b.txt)"},
		{"an attached mail", h + "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/rfc822\nContent-Disposition: attachment; filename=a.eml\n\nSubject: no\n--b--", "title(s) list-item(a.eml)"},
		{"nothing but a quotation", h + "\n> all\n> of it\n\n-- \nAda", "title(s) text(all of it) template:text(Ada)"},
		{"two lines of dashes that are no signature", h + "\none\n--\n" + strings.Repeat("more\n", 30), "title(s) text(one --" + strings.Repeat(" more", 30) + ")"},
		{"a sentence before a quotation", h + "\nConsider this:\n> x\n", "title(s) text(Consider this:) hidden:text(x)"},
		{"a text with keys", h + "\nFrom: here\nto there.\nDate: today\n", "title(s) text(From: here to there. Date: today)"},
		{"a header without its end", h + "This is text.\n", "title(s) text(This is text.)"},
		{"hidden text of HTML", h + "Content-Type: text/html\n\n<div style='Display: none'>pre</div><p>x", "title(s) hidden:text(pre) text(x)"},
		{"a picture in the tag", h + "Content-Type: text/html\n\n<p>a<img alt='A \"loom\"' src='data:image/png;base64," + strings.Repeat("A", 2<<20) + "'>b", `title(s) text(a A "loom" b)`},
	} {
		check(t, tt.name, tt.source, tt.want)
	}
}

// TestMailbox: the mails of a mailbox are parts of one document, each with a heading.
func TestMailbox(t *testing.T) {
	t.Parallel()
	const box = `From ada at a.test  Fri Mar  1 10:00:00 2024
From: ada at a.test (Ada Weaver)
Date: Fri, 1 Mar 2024 10:00:00 +0000
Subject: [Loom-users] Broken warp
Message-ID: <1@a.test>

It broke.
>From here on nothing holds.

From the beginning it was weak, on 1 Mar 2024 at ten.
-------------- next part --------------

From ben at b.test  Sat Mar  2 10:00:00 2024
From: ben at b.test (Ben Carder)
Date: Sat, 2 Mar 2024 10:00:00 +0000
Subject: Re: Broken warp

On Fri, 1 Mar 2024, Ada wrote:
> It broke.
Knot it.
`
	want := "h2([Loom-users] Broken warp) text(ada at a.test Ada Weaver) text(It broke. From here on nothing holds.) text(From the beginning it was weak, on 1 Mar 2024 at ten. -------------- next part --------------) " +
		"h2(Broken warp) text(ben at b.test Ben Carder) hidden:text(On Fri, 1 Mar 2024, Ada wrote:) hidden:text(It broke.) text(Knot it.) modified 2024-03-02 (Date)"
	check(t, "a mailbox", box, want)
	_, one, _ := strings.Cut(box, "next part --------------\n\n")
	check(t, "a mailbox with one mail", one, "title(Broken warp) text(ben at b.test Ben Carder) hidden:text(On Fri, 1 Mar 2024, Ada wrote:) hidden:text(It broke.) text(Knot it.) published 2024-03-02 (Date)")
}

// TestFaults: an encrypted mail has its header, and what has no header is damaged.
func TestFaults(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		source, want string
		err          error
	}{
		{head + "Content-Type: multipart/encrypted; boundary=b\n\n--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--b\nContent-Type: application/octet-stream; name=encrypted.asc\n\n-----BEGIN PGP MESSAGE-----\n--b--\n", "title(Looms) text(Ada Weaver ada@a.test)", content.ErrEncrypted},
		{head + "Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\n\nMII=", "title(Looms) text(Ada Weaver ada@a.test)", content.ErrEncrypted},
		{head + "\n-----BEGIN PGP MESSAGE-----\n\nhQ\n-----END PGP MESSAGE-----\n", "title(Looms) text(Ada Weaver ada@a.test)", content.ErrEncrypted},
		{"words without a header", "", content.ErrDamaged},
		{"", "", content.ErrDamaged},
		{"\n\nFrom x 2024 10:00", "", content.ErrDamaged},
	} {
		r, err := mail.Read([]byte(tt.source), contenttest.Limits())
		if got := contenttest.Show(&r); got != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("%.60q: %s, %v", tt.source, got, err)
		}
	}
}

// nested returns a mail with parts inside parts.
func nested(depth int) string {
	var out strings.Builder
	out.WriteString("Subject: s\n")
	for i := range depth {
		fmt.Fprintf(&out, "Content-Type: multipart/mixed; boundary=b%dx\n\n--b%dx\n", i, i)
	}
	out.WriteString("\ndeep\n")
	return out.String()
}

// TestLimits: mails without measure are read up to a limit.
func TestLimits(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, source, has string }{
		{"parts inside parts", nested(1000), "title(s)"},
		{"mails inside mails", strings.Repeat("Subject: s\nContent-Type: message/rfc822\n\n", 1000), "title(s) h3(s)"},
		{"many parts", "Subject: s\nContent-Type: multipart/mixed; boundary=b\n" + strings.Repeat("\n--b\n\nx", 2000), "title(s) text(x)"},
		{"many attachments", "Subject: s\nContent-Type: multipart/mixed; boundary=b\n" + strings.Repeat("\n--b\nContent-Disposition: attachment; filename=x\n\nx", 2000), "list-item(x)"},
		{"many lines", "Subject: s\n\n" + strings.Repeat("\n", 300_000) + "x", "title(s)"},
		{"many mails", strings.Repeat("From a Fri Mar  1 10:00:00 2024\nTo: x\n\n\n", 10_001), ""},
		{"much text", "Subject: s\n\n" + strings.Repeat("word ", 1<<15), "title(s)"},
		{"a body that is too long", "Subject: s\nContent-Type: text/html\n\n" + strings.Repeat("<b></b>", 2<<20), "title(s)"},
	} {
		r, err := mail.Read([]byte(tt.source), contenttest.Limits())
		if got := contenttest.Show(&r); !strings.Contains(got, tt.has) || !r.Limited || err != nil {
			t.Errorf("%s: limited %t, %v, %.100s", tt.name, r.Limited, err, got)
		}
	}
	for _, tt := range []struct{ name, source, want string }{
		{"a long field", "Subject: s\nFrom: " + strings.Repeat("x", 1<<20) + "\n\nx", "title(s) text(" + strings.Repeat("x", 1000) + ") text(x)"},
		{"a long folded field", "Subject: s\n" + strings.Repeat(" t\n", 1<<20) + "\nx", "title(s" + strings.Repeat(" t", 499) + ") text(x)"},
		{"many fields", "Subject: s\n" + strings.Repeat("From: \nDate: y\nTo: z\n", 1<<17) + "\nx", "title(s) text(x)"},
	} {
		r, err := mail.Read([]byte(tt.source), contenttest.Limits())
		if got := contenttest.Show(&r); got != tt.want || err != nil {
			t.Errorf("%s: %v, %d bytes: %.100s", tt.name, err, len(got), got)
		}
	}
}

func TestSniff(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		body      string
		mail, box bool
	}{
		{"From: a\nSubject: b\n\nc", true, false},
		{"Return-Path: <a>\r\nFrom: a\r\nDate: b\r\n\r\nc", true, false},
		{"From a at b Fri Mar  1 10:00:00 2024\nFrom: a\n", true, true},
		{"From 17@xxx Tue Jan 02 10:00:00 +0000 2024\r\nX-Labels: 1\r\n", true, true},
		{"From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\nFrom: a\n", false, false},
		{"From the year 2024 on, at 10:00\nwords", false, false},
		{"Subject: a\nno field", false, false},
		{"words", false, false},
		{"", false, false},
	} {
		if gotMail, gotBox := mail.Sniff([]byte(tt.body)), mail.SniffBox([]byte(tt.body)); gotMail != tt.mail || gotBox != tt.box {
			t.Errorf("%.40q: a mail %t, a mailbox %t", tt.body, gotMail, gotBox)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(head + "Content-Type: multipart/alternative; boundary=b\n\n--b\n\n> a\n-- \nb\n--b\nContent-Type: text/html\n\n<div class=gmail_quote>a</div>\n--b--"))
	f.Add([]byte("From a Fri Mar  1 10:00:00 2024\nSubject: =?utf-8?Q?=E8?= =?utf-8?B?AA==?=\n\n>From x\n\nFrom a Fri Mar  1 10:00:00 2024\nFrom: b\nContent-Transfer-Encoding: base64\n\nYQ=="))
	f.Add([]byte(head + "Content-Type: text/plain; format=flowed; delsp=yes\nContent-Transfer-Encoding: quoted-printable\n\n>> a =\n=20\nbegin 644 x\n#0V%T\nend\n-----BEGIN PGP SIGNED MESSAGE-----\nFrom: a\nTo: b\nDate: c\n"))
	f.Add([]byte("Subject: Fwd: x\nContent-Type: message/rfc822\n\nContent-Type: text/html\n\n<blockquote><p>From: a<p>To: b<p>Date: c<blockquote>d"))
	f.Fuzz(func(t *testing.T, body []byte) {
		mail.Sniff(body)
		l := contenttest.Limits()
		r, _ := mail.Read(body, l)
		if len(r.Text) > l.Text || len(r.Elements) > l.Elements || len(r.Links) > l.Links || !utf8.Valid(r.Text) {
			t.Fatalf("%d bytes, %d elements, %d links", len(r.Text), len(r.Elements), len(r.Links))
		}
		for _, e := range r.Elements {
			if e.Start >= e.End || int(e.End) > len(r.Text) {
				t.Fatalf("element %+v of %d bytes", e, len(r.Text))
			}
		}
	})
}
