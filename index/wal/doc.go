// Package wal is the log of the index: records that are durable when Commit returns, in
// files that follow each other.
//
// A log is a run of records; a record is a head and a payload. The head is magic (4), the
// record's number in the log from one on (4), the number of the first record of the call
// that wrote it (4), the length of the payload (4), the checksum of the payload (4), and
// the checksum of the head (4). A payload is an S2 block, mostly of one literal; its first
// byte says what it holds. The first record of each log says where the log before it
// ended, so that a cut end which was passed over once stays known.
//
// Behind the records of small calls zeros are written ahead, in steps of zeros.Least to
// zeros.Most bytes. A call that fits into them changes neither the length of the file nor
// where it lies, so making it durable costs one write of its own bytes alone.
//
// What a crash may leave is the beginning of the last call: the file ends within it, or
// sectors of the disk are zeros that were never written, for a sector is written as a
// whole or not at all. So a wrong record ends the log if the file ends within it or the
// record lacks a sector, and no whole record of a later call follows. Any other is damage:
// a bit that flipped, even in the last record, is never taken for a crash.
//
// Floor: 3 (state and input/output), as a part of index. Stability: engine. It does not
// know what changes are, and deletes no log.
package wal
