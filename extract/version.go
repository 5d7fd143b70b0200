package extract

// Version is the version of what reads web pages and plain text in this process. It increases when a
// page may get another text although its bytes stay the same, so that this is not taken for a change of
// the page; the readers in other processes have versions of their own.
const Version = 5
