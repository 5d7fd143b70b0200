package spell

import (
	"slices"
	"strings"
)

// inParts returns a word that consists of several, such as the name of a setting, with the words in
// it as they may have been meant: max_wal_size for max_wal_szie; "" if none differs. left is how
// many words may still be looked up.
func (s *Speller) inParts(word string, left *int) (string, error) {
	ts := slices.Clone(s.words.Query(word)) // the next query uses its memory again
	if len(ts) < 2 {
		return "", nil
	}
	*left++ // its parts count in its place
	var out strings.Builder
	from, changed := 0, false
	for _, t := range ts {
		if t.Unspaced || t.Start < from {
			return "", nil
		}
		part := word[t.Start:t.End]
		other, err := s.part(part, left)
		if err != nil {
			return "", err
		}
		out.WriteString(word[from:t.Start] + other)
		from, changed = t.End, changed || other != part
	}
	if !changed {
		return "", nil
	}
	return out.String() + word[from:], nil
}

// part returns a part of a word as it may have been meant, in capitals if it was typed so.
func (s *Speller) part(part string, left *int) (string, error) {
	typed, ok := s.wordOf(part)
	if *left--; !ok || *left < 0 {
		return part, nil
	}
	pages, err := s.pages(typed)
	if err != nil {
		return part, err
	}
	other, layout, err := s.Instead(part, pages)
	switch {
	case err != nil || layout || other == "":
		return part, err
	case part == strings.ToUpper(part):
		return strings.ToUpper(other), nil
	}
	return other, nil
}
