# The two commands of the README are "make run" and "make test".
#
# The first build takes about a minute on two free cores and loads some forty
# modules from the module proxy (or wherever GOPROXY points); after that
# everything here works without a network.
.PHONY: run build test quick lint race cross browser scans release prerequisites clean

GO ?= go
# One static binary, on every system, without a C compiler. What is tested, linted
# and measured is what is released: everything is compiled with these settings,
# and thus once, but for the race detector, which needs C.
export CGO_ENABLED = 0
export GOFLAGS := $(shell $(GO) env GOFLAGS) -trimpath
BUILD = $(GO) build -ldflags "-s -w"
# Systems with an archive of their own in a release, and those that every test
# run compiles for: one of each kind, since each takes two minutes.
SYSTEMS = linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64
CROSS = darwin/arm64 windows/amd64
# A loaded machine of two cores must not run into the limit of ten minutes.
TIMEOUT = -timeout 20m
# Test programs are linked without the tables of debuggers, in half of the time;
# traces of panics have their lines without them.
LINK = -ldflags="-s -w"

run: build
	./aranea demo

build:
	$(BUILD) -o aranea ./cmd/aranea

# Everything: what is missing is installed, then all checks run.
test: prerequisites
	$(MAKE) quick
	$(MAKE) race
	cd bench && $(GO) vet ./... && $(GO) test $(TIMEOUT) $(LINK) -vet=off ./...
	$(MAKE) cross
	$(MAKE) lint

# The everyday check.
quick:
	$(GO) vet ./...
	$(GO) test $(TIMEOUT) $(LINK) -vet=off ./...

# With the race detector; -short leaves out what repeats the same with other
# random numbers. What is skipped has no races to find that others do not: what
# is read in processes of their own, questions asked one by one and compared
# with a scan, scripts of many short commands one after another, and the tests
# that read the source.
ALONE = TestHostileSite|TestPlugins
ALONE := $(ALONE)|TestNamesAgainstScan|TestOneFlipInASegment|TestPruningShowsTheSame
ALONE := $(ALONE)|TestScoresNeverRise|TestSiftLeavesOutWhatCannotCome
ALONE := $(ALONE)|TestOneList|TestFirstResultsWhateverNumber|TestWeightsAreExact
SHORT = canonicals|chains|config|facets|hreflang|languages|learned|man|orphans|pages|patterns|pictures|pins|ranges
SHORT := $(SHORT)|reading|robots-.*|search|seeds|sitemap-faults|synonyms|usage|verdicts|weights|wishes|zones
# Packages that neither start goroutines nor share anything between them, in
# tests or elsewhere, are run as parts of those that do.
CONCURRENT = $$(grep -rlE --include='*.go' '\<go (func\>|[a-z]+[.(])|errgroup|"sync' . | \
	grep -vE '^\./(bench|internal/floorplan)/' | xargs -n 1 dirname | sort -u)
race:
	CGO_ENABLED=1 $(GO) test $(TIMEOUT) $(LINK) -race -short -vet=off -skip '^($(ALONE))$$|^TestScripts$$/^($(SHORT))$$' $(CONCURRENT)

# Every kind of system must compile, tests too. Nothing of it runs, so it is
# compiled without optimisations, in two thirds of the time.
cross:
	@for system in $(CROSS); do \
		echo "$(GO) vet for $$system"; \
		GOOS=$${system%/*} GOARCH=$${system#*/} $(GO) vet -gcflags=all='-N -l' ./... || exit 1; \
	done

# What only a real Chromium shows; it is installed if there is none.
browser:
	sh tools/prerequisites.sh browser
	$(GO) vet -tags chromium ./render/... ./engine && $(GO) test -tags chromium $(TIMEOUT) -run Chromium ./render/... ./engine

# What only the real tesseract shows, installed in the same way.
scans:
	sh tools/prerequisites.sh scans
	$(GO) vet -tags tesseract ./cage && $(GO) test -tags tesseract $(TIMEOUT) -run Tesseract ./cage

lint:
	$(GO) tool -modfile=tools/go.mod golangci-lint run ./...

# Archives for all systems in dist, with manual pages, completions and the
# licences of everything that is in the binary. VERSION=1.2.3 names them.
release:
	GO="$(GO)" SYSTEMS="$(SYSTEMS)" VERSION="$(VERSION)" sh tools/release.sh

prerequisites:
	sh tools/prerequisites.sh

clean:
	rm -rf aranea dist
