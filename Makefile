# The two commands of the README are "make run" and "make test".
.PHONY: run build test quick lint race bench clean

GO ?= go
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)

run: build
	./aranea demo

build:
	$(GO) build -trimpath -ldflags "-X main.version=$(VERSION)" -o aranea ./cmd/aranea

# Everything: what is missing is installed, then all checks run.
test: prerequisites
	$(GO) vet ./...
	$(GO) test ./...
	$(MAKE) race
	cd bench && $(GO) vet ./... && $(GO) test ./...
	$(MAKE) lint

# The everyday check, under five minutes.
quick:
	$(GO) vet ./... && $(GO) test ./...

race:
	CGO_ENABLED=1 $(GO) test -race -short ./...

lint:
	$(GO) tool -modfile=tools/go.mod golangci-lint run ./...

.PHONY: prerequisites
prerequisites:
	sh tools/prerequisites.sh

clean:
	rm -f aranea
