// Package enum names the values of closed lists.
//
// Floor: 0 (leaves). Stability: engine. It is used by the packages of robotstxt, and pure.
package enum
