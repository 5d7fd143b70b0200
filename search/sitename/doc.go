// Package sitename learns which words a site is called by in the titles of its pages, as openjdk.example
// is called Java by "Optional (Java SE 17)", and what of each title is that of the site, and keeps both in a
// file of the data folder, docs/format/names.md. A word of a query that names a site stands for all of its
// pages (docs/ranking.md, "Names of sites"); what is the site's does not keep a title from being the query
// ("Titles with the name of the site").
//
// Memory: while names are learned, some 100 bytes for each of 65,536 hosts, at most 2 KB for each of the
// 4,096 with the most pages and 16 bytes for each of their pages, and some 40 while the table is made and written;
// afterwards at most 6 MB for names, a few in practice, and 11 bytes for each page of which a part is the site's.
//
// Floor: 4 (acts), a part of search. Stability: engine. It does not say what a name counts, and does not
// read indexes.
package sitename
