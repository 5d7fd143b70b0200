// Package benchmark measures robotstxt beside other Go libraries in one run. It
// is a module of its own, so that they are no dependencies of the project:
//
//	cd robotstxt/benchmark && go test -bench . -benchmem
//
// Floor: 0 (leaves). Stability: engine. It holds tests only.
package benchmark
