// Package wal is the write-ahead log of the index: records that are durable when Commit
// returns, in numbered files.
//
// A log is a sequence of records, each with a head and a payload. The head is magic (4), the
// record's number in the log, from one (4), the number of the first record of the call that
// wrote it (4), the length of the payload (4), the checksum of the payload (4), and the
// checksum of the head (4). A payload is an S2 block, usually one literal; its first byte tells
// what it holds. The first record of each log says where the previous log ended, so that an
// incomplete end, once ignored, is recognised again.
//
// Small calls write zeros ahead of the next records, in steps of prealloc.Least to prealloc.Most
// bytes. A call whose records fit there changes neither the length of the file nor its extents,
// so that making it durable costs only the write of its own bytes.
//
// A crash may leave the beginning of the last call: the file ends within it, or sectors are
// still zero because they were never written (the disk writes a sector completely or not at
// all). So an invalid record ends the log if the file ends within it or it lacks a sector, and
// no valid record of a later call follows. Everything else is damage: a flipped bit, even in
// the last record, is never taken for a crash.
//
// Floor: 3 (state and input/output), as a part of index. Stability: engine. It does not know
// what changes are, and deletes no log.
package wal
