// Package index keeps the words of pages with their positions, by element, in
// immutable segments, without the pages themselves.
//
// Apply makes changes durable in a write-ahead log and inverts them into memory,
// where they are searched as they lie (package invert): no segment is made for a
// search. When memory is full, or FlushIdle is over, all of it goes onto the disk. There
// merging keeps the number of segments at MaxSegments, and leaves three when nothing is
// written any more (package tier). A Snapshot is a fixed set of segments with their
// deletions, views of memory among them. A page that is put again replaces its earlier
// version: a document's identity is its URL's; files keep that until they hold the newer. What is indexed of a page is
// decided by package document; what a segment is, by package segment.
//
// Flushing, merging and verifying run in the background. No lock is held over
// input or output: a Snapshot never waits for the disk, and Apply waits for a
// flush only if memory is full twice.
//
// Damage is told. Every block of every file has a checksum that is checked when
// the block is read. What stands in a damaged block of a segment is named and left
// out of what is found, and all of a segment whose tables are damaged; a damaged
// manifest or log ends the opening. No file is removed that this index did not write.
//
// The files are described in docs/format/index.md.
//
// Floor: 3 (state and input/output). Stability: engine. It does not rank and
// knows no query. Memory: the buffers of Options, and what the operating system
// maps of the files.
package index
