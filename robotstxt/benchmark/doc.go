// Package benchmark compares robotstxt with other Go libraries in one run. It is a separate
// module, so that they do not become dependencies of the project:
//
//	cd robotstxt/benchmark && go test -bench . -benchmem
//
// Floor: 0 (leaves). Stability: engine. It contains only tests.
package benchmark
