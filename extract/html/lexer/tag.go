package lexer

import "bytes"

// startTag reads a start tag.
func (z *Lexer) startTag() Kind {
	if !z.tag(z.raw.start+1, true) {
		return End
	}
	z.rawTag = z.nameOfRaw()
	// A solidus that is not the end of a value makes the tag self-closing.
	if last := z.raw.end - 2; z.page[last] == '/' && (len(z.attrs) == 0 || last != z.lastEnd-1) {
		return SelfClosingTag
	}
	return StartTag
}

// endTag reads a token that begins with "</".
func (z *Lexer) endTag() Kind {
	from := z.raw.start + 2
	switch {
	case from == len(z.page):
		z.raw.end, z.data.end = from, from
		return Text
	case z.page[from] == '>':
		z.raw.end = from + 1
		return Comment
	case !isLetter(z.page[from]):
		z.untilAngle(from)
		return Comment
	case !z.tag(from, false):
		return End
	}
	return EndTag
}

// tag reads a tag whose name begins at a position, with its attributes if they are wanted. It
// returns false if the page ends in it.
func (z *Lexer) tag(from int, wanted bool) bool {
	i, w := nameAt(z.page, from, &ofTags)
	z.data, z.tags = span{from, i}, w.find()
	for i = skipSpace(z.page, i); i < len(z.page); i = skipSpace(z.page, i) {
		if z.page[i] == '>' {
			z.raw.end = i + 1
			return true
		}
		a := attr{key: span{start: i}}
		first := i
		if z.page[i] == '=' { // at the beginning it is part of the name
			first++
		}
		a.key.end, a.word = nameAt(z.page, first, &ofAttributes)
		if first > i {
			a.word = 0
		}
		a.value, i = valueOf(z.page, a.key.end)
		if wanted && a.key.start < a.key.end {
			z.keep(a)
		}
	}
	z.raw.end = len(z.page)
	return false
}

// keep keeps the first attribute of each name.
func (z *Lexer) keep(a attr) {
	if len(z.attrs) >= MaxAttributes {
		z.lastEnd = a.value.end
		return
	}
	key := z.page[a.key.start:a.key.end]
	for _, b := range z.attrs {
		if a.word == b.word && b.key.end-b.key.start == len(key) && sameName(z.page[b.key.start:b.key.end], key) {
			return
		}
	}
	z.attrs = append(z.attrs, a)
	z.lastEnd = a.value.end
}

// sameName reports whether two names of equal length are equal, ignoring the case of ASCII
// letters.
func sameName(a, b []byte) bool {
	for i, c := range a {
		if d := b[i]; c != d && lower(c) != lower(d) {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// valueOf returns the value of the attribute whose name ends at i, and where to continue.
func valueOf(s []byte, i int) (span, int) {
	none := span{i, i}
	if i = skipSpace(s, i); i == len(s) {
		return none, i
	}
	if s[i] == '/' {
		return none, i + 1
	}
	if s[i] != '=' {
		return none, i
	}
	if i = skipSpace(s, i+1); i == len(s) || s[i] == '>' {
		return none, i
	}
	if q := s[i]; q == '"' || q == '\'' {
		n := bytes.IndexByte(s[i+1:], q)
		if n < 0 {
			return span{i + 1, len(s)}, len(s)
		}
		return span{i + 1, i + 1 + n}, i + 2 + n
	}
	start := i
	for i < len(s) && !isSpace(s[i]) && s[i] != '>' {
		i++
	}
	return span{start, i}, i
}

// Name returns the name of a tag in lower case.
func (z *Lexer) Name() []byte { return z.name(z.data) }

// HasAttributes reports whether there are attributes that Attribute has not returned yet.
func (z *Lexer) HasAttributes() bool { return z.attrsRead < len(z.attrs) }

// Attribute returns the name of the next attribute in lower case, and its value; false if there
// is none.
func (z *Lexer) Attribute() (name, value []byte, ok bool) {
	if _, ok = z.AttributeWord(); !ok {
		return nil, nil, false
	}
	return z.name(z.attrs[z.attrsRead-1].key), z.Value(), true
}

// AttributeWord is Attribute for callers that need the values of few attributes. Its words are
// names in ASCII.
func (z *Lexer) AttributeWord() (w Word, ok bool) {
	if !z.HasAttributes() {
		return 0, false
	}
	z.attrsRead++
	return z.attrs[z.attrsRead-1].word, true
}

// Value returns the value of the attribute that AttributeWord last returned.
func (z *Lexer) Value() []byte {
	v := z.attrs[z.attrsRead-1].value
	return z.decode(z.page[v.start:v.end], asValue)
}

// Written returns the value of an attribute as written, nil if the tag does not have it. The
// name is in lower case. It does not advance Attribute.
func (z *Lexer) Written(name string) []byte {
	for _, a := range z.attrs {
		if a.key.end-a.key.start == len(name) && foldsTo(z.page[a.key.start:a.key.end], name) {
			return z.page[a.value.start:a.value.end]
		}
	}
	return nil
}

// Lookup returns the value of an attribute, and reports whether the tag has it. The name is in
// lower case. It does not advance Attribute.
func (z *Lexer) Lookup(name string) (value []byte, ok bool) {
	if v := z.Written(name); v != nil {
		return z.decode(v, asValue), true
	}
	return nil, false
}

// name returns a name in lower case, which is a part of the page if it is written in lower case.
func (z *Lexer) name(s span) []byte {
	name := z.page[s.start:s.end]
	for i, c := range name {
		if 'A' <= c && c <= 'Z' || c == 0 {
			return z.lowered(name, i)
		}
	}
	return name
}

func (z *Lexer) lowered(name []byte, from int) []byte {
	start := len(z.buf)
	z.buf = append(z.buf, name[:from]...)
	for _, c := range name[from:] {
		if c == 0 {
			z.buf = append(z.buf, replacement...)
			continue
		}
		z.buf = append(z.buf, lower(c))
	}
	return z.buf[start:len(z.buf):len(z.buf)]
}
