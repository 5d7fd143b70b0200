package extract

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/form"
	"github.com/aranea-search/aranea/extract/items"
	"github.com/aranea-search/aranea/weburl"
)

func parse(t testing.TB, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func page(t testing.TB, body string, header ...string) aranea.Page {
	t.Helper()
	h := aranea.Header{"Content-Type": {"text/html"}}
	for i := 0; i < len(header); i += 2 {
		h[header[i]] = append(h[header[i]][:0:0], header[i+1])
	}
	p := read(New(Limits{}), Document{URL: parse(t, "http://example.org/dir/page.html"), Header: h, Body: []byte(body), Agents: []string{"Aranea"}})
	check(t, &p)
	return p
}

// read extracts a document that is read in this process, which cannot fail.
func read(x *Extractor, d Document) aranea.Page {
	p, _ := x.Extract(context.Background(), d)
	return p
}

// check checks what is true of every page.
func check(t testing.TB, p *aranea.Page) {
	t.Helper()
	if !utf8.Valid(p.Text) || !utf8.ValidString(fmt.Sprint(p.Lang, p.Links, p.Containers, p.Base, p.Canonicals, p.Alternates, p.Directives.Statements(), p.Directives.Canonicals(), p.Directives.Licenses())) {
		t.Fatal("what is kept is not UTF-8")
	}
	end := uint32(0)
	for _, e := range p.Elements {
		if e.Start >= e.End || int(e.End) > len(p.Text) {
			t.Fatalf("element %s spans %d to %d of %d bytes", e.Kind, e.Start, e.End, len(p.Text))
		}
		if e.Kind.IsBlock() {
			if e.Start < end {
				t.Fatalf("block %s starts at %d, inside the one before", e.Kind, e.Start)
			}
			end = e.End
		}
	}
	found := 0
	for _, l := range p.Links {
		if l.URL.IsZero() || l.Start > l.End || int(l.End) > len(p.Text) || l.Label != "" && l.How != aranea.HowForm {
			t.Fatalf("link %+v", l)
		}
		if l.How == aranea.HowForm {
			found++
		}
	}
	if len(p.Forms) > form.MaxForms+form.MaxControls || found > form.MaxURLs || found > 0 && !p.Directives.Follow().Allowed {
		t.Fatalf("%d forms lead to %d URLs", len(p.Forms), found)
	}
	for _, f := range p.Forms {
		if f.URLs > 0 && !f.Verdict.Filled() {
			t.Fatalf("form %+v", f)
		}
	}
}

// printed prints elements as "kind(text)".
func printed(p *aranea.Page) string {
	var b strings.Builder
	for _, e := range p.Elements {
		fmt.Fprintf(&b, "%s(%s) ", e.Kind, p.Text[e.Start:e.End])
	}
	return strings.TrimSpace(b.String())
}

func TestElements(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, body, want string }{
		{"title and text", "<title> A \n title </title><p>Some   text<p>more", "title(A title) text(Some text) text(more)"},
		{"entities", "<p>a &lt;b&gt; &amp; c&nbsp;d &#1087;", "text(a <b> & c d п)"},
		{"headings", "<h1>one</h1>x<h2>two</h2>y<h6>six", "h1(one) text(x) h2(two) text(y) h6(six)"},
		{"list", "<ul><li>a<li>b</ul>after", "list-item(a) list-item(b) text(after)"},
		{"nested list", "<ul><li>a<ul><li>b</ul>c</ul>", "list-item(a) list-item(b) list-item(c)"},
		{"definitions", "<dl><dt>a<dd>b<dt>c</dl>", "list-item(a) list-item(b) list-item(c)"},
		{"table", "<table><caption>cap</caption><tr><th>a<td>b</table>after", "caption(cap) cell(a) cell(b) text(after)"},
		{"figure", "<figure><img alt='pic'><figcaption>cap</figcaption></figure>", "alt(pic) caption(cap)"},
		{"sizes", "<p>a <big>b <small>c</small> d</big> <font color=red>e</font> <font size=+2>f <font>g</font></font> <font size='2'>h", "large(b) small(c) large(d) large(f g) small(h) text(a b c d e f g h)"},
		{"size over blocks", "<font size=5><p>a<p>b</font><p>c", "large(a) text(a) large(b) text(b) text(c)"},
		{"sizes without sense", "</font><font size=3>a</big></small><font size=x>b", "text(ab)"},
		{"a document in a frame", "<p>a<iframe title=t srcdoc='<title>no</title><meta name=keywords content=no><h2>b &amp;amp; c</h2><li><b>d</b></div></noindex><svg>'></iframe>e<noindex><iframe srcdoc=no></noindex>",
			"text(a) alt(t) h2(b & c) bold(d) list-item(d) text(e)"},
		{"documents in documents", "<iframe srcdoc='a<iframe srcdoc=\"b<iframe srcdoc=&apos;c<iframe srcdoc=no>&apos;>\">'>", "text(a) text(b) text(c)"},
		{"bold inside", "<p>some <b>bold</b> words", "bold(bold) text(some bold words)"},
		{"bold over blocks", "<b><p>one<p>two</b>", "bold(one) text(one) bold(two) text(two)"},
		{"link text", "<p>see <a href=x>the page</a> now", "anchor(the page) text(see the page now)"},
		{"menu without spaces", "<nav><a href=x>Home</a><a href=y>About</a><a href=z>News</a></nav>", "anchor(Home) anchor(About) anchor(News) text(Home About News)"},
		{"link inside a word", "<p>Wiki<a href=x>pedia</a>ns", "anchor(pedia) text(Wikipedians)"},
		{"one link in two halves", "<p><a href=x>Wiki</a><a href=x>pedia</a>", "anchor(Wiki) anchor(pedia) text(Wikipedia)"},
		{"links in two blocks", "<p><a href=x>a</a><p><a href=y>b</a>", "anchor(a) text(a) anchor(b) text(b)"},
		{"link to the page itself", "<p>see <a href='#top'>the top</a> now", "anchor(the top) text(see the top now)"},
		{"link that was there before", "<p><a href=x>one</a> and <a href=x>two</a>", "anchor(one) anchor(two) text(one and two)"},
		{"link to no page", "<p><a href='mailto:a@b'>write</a> to us", "anchor(write) text(write to us)"},
		{"name without a link", "<p><a name=x>here</a> it is", "text(here it is)"},
		{"word break", "<p>ar<wbr>aneae", "text(araneae)"},
		{"pictures without words between two words, and one of them in a link", "<p>before<img><img src=a.png alt=''>after <a href=x>with<img></a>out", "anchor(with) text(before after with out)"},
		{"what is shown between two words", "<p>a<input>b<embed src=x>c<iframe src=y></iframe>d<wbr>e", "text(a b c de)"},
		{"image inside a text", "<p>before<img alt='pic'>after", "text(before) alt(pic) text(after)"},
		{"area and frame", "<area alt='spot'><iframe src=x title='frame'></iframe>", "alt(spot) alt(frame)"},
		{"description and keywords", "<meta name=Description content='what it is'><meta name=keywords content='a,b'>", "description(what it is) keywords(a, b)"},
		{"noscript and noframes", "<noscript><p>no script</noscript><noframes>no frames</noframes>x", "fallback(no script) fallback(no frames) text(x)"},
		{"marks of notes", "<p>one<sup><a href='#f'>1</a></sup> two<a href='#g'><sup>2</sup></a>, x<sup>2</sup> <a href=y>y<sup>3</sup></a></sup><li><sup><a href='#b'>1</a></sup>the note",
			"anchor(1) anchor(2) anchor(y3) text(one 1 two 2, x2 y3) anchor(1) list-item(1 the note)"},
		{"issue 11: ruby parts no words", "<p>x<ruby>漢<rp>(</rp><rt>か&#12435;</rt><rp>)</rp>字<rp>(<rt> じ<rp>)</ruby>の<ruby>東<rt>\n とう </rt></ruby><ruby><rb>京<rt>きょう<rb></ruby>です<p>y",
			"text(x漢字の東京です) alt(かんじ とうきょう) text(y)"},
		{"ruby in two lines", "<ruby>日本<rtc><rt>に<rt>ほん</rtc><rtc>Japan</rtc></ruby>語", "text(日本語) alt(にほん Japan)"},
		{"ruby without ends", "<li><ruby>a<rt>b <i>b</i> <li>c<rp>d</ruby></rt>e<p><rt>f", "list-item(a) alt(b b) list-item(ce) alt(f)"},
		{"ruby that is closed to the index", "a<noindex><ruby>b<rt>c</ruby></noindex><ruby>d<rt>e</ruby>", "text(a) text(d) alt(e)"},
		{"old blocks", "<p>a<xmp><b>x</xmp>b<listing>c</listing>d<marquee>e</marquee>f<search>g</search>h<plaintext><i>", "text(a) text(<b>x) text(b) text(c) text(d) text(e) text(f) text(g) text(h) text(<i>)"},
		{"in the place of what is shown", "<object data=a.pdf>a<ul><li>b</ul></object><object data=b type='Image/PNG; x'>c</object><video>d<object>e</object></video><audio>f</audio>g<object data=c.html>h</object>",
			"fallback(a) list-item(b) fallback(c) fallback(d) fallback(e) fallback(f) text(g) fallback(h)"},
		{"in the place of what browsers do not show", "<li><object data=a.swf type=application/x-shockwave-flash>a</object><object data=b.class>b</object><object classid=x>c<object data=d.png>d</object>e</object></li><object data=e.png />f<video src=g />h",
			"list-item(a) list-item(b) list-item(c) fallback(d) list-item(e) text(f) text(h)"},
		{"not content", "<style>a{}</style><script>var x='<p>no'</script><svg><title>no</title></svg><template>no</template>yes", "text(yes)"},
		{"second title", "<title>one</title><title>two</title>", "title(one)"},
		{"line break", "a<br>b", "text(a b)"},
		{"seed 000: noindex", "a<noindex>b</noindex>c", "text(a) text(c)"},
		{"noindex, misnested", "<noindex><p>A</noindex>B</p>C", "text(B) text(C)"},
		{"noindex in a table", "<table><noindex><tr><td>secret</noindex><td>open</table>", "cell(open)"},
		{"noindex comment", "a<!--noindex-->b<!--/noindex-->c", "text(a) text(c)"},
		{"googleoff", "a<!--googleoff: index-->b<!--googleon: index-->c", "text(a) text(c)"},
		{"stray end tags", "</p></div></a></b></li>x", "text(x)"},
		{"cell ends cell", "<table><tr><td>a<td>b<tr><td>c</table>", "cell(a) cell(b) cell(c)"},
		{"unclosed title keeps the page", "<title>oops<p>the page", "text(oops) text(the page)"},
		{"unclosed script keeps the page", "<p>a<script>x<p>b", "text(ax) text(b)"},
		{"NUL and controls", "a\x00b", "text(a b)"},
		{"bidi in the title", "<title>a\u202Eb</title>", "title(ab)"},
		{"heading in a cell", "<table><tr><td><h3>x</h3>y</table>", "h3(x) cell(y)"},
		{"nothing", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := page(t, tt.body)
			if got := printed(&p); got != tt.want {
				t.Errorf("%q gives\n%s, want\n%s", tt.body, got, tt.want)
			}
		})
	}
}

func TestLinks(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, body, want string }{
		{"relative", "<a href=a.html>x</a>", "link http://example.org/dir/a.html x"},
		{"base", "<base href='/other/'><a href=a>x</a>", "link http://example.org/other/a x"},
		{"first base counts", "<base href='/one/'><base href='/two/'><a href=a>x</a>", "link http://example.org/one/a x"},
		{"base on another host", "<base href='http://b.test/'><a href=a>x</a>", "link http://b.test/a x"},
		{"to itself", "<a href='#top'>x</a><a href=''>y</a>", ""},
		{"not a page", "<a href='mailto:a@b'>x</a><a href='javascript:f()'>y</a><a href='data:,x'>z</a>", ""},
		{"nofollow", "<a rel='external NoFollow' href=a>x</a>", "link! http://example.org/dir/a x"},
		{"nofollow and followed", "<a rel=nofollow href=a>x</a><a href=a>y</a>", "link http://example.org/dir/a x"},
		{"twice", "<a href=a><img src=i></a><a href=a>words</a>", "link http://example.org/dir/a words"},
		{"area", "<map><area href=a alt=x></map>", "area http://example.org/dir/a "},
		{"frames", "<frameset><frame src=a><frame src=b></frameset>", "frame http://example.org/dir/a |frame http://example.org/dir/b "},
		{"in a script without an end", "<a href=a>x</a><script>document.write('<a href=\"b\">y</a><img src=c>')</div><a href=d>z</a>", "link http://example.org/dir/a x"},
		{"behind a title without an end", "<title>x<p><a href=a>y</a><link rel=next href=b>", ""},
		{"behind a script with one", "<script>'<a href=b>'</script><a href=a>x</a>", "link http://example.org/dir/a x"},
		{"iframe", "<iframe src=a>no <a href=hidden></iframe>", "frame http://example.org/dir/a "},
		{"a document in a frame", "<iframe src=no srcdoc='<base href=/e/><a href=a>one<p>two</a> <a rel=nofollow href=b><b>x</a><link rel=canonical href=c><iframe src=d>'></iframe><a href=/e/a>y</a>",
			"link http://example.org/e/a one\ntwo|link! http://example.org/e/b x|frame http://example.org/e/d "},
		{"a document in the page", "<object data=a.pdf type='Application/PDF; x=y' title='The manual'>No <a href=b.pdf>viewer</a></object><embed src=c><object type=text/html data='d'></object>",
			"embedded document http://example.org/dir/a.pdf The manual|link http://example.org/dir/b.pdf viewer|embedded document http://example.org/dir/c |embedded document http://example.org/dir/d "},
		{"one document in two elements", "<object data=a.pdf><embed src=a.pdf title=Manual></object>", "embedded document http://example.org/dir/a.pdf Manual"},
		{"what nothing reads", "<embed src=a.swf type=application/x-shockwave-flash><object data=a.class type=application/x-java-applet></object><object classid=x data=' '></object><embed src=data:,x>", ""},
		{"pictures as objects", "<object data=red-kite.svg></object><object type=image/svg+xml data=x title=Kite></object><embed src=kite.png type=application/pdf><object data=y.png width=9 title=z></object>",
			"picture http://example.org/dir/red-kite.svg |picture http://example.org/dir/x Kite|embedded document http://example.org/dir/kite.png "},
		{"sound as an object", "<video><embed src=red-kite.mp3 type=audio/mpeg><source src=black-kite.mp4></video>", "recording http://example.org/dir/red-kite.mp3 |recording http://example.org/dir/black-kite.mp4 "},
		{"an object in a document in a frame", "<iframe srcdoc='<object data=a.pdf></object><embed src=b type=application/x-nothing>'></iframe>", "embedded document http://example.org/dir/a.pdf "},
		{"what is no attribute of an object", "<object src=red-kite.png></object>", ""},
		{"an object that is inert", "<template><object data=a.pdf></object></template>", ""},
		{"refresh", "<meta http-equiv=Refresh content=\"0; URL='a.html'\">", "refresh http://example.org/dir/a.html "},
		{"refresh without target", "<meta http-equiv=refresh content=5>", ""},
		{"canonical, next, alternate", "<link rel=canonical href=c><link rel=next href=n><link rel=alternate hreflang=ru href=r><link rel=stylesheet href=s>",
			"canonical http://example.org/dir/c |next http://example.org/dir/n |alternate http://example.org/dir/r "},
		{"inside noindex", "<noindex><a href=a>x</a></noindex>", "link http://example.org/dir/a "},
		{"around blocks", "<a href=a><h3>head</h3><p>text</p></a>", "link http://example.org/dir/a head\ntext"},
		{"inside noframes", "<noframes><a href=a>x</a></noframes>", "link http://example.org/dir/a x"},
		{"an image without words is no link", "<img src=a.png>", ""},
		{"a lazy picture", "<img src=wait.gif data-src=red-kite.jpg alt=kite>", "picture http://example.org/dir/red-kite.jpg kite"},
		{"lazy pictures of other scripts", "<img src=wait.gif data-lazy-src=kite.jpg alt=kite><img data-original=wren.jpg alt=wren>", "picture http://example.org/dir/kite.jpg kite|picture http://example.org/dir/wren.jpg wren"},
		{"a lazy picture of data", "<img src='data:image/gif;base64,R0lG' srcset='red-kite.jpg 1x, large.jpg 2x' alt=kite>", "picture http://example.org/dir/red-kite.jpg kite"},
		{"a picture of several sizes", "<img srcset='red-kite.jpg 300w, large.jpg 600w' alt=kite>", "picture http://example.org/dir/red-kite.jpg kite"},
		{"an image whose name says something (issue 11)", "<img src='p/red_kite.png?w=9'><img src=red-kite.php><img src=kite.png width=9><img src=kite-icon.png>", "picture http://example.org/dir/p/red_kite.png?w=9 "},
		{"a video and its further forms (issue 11)", "<video title='A red kite' controls><source src=v1.webm><source src=v1.mp4></video><source src=red-kite.mp4>", "recording http://example.org/dir/v1.webm A red kite"},
		{"sound by its name", "<audio src=red-kite.mp3></audio><audio src=track01.mp3></audio><audio src=blob:x></audio><video></video>", "recording http://example.org/dir/red-kite.mp3 "},
		{"sound in a figure", "<figure><audio src=track01.mp3></audio><figcaption>A red kite</figcaption></figure>", "recording http://example.org/dir/track01.mp3 A red kite"},
		{"video without attributes", "<video><source src=red-kite.mp4></video>", "recording http://example.org/dir/red-kite.mp4 "},
		{"sound in a template", "<template><audio src=red-kite.mp3></audio></template>", ""},
		{"its words come later", "<img src=kite.png><img src=kite.png alt='A red kite'>", "picture http://example.org/dir/kite.png A red kite"},
		{"an image with words", "<img src=a.png alt='A  boat'>", "picture http://example.org/dir/a.png A boat"},
		{"an image with a title", "<img src=a.png alt='' title=boat>", "picture http://example.org/dir/a.png boat"},
		{"an ornament", "<img src=a.png alt=next width=16><img src=b.png alt=next height=47px>", ""},
		{"not an ornament", "<img src=a.png alt=boat width=48 height=100%>", "picture http://example.org/dir/a.png boat"},
		{"an image in a link", "<a href=b><img src=a.png alt=boat></a>", "link http://example.org/dir/b boat|picture http://example.org/dir/a.png boat"},
		{"a caption", "<figure><img src=a.png><img src=b.png alt='a longer text than that'><figcaption>Two boats</figcaption></figure>",
			"picture http://example.org/dir/b.png a longer text than that\nTwo boats|picture http://example.org/dir/a.png Two boats"},
		{"an alternative text and a caption", "<figure><img src=a.png alt='A tall ship'><figcaption>Off <b>Brest</b></figcaption></figure><figure><figcaption>At dawn</figcaption><img src=b.png alt=Quay></figure>",
			"picture http://example.org/dir/a.png A tall ship\nOff Brest|picture http://example.org/dir/b.png At dawn\nQuay"},
		{"a picture that its figure shows twice", "<figure><img src=a.png alt=Ship><img src=a.png><figcaption>Off Brest</figcaption></figure>", "picture http://example.org/dir/a.png Ship\nOff Brest"},
		{"words between them: the longer of both", "<figure><img src=a.png alt=ship><p>Between.</p><figcaption>Off Brest</figcaption></figure>", "picture http://example.org/dir/a.png Off Brest"},
		{"a caption before its image, with the alternative text in it", "<figure><figcaption>Two boats</figcaption><img src=a.png alt=boats></figure>",
			"picture http://example.org/dir/a.png Two boats"},
		{"a figure without an end", "<figure><img src=a.png><figcaption>Two boats</figcaption>", ""},
		{"an image in an excluded part", "<noindex><img src=a.png alt=boat></noindex>", ""},
		{"an image that is inert", "<template><img src=a.png alt=boat></template>", ""},
		{"an image whose words are closed to anchors", "<!--googleoff: anchor--><img src=a.png alt=boat><!--googleon: anchor-->", ""},
		{"entity in href", "<a href='a?b=1&amp;c=2'>x</a>", "link http://example.org/dir/a?b=1&c=2 x"},
		{"line feed in href", "<a href='a\n.html '>x</a>", "link http://example.org/dir/a.html x"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := page(t, tt.body)
			var got []string
			for _, l := range p.Links {
				mark := ""
				if l.NoFollow {
					mark = "!"
				}
				got = append(got, fmt.Sprintf("%s%s %s %s", l.How, mark, l.URL, p.Text[l.Start:l.End]))
			}
			if s := strings.Join(got, "|"); s != tt.want {
				t.Errorf("%q gives\n%s, want\n%s", tt.body, s, tt.want)
			}
		})
	}
}

func TestHeaderLinks(t *testing.T) {
	t.Parallel()
	p := page(t, "x", "Link", `<http://example.org/c>; rel="canonical", <style.css>; rel=stylesheet`, "Refresh", "1;url=r")
	if len(p.Links) != 2 || p.Links[0].How != aranea.HowCanonical || p.Links[1].URL.String() != "http://example.org/dir/r" {
		t.Errorf("links %+v", p.Links)
	}
	p = page(t, "x", "Link", `</n>; rel=next, </p>; rel="prev nofollow", </ru>; rel=alternate; hreflang=ru, </feed>; rel=alternate; type="application/Atom+xml; charset=utf-8", </x.json>; rel=alternate; type="application/json"`)
	var got []string
	for _, l := range p.Links {
		got = append(got, l.How.String()+" "+l.URL.Path())
	}
	if s := strings.Join(got, "|"); s != "next /n|next /p|alternate /ru|feed /feed" || !p.Links[1].NoFollow {
		t.Errorf("links %s, %+v", s, p.Links)
	}
}

func TestDirectives(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	p := page(t, "<meta name=ROBOTS content='NOINDEX'><meta name=otherbot content=nofollow>", "X-Robots-Tag", "nosnippet")
	if p.Directives.Index(now).Allowed || !p.Directives.Follow().Allowed || p.Directives.Snippet().Allowed {
		t.Errorf("directives %+v", p.Directives)
	}
}

const russian = "Поисковый робот посещает страницы, читает их и идёт по ссылкам дальше. Хороший робот называет себя и не торопится."

func TestCharsets(t *testing.T) {
	t.Parallel()
	win, _ := charmap.Windows1251.NewEncoder().String(russian)
	koi, _ := charmap.KOI8R.NewEncoder().String(strings.ReplaceAll(russian, "ё", "е"))
	dos, _ := charmap.CodePage866.NewEncoder().String(russian)
	gb, _ := simplifiedchinese.GB18030.NewEncoder().String("网络机器人")
	sjis, _ := japanese.ShiftJIS.NewEncoder().String("ロボット")
	u16, _ := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String("<p>робот")
	tests := []struct{ name, body, contentType, want, charset string }{
		{"header", win, "text/html; charset=windows-1251", russian, "windows-1251"},
		{"header wins over meta", "<meta charset=utf-8>" + win, `text/html; charset="cp1251"`, russian, "windows-1251"},
		{"meta", "<meta charset=koi8-r>" + koi, "text/html", strings.ReplaceAll(russian, "ё", "е"), "koi8-r"},
		{"meta http-equiv", "<META HTTP-EQUIV='Content-Type' CONTENT='text/html; charset=gb2312'>" + gb, "text/html", "网络机器人", "gbk"},
		{"shift_jis", "<meta charset=shift_jis>" + sjis, "text/html", "ロボット", "shift_jis"},
		{"byte order mark wins", "\xEF\xBB\xBFробот", "text/html; charset=windows-1251", "робот", "utf-8"},
		{"UTF-16 with mark", u16, "text/html", "робот", "utf-16le"},
		{"a page that says UTF-16 in ASCII", "<meta charset=utf-16>робот", "text/html", "робот", "utf-8"},
		{"undeclared UTF-8", russian, "text/html", russian, "utf-8"},
		{"undeclared windows-1251", win, "text/html", russian, "windows-1251"},
		{"undeclared koi8-r", koi, "text/html", strings.ReplaceAll(russian, "ё", "е"), "koi8-r"},
		{"undeclared cp866", dos, "text/html", russian, "ibm866"},
		{"undeclared western", "caf\xE9", "text/html", "café", "windows-1252"},
		{"latin-1 is windows-1252", "\x93caf\xE9\x94", "text/html; charset=iso-8859-1", "“café”", "windows-1252"},
		{"unknown label", "plain", "text/html; charset=martian", "plain", "utf-8"},
		{"unknown label of UTF-8", "größer, größte", "text/html; charset=martian", "größer, größte", "utf-8"},
		{"UTF-8 that says windows-1252", "größer, größte", "text/html; charset=windows-1252", "größer, größte", "utf-8"},
		{"windows-1252 that begins as UTF-8", "<p>größer <a href=x title='" + strings.Repeat(".", 5000) + "'>gr\xF6\xDFte</a>", "text/html; charset=windows-1252", "grÃ¶ÃŸer größte", "windows-1252"},
		{"broken UTF-8", "a\xFFb", "text/html; charset=utf-8", "a\uFFFDb", "utf-8"},
		{"XML declaration", "<?xml version='1.0' encoding='windows-1251'?><html>" + win, "application/xhtml+xml", russian, "windows-1251"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := page(t, tt.body, "Content-Type", tt.contentType)
			if got := strings.TrimSpace(string(p.Text)); got != tt.want || p.Charset != tt.charset {
				t.Errorf("%q in %s, want %q in %s", got, p.Charset, tt.want, tt.charset)
			}
			if unknown := len(p.Warnings) == 1 && p.Warnings[0] == aranea.BodyCharset; unknown != strings.Contains(tt.contentType, "martian") {
				t.Errorf("warnings %v", p.Warnings)
			}
		})
	}
}

// TestBrokenUTF8: a page that declares UTF-8, with invalid bytes in any place that is kept, is
// read as if these were replaced, and its directives are read once.
func TestBrokenUTF8(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		"<p>a \xFF b", "<p>日本\xE6\x97</p>語", "<p>\xC3<b>\xA9</b>", "<title>a\xE9</title>", "<title>x</title><xmp>a\xE9</xmp>", "<textarea>a\xE9</textarea>b",
		"<img alt='a\xE9' src=x.png>", "<a href='/\xE9?\xE9' rel=nofollow>x</a>", "<html lang='d\xE9'><p>x", "<meta name=description content='a\xE9'><p>b",
		"<meta name=robots content='nosnippet, caf\xE9, noarchive'><p>b", "<meta property=og:title content='a\xE9'>b", "<link rel=canonical href='/a\xE9'><p>b",
		"<meta http-equiv=refresh content='5;url=/a\xE9'>b", "<div class='a\xE9'><p lang='\xE9'>b</div>", "<!--\xE9--><p>b<script>'\xE9'</script>",
		"<script type=application/ld+json>{\"name\": \"a\xE9\"}</script>b", "<video src=a.mp4 title='a\xE9'></video>", "<p>x\xC2", "<iframe srcdoc='<p>a\xE9'>b</iframe>", "<p>x &amp;\xC2 &copy;\xA9",
	} {
		for _, head := range []string{"", "<meta name=robots content=nofollow>"} {
			kept := func(body string) string {
				p := page(t, body, "Content-Type", "text/html; charset=utf-8", "X-Robots-Tag", "noimageindex")
				d := p.Directives
				return fmt.Sprintf("%q %q %+v %+v %v %v %+v %+v %+v %v", p.Lang, p.Text, p.Elements, p.Links, p.Canonicals, p.Alternates, d.Statements(), d.Canonicals(), d.Refresh(), p.Warnings)
			}
			if got, want := kept(head+body), kept(head+strings.ToValidUTF8(body, "\uFFFD")); got != want {
				t.Errorf("%q: %s, want %s", head+body, got, want)
			}
		}
	}
}

// TestCutInside: an embedded document that is too long ends with a whole character.
func TestCutInside(t *testing.T) {
	t.Parallel()
	if p := page(t, "<iframe srcdoc='a"+strings.Repeat("é", 1<<19)+"'></iframe>", "Content-Type", "text/html; charset=utf-8"); len(p.Warnings) != 1 || !strings.HasPrefix(string(p.Text), "aéé") {
		t.Errorf("warnings %v, %.20q", p.Warnings, p.Text)
	}
}

func TestLegacyQuery(t *testing.T) {
	t.Parallel()
	body, _ := charmap.Windows1251.NewEncoder().String("<a href='?q=паук'>x</a>")
	p := page(t, body, "Content-Type", "text/html; charset=windows-1251")
	if len(p.Links) != 1 || p.Links[0].URL.String() != "http://example.org/dir/page.html?q=%EF%E0%F3%EA" {
		t.Errorf("links %v", p.Links)
	}
}

func TestTypes(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, body, contentType, want string }{
		{"declared text is not HTML", "<title>x</title>", "text/plain", "text(<title>x</title>)"},
		{"text paragraphs", "one\ntwo\n\n  three", "text/plain", "text(one two) text(three)"},
		{"no type, HTML", "<!DOCTYPE html><title>x</title>", "", "title(x)"},
		{"no type, text", "just words", "", "text(just words)"},
		{"XML that is no page", "<?xml version='1.0'?><feed/>", "application/xml", ""},
		{"a PDF that says HTML", "%PDF-1.4", "text/html", ""},
		{"an image", "\x89PNG\r\n", "image/png", ""},
		{"noise", string(bytes.Repeat([]byte{1, 2, 3, 4}, 100)), "text/html", ""},
	}
	for _, tt := range tests {
		p := page(t, tt.body, "Content-Type", tt.contentType)
		if got := printed(&p); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		if tt.want == "" && (len(p.Warnings) != 1 || p.Warnings[0] != aranea.BodyType) {
			t.Errorf("%s: warnings %v", tt.name, p.Warnings)
		}
	}
}

func TestHostileMarkup(t *testing.T) {
	t.Parallel()
	big := strings.Repeat("a", 10<<20)
	tests := []struct{ name, body, has string }{
		{"a million open elements", strings.Repeat("<div>", 1_000_000) + "end", "end"},
		{"deep lists", strings.Repeat("<ul><li>", 100_000) + "end", "end"},
		{"misnested formatting", strings.Repeat("<b><i></b>", 40_000) + "end", "end"},
		{"a hundred thousand attributes", "<a " + strings.Repeat("x=1 ", 100_000) + "href=a>end</a>", "end"},
		{"10 MB title", "<title>" + big + "</title>end", "end"},
		{"10 MB attribute", "<a href='" + big + "'>end</a>", "end"},
		{"10 MB comment", "<!--" + big + "-->end", "end"},
		{"10 MB of a document in a frame", "<iframe srcdoc='" + strings.Repeat("<p>", 3<<20) + "'></iframe>end", "end"},
		{"a hundred thousand documents in frames", strings.Repeat("<iframe srcdoc='<iframe srcdoc=a></iframe>'></iframe>", 100_000) + "end", "end"},
		{"unclosed everything", "<title><script><style><textarea><p>end", "end"},
		{"endless links", strings.Repeat("<a href=x>y</a>", 50_000) + "<p>end", "end"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := page(t, tt.body)
			if !bytes.Contains(p.Text, []byte(tt.has)) {
				t.Errorf("the rest of the page is lost: %.100q", p.Text)
			}
			if len(p.Text) > DefaultText {
				t.Errorf("%d bytes of text", len(p.Text))
			}
		})
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 100 {
		fmt.Fprintf(&b, "<p>word%d <a href=%d>link</a>", i, i)
	}
	p := read(New(Limits{Text: 200, Links: 10, Elements: 15}), Document{URL: parse(t, "http://example.org/"), Header: aranea.Header{"Content-Type": {"text/html"}}, Body: []byte(b.String())})
	check(t, &p)
	if len(p.Text) > 200 || len(p.Links) != 10 || len(p.Elements) > 15 || len(p.Warnings) != 1 || p.Warnings[0] != aranea.BodyLimit {
		t.Errorf("%d bytes, %d links, %d elements, warnings %v", len(p.Text), len(p.Links), len(p.Elements), p.Warnings)
	}
}

func TestExtractorForgets(t *testing.T) {
	t.Parallel()
	x := New(Limits{})
	get := func(body string) aranea.Page {
		p := read(x, Document{URL: parse(t, "http://example.org/"), Header: aranea.Header{"Content-Type": {"text/html"}}, Body: []byte(body)})
		return p
	}
	one := get("<noindex><b><svg><ul><li><a href=x>one")
	keep := printed(&one)
	two := get("<title>t</title>two")
	if got := printed(&two); got != "title(t) text(two)" || len(two.Links) != 0 {
		t.Errorf("the second page: %s, %d links", got, len(two.Links))
	}
	if printed(&one) != keep {
		t.Error("the first page changed")
	}
}

func FuzzExtract(f *testing.F) {
	for _, s := range []string{"<title>x</title><p>a<b>c", "<noindex><!--noindex--><a href=//[>", "<meta http-equiv=refresh content='0;url='>", "<base href=x:><script>", "<a href=x>a<iframe srcdoc='<b>b<a href=y>c<iframe srcdoc=d>'></iframe><iframe srcdoc='<title>'>", "\xFF\xFEa\x00", "<form action=/l id=f><select name=a><optgroup disabled><option>x<option value='\xE9'>y</select><label>z<input type=radio name=b></label><textarea form=f name=c>", "<select onchange=jump()><option value=/x\xE9><fieldset disabled><input type=checkbox name=c><form accept-charset=koi8-r><datalist><button name=d>", "<html lang='\xE9'><p id='\xE9'>\xE9<a href='\xE9'><iframe srcdoc='<title>\xE9</title>\xC3'>"} {
		f.Add([]byte(s), "text/html; charset=windows-1251")
		f.Add([]byte(s), "text/html; charset=utf-8")
		f.Add([]byte(s), "")
	}
	f.Fuzz(func(t *testing.T, body []byte, contentType string) {
		x := New(Limits{Text: 1 << 16, Links: 50}).WithForms(true)
		p := read(x, Document{URL: parse(t, "http://example.org/a"), Header: aranea.Header{"Content-Type": {contentType}}, Body: body})
		check(t, &p)
	})
}

// docsPage returns a page like those of a manual: navigation, text with links, code, a table.
func docsPage() []byte {
	var b bytes.Buffer
	b.WriteString("<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>Chapter 5. Data types</title><link rel=next href=next.html></head><body><div class=nav><ul>")
	for i := range 60 {
		fmt.Fprintf(&b, "<li class=\"toc\"><a class=\"reference internal\" href=\"../part%d/section-%d.html\">Section %d</a></li>\n", i%7, i, i)
	}
	b.WriteString("</ul></div><div class=body><h1>Data types</h1>")
	for i := range 80 {
		fmt.Fprintf(&b, "<p>A value of type <code class=\"type\">integer</code> takes <strong>%d bytes</strong>, see <a href=\"#t%d\">the table</a> for what the other types of the <em>system</em> need &amp; allow.</p>\n<pre>SELECT a, b FROM t WHERE x &lt; %d;</pre>\n", i, i, i)
	}
	b.WriteString("<table><tr><th>Name<th>Size</tr>")
	for i := range 40 {
		fmt.Fprintf(&b, "<tr><td>type%d</td><td>%d bytes</td></tr>", i, i)
	}
	b.WriteString("</table></div></body></html>")
	return b.Bytes()
}

func BenchmarkExtract(b *testing.B) { benchmarkExtract(b, New(Limits{})) }

// BenchmarkExtractItems reads the rows of a table of the page as items.
func BenchmarkExtractItems(b *testing.B) {
	rules, err := items.ParseAll([]string{"row=css:tr", "row.type=css:td:first-child", "row.size=css:td:nth-child(2)"})
	if err != nil {
		b.Fatal(err)
	}
	benchmarkExtract(b, New(Limits{}).WithItems(rules))
}

func benchmarkExtract(b *testing.B, x *Extractor) {
	body := docsPage()
	d := Document{URL: parse(b, "http://example.org/docs/page.html"), Header: aranea.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: body}
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if p := read(x, d); p.URL != d.URL {
			b.Fatal("not the page")
		}
	}
}

// TestNature: pages that show nothing without scripts, and password fields.
func TestNature(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, body       string
		script, password bool
	}{
		{"a shell", "<title>App</title><div id=root></div><script src=a.js></script>", true, false},
		{"a shell with words for browsers without scripts", "<noscript>Turn scripts on. <iframe src=/count></iframe><img src=/count></noscript><script>go()</script>", true, false},
		{"a shell with a description", "<meta name=description content='An app'><app-root></app-root><script src=a.js></script>", true, false},
		{"a page with words", "<p>Words</p><script src=a.js></script>", false, false},
		{"a page with a link", "<a href=/x></a><script src=a.js></script>", false, false},
		{"a picture", "<img src=x.png><script src=a.js></script>", false, false},
		{"frames", "<frameset><frame src=a></frameset><script src=a.js></script>", false, false},
		{"a film", "<video src=a>Your browser plays none.</video><script src=a.js></script>", false, false},
		{"a film that a script chooses", "<video>Your browser plays none.</video><script src=a.js></script>", true, false},
		{"no script", "<title>App</title><div id=root></div>", false, false},
		{"linked data alone", "<title>App</title><main></main><script type=application/ld+json>{}</script>", false, false},
		{"a page that loads", "<nav><a href=/>Home</a></nav><main><p>Loading…</p></main><footer>All rights</footer><script src=a.js></script>", true, false},
		{"a page that loads, in Portuguese, without landmarks", "<img src=wheel.gif><div>Carregando...</div><script src=a.js></script>", true, false},
		{"an empty main part", "<header><img src=logo.png><h1>Shop</h1></header><main id=app></main><script src=a.js></script>", true, false},
		{"an empty mount point", "<header><a href=/><img src=logo.png alt=Shop></a></header><div id=root></div><footer>Baker Street</footer><script src=a.js></script>", true, false},
		{"an empty mount point, and words", "<p>Bread and more.</p><div id=root></div><script src=a.js></script>", false, false},
		{"a main part of pictures", "<nav><a href=/>Home</a></nav><main><img src=a.jpg></main><script src=a.js></script>", false, false},
		{"a head alone", "<header><h1>Bread and more</h1><p>Open until six.</p></header><footer>Baker Street</footer><script src=a.js></script>", false, false},
		{"a menu alone", "<nav><a href=/a>A</a></nav><script src=a.js></script>", false, false},
		{"words beside what loads", "<main><h1>Avocets</h1><p>Loading comments</p></main><script src=a.js></script>", false, false},
		{"about loading", "<main><p>Loading docks are where lorries are emptied, at the back of a shop.</p></main><script src=a.js></script>", false, false},
		{"words that begin like those of what loads", "<nav><a href=/>Home</a></nav><main><h1>Ladenöffnungszeiten</h1><p>Laden geschlossen</p></main><script src=a.js></script>", false, false},
		{"a picture of a dock", "<nav><a href=/>Home</a></nav><main><h1>Loading dock, 1895</h1><img src=a.jpg></main><script src=a.js></script>", false, false},
		{"what loads has a number", "<nav><a href=/>Home</a></nav><main>Loading 0 %</main><script src=a.js></script>", true, false},
		{"what loads is named", "<nav><a href=/>Home</a></nav><main>Lade Angebote …</main><script src=a.js></script>", true, false},
		{"a link to an empty main part", "<a href=#m>Skip to content</a><nav><a href=/>Home</a></nav><main id=m></main><script src=a.js></script>", true, false},
		{"a link to a main part of pictures", "<a href=#m>Skip to content</a><main id=m><img src=a.jpg></main><script src=a.js></script>", false, false},
		{"an article that is all head", "<nav><a href=/>Home</a></nav><main><article><header><h1>A word of the day</h1><p>Spider</p></header></article></main><script src=a.js></script>", false, false},
		{"a picture in the head of an article", "<div id=root><header>Shop</header><article><header><img src=a.jpg></header></article></div><script src=a.js></script>", false, false},
		{"a main part of a search form", "<header><h1>Shop</h1></header><main><form action=/s><input type=hidden name=a><input name=q></form></main><script src=a.js></script>", false, false},
		{"a main part of a hidden field", "<header><h1>Shop</h1></header><main><input type=hidden name=a></main><script src=a.js></script>", true, false},
		{"a script in a template", "<template><script>go()</script></template>", false, false},
		{"a login form", "<form>Name <input name=n> Password <input name=p type=Password></form>", false, true},
		{"a search form", "<form>Search <input name=q type=search></form>", false, false},
		{"a form that scripts take out", "<p>Words</p><template><input type=password></template>", false, false},
	}
	x := New(Limits{})
	for _, tt := range tests {
		p := read(x, Document{URL: parse(t, "http://example.org/"), Header: aranea.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: []byte(tt.body)})
		if p.NeedsScript != tt.script || p.Password != tt.password {
			t.Errorf("%s: needs script %v, password %v", tt.name, p.NeedsScript, p.Password)
		}
	}
}

// TestDataForScripts: a page with next to no visible text gets the text of the data for its
// scripts; one with more has only its own.
func TestDataForScripts(t *testing.T) {
	t.Parallel()
	data := `<script type=application/json>{"title":"Avocets","body":"An avocet sweeps its bill through shallow water."}</script>`
	for name, c := range map[string]struct {
		body, text   string
		data, script bool
	}{
		"a shell":                  {"<title>T</title><div id=root></div>" + data, "T\nAvocets\nAn avocet sweeps its bill through shallow water.\n", true, true},
		"a menu and a shell":       {"<a href=/x>Home</a><div id=root></div>" + data, "Home\nAvocets\nAn avocet sweeps its bill through shallow water.\n", true, false},
		"a short page":             {"<div id=app><p>Birds</p></div>" + data, "Birds\n", false, false},
		"a mount point that loads": {"<div id=app><p>Loading</p></div>" + data, "Loading\nAvocets\nAn avocet sweeps its bill through shallow water.\n", true, true},
		"shown already":            {"<p>Avocets</p><p>An avocet sweeps its bill through shallow water.</p>" + data, "Avocets\nAn avocet sweeps its bill through shallow water.\n", false, false},
		"an ordinary page":         {"<p>" + strings.Repeat("word ", 60) + "</p>" + data, strings.Repeat("word ", 59) + "word\n", false, false},
		"closed to the index":      {"<!--noindex-->" + data + "<!--/noindex-->", "", false, true},
		"in a template":            {"<p>Words</p><template>" + data + "</template>", "Words\n", false, false},
		"a shadow tree":            {"<div><template shadowrootmode=open><p>In the shadow</p></template>Light</div>", "In the shadow\nLight\n", false, false},
	} {
		p := read(New(Limits{}), Document{URL: parse(t, "http://example.org/"), Header: aranea.Header{"Content-Type": {"text/html"}}, Body: []byte(c.body)})
		if string(p.Text) != c.text || p.FromData != c.data || p.NeedsScript != c.script {
			t.Errorf("%s: %q, from data %v, needs script %v", name, p.Text, p.FromData, p.NeedsScript)
		}
	}
}

// TestPicturesOfClosedPages: a page that does not want itself or its pictures indexed names no
// pictures.
func TestPicturesOfClosedPages(t *testing.T) {
	t.Parallel()
	for _, says := range []string{"noindex", "none", "noimageindex"} {
		p := page(t, "<meta name=robots content="+says+"><img src=a.png alt=boat>")
		if len(p.Links) != 0 {
			t.Errorf("%s: %v", says, p.Links)
		}
	}
}

// TestLongAttributes: cut text causes a warning; a reference that is too long is dropped.
func TestLongAttributes(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 9000)
	for body, limited := range map[string]bool{
		"<p>x<img src=i.png alt='" + long + "'>": true, "<p>x<a href='/" + long + "'>y</a>": false, "<p class='" + long + "'>x": false,
	} {
		p := read(New(Limits{}), Document{URL: parse(t, "http://example.org/"), Header: aranea.Header{"Content-Type": {"text/html"}}, Body: []byte(body)})
		if got := len(p.Warnings) == 1 && p.Warnings[0] == aranea.BodyLimit; got != limited {
			t.Errorf("%.30s: warnings %v", body, p.Warnings)
		}
		for _, l := range p.Links {
			if l.How == aranea.HowAnchor {
				t.Errorf("%.30s: a link to %.40s", body, l.URL)
			}
		}
	}
}

// TestStructuredData: names and dates in structured data, the most specific source first; other
// properties describe other things.
func TestStructuredData(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, body, want, dates string }{
		{"none", "<title>a</title>", "title(a)", " "},
		{"an article", `<title>A page</title><script type="application/ld+json">{"@type":"Article","headline":"How spiders spin","author":{"name":"Nobody"},
			"datePublished":"2024-05-06T07:08:09+02:00","dateModified":"2024-06-07"}</script><meta name=date content=2020-01-01><p>b`,
			"title(A page) text(b) keywords(How spiders spin)", "2024-05-06 (JSON-LD datePublished) 2024-06-07 (JSON-LD dateModified)"},
		{"a graph, and the title again", `<title>The Web of spiders</title><script type='Application/LD+JSON'>{"@graph":[{"name":"the web"},{"name":"Silk","mainEntity":{"alternateName":"Thread"}}]}</script>`,
			"title(The Web of spiders) keywords(Silk) keywords(Thread)", " "},
		{"meta elements", `<meta property="article:modified_time" content="2023-02-03 04:05"><meta name=DC.Date content=1999><meta itemprop=datePublished content=20210304><p>a`,
			"text(a)", "2021-03-04 (datepublished) 2023-02-03 (article:modified_time)"},
		{"what Pandoc and Quarto write", `<meta name="dcterms.date" content="2016-03-24"><p>a`, "text(a)", "2016-03-24 (dcterms.date) "},
		{"an article of a journal", `<meta name=citation_publication_date content="2019/7/3"><meta name=citation_online_date content=2019/06/30><meta name=date content=2026-01-01><p>a`, "text(a)", "2019-06-30 (citation_online_date) "},
		{"a paper", `<meta name=citation_publication_date content="2019/7/3"><p>a`, "text(a)", "2019-07-03 (citation_publication_date) "},
		{"the year of a journal, and a day", `<meta name=citation_date content=2019><meta name=date content=2019-05-06><p>a`, "text(a)", "2019-05-06 (date) "},
		{"no dates", `<meta name=date content="0000-00-00"><meta name=date content="yesterday"><meta name=last-modified content="1970-01-01"><p>a`, "text(a)", " "},
		{"titles for other sites", `<title>Silk - a site</title><meta property=og:title content=Silk><meta name=twitter:title content="How silk is spun"><meta itemprop=name content="Silk, spun">
			<meta property=og:title content="How silk is spun"><div itemscope itemprop=author><meta itemprop=name content=Nobody></div><p>a`,
			"title(Silk - a site) text(a) keywords(How silk is spun) keywords(Silk, spun)", " "},
		{"broken data, and inert data", `<script type=application/ld+json>{"name":"x"</script><template><script type=application/ld+json>{"name":"y"}</script></template><script>{"name":"z"}</script><p>a`, "text(a)", " "},
		{"deep data", `<script type=application/ld+json>` + strings.Repeat(`{"mainEntity":`, 500) + `{"name":"x"}` + strings.Repeat("}", 500) + `</script><p>a`, "text(a)", " "},
	} {
		p := read(New(Limits{}), Document{URL: parse(t, "http://example.org/"), Header: aranea.Header{"Content-Type": {"text/html"}}, Body: []byte(c.body)})
		if got := printed(&p); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if got := p.Published.String() + " " + p.Modified.String(); got != c.dates {
			t.Errorf("%s: dates %q, want %q", c.name, got, c.dates)
		}
	}
}

// TestScripted: once its scripts have run, what a page says to browsers without scripts is not
// part of it.
func TestScripted(t *testing.T) {
	t.Parallel()
	x := New(Limits{})
	for _, scripted := range []bool{true, false} {
		p := read(x, Document{
			URL: parse(t, "http://example.org/"), Header: aranea.Header{"Content-Type": {"text/html"}}, Scripted: scripted,
			Body: []byte("<p>one<noscript><meta name=robots content=noindex><a href=off>scripts <b>off</b></a><img src=x alt=pixel></noscript> two"),
		})
		want, links := "text(one) text(two)", 0
		if !scripted {
			want, links = "text(one) bold(off) anchor(scripts off) fallback(scripts off) alt(pixel) text(two)", 1
		}
		if got := printed(&p); got != want || len(p.Links) != links || p.Directives.NoIndex().Allowed != scripted {
			t.Errorf("scripts have run %t: %s, %d links", scripted, got, len(p.Links))
		}
	}
}

// TestTogether: many goroutines share one extractor, and each page is independent.
func TestTogether(t *testing.T) {
	t.Parallel()
	x, u := New(Limits{}), parse(t, "http://a.test/x")
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for n := range 20 {
				word := fmt.Sprintf("word%dof%d", n, i)
				body := strings.Repeat("<p>"+word+" <a href="+word+">b</a>", 1+n)
				page, err := x.Extract(context.Background(), Document{URL: u, Header: aranea.Header{"Content-Type": {"text/html"}}, Body: []byte(body)})
				if err != nil || strings.Count(string(page.Text), word) != n+1 || len(page.Links) != 1 || !strings.HasSuffix(page.Links[0].URL.String(), word) {
					t.Errorf("%s: %.100q, %v, %v", word, page.Text, page.Links, err)
				}
			}
		})
	}
	all.Wait()
}
