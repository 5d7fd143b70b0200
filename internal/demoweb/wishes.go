package demoweb

import "net/http"

// wishesSite is a host whose pages each have one directive for robots. Every page has a unique
// word for searching.
func wishesSite() http.Handler {
	const html = "text/html; charset=utf-8"
	page := func(head, body string) answer {
		return answer{contentType: html, body: []byte("<!doctype html>\n<html lang=\"en\"><head>\n" + head + "\n</head><body>\n" + body + "\n</body></html>\n")}
	}
	field := func(a answer, name, value string) answer {
		a.header = map[string]string{name: value}
		return a
	}
	const running = " It goes on for a while, so that there is a sentence or two to be shown to people who search."
	return &site{spec: siteSpec{host: Wishes}, pages: map[string]answer{
		"/robots.txt": {contentType: "text/plain", body: []byte("User-agent: *\nDisallow: /shut.html$\n")},
		"/": page("<title>Wishes</title>", "<p>Pages that say how they want to be treated.</p><ul>"+
			"<li><a href=\"/parts.html\">parts</a><li><a href=\"/nosnippet.html\">no snippet</a><li><a href=\"/noarchive.html\">no copy</a>"+
			"<li><a href=\"/short.html\">short</a><li><a href=\"/expired.html\">expired</a><li><a href=\"/expires.html\">expires</a>"+
			"<li><a href=\"/form.html?lang=en\">form</a><li><a href=\"/hint.html\">hint</a><li><a href=\"/shut.html?open\">shut</a><li><a href=\"/moved.html\">moved</a>"+
			"<li><a href=\"/nofollow.html\">nofollow</a><li><a href=\"/named.html\">named</a><li><a href=\"/mixed.html\">mixed</a>"+
			"<li><a href=\"/field.txt\">field</a><li><a href=\"/search.html\">search</a><li><a href=\"/body.html\">body</a></ul>"),
		"/parts.html": page("<title>Parts</title>",
			"<p>The open part is about agarics."+running+" <!--noindex-->This part is about boletes.<!--/noindex--> <span data-nosnippet>And this one about chanterelles.</span></p>\n"+
				"<div class=\"robots-nocontent\"><p>A menu with dapperlings.</p></div>\n<!--googleoff: index--><p>Earthstars.</p><!--googleon: index-->\n"+
				"<noindex><p>Fieldcaps, and <a href=\"/linked.html\">a link that counts</a>.</p></noindex>"),
		"/linked.html":    page("<title>Linked</title>", "<p>Only a closed part links to this page about ghost pipes."+running+"</p>"),
		"/nosnippet.html": page("<title>Seen, not shown</title>\n<meta name=\"robots\" content=\"nosnippet\">\n<meta name=\"description\" content=\"A description of hawkwings.\">", "<p>This page is about hawkwings."+running+"</p>"),
		"/noarchive.html": page("<title>Not to be kept</title>\n<meta name=\"robots\" content=\"noarchive\">\n<meta name=\"description\" content=\"What the owner says of inkcaps.\">", "<p>This page is about inkcaps and their secret garden."+running+"</p>"),
		"/short.html":     page("<title>Short</title>\n<meta name=\"robots\" content=\"max-snippet:40\">", "<p>This page is about jelly ears."+running+"</p>"),
		"/expired.html":   page("<title>Expired</title>\n<meta name=\"robots\" content=\"unavailable_after: 23-Jul-2007 18:00:00 EST\">", "<p>This page is about knights."+running+"</p>"),
		"/expires.html":   field(page("<title>Expires</title>", "<p>This page is about liberty caps."+running+"</p>"), "X-Robots-Tag", "unavailable_after: Friday, 31 Dec 2099 00:00:00 GMT"),
		"/form.html":      page("<title>Form</title>\n<link rel=\"canonical\" href=\"/form.html\">", "<p>This page is about morels."+running+"</p>"),
		"/hint.html":      field(page("<title>Hint</title>", "<p>This page is about nameko."+running+"</p>"), "Link", "</>; rel=\"canonical\""),
		"/shut.html":      page("<title>Shut</title>\n<link rel=\"canonical\" href=\"/shut.html\">", "<p>This page is about puffballs."+running+"</p>"),
		"/moved.html":     page("<title>Moved</title>\n<meta http-equiv=\"refresh\" content=\"0; url=/new.html\">", "<p>This page about oysters has moved.</p>"),
		"/new.html":       page("<title>New</title>", "<p>This page is about parasols."+running+"</p>"),
		"/nofollow.html": page("<title>Not to be followed</title>\n<meta name=\"robots\" content=\"nofollow\">",
			"<p>This page is about quelea."+running+" <a href=\"/never.html\">never</a></p>"),
		"/never.html":  page("<title>Never</title>", "<p>Nobody gets here."+running+"</p>"),
		"/named.html":  page("<title>Named</title>\n<meta name=\"otherbot\" content=\"none\">\n<meta name=\"Aranea\" content=\"noindex\">", "<p>This page is about russulas."+running+" <a rel=\"ugc sponsored\" href=\"/paid.html\">paid</a></p>"),
		"/mixed.html":  page("<title>Mixed</title>\n<meta name=\"robots\" content=\"all, none\">", "<p>This page is about saddles."+running+"</p>"),
		"/search.html": field(page("<title>Search</title>", "<p>This page is about truffles."+running+"</p>"), "Content-Usage", "search=n, train-ai=n"),
		"/body.html":   page("<title>Body</title>", "<p>This page is about umbrellas."+running+"</p><meta name=\"robots\" content=\"noindex\">"),
		"/field.txt": {contentType: "text/plain", header: map[string]string{"X-Robots-Tag": "otherbot: nofollow, *: noindex"},
			body: []byte("This text is about velvet shanks." + running + "\n")},
	}}
}
