//go:build !unix

package listen

// maxFiles says that the system sets no limit.
func maxFiles() (uint64, bool) { return 0, false }
