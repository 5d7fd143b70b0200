// Package versions learns which pages of an index are one page in several versions of a manual, as
// /2.7/install.html and /3.0/install.html are, and keeps that in a file of the data folder,
// docs/format/versions.md. Of such pages the newest comes first in the results (docs/ranking.md, "Versions
// of a manual").
//
// Addresses say which pages may be (dedupe/version), and the texts whether they are: chapters, years and
// numbers of articles are written as versions are, but do not say nearly the same. Which comes first, numbers
// say, and what the pages of newer versions call canonical.
//
// A page that nobody has translated is one page too, at the addresses of all languages that its site shows it
// for (docs/duplicates.md, "Near copies"), and comes first at that of its own. So is a page whose source is shown
// beside it, and the source comes behind it.
//
// Memory while versions are learned: 80 bytes for each of at most 1,048,576 pages that may have several
// versions, some 300 for each of 65,536 manuals and 70 for each of their 262,144 versions, and as much
// again for pages that nobody has translated, or for the addresses of sources and their pages; afterwards
// 16 bytes for each page that has several.
//
// Floor: 4 (acts), a part of search. Stability: engine. It does not say what a version counts, and does
// not read indexes.
package versions
