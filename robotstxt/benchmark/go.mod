module github.com/aranea-search/aranea/robotstxt/benchmark

go 1.26.0

require (
	github.com/aranea-search/aranea v0.0.0
	github.com/jimsmart/grobotstxt v1.0.3
	github.com/temoto/robotstxt v1.1.2
)

replace github.com/aranea-search/aranea => ../..
