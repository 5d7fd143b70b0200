// Package sitename learns which words a site is called by in the titles of its pages, as openjdk.example
// is called Java by "Optional (Java SE 17)", and keeps them in a file of the data folder,
// docs/format/names.md. A word of a query that names a site stands for all of its pages (docs/ranking.md,
// "Names of sites").
//
// Memory: some 100 bytes for each of 65,536 hosts while names are learned, and at most 4 KB for each of
// the 4,096 with the most pages, so 24 MB in all; afterwards at most 6 MB, a few names in practice.
//
// Floor: 4 (acts), a part of search. Stability: engine. It does not say what a name counts, and does not
// read indexes.
package sitename
