package html

import "testing"

// TestInLine: what is shown in a line of text separates words and does not end the text; badges and times are
// apart from the words that they touch.
func TestInLine(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, body, want string }{
		{"a picture behind a link (Nextra)", "<p>See the <a href=/x>spec&nbsp;<svg><path></path></svg></a> for more.", "[anchor:spec]|text:See the spec for more."},
		{"a picture between two words", "<p>foo<svg><text>no</text></svg>bar", "text:foo bar"},
		{"a formula, a list to choose from and a drawing", "<p>Let <math><mi>p</mi></math> be<select><option>no</select>a <canvas>no</canvas>prime", "text:Let be a prime"},
		{"a template is not shown", "<p>foo<template>no</template>bar", "text:foobar"},
		{"a menu with icons (TypeDoc)", "<a href=/a><svg></svg><span>agent</span></a><a href=/b><svg></svg><span>pool</span></a>", "[anchor:agent]|[anchor:pool]|text:agent pool"},
		{"spaces that do not break (TypeDoc)", "<div>f(<br>&nbsp; &nbsp; a,&nbsp;b<br>)", "text:f( a, b )"},
		{"a badge before a name (TypeDoc)", "<h3 id=a><code class=tsd-tag>Optional</code><span>keep<wbr>Alive</span></h3>", "h3:Optional keepAlive"},
		{"a badge behind a heading", "<h2>Silk<span class='badge rounded-pill'>New</span></h2>", "h2:Silk New"},
		{"a badge among others", "<p><span class=label>a</span><span class=label>b</span>", "text:a b"},
		{"a badge before a comma", "<p>(<i class=x-chip>Beta</i>, <span class=Label--pill>old</span>)", "text:(Beta, old)"},
		{"a picture of one", "<p><img class=badge src=x>a<span class=tag>b</span>c", "text:a b c"},
		{"a badge in code", "<pre><span class='token tag'>&lt;<span class=tag>b</span>x</span></pre>", "text:<bx"},
		{"a badge that does not end", "<p>a<span class=tag>b<p>c", "text:a b|text:c"},
		{"other classes", "<p>a<span class=guilabel>b</span>c<span class='tags stag'>d</span>", "text:abcd"},
		{"a time before a link (Nikola)", "<li><time datetime=2024-08-23>2024-08-23</time><a href=/a>Loggers</a>", "[anchor:Loggers]|list-item:2024-08-23 Loggers"},
		{"a time in a sentence", "<p>On<time>Monday</time>, or (<time>Friday</time>).", "text:On Monday, or (Friday)."},
	} {
		page := parsed(t, tt.body)
		if got := blocks(&page); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
