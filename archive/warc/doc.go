// Package warc writes the exchanges of a crawl to WARC files (ISO 28500:2017, WARC 1.1), each
// record compressed separately, and reads such files.
//
// For each exchange there are a response, a request and a metadata record. A response without a
// change, and a body that is already in the folder, become revisit records. Bodies are stored
// decoded, as they were read; the fields for their coding and length have other names in the
// record (docs/archiving.md). Exchanges with a secret, and pages whose owner does not allow
// copies, are not written.
//
// The name of a file ends in ".open" while it is being written. If the writer is killed, the next
// process truncates the file after its last complete record.
//
// A Reader ends at the first fault, which is where an own file is truncated. A Scanner is for the
// files of others: it also reads those that are not compressed, goes on behind damage, and bears
// other ends of records. Both read files of ARC, the format before WARC, as if they were WARC.
//
// Floor: 3 (state and input/output). Stability: engine; the files are stable. It has no replay
// and no index of its files.
package warc
