// Package index keeps the words of pages with their positions, by element, in immutable
// segments. It does not keep the pages themselves.
//
// Apply makes changes durable in a write-ahead log and inverts them into memory, where they are
// searched directly (package invert): no segment is written for a search. When memory is full,
// or FlushIdle has passed, everything is flushed to disk. Merging keeps the number of segments
// on disk at MaxSegments, and brings it down to three when nothing is written any more (package
// tier). A Snapshot is a fixed set of segments with their deletions; views of memory are
// segments too. A page that is put again replaces its earlier version, since a document is
// identified by its URL; files keep the earlier version until they hold the newer one. Package
// document decides what is indexed of a page; package segment defines what a segment is.
//
// Flushing, merging and verifying run in the background. No lock is held during input or
// output: a Snapshot never waits for the disk, and Apply waits for a flush only if memory is
// full twice over.
//
// Damage is reported. Every block of every file has a checksum that is verified when the block
// is read. The contents of a damaged block are named and left out of results, and so is a whole
// segment whose tables are damaged; a damaged manifest or log makes opening fail. No file is
// removed that this index did not write.
//
// The file formats are described in docs/format/index.md.
//
// Floor: 3 (state and input/output). Stability: engine. It does not rank and knows no query.
// Memory: the buffers of Options, and what the operating system maps of the files.
package index
