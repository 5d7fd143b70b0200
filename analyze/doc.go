// Package analyze turns text into index terms, one language at a time, and
// does the same to the words of a query so that the two always meet.
//
// # What comes out
//
// Every word of a text gives a Token: its byte span, its position, and a Word.
// The form is the folded word, and a pair of neighbouring characters (a bigram)
// for Chinese, Japanese, Korean and the South East Asian scripts that write
// without spaces; a character standing alone gives itself. The stem is that of
// Snowball or of package inflection, by the language of the page and the alphabet
// of the word; it names its language, and is present only where it differs from
// the form.
//
// # Rules
//
// Where a word begins and ends does not depend on the language, so a query
// and a page are always cut alike. Letters, digits and combining marks make
// words; hyphens, dots, underscores and slashes part them (v1.2.3 is v1, 2, 3
// at neighbouring positions); package symbol finds the names that underscores
// join. An apostrophe stays inside English contractions and Cyrillic words, a
// geresh or a quote for it inside Hebrew ones; both part all others. Soft hyphens
// and zero-width characters
// vanish. Text is normalised (NFKC) and folded in case only where it is not
// ASCII; Russian yo becomes ye; traditional Chinese characters become simplified
// ones; letters and digits that are typed for one another become one (unify); accents of Latin and Greek letters are removed
// after stemming. Words longer than maxWordBytes, and words with digits longer
// than 20 characters, are dropped; their position stays taken. On pages, a name of code
// such as innerBuffer is followed by the words in it, at the same position; in a query it
// is one word.
//
// Floor: 2 (pure). Stability: engine. The package knows no documents, no
// fields and no index; it reads no clock, no file and no network.
package analyze
