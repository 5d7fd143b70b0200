package extract

import (
	"crypto/sha256"
	"fmt"
	"testing"
)

// kinds is a page with many of the things that become text, or do not.
const kinds = `<!DOCTYPE html><html lang="en"><head><title>A page &amp; its parts</title><meta name="description" content="About parts.">
<style>p { color: red }</style><script>var hidden = "script"</script></head><body>
<nav><ul><li><a href="/a">First</a><li><a href="/b">Second</a></ul></nav>
<main><h1>Parts <small>of a page</small></h1><p>One<br>two, <b>bo</b>ld, soft&shy;ly, a&nbsp;space, x<sub>2</sub>, <code>f(x)</code>.
<p hidden>Not shown.<p>A <span style="display:none">hidden</span> word. <ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>
<h2 id="table">Table</h2><a href="#table"><span class="sr-only">Link to the table</span></a><h3 id="copy">Parts to copy <button>Copy</button></h3><table><caption>Sizes</caption><tr><th>Name<th>Size<tr><td>a<td>1<tr><td>b<td>2</table>
<dl><dt id="f">f<dd>A function.</dl><pre>if x:
    y()
</pre><blockquote>Quoted.</blockquote><figure><img src="/x.png" alt="A picture"><figcaption>Its caption</figcaption></figure>
<form><label>Search <input name="q" placeholder="words"></label><select><option>Old<option>New</select><button>Go</button></form><label>One</label><label>two</label><a class="viewcode-back" href="/c">[docs]</a>
<details><summary>More</summary>Inside.</details><template>Template.</template><noscript>Without scripts.</noscript>
<p>The <a href="/s">spec<svg></svg></a> of silk, a&nbsp; &nbsp;<span class="badge">New</span>thread, on<time>Monday</time>.
<p>Line one
line two<wbr>goes on<p lang="de">Straße, caf` + "e\u0301" + `, ﬁn</main><footer>Footer © 2026</footer></body></html>`

// TestVersion: a page whose text becomes another has another Version; then its text is added here.
func TestVersion(t *testing.T) {
	t.Parallel()
	texts := map[int]string{5: "b467971449cb05e8"}
	p := page(t, kinds)
	if got := fmt.Sprintf("%.8x", sha256.Sum256(p.Text)); texts[Version] != got {
		t.Errorf("the text of version %d has the digest %s, not %s: increase Version\n%s", Version, got, texts[Version], p.Text)
	}
}
