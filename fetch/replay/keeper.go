package replay

import (
	"context"
	"log/slog"
	"slices"

	"github.com/aranea-search/aranea/weburl"
)

// A Keeper keeps the archive that was opened last, for all who ask it, until its files are others. It is
// safe for concurrent use.
type Keeper struct {
	dir   string // see Options
	free  func(string) (uint64, error)
	turn  chan struct{} // holds a token while an archive is opened
	names []string
	last  *Archive
	pages []weburl.URL // of last; nil if they were not asked for
}

// NewKeeper returns a Keeper without an archive. Files are unpacked into a folder, whose disk has so many
// bytes free; see Options.
func NewKeeper(dir string, free func(string) (uint64, error)) *Keeper {
	return &Keeper{dir: dir, free: free, turn: make(chan struct{}, 1)}
}

// Open returns the archive with some names, nil for none. logger is told what is not read of it.
func (k *Keeper) Open(ctx context.Context, names []string, logger *slog.Logger) (*Archive, error) {
	a, _, err := k.open(ctx, names, false, logger)
	return a, err
}

// Pages returns the URLs of the documents in the archive with some names.
func (k *Keeper) Pages(ctx context.Context, names []string, logger *slog.Logger) ([]weburl.URL, error) {
	_, pages, err := k.open(ctx, names, true, logger)
	return pages, err
}

// Size returns the number of bytes of the files that Open would read: none if the archive is open.
func (k *Keeper) Size(names []string) (int64, error) {
	all, _, err := sources(names)
	if err != nil {
		return 0, err
	}
	select {
	case k.turn <- struct{}{}:
		open := k.last != nil && slices.Equal(k.names, names) && k.last.Version() == versionOf(all)
		<-k.turn
		if open {
			return 0, nil
		}
	default: // it is being opened
	}
	var size int64
	for i := range all {
		size += all[i].size
	}
	return size, nil
}

func (k *Keeper) open(ctx context.Context, names []string, pages bool, logger *slog.Logger) (*Archive, []weburl.URL, error) {
	if len(names) == 0 {
		return nil, nil, nil
	}
	select {
	case k.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, nil, context.Cause(ctx)
	}
	defer func() { <-k.turn }()
	version, err := VersionOf(names)
	if err != nil {
		return nil, nil, err
	}
	if k.last != nil && k.last.Version() == version && slices.Equal(k.names, names) && (k.pages != nil || !pages) {
		return k.last, k.pages, nil
	}
	k.last, k.pages = nil, nil // its memory is for the next one
	o := Options{Dir: k.dir, Free: k.free, Told: func(fault string) { logger.Warn("a part of an archive is not read", "fault", fault) }}
	var found []weburl.URL
	if pages {
		found = []weburl.URL{}
		o.Page = func(u weburl.URL) { found = append(found, u) }
	}
	a, err := Open(ctx, names, o)
	if err != nil {
		return nil, nil, err
	}
	logger.Info("archive opened", "files", len(a.sources), "captures", a.Captures())
	k.names, k.last, k.pages = slices.Clone(names), a, found
	return a, found, nil
}
