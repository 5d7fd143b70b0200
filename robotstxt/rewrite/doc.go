// Package rewrite writes robots files anew without a change of meaning, and
// compares what two files, or two dialects, say.
//
// Format writes a file in the usual form, Merge joins two so that each robot has
// one group, Minimise drops rules that decide nothing. None of them changes a
// verdict, and CompareFiles proves it; but what they write is in UTF-8, and of a
// file in UTF-16 robots that do not read that (Dialect.NoUTF16) then understand
// more than before.
//
// Compare tells on which targets two matchers differ, CompareFiles does so for
// every robot that one of two files names, and CompareDialects tells where
// dialects differ on one file. Without targets they ask for witnesses, which
// Witnesses makes from the rules. Diff.Clauses sums differences up by the lines
// that decide.
//
// Floor: 0 (leaves). Stability: public. It uses the standard library only and is
// pure.
package rewrite
