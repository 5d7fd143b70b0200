package analyze

import "strings"

// A vocabulary holds the words seen since words were last forgotten, by profile and spelling.
// Words lie in blocks, so that a word is not an object of its own to the garbage collector.
type vocabulary struct {
	tables [numLangs]table // by profile
	blocks []*[wordBlock]Word
	words  number          // number of the last word
	text   strings.Builder // the texts of words; replaced when it is full
}

// Sizes of the blocks for words and their texts.
const (
	wordBlock = 256
	textBlock = 8 << 10
)

// newVocabulary returns an empty vocabulary. Number 0 means no word.
func newVocabulary() *vocabulary {
	return &vocabulary{blocks: []*[wordBlock]Word{new([wordBlock]Word)}}
}

// at returns the word of a number.
func (v *vocabulary) at(n number) *Word { return &v.blocks[n/wordBlock][n%wordBlock] }

// find returns the number of the word of a spelling, 0 if it is not known.
func (v *vocabulary) find(p profile, k *key, raw []byte) number {
	t := &v.tables[p]
	if k.long {
		return t.long[string(raw)]
	}
	if t.held == 0 {
		return 0
	}
	hash, mask := uint32(k.hash), uint32(len(t.slots)-1)
	for i := hash & mask; t.slots[i].word != 0; i = (i + 1) & mask {
		if s := t.slots[i]; s.hash == hash && v.at(s.word).spelling == k.bytes {
			return s.word
		}
	}
	return 0
}

// add adds the word of a spelling.
func (v *vocabulary) add(p profile, k *key, raw []byte, w Word) number {
	v.words++
	if int(v.words/wordBlock) == len(v.blocks) {
		v.blocks = append(v.blocks, new([wordBlock]Word))
	}
	w.spelling = k.bytes
	*v.at(v.words) = w
	v.tables[p].add(k, raw, v.words)
	return v.words
}

// string returns a copy of a short text, allocated together with others.
func (v *vocabulary) string(text []byte) string {
	if v.text.Cap()-v.text.Len() < len(text) {
		v.text = strings.Builder{}
		v.text.Grow(max(textBlock, len(text)))
	}
	from := v.text.Len()
	v.text.Write(text)
	return v.text.String()[from:]
}

// word returns the Word of the span raw, whose key is k; nil if it is to be dropped. raw is not
// empty.
func (a *Analyzer) word(p profile, k *key, raw []byte) *Word {
	n := a.young.find(p, k, raw)
	if n == 0 {
		if len(raw) > maxRawBytes {
			return nil
		}
		n = a.wordSlow(p, k, raw)
	}
	w := a.young.at(n)
	switch {
	case w.form > 0:
		return w
	case w.other > 0:
		return a.young.at(w.other)
	}
	return nil
}

// wordSlow is word for one that the young vocabulary does not have.
func (a *Analyzer) wordSlow(p profile, k *key, raw []byte) number {
	if int(a.young.words) >= a.cacheWords/2 {
		a.old, a.young = a.young, newVocabulary()
	}
	if a.buf = foldCase(a.buf[:0], raw); len(a.buf) == 0 {
		return a.young.add(p, k, raw, Word{})
	}
	f := a.secret.key(a.buf)
	if f == *k && (!k.long || string(a.buf) == string(raw)) {
		return a.learn(p, &f)
	}
	n := a.young.find(p, &f, a.buf)
	if n == 0 {
		n = a.learn(p, &f)
	}
	var w Word
	if a.young.at(n).form > 0 {
		w.other = n
	}
	return a.young.add(p, k, raw, w)
}

// learn adds the folded word in a.buf to the young vocabulary, taken from the old one or newly
// built.
func (a *Analyzer) learn(p profile, k *key) number {
	var w Word
	if o := a.old.find(p, k, a.buf); o != 0 {
		w = *a.old.at(o)
		a.plain = append(a.plain[:0], w.text...)
		w.text = a.young.string(a.plain)
	} else {
		w = a.build(p)
	}
	return a.young.add(p, k, a.buf, w)
}
