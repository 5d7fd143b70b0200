// Package documents writes every page that enters or leaves an index as a JSON line into files of
// a folder, for other programs (docs/documents.md).
//
// Floor: 5 (owner), a part of engine. Stability: engine; the form of the lines is that of package
// imports. It writes a line before the index has the change, so that after a crash nothing is
// missing from the files, and some of it may be there twice.
package documents
