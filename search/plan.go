package search

import (
	"cmp"
	"slices"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/collection"
	"github.com/aranea-search/aranea/search/condition"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/linkquery"
	"github.com/aranea-search/aranea/search/locale"
	"github.com/aranea-search/aranea/search/missingwords"
	"github.com/aranea-search/aranea/search/naming"
	"github.com/aranea-search/aranea/search/paging"
	"github.com/aranea-search/aranea/search/postings"
	"github.com/aranea-search/aranea/search/recency"
	"github.com/aranea-search/aranea/search/segmentation"
	"github.com/aranea-search/aranea/search/signals"
	"github.com/aranea-search/aranea/search/slug"
	"github.com/aranea-search/aranea/search/snippet"
	"github.com/aranea-search/aranea/search/sorting"
	"github.com/aranea-search/aranea/search/spell"
	"github.com/aranea-search/aranea/search/staticscore"
	"github.com/aranea-search/aranea/search/stopword"
	"github.com/aranea-search/aranea/search/term"
	"github.com/aranea-search/aranea/search/topk"
	"github.com/aranea-search/aranea/search/weight"
)

// A plan is a query compiled for one snapshot. It must be closed.
type plan struct {
	snap       *index.Snapshot
	words      []*word                // that rank
	counts     []counted              // weights of the words, contiguous
	groups     []missingwords.Group   // alternatives, of which a page should have one
	where      []*condition.Condition // besides
	needed     int                    // number of words and groups that a page should have
	filterOnly bool                   // there is no word: everything that passes, shallow pages first
	sumIDF     float64                // of a page with all of the words
	full       float64                // the same, or the scale of static ranks if there is no word
	titled     uint64                 // bits of which a title has one if a word is in it
	allForms   float64                // what a page gains that has all words in the typed forms
	matchers   []*matcher             // by segment
	explaining bool                   // explanations are wanted
	guarded    bool                   // the last condition hides pages from the searcher
	signals    *signals.Ranks
	base       staticscore.Sum           // what pages have whatever their words
	named      naming.Sites              // that the words name
	shut       bool                      // the index has pages that the searcher may not see
	joined     bool                      // a word of several tokens has an alternative
	order      *sorting.Order            // that results are sorted in; nil for the best first
	byKey      bool                      // ties are broken by key
	left       bool                      // pages with only some of the words were not searched for
	matched    int                       // pages with everything that the last run found
	hints      hint.List                 // about what was not searched for
	at         *contest.Spot             // of the page whose address the query is; nil if there is none
	typed      []slug.Part               // the parts of the query, in their order
	slugs      map[contest.Spot]slug.Run // pages whose slug is some of them, and start pages that all of them name

	markers map[analyze.Lang]*snippet.Marker
	prefers []analyze.Lang // of the searcher
	langs   []analyze.Lang // of the words that are no stop words

	pool  *pool
	terms *term.Opener
	found topk.Heap[hit] // the best pages of a run without a contest
	held  bool           // others of the best refineMax were left out
	// said adds what links say to some hits.
	said  func(all []hit, some []int32) error
	slack float64 // bound of what links add to a page that they do not bring up
	*scratch
}

func nothing([]hit, []int32) error { return nil }

// close recycles the postings and the memory of the plan.
func (p *plan) close() {
	if p.scratch == nil {
		return
	}
	for _, m := range p.matchers {
		for _, c := range m.words {
			p.terms.Keep(c)
		}
	}
	p.terms.Close()
	p.finish()
	p.pool.scratch.Put(p.scratch)
	p.scratch = nil
}

// counted holds the weights of a word.
type counted struct {
	idf      float64
	exact    float64 // of the typed form, relative to any form
	full     float64 // upper bound, at an impact of 1 in BM25
	beside   float64 // gain of a page that has it right after the previous word
	optional bool    // it ranks, but a page may lack it
}

// A word is one part of the query that ranks: a word, or a phrase of consecutive tokens.
type word struct {
	text    string
	tokens  []*term.Token
	phrase  bool // the tokens must follow one another
	near    int  // or have at most that many others between them, in any order
	quoted  bool
	grouped bool               // a page may have another word of its group instead
	small   bool               // it is a stop word that a page need not have, or only asks
	means   string             // the typed word of which it is a synonym, "" for none
	cut     missingwords.Piece // the typed word that it is a part of
	plain   bool               // it was typed alone, without quotes and operators
	names   bool               // it names sites, whose pages have it whatever they say
	typed   float64            // how much rarer the typed form is
	counted
}

// Demand returns the word as it was asked for.
func (w *word) Demand() missingwords.Word {
	return missingwords.Word{Text: w.text, Quoted: w.quoted, Optional: w.optional, Cut: w.cut}
}

// name names the word in explanations.
func (w *word) name() string {
	if w.means == "" {
		return w.text
	}
	return w.text + ", a synonym of " + w.means
}

// Spelled yields the word as typed, and its forms; nothing if it is quoted.
func (w *word) Spelled(yield func(string) bool) {
	if w.quoted || !yield(w.text) {
		return
	}
	for _, t := range w.tokens {
		if !yield(t.Form) {
			return
		}
	}
}

// A wording is a query as it is compiled: its tree, who asks, and what else is known of it.
type wording struct {
	tree query.Tree
	req  Request
	// outside is what the query names outside of the index; nil for one on the words of links.
	outside linkquery.Pages
	spelled spell.Alternatives // other spellings of words
	// synonyms are the words that were typed, by those that an operator lists as meaning the same.
	synonyms map[*query.Node]string
	frozen   *paging.Frozen // nil if nothing is frozen
	links    bool           // this is the query on the words of links
	named    naming.Sites   // that words name in the index of pages; nil if this is it
	// loose treats a word that analysis splits into several tokens, such as a run of Chinese
	// characters, as that many words instead of a phrase.
	loose bool
	// local notes what the index says of the words; nil if nobody asks.
	local *collection.Facts
	// without are documents that are left out, by segment, because they are pinned; nil for none.
	without [][]uint32
}

// loosely returns the same query with words that analysis splits as several words.
func (w wording) loosely() wording {
	w.loose = true
	return w
}

// A compiler turns a wording into a plan.
type compiler struct {
	p      *plan
	words  *analyze.Analyzer
	where  condition.Compiler
	naming naming.Asker
	global *collection.Index // what all indexes of a collection say; nil if the index is alone
	spoken analyze.Lang      // the language of the query
	what   bool              // it asks what something is
	wording
}

// compile turns a query into a plan.
func (s *Searcher) compile(snap *index.Snapshot, w wording) (*plan, error) {
	r, tree := w.req, w.tree
	c := compiler{
		p:     &plan{snap: snap, pool: &s.pool, scratch: s.pool.workspace(), explaining: r.Explain, said: nothing, prefers: r.Langs, named: naming.Sites{}},
		words: s.analyzer(), wording: w, naming: naming.Asker{Snap: snap, Proven: r.Access, Called: s.opt.Names.Table(), Frozen: w.frozen,
			Given: w.named, Global: r.Collection, Local: w.local},
	}
	defer s.analyzers.Put(c.words)
	c.p.terms = term.New(snap, &s.pool.Pool, &c.p.Room, postings.Wanted{Named: locale.Named(tree), Preferred: r.Langs}, w.frozen, &c.p.hints)
	c.global, c.spoken = r.Collection.Of(w.links), locale.Spoken(c.words, tree, r.Langs)
	c.p.terms.Within(c.global, w.local.Of(w.links))
	c.where = condition.Compiler{Snap: snap, Terms: c.p.terms, Words: c.words, Outside: w.outside, Hints: &c.p.hints}
	of, sites := &s.pageRanks, &s.pageSites
	if w.links {
		of, sites = &s.linkRanks, &s.linkSites
	} else {
		c.p.at = linkquery.At(snap, tree)
	}
	if w.local != nil {
		of := w.local.Of(w.links)
		of.Docs, of.Stored = snap.Docs(), snap.Stored()
	}
	if c.naming.Memory = sites; s.opt.Signals != nil {
		c.p.signals = of.Of(snap, s.opt.Signals().In(w.links))
		c.naming.Ranks = c.p.signals.For(tree)
	}
	var err error
	if c.p.order, err = sorting.New(snap, r.Sort, &c.p.hints); err == nil {
		err = c.addParts(tree.Root)
	}
	if w.without != nil && !w.links {
		c.require(condition.LeaveOut(w.without))
	}
	if err == nil {
		err = c.protect(r.Access)
	}
	if err == nil {
		c.weighWords()
		err = c.nameSites()
	}
	if err == nil {
		err = c.joinPairs()
	}
	if err == nil {
		err = c.frozen.End()
	}
	if err == nil && !w.links {
		err = c.addSlugs()
	}
	if err != nil {
		c.p.close()
		return nil, err
	}
	c.p.base = c.base(s)
	c.p.prepare()
	return c.p, nil
}

// base returns what pages have whatever their words.
func (c *compiler) base(s *Searcher) staticscore.Sum {
	parts := staticscore.Parts{Ranks: c.naming.Ranks}
	if c.links {
		return staticscore.Of(parts)
	}
	parts.Wish, parts.Losses = recency.Asked(c.p.words, s.now()), c.naming.Losses
	parts.Weights = s.weights.Of(c.p.snap, s.opt.Weights.List())
	return staticscore.Of(parts)
}

// weighWords decides which words may be missing, counts the others, and weights the typed
// forms.
func (c *compiler) weighWords() {
	p := c.p
	p.filterOnly = len(p.words) == 0
	c.markSmall()
	for _, w := range p.words {
		if w.small {
			w.optional = true
			w.idf *= stopword.Share
			p.sumIDF += w.idf
		} else if !w.optional {
			p.needed++
			p.sumIDF += w.idf
		}
	}
	words := p.needed
	p.needed += len(p.groups)
	share := weight.FewWords / float64(max(words, weight.FewWords))
	for _, w := range p.words {
		w.exact, w.full = share*w.typed, w.idf*(1+share*w.typed)
	}
	if words > 1 {
		p.allForms = weight.Forms * share * p.sumIDF
	}
	if p.full = p.sumIDF; p.filterOnly {
		p.full = 1 / signals.Most
	}
}

// nameSites lets words that name sites stand for all of their pages. Who looks for "python sorting"
// names a site and what to find there: its own pages need not repeat its name, those of others do. A
// query that is nothing but a name is left as it is, and so is one that asks what the name is: then the pages that
// have the word are looked for.
func (c *compiler) nameSites() error {
	p := c.p
	if c.naming.Asked = c.what && p.needed == 1; p.needed < 2 && !c.naming.Asked && c.local == nil {
		return nil
	}
	if c.naming.Terms, c.naming.Found = p.terms, p.named; p.guarded {
		c.naming.Guard = p.where[len(p.where)-1]
	}
	for _, w := range p.words {
		if !w.plain || w.optional && c.local == nil {
			continue // which words are optional is decided when all indexes have said how rare they are
		}
		sites, err := c.naming.Sites(w.tokens[0].Form, w.text)
		if err == nil {
			err = p.terms.Name(w.tokens[0], sites)
		}
		if w.names = len(sites) > 0; err != nil {
			return err
		}
	}
	return nil
}

// joinPairs lets neighbouring words stand for both written as one, too: "string builder" finds StringBuilder.
func (c *compiler) joinPairs() error {
	for i := 1; i < len(c.p.words); i++ {
		if a, b := c.p.words[i-1], c.p.words[i]; a.mayJoin() && b.mayJoin() {
			if err := c.p.terms.Join(a.tokens[0], b.tokens[0]); err != nil {
				return err
			}
		}
	}
	return nil
}

// mayJoin reports whether a word may be written as one with the word beside it. The name of a site is not
// part of what is looked for there.
func (w *word) mayJoin() bool { return w.plain && !w.optional && !w.names && !w.tokens[0].Unspaced }

// addSlugs looks for the pages whose slug is a part of the query, and for start pages if it is only names; of
// several, for those in the language that is wished for.
func (c *compiler) addSlugs() error {
	p := c.p
	if c.local != nil {
		return slug.Count(c.local, p.snap, p.typed, p.terms)
	}
	for i, s := range p.typed {
		w := p.words[s.Words.From:s.Words.To]
		if len(w) == 1 && w[0].names {
			p.typed[i].Sites = p.named.Columns(w[0].tokens[0].Form)
		}
		p.typed[i].Small = len(w) > 0 && !slices.ContainsFunc(w, func(w *word) bool { return !w.small })
	}
	c.naming.Losses = locale.Asked(c.spoken, c.tree, c.req.Langs).Losses(p.snap)
	starts, err := c.naming.Starts(p.needed)
	if err == nil {
		p.slugs, err = slug.Pages(p.snap, p.typed, starts, p.terms, c.req.Collection)
	}
	return err
}

// markSmall marks the words that a page need not have.
func (c *compiler) markSmall() {
	p := c.p
	q := stopword.Query{Preferred: p.prefers, Spoken: c.spoken, Links: c.links, Scarce: func(l analyze.Lang) float64 {
		return c.frozen.Rarity(postings.Scarce(c.global, p.snap, l))
	}}
	words := make([]stopword.Word, len(p.words))
	for i, w := range p.words {
		words[i] = stopword.Word{Typed: cmp.Or(w.cut.Of, w.text), Quoted: w.quoted, Optional: w.optional, IDF: w.idf}
		for _, t := range w.tokens {
			words[i].Tokens = append(words[i].Tokens, t.QueryToken)
			words[i].Langs = append(words[i].Langs, p.terms.Languages(t)...)
		}
	}
	p.langs, c.what = q.Languages(words), stopword.AsksWhat(words)
	for i, small := range q.Small(words, p.langs) {
		p.words[i].small = small
	}
}

// empty reports whether the plan requires nothing of a page.
func (p *plan) empty() bool {
	return len(p.words) == 0 && !slices.ContainsFunc(p.where, func(e *condition.Condition) bool { return !e.Excludes() })
}

// cut reports whether some word was split into tokens that form a phrase, so that a loose plan
// differs.
func (p *plan) cut() bool {
	return p.joined || slices.ContainsFunc(p.words, func(w *word) bool { return w.phrase && !w.quoted && !w.optional })
}

// require adds a condition, if there is one.
func (c *compiler) require(e *condition.Condition) {
	if e != nil {
		c.p.where = append(c.p.where, e)
	}
}

func (c *compiler) add(n *query.Node) error {
	switch n.Kind {
	case query.And:
		for _, kid := range n.Nodes {
			if err := c.add(kid); err != nil {
				return err
			}
		}
	case query.Word, query.Phrase:
		return c.addText(n)
	case query.Or:
		return c.addOr(n)
	case query.Not, query.Filter:
		e, err := c.where.Of(n)
		if err != nil {
			return err
		}
		c.require(e)
		if n.Kind == query.Filter && n.Field.Ranks() {
			return c.addOptional(n)
		}
	}
	return nil
}

// addParts adds a whole query.
func (c *compiler) addParts(root *query.Node) error {
	if root.Kind != query.And {
		return c.addPart(root)
	}
	for _, n := range root.Nodes {
		if err := c.addPart(n); err != nil {
			return err
		}
	}
	return nil
}

// addPart adds a part of the query, and keeps as what it was typed.
func (c *compiler) addPart(n *query.Node) error {
	from := len(c.p.words)
	if err := c.add(n); err != nil {
		return err
	}
	part, words := slug.Part{Words: slug.Run{From: from, To: len(c.p.words)}}, c.p.words[from:]
	switch {
	case n.Kind == query.Filter || n.Kind == query.Not:
		return nil // it is no part of a name
	case len(words) == 1 && words[0].plain:
		part.Tokens = []analyze.QueryToken{words[0].tokens[0].QueryToken}
	case n.Kind == query.Word && !n.Prefix && n.Edits == 0:
		part.Tokens = c.words.Query(n.Text)
	}
	c.p.typed = append(c.p.typed, part)
	return nil
}

// addText ranks a word or phrase that a page should have. A word that is split into tokens is
// searched in exactly these forms, as if quoted.
func (c *compiler) addText(n *query.Node) error {
	ts, quoted := c.words.Query(n.Text), n.Kind == query.Phrase
	if runs := segmentation.Runs(n, ts); runs != nil {
		return c.add(runs)
	}
	if or := c.spelled[n]; or != nil && (len(ts) == 1 || !c.loose) {
		c.p.joined = c.p.joined || len(ts) > 1
		return c.addOr(or)
	}
	if c.loose && !quoted {
		return c.addPieces(ts, n)
	}
	return c.addWord(&word{text: n.Called(), quoted: quoted, near: n.Distance, plain: len(ts) == 1 && n.IsPlain()}, n)
}

// addPieces ranks the tokens of a word one by one.
func (c *compiler) addPieces(ts []analyze.QueryToken, n *query.Node) error {
	pieces, spans := make([]*word, 0, len(ts)), make([]segmentation.Piece, 0, len(ts))
	plain := len(ts) == 1 && n.IsPlain()
	for i := range ts {
		w := &word{text: n.Text[ts[i].Start:ts[i].End], plain: plain, cut: missingwords.Piece{Of: n.Text, Start: ts[i].Start, End: ts[i].End}}
		var err error
		if w.tokens, err = c.p.terms.Tokens(ts[i:i+1], n.Part(i == len(ts)-1)); err != nil {
			return err
		}
		pieces, spans = append(pieces, w), append(spans, segmentation.Piece{Start: w.cut.Start, End: w.cut.End, Docs: w.tokens[0].Docs})
	}
	for i, share := range segmentation.Shares(spans) {
		c.rank(pieces[i], share)
	}
	return nil
}

// addWord ranks a word, if it has any tokens.
func (c *compiler) addWord(w *word, n *query.Node) error {
	ts := c.words.Query(n.Text)
	var err error
	if w.tokens, err = c.p.terms.Tokens(ts, n); err != nil || len(ts) == 0 {
		return err
	}
	w.phrase = len(ts) > 1
	c.rank(w, 1)
	return nil
}

// addOptional ranks words that a condition requires already.
func (c *compiler) addOptional(n *query.Node) error {
	before := len(c.p.words)
	err := c.addWord(&word{text: n.Called(), quoted: true, counted: counted{optional: true}}, n)
	if err == nil && len(c.p.words) > before {
		c.p.sumIDF += c.p.words[before].idf
	}
	return err
}

// addOr ranks alternatives, of which a page should have one; several add up. Alternatives that
// are more than words and phrases are also a condition.
func (c *compiler) addOr(n *query.Node) error {
	plain := !slices.ContainsFunc(n.Nodes, func(k *query.Node) bool { return k.Kind != query.Word && k.Kind != query.Phrase })
	if !plain {
		e, err := c.where.Of(n)
		if err != nil {
			return err
		}
		c.require(e)
	}
	first, most, words := len(c.p.words), 0.0, false
	for _, leaf := range n.Positive() {
		w := &word{text: leaf.Called(), quoted: leaf.Kind == query.Phrase, near: leaf.Distance, grouped: plain, means: c.synonyms[leaf], counted: counted{optional: true}}
		if err := c.addWord(w, leaf); err != nil {
			return err
		}
		most, words = max(most, w.idf), words || !w.quoted
	}
	if n.Text != "" {
		most = c.p.evened(first, n.Text)
	}
	c.p.sumIDF += most
	if plain && len(c.p.words) > first {
		g := missingwords.Group{Text: n.Text, Strict: !words || n.Field == query.Related}
		for i := first; i < len(c.p.words); i++ {
			g.Words = append(g.Words, i)
		}
		c.p.groups = append(c.p.groups, g)
	}
	return nil
}

// otherShare is how much another spelling of a word counts.
const otherShare = 0.5

// evened gives the spellings of a word, from one of the plan's words on, the rarity of the most
// frequent one, and returns it.
func (p *plan) evened(first int, typed string) float64 {
	all := p.words[first:]
	least := slices.MinFunc(all, func(a, b *word) int { return cmp.Compare(a.idf, b.idf) }).idf
	for _, w := range all {
		if w.idf = least; w.text != typed {
			w.idf *= otherShare
		}
	}
	return least
}

// rank adds a word with a share of its rarity, which is that of its rarest token.
func (c *compiler) rank(w *word, share float64) {
	rarest := slices.MinFunc(w.tokens, func(a, b *term.Token) int { return a.Docs - b.Docs })
	w.idf = c.frozen.Rarity(share * weight.Rarity(c.global.Documents(c.p.snap.Stored()), rarest.Docs))
	w.typed = term.Typed(w.tokens, w.idf)
	c.p.words = append(c.p.words, w)
}
