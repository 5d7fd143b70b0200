package searchtest

import (
	"github.com/aranea-search/aranea/search"
)

func words(h *hand) {
	h.apply(
		put(h, "a.test/1", "title:The house spider", "text:Spiders spin silk, stronger than steel."),
		put(h, "a.test/2", "text:A café in v1.2.3 of the STEEL mill"),
		put(h, "a.test/3", "h2:Steel-blue", "item:silk worm", "alt:a cocoon"),
		put(h, "a.test/4", "text:row_number counts"), put(h, "a.test/5", "text:the row number"), put(h, "a.test/6", "text:a number, a row"),
	)
	h.finds("spider", "a.test/1")
	h.finds("SPIDERS", "a.test/1")
	h.finds("steel", "a.test/1 a.test/2 a.test/3")
	h.finds("silk steel", "a.test/1 a.test/3")
	h.finds("silk steel cocoon", "a.test/3")
	h.finds("cafe", "a.test/2")
	h.finds("café", "a.test/2")
	h.finds("v1.2.3", "a.test/2")
	h.finds("stee*", "a.test/1 a.test/2 a.test/3")
	h.finds("coc* silk", "a.test/3")
	h.finds("tungsten", "")
	h.finds("tungsten silk", "")
	h.finds("Row_Number", "a.test/4 a.test/5")
	h.finds(`"row_number"`, "a.test/4 a.test/5")
	h.finds(`"row_number counts"`, "a.test/4")
	h.finds("row_numb*", "a.test/4 a.test/5")
	h.finds("__row__ -row_number", "a.test/6")
	h.finds("_number_ counts", "a.test/4")
}

func phrases(h *hand) {
	h.apply(
		put(h, "a.test/1", "title:red green", "text:blue yellow red"),
		put(h, "a.test/2", "text:green red blue", "text:yellow"),
		put(h, "a.test/3", "text:red spiders green white black blue"),
	)
	h.finds(`"red green"`, "a.test/1")
	h.finds(`"green red"`, "a.test/2")
	h.finds(`"green red blue"`, "a.test/2")
	h.finds(`"green blue"`, "") // a title does not run on into the text
	h.finds(`"blue yellow"`, "a.test/1")
	h.finds(`"red spider"`, "") // quotes ask for the very form
	h.finds(`"red spiders"`, "a.test/3")
	h.finds(`"spider"`, "")
	h.finds(`"red green"~1`, "a.test/1 a.test/2 a.test/3")
	h.finds(`"blue green"~1`, "a.test/2")
	h.finds(`"blue green"~2`, "a.test/2 a.test/3")
	h.finds(`"yellow green"~50`, "") // they stand in different elements
	h.finds(`"red red"`, "")
	h.finds(`red-green`, "a.test/1")
}

func logic(h *hand) {
	h.apply(
		put(h, "a.test/1", "text:red green"), put(h, "a.test/2", "text:red blue"),
		put(h, "a.test/3", "text:green blue"), put(h, "a.test/4", "text:white"),
	)
	h.finds("red OR blue", "a.test/1 a.test/2 a.test/3")
	h.finds("red|white", "a.test/1 a.test/2 a.test/4")
	h.finds("red -green", "a.test/2")
	h.finds("blue NOT red", "a.test/3")
	h.finds(`(red OR blue) green`, "a.test/1 a.test/3")
	h.finds(`(red green) OR (green blue)`, "a.test/1 a.test/3")
	h.finds(`blue -(red OR white)`, "a.test/3")
	h.finds(`green -"red green"`, "a.test/3")
	h.finds(`(red OR white) -(blue OR green)`, "a.test/4")
	h.finds("black OR white", "a.test/4")
	h.finds("-red", "")
}

// naming: words that name a site stand for all of its pages.
func naming(h *hand) {
	h.apply(
		put(h, "docs.moth.test/1", "text:red silk"), put(h, "moth-lang.test/2", "text:red"), put(h, "a.test/3", "text:red moth"),
		put(h, "a.test/4", "text:moth"), put(h, "mothers.test/5", "text:red"), put(h, "7.test/6", "text:red"), put(h, "паук.test/7", "text:red"),
	)
	h.finds("moth red", "a.test/3 docs.moth.test/1 moth-lang.test/2")
	h.finds("MOTH red -silk", "a.test/3 moth-lang.test/2")
	h.finds(`"moth" red`, "a.test/3")
	h.finds("moth", "a.test/3 a.test/4")
	h.finds("docs silk", "docs.moth.test/1")
	h.finds("7 red", "")
	h.finds("xn red", "")
	h.finds("Паук red", "xn--80aunr.test/7")
	h.apply(hide(h, "docs.moth.test/1"))
	h.finds("moth red", "a.test/3 moth-lang.test/2")
}

func fields(h *hand) {
	h.apply(
		put(h, "a.test/silk/worm", "title:red spiders", "text:green", "title:second"),
		put(h, "a.test/steel?x=worm", "title:green", "h2:red spiders", "text:white"),
		put(h, "silk.test/3", "text:red spiders", "item:green", "alt:white"),
	)
	h.finds("intitle:red", "a.test/silk/worm")
	h.finds("intitle:spider", "a.test/silk/worm")
	h.finds("intitle:second", "")
	h.finds(`intitle:"red spiders"`, "a.test/silk/worm")
	h.finds(`intitle:"spiders red"`, "")
	h.finds("inheading:red", "a.test/steel?x=worm")
	h.finds("inbody:red", "silk.test/3")
	h.finds("inbody:green", "a.test/silk/worm silk.test/3")
	h.finds("inbody:white", "a.test/steel?x=worm")
	h.finds("inurl:silk", "a.test/silk/worm silk.test/3")
	h.finds("inurl:worm -intitle:green", "a.test/silk/worm")
	h.finds("worm", "")
	h.finds("intitle:red OR inheading:red", "a.test/silk/worm a.test/steel?x=worm")
}

func languages(h *hand) {
	h.apply(
		put(h, "a.test/en", "text:The spider passes through the garden every night and its threads catch the flies"),
		in("pt", put(h, "a.test/pt", "text:As aranhas passam pelo jardim durante a noite e comem as moscas que encontram nas teias")),
		in("ru", put(h, "a.test/ru", "text:Пауки плетут шёлк каждую ночь в саду и ловят мух, которые прилетают на свет")),
		in("zh", put(h, "a.test/zh", "text:蛛丝离开身体时是液态蛋白质，在拉出的过程中变成固体。")),
	)
	h.finds("lang:en", "a.test/en")
	h.finds("lang:pt OR lang:ru", "a.test/pt a.test/ru")
	h.finds("lang:de", "")
	h.finds("aranha", "a.test/pt")
	h.finds("passam", "a.test/pt") // its stem is not that of the English word
	h.finds("passing", "a.test/en")
	h.finds("паук", "a.test/ru")
	h.finds("шелк", "a.test/ru")
	h.finds("ШЁЛКА", "a.test/ru")
	h.finds("蛋白质", "a.test/zh")
	h.finds(`"液态蛋白质"`, "a.test/zh")
	h.finds("质蛋", "")
}

func filters(h *hand) {
	h.apply(
		put(h, "www.example.co.uk/1", "text:silk"), put(h, "example.co.uk/2", "text:silk"),
		of("pdf", put(h, "docs.www.example.co.uk/3", "text:silk")), of("text", put(h, "example.com/4", "text:silk")),
		of("text", put(h, "data.test/sales.csv", "text:wool")), of("docx", put(h, "data.test/offer.docm", "text:wool")),
		of("text", put(h, "data.test/csv/notes.log", "text:wool")), of("xml", put(h, "data.test/loom.svg", "text:wool")),
		of("image", put(h, "data.test/svg/shed.svg", "text:wool")), of("image", put(h, "data.test/shed.png", "text:wool")),
	)
	h.finds("wool filetype:csv", "data.test/sales.csv")
	h.finds("wool -filetype:csv -filetype:image -filetype:xml", "data.test/csv/notes.log data.test/offer.docm")
	h.finds("wool filetype:svg", "data.test/loom.svg data.test/svg/shed.svg")
	h.finds("filetype:svg", "data.test/loom.svg data.test/svg/shed.svg")
	h.finds("wool -filetype:svg -filetype:image", "data.test/csv/notes.log data.test/offer.docm data.test/sales.csv")
	h.finds("ext:.LOG OR filetype:docm", "data.test/csv/notes.log data.test/offer.docm")
	h.finds("filetype:yaml", "")
	h.finds("silk site:example.co.uk", "docs.www.example.co.uk/3 example.co.uk/2 www.example.co.uk/1")
	h.finds("site:www.example.co.uk", "docs.www.example.co.uk/3 www.example.co.uk/1")
	h.finds("site:http://EXAMPLE.com/4", "example.com/4")
	h.finds("host:www.example.co.uk", "www.example.co.uk/1")
	h.finds("silk -site:example.co.uk", "example.com/4")
	h.finds("filetype:pdf", "docs.www.example.co.uk/3")
	h.finds("silk filetype:txt", "example.com/4")
	h.finds("filetype:pdf OR host:example.com", "docs.www.example.co.uk/3 example.com/4")
	h.finds("site:uk", "docs.www.example.co.uk/3 example.co.uk/2 www.example.co.uk/1") // a domain above sites
	h.finds("silk site:.co.uk", "docs.www.example.co.uk/3 example.co.uk/2 www.example.co.uk/1")
	h.finds("silk -site:co.uk", "example.com/4")
	h.finds("site:com OR filetype:pdf", "docs.www.example.co.uk/3 example.com/4")
	h.finds("site:org", "")
	h.finds("site:k", "")
}

func folders(h *hand) {
	h.apply(
		put(h, "www.a.test/docs/", "text:silk"), put(h, "www.a.test/docs/backup.html", "text:silk"), put(h, "www.a.test/docs/old/backup.html", "text:silk"),
		put(h, "www.a.test/print/docs/backup.html", "text:silk"), put(h, "docs.a.test/v1/backup.html", "text:silk"), put(h, "www.a.test/docs-of-others/backup", "text:silk"),
		put(h, "www.a.test/1/2/3/4/5/6/7/8/9/10/deep.html", "text:silk"), put(h, "www.a.test/1/2/3/4/5/6/7/8/other.html", "text:silk"), put(h, "b.test/Документы/один", "text:silk"),
	)
	const docs = "www.a.test/docs/ www.a.test/docs/backup.html www.a.test/docs/old/backup.html"
	h.finds("silk site:www.a.test/docs", docs)
	h.finds("silk site:https://a.test/docs/", docs)
	h.finds("site:a.test/docs/*", docs)
	h.finds("host:a.test/docs", "")
	h.finds("silk site:www.a.test/docs -site:www.a.test/docs/old", "www.a.test/docs/ www.a.test/docs/backup.html")
	h.finds("site:a.test/docs/backup.html", "www.a.test/docs/backup.html")
	h.finds("site:www.a.test/docs/backup", "www.a.test/docs/backup.html")
	h.finds("site:www.a.test/doc", "")
	h.finds("site:www.a.test/Docs", "")
	h.finds("site:docs.a.test/v1 OR site:www.a.test/print", "docs.a.test/v1/backup.html www.a.test/print/docs/backup.html")
	h.finds("site:a.test/1/2/3/4/5/6/7", "www.a.test/1/2/3/4/5/6/7/8/9/10/deep.html www.a.test/1/2/3/4/5/6/7/8/other.html")
	h.finds("site:b.test/Документы", "b.test/%D0%94%D0%BE%D0%BA%D1%83%D0%BC%D0%B5%D0%BD%D1%82%D1%8B/%D0%BE%D0%B4%D0%B8%D0%BD")
}

func dates(h *hand) {
	h.apply(
		on(h, "2003-05-31", put(h, "a.test/old", "text:silk")), on(h, "2024-02-29", put(h, "a.test/leap", "text:silk")),
		put(h, "a.test/visited", "text:silk"), on(h, "2099-01-01", at(-48, put(h, "a.test/later", "text:silk"))),
	)
	h.finds("silk before:2010", "a.test/old")
	h.finds("after:2024-02-29 before:2024-03", "a.test/leap")
	h.finds("after:2024-03", "a.test/later a.test/visited")
	h.finds("silk -after:2024", "a.test/old")
	h.finds("after:2030", "")
	r := h.search(search.Request{Query: "silk", Sort: search.ByDate})
	for i, want := range []struct{ url, kind string }{
		{"a.test/visited", "visited"}, {"a.test/later", "visited"}, {"a.test/leap", "published"}, {"a.test/old", "published"},
	} {
		if got := urlsOf(r); len(got) != 4 || got[i] != want.url || r.Results[i].DateKind != want.kind {
			h.Fatalf("%d. of %q; want %s, %s", i+1, got, want.url, want.kind)
		}
	}
}

// allWordsFirst: a page that lacks a word comes behind those that hold all, or not at
// all, and is announced.
func allWordsFirst(h *hand) {
	h.apply(
		put(h, "a.test/one", "title:zqax zqax", "text:zqax zqax zqax zqax"),
		put(h, "a.test/both", "text:some long page at whose end there is zqax and somewhere zqbx"),
	)
	r := h.search(search.Request{Query: "zqax zqbx"})
	switch got := urlsOf(r); {
	case got[0] != "a.test/both":
		h.Errorf("%q", got)
	case len(got) > 1 && !r.Partial, len(got) == 1 && r.Partial:
		h.Errorf("%q, with pages that hold some words: %v", got, r.Partial)
	}
	if r := h.search(all("zqax zqbx")); len(r.Results) != 1 || r.Partial || r.Total != 1 {
		h.Errorf("by date %q, in all %d", urlsOf(r), r.Total)
	}
}

// access: pages that were read with a secret are found by those alone who have it.
func access(h *hand) {
	secret := put(h, "a.test/secret", "text:spider")
	secret.Access = "staff"
	other := put(h, "b.test/other", "text:spider")
	other.Access = "board"
	h.apply(put(h, "a.test/open", "text:spider"))
	if r := h.search(all("spider")); r.Shut {
		h.Error("pages are said to be left out where there are none")
	}
	h.apply(secret, other)
	for _, tt := range []struct {
		name, want string
		access     []string
		shut       bool
	}{
		{"strangers", "a.test/open", nil, true},
		{"staff", "a.test/open a.test/secret", []string{"staff"}, true},
		{"both", "a.test/open a.test/secret b.test/other", []string{"staff", "board"}, false},
		{"the operator", "a.test/open a.test/secret b.test/other", []string{search.AllAccess}, false},
		{"a label that there is not", "a.test/open", []string{"nobody"}, true},
	} {
		r := all("spider")
		r.Access = tt.access
		a := h.search(r)
		if got := sorted(urlsOf(a)); got != tt.want || a.Shut != tt.shut {
			h.Errorf("%s: %s (shut: %v), want %s (%v)", tt.name, got, a.Shut, tt.want, tt.shut)
		}
		e, err := h.s.Why(h.Context(), search.Request{Query: "spider", Access: tt.access}, parse(h, "b.test/other"))
		if sees := len(tt.access) == 2 || tt.name == "the operator"; err != nil || e.Indexed != sees {
			h.Errorf("%s: the other page is in the index for them: %v, %v", tt.name, e.Indexed, err)
		}
	}
	again := put(h, "a.test/secret", "text:spider")
	h.apply(again) // it is open now
	if got := sorted(urlsOf(h.search(all("spider")))); got != "a.test/open a.test/secret" {
		h.Errorf("once a page is open: %s", got)
	}
}
