// Package extract turns the bytes of a response into a Page: text in elements, links, and what
// the page says to robots. The format is chosen by content first, then by the declared type; the
// list of formats in formats.go has everything that depends on the formats that are read.
//
// Links are taken from these places, resolved against the first base href:
//
//	a href, area href                      HowAnchor, HowArea
//	frame src, iframe src                  HowFrame
//	meta http-equiv=refresh, Refresh field HowRefresh
//	link rel=canonical                     HowCanonical
//	link rel=next, rel=prev                HowNext
//	link rel=alternate hreflang            HowAlternate
//	link rel=alternate, type of a feed     HowFeed
//	link rel=sitemap                       HowSitemapLink
//	object data, embed src, of a type that
//	is read, or of none                    HowEmbedded
//	a description of an interface that a
//	viewer shows (package openapi)         as above
//	img src, with words or a name of them,
//	and not tiny                           HowPicture
//	video src, audio src, and the first
//	source src in them, as above           HowRecording
//	object data, embed src, of the types
//	of these                               as above
//	form, if forms are filled in; options
//	of a menu (package form)               HowForm
//	script src, if the page's menu is empty
//	or it leads nowhere (package menu), or
//	if it starts a viewer of descriptions  HowScript
//	Link field: rel=canonical, next, prev,
//	sitemap and alternate, with hreflang
//	or type                                as above
//
// The words of an image are its alternative text, its title or the caption of its figure. Style
// sheets and other scripts are not links. A reference with rel=nofollow, ugc or sponsored is
// marked, not dropped. References that are not http or https URLs are dropped, and so are
// references to the page itself. Fragments are dropped; with WithParts, the links of a and area
// that have some are kept beside the others.
//
// Floor: 2 (pure). Stability: engine. It does no input or output, decides nothing about indexing
// or following, and limits everything it keeps.
package extract
