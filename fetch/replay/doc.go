// Package replay answers for URLs from archives: the WARC and ARC files that this program or another one
// wrote when it asked the sites.
//
// Open reads all records once, and keeps of each capture a fingerprint of its URL, its date and its
// place; Find reads the record at the place. Of several captures of one URL the newest counts.
//
// Floor: 3 (state and I/O), inside fetch. Stability: engine. It makes no connection, and writes nothing but
// what it must unpack to read it, into a file without a name.
// Whether the robots files in an archive allow what is read of it, is decided by those who ask.
package replay
