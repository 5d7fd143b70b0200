package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/form"
)

// formPage extracts a page with its forms.
func formPage(t testing.TB, address, body string, header ...string) aranea.Page {
	t.Helper()
	h := aranea.Header{"Content-Type": {"text/html; charset=utf-8"}}
	for i := 0; i < len(header); i += 2 {
		h[header[i]] = []string{header[i+1]}
	}
	p := read(New(Limits{}).WithForms(true), Document{URL: parse(t, address), Header: h, Body: []byte(body), Agents: []string{"Aranea"}})
	check(t, &p)
	return p
}

// ledTo prints the verdicts on the forms of a page, and what they lead to with its words.
func ledTo(p *aranea.Page) string {
	var out []string
	for _, f := range p.Forms {
		out = append(out, f.Verdict.String())
	}
	for _, l := range p.Links {
		if l.How == aranea.HowForm {
			out = append(out, strings.TrimPrefix(l.URL.String(), "http://a.test/")+"="+l.Label)
		}
	}
	return strings.Join(out, " | ")
}

// pick is a select with two options.
const pick = "<select name=r><option value=n>North<option value=s>South</select>"

// order returns a select with what issues are ordered by.
func order(name string) string {
	return "<select name=" + name + "><option>id<option>title<option>status</select>"
}

func TestForms(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, body, want string }{
		{"two selects", "<form action=/l>" + pick + "<select name=y><option>2024<option>2023</select></form>",
			"combinations | l?r=n&y=2024=North, 2024 | l?r=n&y=2023=North, 2023 | l?r=s&y=2024=South, 2024 | l?r=s&y=2023=South, 2023"},
		{"a placeholder says nothing", "<form action=/l><select name=r><option value=''>Choose<option value=n selected>North</select></form>", "combinations | l?r=n=North | l?r=="},
		{"HTML: the first option that is not disabled is selected", "<form action=/l><select name=r><option disabled>Choose<option>n</select></form>", "combinations | l?r=n=n"},
		{"HTML: a selected option that is disabled is not submitted", "<form action=/l><select name=r><option disabled selected>Choose<option>n</select></form>", "combinations | l?= | l?r=n=n"},
		{"HTML: a placeholder is no choice of a required select", "<form action=/l><select name=r required><option value=''>Choose<option>n<option>s</select></form>", "combinations | l?r=n=n | l?r=s=s"},
		{"groups of options", "<form action=/l><select name=r><optgroup label=a disabled><option>n</optgroup><optgroup label=b><option label='The south' value=s>x</select></form>", "combinations | l?r=s=The south"},
		{"several options", "<form action=/l><select name=r multiple><option selected>n<option selected>s</select></form>", "combinations | l?r=n&r=s=n, s | l?= | l?r=n=n | l?r=s=s"},
		{"HTML: text is stripped and collapsed", "<form action=/l><select name=r><option>\n New&nbsp;York \n  City</select></form>", "combinations | l?r=New+York+City=New York City"},
		{"radio buttons", "<form action=/l><label><input type=radio name=r value=n> North</label><input id=s type=radio name=r value=s checked><label for=s>South</label> <input type=RADIO name=r> on <br>x</form>",
			"combinations | l?r=s=South | l?r=n=North | l?r=on=on"},
		{"radio buttons without a choice", "<form action=/l><input type=radio name=r value=n></form>", "combinations | l?= | l?r=n="},
		{"radio buttons of which one is required", "<form action=/l><input type=radio name=r value=n required><input type=radio name=r value=s></form>", "combinations | l?r=n= | l?r=s="},
		{"checkboxes", "<form action=/l><input type=checkbox name=a value=1 checked>One<input type=checkbox name=a value=2>Two</form>", "combinations | l?a=1=One | l?= | l?a=2=Two"},
		{"hidden fields, text and buttons", "<form action=/l><input type=hidden name=h value='a b'><input name=q value=x><textarea name=t>\nm\nn</textarea>" + pick + "<input name=t2 type=date><button name=go value=1>Go</button><input type=submit name=no value=2></form>",
			"combinations | l?h=a+b&q=x&t=m%0D%0An&r=n&t2=&go=1=North | l?h=a+b&q=x&t=m%0D%0An&r=s&t2=&go=1=South"},
		{"an image button", "<form action=/l>" + pick + "<input type=image name=i alt=Go></form>", "combinations | l?r=n&i.x=0&i.y=0=North | l?r=s&i.x=0&i.y=0=South"},
		{"a button with an action", "<form action=/l method=post>" + pick + "<button formaction=/m>Go</form>", "method"},
		{"a button with an action and a method", "<form action=/l>" + pick + "<button formaction=/m formmethod=post>Go</form>", "method"},
		{"a button that leads elsewhere", "<form action=/l>" + pick + "<button type=button formaction=/no>x</button><button formaction=/m>Go</form>", "combinations | m?r=n=North | m?r=s=South"},
		{"HTML: without an action the page is asked, with another query", "<base href=/other/><form>" + pick + "</form>", "combinations | dir/page?r=n=North | dir/page?r=s=South"},
		{"an action below the base", "<base href=/other/><form action='x?a=b#c'>" + pick + "</form>", "combinations | other/x?r=n=North | other/x?r=s=South"},
		{"controls outside of their form", "<form id=f action=/l></form>" + strings.Replace(pick, "name", "form=f name", 1), "combinations | l?r=n=North | l?r=s=South"},
		{"controls before their form, and of no form", strings.Replace(pick, "name", "form=f name", 1) + "<select form=g name=x><option>y</select><form id=f action=/l><input form=g type=hidden name=a></form>", "combinations | l?r=n=North | l?r=s=South"},
		{"HTML: a form in a form is ignored", "<form action=/l><form action=/m>" + pick + "</form>", "combinations | l?r=n=North | l?r=s=South"},
		{"HTML: disabled controls and datalists are not submitted", "<form action=/l>" + pick + "<select name=d disabled><option>x</select><fieldset disabled><fieldset><input name=e value=1></fieldset><input name=f value=1></fieldset><datalist><input name=g value=1></datalist><input type=hidden name=h value=1></form>",
			"combinations | l?r=n&h=1=North | l?r=s&h=1=South"},
		{"the end of a table does not end a form", "<table><form action=/l><tr><td>" + pick + "</table><input type=hidden name=h></form>", "combinations | l?r=n&h==North | l?r=s&h==South"},
		{"an unclosed select", "<form action=/l><select name=r><option>n<option>s<input type=hidden name=h value=1></form>", "combinations | l?r=n&h=1=n | l?r=s&h=1=s"},
		{"two equal forms", strings.Repeat("<form action=/l>"+pick+"</form>", 2), "combinations | combinations | l?r=n=North | l?r=s=South"},
		{"a field for the charset", "<form action=/l><input type=hidden name=_charset_ value=x>" + pick + "</form>", "combinations | l?_charset_=UTF-8&r=n=North | l?_charset_=UTF-8&r=s=South"},
		{"a charset of its own", "<form action=/l accept-charset='no-such windows-1251'><select name=r><option>юг</select></form>", "combinations | l?r=%FE%E3=юг"},

		{"what only orders a list stays", "<form action=/l>" + pick + order("sortBy") + order("by_what") + "<input type=checkbox name=dir0 value=desc><select name=per-page><option>50<option>100</select></form>",
			"combinations | l?r=n&sortBy=id&by_what=id&per-page=50=North | l?r=s&sortBy=id&by_what=id&per-page=50=South"},
		{"a list that can only be ordered and grouped", "<form action=/l>" + order("@sort0") + "<input type=checkbox name=@sortdir0 value=on>" + order("@group0") + "</form>", "nothing to select"},
		{"names of filters that orders and groups have", "<form action=/l><select name=order_status><option>open<option>sent</select><select name=group><option>a<option>b</select></form>",
			"combinations | l?order_status=open&group=a=open, a | l?order_status=open&group=b=open, b | l?order_status=sent&group=a=sent, a | l?order_status=sent&group=b=sent, b"},
		{"a direction without an order", "<form action=/l><select name=direction><option>north<option>south</select></form>", "combinations | l?direction=north=north | l?direction=south=south"},

		{"method post", "<form method=POST action=/l>" + pick + "</form>", "method"},
		{"method dialog", "<form method=dialog>" + pick + "</form>", "method"},
		{"a login", "<form action=/l>" + pick + "<input type=password></form>", "secret"},
		{"a file", "<form action=/l>" + pick + "<input type=file name=f></form>", "secret"},
		{"consent", "<form action=/l>" + pick + "<input type=checkbox name=c required></form>", "consent"},
		{"text that must be typed", "<form action=/l>" + pick + "<input name=q required></form>", "typed text"},
		{"a required selection whose options come by script", "<form action=/l>" + pick + "<select name=c required><option value=''>Choose</select></form>", "no choice"},
		{"a required select without options", "<form action=/l>" + pick + "<select name=c required></select></form>", "no choice"},
		{"a required selection that is disabled", "<form action=/l>" + pick + "<select name=c required><option disabled>x</select></form>", "no choice"},
		{"a select without options", "<form action=/l>" + pick + "<select name=c></select></form>", "combinations | l?r=n=North | l?r=s=South"},
		{"nothing but text", "<form action=/l><input type=search name=q><input type=submit></form>", "nothing to select"},
		{"a button alone", "<form action=/delete><button>Delete</button></form>", "nothing to select"},
		{"selections without names", "<form action=/l><select><option>a<option>b</select><input type=radio></form>", "nothing to select"},
		{"an excluded part", "<noindex><form action=/l>" + pick + "</form></noindex>", "excluded"},
		{"a form with an excluded part", "<form action=/l class=robots-nocontent>" + pick + "</form>", "excluded"},
		{"a template", "<template><form action=/l>" + pick + "</form></template>", ""},
		{"nofollow", "<form action=/l rel='nofollow noopener'>" + pick + "</form>", "nofollow"},
		{"nofollow of the page", "<meta name=robots content=nofollow><form action=/l>" + pick + "</form>", "nofollow"},
		{"nofollow behind the form", "<form action=/l>" + pick + "</form><meta name=aranea content=none>", "nofollow"},
		{"an action that is no URL", "<form action='javascript:go()'>" + pick + "</form>", "action"},
		{"a hidden field that makes every URL too long", "<form action=/l>" + pick + "<input type=hidden name=v value=" + strings.Repeat("x", 3000) + "></form>", "limit"},
		{"hidden fields that do so together", "<form action=/l>" + pick + strings.Repeat("<input type=hidden name=v value="+strings.Repeat("x", 300)+">", 9) + "</form>", "limit"},
		{"too many fields", "<form action=/l>" + pick + strings.Repeat("<input type=hidden name=h>", form.MaxFields) + "</form>", "limit"},
		{"a frame's document", "<iframe srcdoc='<form action=/l>" + strings.ReplaceAll(pick, "'", "") + "</form>'></iframe>", ""},

		{"a menu", "<select onchange='location=this.value'><option value=''>Go to<option value='#top'>Top<option value=/x>X<option value=y.html>Y<option value='?p=2'>P<option value=http://b.test/>B<option>word<option value=1.5>n<option value=javascript:x()>j</select>",
			"menu | x=X | dir/y.html=Y | dir/page?p=2=P | http://b.test/=B"},
		{"a menu with a function", "<form method=post><select name=m onChange=\"MM_jumpMenu('parent',this,0)\"><option value=x/>X</select></form>", "method | menu | dir/x/=X"},
		{"a menu that adds to its values", "<select onchange=\"window.open('/go?to='+value)\"><option value=/x>X<option value=http://a.test/z>Z</select>", "menu | z=Z"},
		{"a menu that submits its form", "<form action=/l>" + strings.Replace(pick, "name", "onchange='this.form.submit()' name", 1) + "</form>", "combinations | l?r=n=North | l?r=s=South"},
		{"a menu beside a selection", "<form action=/l>" + pick + "<select name=j onchange=jump(this)><option value=/x>X</select></form>", "combinations | menu | l?r=n=North | l?r=s=South | x=X"},
		{"a menu without URLs", "<select onchange=jump(this)><option>x</select>", ""},
		{"a menu without other URLs", "<select onchange=jump(this)><option value=/dir/page>x</select>", "nothing to select"},
		{"a selection whose script is about a place", "<form action=/l><select name=city onchange=updateLocation(this)><option value=1>Rome<option value=2>Bari</select></form>", "combinations | l?city=1=Rome | l?city=2=Bari"},
		{"one with values like paths", "<form action=/l><select name=city onchange='relocation=1; updateLocation(this)'><option>it/rome<option>it/bari</select></form>", "combinations | l?city=it%2Frome=it/rome | l?city=it%2Fbari=it/bari"},
		{"one that opens something", "<form action=/l><select name=city onchange=reopen(this)><option>it/rome</select></form>", "combinations | l?city=it%2Frome=it/rome"},
		{"one that jumps to no page", "<form action=/l>" + strings.Replace(pick, "name", "onchange=jump(this) name", 1) + "</form>", "combinations | l?r=n=North | l?r=s=South"},
		{"one whose paths are disabled", "<form action=/l><select name=r onchange='location=value'><option disabled>/x<option>n</select></form>", "combinations | l?r=n=n"},
		{"a menu with a function for whole URLs", "<select onchange=setLocation(this.value)><option value=http://a.test/z>Z<option value=/x>X</select>", "menu | z=Z"},
		{"a menu with a property of the location", "<select onchange='window.location .href=value'><option value=/x>X</select>", "menu | x=X"},
		{"a menu that opens a window", "<select onchange='open(value)'><option value=/x>X</select>", "menu | x=X"},
		{"an excluded menu", "<noindex><select onchange=jump(this)><option value=/x>X</select></noindex>", "excluded"},
	}
	for _, tt := range tests {
		p := formPage(t, "http://a.test/dir/page", tt.body)
		if got := ledTo(&p); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// TestFormCharset: values are submitted in the charset of the page.
func TestFormCharset(t *testing.T) {
	t.Parallel()
	p := formPage(t, "http://a.test/", "<form action=/l><select name=r><option>\xFE\xE3<option value='&#28450;'>x</select></form>", "Content-Type", "text/html; charset=windows-1251")
	if got, want := ledTo(&p), "combinations | l?r=%FE%E3=юг | l?r=%26%2328450%3B=x"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	p = formPage(t, "http://a.test/", "<form action=/l>"+pick+"</form>", "X-Robots-Tag", "nofollow")
	if got := ledTo(&p); got != "nofollow" {
		t.Errorf("with a field that asks not to follow: %s", got)
	}
	p = page(t, "<form action=/l>"+pick+"</form><select onchange=jump()><option value=/x></select>")
	if len(p.Forms) > 0 || len(p.Links) > 0 {
		t.Errorf("forms are not read unless wanted: %v, %v", p.Forms, p.Links)
	}
}

// selects returns selects of a number of options each, the first of which is selected.
func selects(number, options int) string {
	var b strings.Builder
	for i := range number {
		fmt.Fprintf(&b, "<select name=s%d>", i)
		for j := range options {
			fmt.Fprintf(&b, "<option value=%d>", j)
		}
		b.WriteString("</select>")
	}
	return b.String()
}

// TestFormSizes: all combinations if they are few, otherwise each choice once, within limits.
func TestFormSizes(t *testing.T) {
	t.Parallel()
	form := func(selects string) string { return "<form action=/l>" + selects + "</form>" }
	tests := []struct {
		name, body string
		verdict    aranea.FormVerdict // of the first form
		urls, left int                // of all
	}{
		{"a hundred combinations", form(selects(2, 10)), aranea.FormAll, 100, 0},
		{"more", form(selects(3, 5)), aranea.FormEach, 13, 0},
		{"one select", form(selects(1, 300)), aranea.FormEach, 300, 0},
		{"more options than are read", form(selects(1, 600)), aranea.FormEach, 500, 100},
		{"more URLs than are asked for", form(selects(5, 300)), aranea.FormEach, 1000, 496},
		{"nothing left for further forms", form(selects(3, 400)) + strings.Replace(form(selects(1, 5)), "/l", "/m", 1), aranea.FormEach, 1000, 203},
		{"more selects than are read", form(selects(90, 200)), aranea.FormEach, 1000, 50*199 + 1 - 1000 + 40*200},
		{"more forms than are read", strings.Repeat("<form action=/m></form>", 20) + form(selects(1, 2)), aranea.FormPlain, 0, 0},
	}
	for _, tt := range tests {
		p := formPage(t, "http://a.test/", tt.body)
		urls, left := 0, 0
		for _, f := range p.Forms {
			urls, left = urls+f.URLs, left+f.Left
		}
		if p.Forms[0].Verdict != tt.verdict || urls != tt.urls || left != tt.left || len(p.Links) != urls {
			t.Errorf("%s: %s, %d URLs, %d links, %d left out; want %s, %d, %d", tt.name, p.Forms[0].Verdict, urls, len(p.Links), left, tt.verdict, tt.urls, tt.left)
		}
	}
}

// TestFormOnItsAnswer: an answer repeats the form with what was selected. Only selections that
// it gives no value to are made there, so that no answers lead to further ones without an end.
func TestFormOnItsAnswer(t *testing.T) {
	t.Parallel()
	small, large := "<form action=/l>"+selects(2, 5)+"</form>", "<form action=/l>"+selects(5, 5)+"</form>"
	cities := "<form action=/l>" + strings.Replace(pick, "=s>", "=s selected>", 1) + "<select name=c><option value=''>Choose<option>Rome<option>Bari</select></form>"
	for _, tt := range []struct {
		name, at, body string
		want           aranea.FormVerdict
		urls           int
	}{
		{"few combinations, all selections made", "http://a.test/l?s0=1&s1=2", small, aranea.FormAnswer, 0},
		{"one selection made", "http://a.test/l?s0=1&s1=", small, aranea.FormAll, 5},
		{"none made", "http://a.test/l?s0=", small, aranea.FormAll, 25},
		{"many combinations", "http://a.test/l?x=y&s1=2", large, aranea.FormAnswer, 0},
		{"another page", "http://a.test/m?s1=2", large, aranea.FormEach, 21},
		{"another host", "http://b.test/l?s1=2", strings.Replace(large, "/l", "http://a.test/l", 1), aranea.FormEach, 21},
		{"the action without a selection", "http://a.test/l?s1x=2", large, aranea.FormEach, 21},
		{"a name with escapes", "http://a.test/l?a%5B%5D=2", strings.ReplaceAll(large, "s1", "a[]"), aranea.FormAnswer, 0},
		{"a name that is too long", "http://a.test/l?s1=2", "<form action=/l>" + strings.ReplaceAll(selects(1, 2), "s0", strings.Repeat("s", 2000)) + "<select name=" + strings.Repeat("é", 1000) + "><option>x</select></form>", aranea.FormLimit, 0},
		{"selections that depend on others", "http://a.test/l?r=n&c=", cities, aranea.FormAll, 3},
		{"a checkbox that is not checked", "http://a.test/l?r=n", "<form action=/l>" + pick + "<input type=checkbox name=c value=1></form>", aranea.FormAll, 2},
	} {
		p := formPage(t, tt.at, tt.body)
		if f := p.Forms[0]; f.Verdict != tt.want || f.URLs != tt.urls {
			t.Errorf("%s: %s, %d URLs, want %s, %d", tt.name, f.Verdict, f.URLs, tt.want, tt.urls)
		}
		for _, l := range p.Links {
			if tt.body == cities && !strings.Contains(l.URL.String(), "r=n") {
				t.Errorf("%s: %s selects anew what was selected", tt.name, l.URL)
			}
		}
	}
}

// costlyForms returns pages whose forms could cost far more than their size, by name.
func costlyForms() map[string]string {
	fields := func(n int) string { return strings.Repeat("<input type=hidden name=h value='a é'>", n) }
	var choices, names strings.Builder
	for i := range 20 {
		fmt.Fprintf(&choices, "<form action=/%d>%s", i, fields(90))
		for j := range 500 {
			if j%250 == 0 {
				fmt.Fprintf(&choices, "</select><select name=s%d>", j)
			}
			fmt.Fprintf(&choices, "<option>%d", j)
		}
		choices.WriteString("</select></form>")
	}
	for i := range 2_000 {
		fmt.Fprintf(&names, "<input type=checkbox name=%s%04d>", strings.Repeat("x", 2_000), i)
	}
	var same strings.Builder
	for range 20 {
		same.WriteString("<form action=/l>" + fields(90) + "<select name=s>" + strings.Repeat("<option>1", 500) + "</select></form>")
	}
	return map[string]string{"choices": choices.String(), "the same URL": same.String(), "names": "<form>" + names.String() + "</form>"}
}

// TestCostlyForms: URLs are built until the page has enough of them, and what remains is counted;
// nothing is read of a form with too many fields.
func TestCostlyForms(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct{ urls, left, links, selections int }{
		"choices": {1000, 20*499 - 1000, 1000, 2}, "the same URL": {2000, 20*500 - 2000, 1, 1}, "names": {0, 0, 0, form.MaxFields},
	} {
		p := formPage(t, "http://a.test/", costlyForms()[name])
		urls, left := 0, 0
		for _, f := range p.Forms {
			urls, left = urls+f.URLs, left+f.Left
		}
		if n := len(p.Forms[0].Selections); urls != want.urls || left != want.left || len(p.Links) != want.links || n != want.selections {
			t.Errorf("%s: %d URLs, %d left out, %d links, %d selections; want %v", name, urls, left, len(p.Links), n, want)
		}
	}
}

// TestWordsOfManyChoices: the words of all choices of a URL have a limit.
func TestWordsOfManyChoices(t *testing.T) {
	t.Parallel()
	p := formPage(t, "http://a.test/", "<form action=/l>"+strings.Repeat("<select name=s><option value=1>"+strings.Repeat("x", 200)+"</select>", 90)+"</form>")
	if len(p.Links) != 1 || len(p.Links[0].Label) > 1000 || len(p.Links[0].Label) < 400 {
		t.Errorf("%d links, the first with %d bytes of words", len(p.Links), len(p.Links[0].Label))
	}
}

func BenchmarkForms(b *testing.B) {
	for name, body := range costlyForms() {
		for _, charset := range []string{"utf-8", "windows-1252"} {
			for _, on := range []bool{true, false} {
				d := Document{URL: parse(b, "http://a.test/"), Header: aranea.Header{"Content-Type": {"text/html; charset=" + charset}}, Body: []byte(body)}
				x := New(Limits{}).WithForms(on)
				b.Run(fmt.Sprintf("%s/%s/%t", name, charset, on), func(b *testing.B) {
					b.SetBytes(int64(len(body)))
					b.ReportAllocs()
					for b.Loop() {
						read(x, d)
					}
				})
			}
		}
	}
}

// TestValuesOfTypes: fields for a colour or a number in a range always have a value, as the HTML
// standard says for their types.
func TestValuesOfTypes(t *testing.T) {
	t.Parallel()
	for field, want := range map[string]string{
		"type=color":                                    "%23000000",
		"type=color value=#ABcd09":                      "%23abcd09",
		"type=color value=red":                          "%23000000",
		"type=color value=#12345g":                      "%23000000",
		"type=range":                                    "50",
		"type=RANGE required min=0 max=5":               "3", // of 2 and 3
		"type=range min=0 max=5 step=any":               "2.5",
		"type=range min=10 max=1":                       "10",
		"type=range value=200":                          "100",
		"type=range value=-1":                           "0",
		"type=range value=7.0":                          "7.0",
		"type=range value=7.4 min=0":                    "7",
		"type=range value=x max=20":                     "10",
		"type=range min=0 max=1 step=.1 value=.3":       ".3",
		"type=range min=0 max=1 step=.1 value=.31":      "0.3",
		"type=range min=0 max=10 step=4 value=10":       "8",
		"type=range min=-1e30 max=1e30 value=5":         "5",
		"type=range min=0 max=1e-7 step=any":            "5e-8",
		"type=range min=0 max=1e400 step=0 value=0x10":  "50",
		"type=range min=+1 max=1. step=-1 value=1.e1":   "50",
		"type=range min=1e22 max=1e22":                  "1e%2B22",
		"type=range value=" + strings.Repeat("1", 3000): "50",
	} {
		p := formPage(t, "http://a.test/", "<form action=/l><input name=v "+field+"><select name=r><option>n</select></form>")
		if got := ledTo(&p); got != "combinations | l?v="+want+"&r=n=n" {
			t.Errorf("%.60s: %s, want %s", field, got, want)
		}
	}
}
