// Package warc writes the exchanges of a crawl into WARC files (ISO 28500:2017,
// WARC 1.1), each record compressed by itself, and reads such files.
//
// Of each exchange there are a response, a request and a metadata record. An answer
// that says that nothing has changed, and a body that lies in the folder already, are
// revisit records. A body lies in its record decoded, as it was read; the fields that
// tell of its coding and length have other names there (docs/archiving.md). What a secret opened, and pages whose owner lets no copy be
// kept, are not written.
//
// A file that is being written ends in ".open". When the next process finds one
// whose writer was killed, it cuts what is behind its last whole record.
//
// Floor: 3 (state and input/output). Stability: engine; the files are a promise. It
// plays nothing back and keeps no index of its files.
package warc
