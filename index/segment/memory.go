package segment

import (
	"bytes"
	"slices"
	"sync"

	"github.com/blevesearch/vellum"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/analyze/inflection"
	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/impact"
	"github.com/aranea-search/aranea/index/shortpostings"
)

// Documents in memory are read as a Segment while more are added. What is there never changes,
// so a Segment of the first documents shares their tables and blocks. The list of a term is
// built when it is asked for.

// Terms are the terms of documents in memory. Each method answers for the first docs documents,
// whatever was added since, and may be called while more are added.
type Terms interface {
	// List reads the postings of a term. It returns false if there are none.
	List(l *List, term []byte, docs int) bool
	// Count returns the number of terms.
	Count(docs int) int
	// Forms appends to dst the forms that a stem stands for, ascending.
	Forms(dst []string, stem []byte, docs int) []string
	// Visit calls visit for the terms in [from, to), ascending, with the number of their
	// documents, until visit returns false. accept is asked first; terms for which it returns
	// false are skipped. A nil to means no end.
	Visit(from, to []byte, docs int, accept func(term []byte) bool, visit func(term []byte, n int) bool)
}

// View returns the documents so far as a Segment that is not a file. The calling goroutine may
// add more documents; they are not in the Segment. The name must differ from those of all other
// segments. release is called when the last user releases it.
func (d *Docs) View(name string, terms Terms, release func()) *Segment {
	s := &Segment{
		name: name, terms: terms, keys: d.keys, rowKeys: slices.Clip(d.ids), parts: map[string]*damage.Part{},
		foot:    footer{Format: format, Weights: impact.Version, Stems: inflection.Version, Folders: true, Symbols: true, OwnWords: true, Docs: d.count, Words: d.words, Limited: d.limited, Langs: slices.Clip(d.langs)},
		columns: slices.Clip(d.columns), sketches: slices.Clip(d.sketches), dates: slices.Clip(d.dates), titles: slices.Clip(d.titles),
		tables: shortpostings.Tables{Spans: slices.Clip(d.spans), Plains: slices.Clip(d.plains)}, tools: d.records.tools, unmap: []func(){release},
	}
	s.users.Store(1)
	for _, name := range pieces() {
		s.parts[name] = damage.NewPart(s.name+"."+name, &s.damage)
		s.parts[name].Trust(nil, sumBlock)
	}
	s.records = d.records.view(s.parts[partDocs], d.recordOut.Blocks())
	s.elements = d.elements.view(s.parts[partElements], d.elmOut.Blocks())
	s.texts = d.texts.view(s.parts[partText], d.textOut.Blocks())
	for _, code := range d.langs {
		l, _ := analyze.ParseLang(code)
		s.langs = append(s.langs, l)
	}
	return s
}

// view returns the blocks so far, including the open one, to be read while more are written.
func (w *blockWriter) view(p *damage.Part, written [][]byte) blocks {
	b := blocks{part: p, tools: w.tools, fast: w.fast, table: slices.Clip(w.table), memory: slices.Clip(written), docs: int(w.docs)}
	if w.docs > w.first {
		b.open, b.openFirst = bytes.Clone(w.plain), int(w.first)
	}
	return b
}

// memoryLists caches the lists of a Segment that is not a file. It is safe for concurrent use.
type memoryLists struct {
	mu    sync.Mutex
	held  map[string]*memoryList
	bytes int
}

// maxLists is how many bytes of lists are kept for later queries.
const maxLists = 4 << 20

// A memoryList is a term's entry and its positions; nil for a term without documents.
type memoryList struct{ entry, positions *damage.Part }

// list returns the list of a term, nil if it has no documents.
func (s *Segment) list(term []byte) (*memoryList, error) {
	s.lists.mu.Lock()
	m, ok := s.lists.held[string(term)]
	s.lists.mu.Unlock()
	if ok {
		return m, nil
	}
	var l List
	if s.terms.List(&l, term, s.foot.Docs) {
		e := encoder{tables: s.tables, marks: s.foot.OwnWords}
		entry, positions, err := e.encode(nil, term, &l, 0)
		if err != nil {
			return nil, s.bad(err.Error())
		}
		m = &memoryList{s.trusted(entry), s.trusted(positions)}
	}
	s.lists.keep(string(term), m)
	return m, nil
}

// keep caches the list of a term if there is room.
func (t *memoryLists) keep(term string, m *memoryList) {
	size := len(term) + keyBytes
	if m != nil {
		size += m.entry.Len() + m.positions.Len()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.held == nil {
		t.held = map[string]*memoryList{}
	}
	if t.bytes+size <= maxLists {
		t.held[term] = m
		t.bytes += size
	}
}

// trusted returns a part made of bytes that were just written.
func (s *Segment) trusted(b []byte) *damage.Part {
	p := damage.NewPart(s.name, &s.damage)
	p.Trust(b, sumBlock)
	return p
}

// findInMemory opens the postings of a term of documents in memory.
func (p *Postings) findInMemory(s *Segment, term []byte) (bool, error) {
	m, err := s.list(term)
	if err != nil || m == nil {
		return false, err
	}
	return true, p.begin(s, m.entry, m.positions, 0)
}

// visitInMemory is VisitTerms for documents in memory.
func (s *Segment) visitInMemory(a vellum.Automaton, from, to []byte, most int, visit func(term []byte, docs int)) (more bool) {
	accept := func([]byte) bool { return true }
	if a != nil {
		accept = (&runner{a: a}).accepts
	}
	n := 0
	s.terms.Visit(from, to, s.foot.Docs, accept, func(term []byte, docs int) bool {
		if n == most {
			more = true
			return false
		}
		n++
		visit(term, docs)
		return true
	})
	return more
}

// A runner asks an automaton about ascending terms, each from where it differs from the
// previous one.
type runner struct {
	a      vellum.Automaton
	term   []byte
	states []int // the state after each byte, as far as the automaton went
}

// accepts reports whether the automaton accepts a term.
func (r *runner) accepts(term []byte) bool {
	same := 0
	for same < len(term) && same < len(r.term) && term[same] == r.term[same] {
		same++
	}
	r.states = r.states[:min(same, len(r.states))]
	state := r.a.Start()
	if n := len(r.states); n > 0 {
		state = r.states[n-1]
	}
	r.term = append(r.term[:0], term...)
	for i := len(r.states); i < len(term) && r.a.CanMatch(state); i++ {
		state = r.a.Accept(state, term[i])
		r.states = append(r.states, state)
	}
	return len(r.states) == len(term) && r.a.IsMatch(state)
}
