// Package rewrite rewrites robots files without changing their meaning, and compares two files
// or two dialects.
//
// Format writes a file in the usual form, Merge joins two so that each robot has one group,
// Minimise drops rules that decide nothing. None of them changes a verdict, which CompareFiles
// proves. But their results are in UTF-8, so that for a file in UTF-16, robots that do not
// support that (Dialect.NoUTF16) understand more than before.
//
// Compare returns the targets on which two matchers differ, CompareFiles does so for every robot
// that one of two files names, and CompareDialects returns where dialects differ on one file.
// Without targets they use those that Witnesses makes from the rules. Diff.Clauses groups
// differences by the lines that decide.
//
// Floor: 0 (leaves). Stability: public. It uses the standard library only and is pure.
package rewrite
