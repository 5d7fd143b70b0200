package html

import "testing"

// TestControls: what is for those who look at a page in a browser is no part of its text.
func TestControls(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, body, want string }{
		{
			"MediaWiki, edit a section",
			"<h2><span id=H>History</span><span class=mw-editsection><span class=x>[</span><a href=/e>edit</a><span>]</span></span></h2><p>x",
			"h2:History|text:x",
		},
		{"MediaWiki, beside the heading", "<div><h2>History</h2><span class='mw-editsection like'>[<a href=/e>edit</a>]</span></div>x", "h2:History|text:x"},
		{"Sphinx, source code", "<dt>m.f()<a href=/s><span class=viewcode-link>[source]</span></a></dt>", "list-item:m.f()"},
		{"rustdoc, source code", "<h1>Crate a</h1><span class=x><a class=srclink href=/s>source</a></span>", "h1:Crate a"},
		{"Doxygen, numbers of lines", "<div class=line><a id=l1></a><span class=lineno>  202</span>inline int f();</div>", "text:inline int f();"},
		{"Pygments, numbers of lines in the text", "<pre><span class=linenos>1</span>import a\n<span class=linenos>2</span>import b</pre>", "text:import a import b"},
		{"an icon of Google Fonts", "<p><i class='material-icons md-18'>menu</i> Tea <span class=material-symbols-outlined>home</span>time", "text:Tea time"},
		{"words go on behind it", "<p>Tea<span class=mw-editsection>x</span>time", "text:Tea time"},
		{"without an end", "<p>Tea<span class=lineno>1</p><p>time", "text:Tea|text:time"},
		{"without an end, before a block", "<p>Tea<i class=material-icons>home<p>time", "text:Tea|text:time"},
		{"a link without an end", "<p>Tea <a class=headerlink href=#a>x <a href=/b>time</a>", "[anchor:time]|text:Tea time"},
		{"a picture in it", "<h2>Tea<a class=headerlink href=#a><svg><text>x</text></svg><img src=x alt=y></a></h2>", "h2:Tea"},
		{"another class", "<p>Tea <span class=links>time</span><span class='x lineno'>!</span><span class=linen>?", "text:Tea time!?"},
		{"a button in a heading, as of panels that open", "<h3><button>Question</button></h3>", "h3:Question"},
		{"rustdoc, a button behind the words of a heading", "<h1>Module <span>fs</span>&nbsp;<button id=copy-path title=x>Copy item path</button></h1><p>x", "h1:Module fs|text:x"},
		{"a button between the words of a heading", "<h2>Tea <button>Copy <b>it</b></button> time</h2>", "h2:Tea time"},
		{"a button without an end in a heading", "<h2>Tea <button>Copy</h2><p>time", "h2:Tea|text:time"},
		{"Sphinx, back from source code", "<div id=m.f><a class=viewcode-back href=/m#f>[docs]</a>\n<span>def</span> f():</div>", "text:def f():"},
		{"pdoc, a control for source code", "<div>def f():<label class='view-source-button' for=a><span>View Source</span></label></div>x", "text:def f():|text:x"},
		{"VitePress, the language of a block of code", "<div class='language-toml x'><button class=copy></button><span class=lang>toml</span><pre><code>a = 1</code></pre></div>", "text:a = 1"},
		{"the language of other words", "<div class=translation><p><span class=lang>Latin</span> aranea</p></div>", "text:Latin aranea"},
		{"words for a language in code", "<div class=language-html><pre>&lt;p <span class=lang>lang</span>=de></pre></div>", "text:<p lang=de>"},
		{"labels of tabs", "<div><label for=a>Debian</label><label for=b>macOS</label> <label><b>Win</b>dows</label></div><p>x", "[bold:Win]|text:Debian macOS Windows|text:x"},
		{"javadoc, numbers of lines", "<pre><span class=source-line-no>001</span><span id=line-1>package a;</span></pre>", "text:package a;"},
	} {
		page := parsed(t, tt.body)
		if got := blocks(&page); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestControlsWithContainers: controls that have containers of their own are navigation.
func TestControlsWithContainers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, body, want string }{
		{"Pygments, numbers beside the text", "<td class=linenos><div class=linenodiv><pre>1 2</pre></div></td><td class=code>x</td>", "td.linenos>div.linenodiv>pre>1 2=navigation td.code>x"},
		{"Rouge, numbers beside the text", "<td class=gutter><pre class=lineno>1</pre></td>", "td.gutter>pre.lineno>1=navigation"},
		{"a button", "<div>x <button>Copy</button> y</div>", "div>x div>button>Copy=navigation div>y"},
		{"a button in a paragraph", "<p>x<button>Copy</button>y</p>", "p>x p>button>Copy=navigation p>y"},
		{"a button without an end", "<div><button>Copy</div><p>x", "div>button>Copy=navigation p>x"},
		{"a button in a heading", "<h3><button>Question</button></h3>", "Question"},
		{"a button behind the words of a heading", "<h3>Question <button>Copy</button></h3>", "Question"},
	} {
		page := parsed(t, tt.body)
		if got := paths(&page); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestControlsFollowLinks: a link in a control leads on, without words.
func TestControlsFollowLinks(t *testing.T) {
	t.Parallel()
	page := parsed(t, "<h2>History<span class=mw-editsection>[<a href=/edit>edit</a>]</span></h2>")
	if len(page.Links) != 1 || page.Links[0].URL.Path() != "/edit" || page.Links[0].Start != page.Links[0].End {
		t.Errorf("%v", page.Links)
	}
}
