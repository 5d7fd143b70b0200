package ranking

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/handover"
	"github.com/aranea-search/aranea/linkgraph/rank"
)

// An exchange is what the nodes of a cluster tell each other of the ranks of their pages, on its way: one file of
// package rank for each other partition and direction. It is told in pieces, of which the receiver says how far it
// has them, so either side may be killed at any time.
type exchange struct {
	turn  chan struct{}         // holds a token while files are read or written
	held  map[int]handover.Held // what other nodes said that they have, by partition
	parts map[int]*arriving     // what comes from other nodes
	whole chan struct{}         // holds a token when another node has told something that is not used yet
}

// An arriving is a file of which a part has come.
type arriving struct {
	held handover.Held
	file rank.File
}

func newExchange() *exchange {
	return &exchange{turn: make(chan struct{}, 1), held: map[int]handover.Held{}, parts: map[int]*arriving{}, whole: make(chan struct{}, 1)}
}

// enter waits for the turn, which leave ends.
func (x *exchange) enter(ctx context.Context) error {
	select {
	case x.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (x *exchange) leave() { <-x.turn }

// arrivingName is the name of the file of a part.
func arrivingName(from int) string { return rank.ToldName(from) + ".tmp" }

// Tell adds to what waits for the node of a partition the next piece of what it is to be told, if nothing else
// waits, and what it will have then to the receipt.
func (r *Ranker) Tell(ctx context.Context, out *handover.Outgoing) error {
	if err := r.exchange.enter(ctx); err != nil {
		return err
	}
	defer r.exchange.leave()
	to := out.Receipt.To
	if out.IsEmpty() {
		piece, err := r.piece(to)
		if err != nil {
			return err
		}
		if out.Batch.Ranks = piece; piece != nil {
			out.Receipt.Held = handover.Held{ID: piece.ID, Bytes: piece.At + int64(len(piece.Data))}
			return nil
		}
	}
	out.Receipt.Held = r.exchange.held[to]
	return nil
}

// piece returns the next piece of what the node of a partition is to be told, nil if it has all of it.
func (r *Ranker) piece(to int) (*handover.Ranks, error) {
	data, release, err := r.files.Map(rank.TellName(to))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("tell ranks: %w", err)
	}
	defer release()
	id, err := rank.ToldID(data)
	held := r.exchange.held[to]
	if err == nil && held.ID == id && held.Bytes == int64(len(data)) {
		return nil, nil
	}
	if held.ID != id || held.Bytes < 0 || held.Bytes > int64(len(data)) { // the other node has something else, or says nonsense
		held.Bytes = 0
	}
	if err == nil && held.Bytes == 0 {
		err = rank.CheckTold(data)
	}
	if err != nil {
		r.opt.Logger.Warn("ranks that another node is told are damaged and will be computed anew", "partition", to, "error", err)
		return nil, rank.Drop(r.files, rank.TellName(to))
	}
	end := min(held.Bytes+handover.MaxRanks, int64(len(data)))
	return &handover.Ranks{ID: id, Size: int64(len(data)), At: held.Bytes, Data: bytes.Clone(data[held.Bytes:end])}, nil
}

// Tells notes what the node of a partition has of what it is told.
func (r *Ranker) Tells(ctx context.Context, to int, held handover.Held) error {
	if err := r.exchange.enter(ctx); err != nil {
		return err
	}
	defer r.exchange.leave()
	r.exchange.held[to] = held
	return nil
}

// Hear takes a piece of what the node of a partition tells, none if it is nil. It returns what there is of that then.
func (r *Ranker) Hear(ctx context.Context, from int, piece *handover.Ranks) (handover.Held, error) {
	held, whole, err := r.hear(ctx, from, piece)
	if whole {
		select {
		case r.exchange.whole <- struct{}{}:
		default:
		}
	}
	return held, err
}

// hear is Hear, and reports whether there is another whole now.
func (r *Ranker) hear(ctx context.Context, from int, piece *handover.Ranks) (held handover.Held, whole bool, err error) {
	if err := r.exchange.enter(ctx); err != nil {
		return held, false, err
	}
	defer r.exchange.leave()
	has, err := r.heard(from)
	if err != nil || piece == nil || piece.ID == has.ID {
		return r.exchange.heard(from, piece, has), false, err
	}
	part := r.exchange.parts[from]
	if piece.At == 0 {
		if part, err = r.beginPart(from, piece.ID); err != nil {
			return has, false, err
		}
	}
	if part == nil || part.held != (handover.Held{ID: piece.ID, Bytes: piece.At}) {
		return r.exchange.heard(from, piece, has), false, nil
	}
	if _, err := part.file.Write(piece.Data); err != nil {
		return has, false, errors.Join(err, r.endPart(from))
	}
	part.held.Bytes += int64(len(piece.Data))
	if part.held.Bytes < piece.Size {
		return part.held, false, nil
	}
	if err := r.takePart(from); err != nil {
		return has, false, err
	}
	return part.held, true, nil
}

// heard returns what there is of what the node of a partition tells: the part of what it tells now, otherwise the
// last whole.
func (x *exchange) heard(from int, piece *handover.Ranks, has handover.Held) handover.Held {
	part := x.parts[from]
	if part != nil && (piece == nil || piece.ID == part.held.ID) {
		return part.held
	}
	return has
}

// heard returns the last whole of what the node of a partition told.
func (r *Ranker) heard(from int) (handover.Held, error) {
	data, release, err := r.files.Map(rank.ToldName(from))
	if errors.Is(err, fs.ErrNotExist) {
		return handover.Held{}, nil
	}
	if err != nil {
		return handover.Held{}, fmt.Errorf("hear ranks: %w", err)
	}
	defer release()
	id, err := rank.ToldID(data)
	if err != nil { // it is damaged, or of another version
		return handover.Held{}, nil //nolint:nilerr // the other node tells it again
	}
	return handover.Held{ID: id, Bytes: int64(len(data))}, nil
}

// beginPart begins the file of what the node of a partition tells, in place of an unfinished one.
func (r *Ranker) beginPart(from int, id uint64) (*arriving, error) {
	if err := r.endPart(from); err != nil {
		return nil, err
	}
	f, err := r.files.Create(arrivingName(from))
	if err != nil {
		return nil, fmt.Errorf("hear ranks: %w", err)
	}
	part := &arriving{held: handover.Held{ID: id}, file: f}
	r.exchange.parts[from] = part
	return part, nil
}

// endPart gives up an unfinished file.
func (r *Ranker) endPart(from int) error {
	part := r.exchange.parts[from]
	if part == nil {
		return nil
	}
	delete(r.exchange.parts, from)
	return errors.Join(part.file.Close(), rank.Drop(r.files, arrivingName(from)))
}

// takePart makes a finished file what the node of a partition told last, if nothing is wrong with it.
func (r *Ranker) takePart(from int) error {
	part := r.exchange.parts[from]
	delete(r.exchange.parts, from)
	err := errors.Join(part.file.Sync(), part.file.Close())
	if err == nil {
		err = r.checkPart(from, part.held.ID)
	}
	if err == nil {
		err = r.files.Rename(arrivingName(from), rank.ToldName(from))
	}
	if err != nil {
		return errors.Join(err, rank.Drop(r.files, arrivingName(from)))
	}
	return r.files.Sync()
}

// checkPart returns an error of kind Invalid if a finished file is none of ranks.
func (r *Ranker) checkPart(from int, id uint64) error {
	data, release, err := r.files.Map(arrivingName(from))
	if err != nil {
		return fmt.Errorf("hear ranks: %w", err)
	}
	defer release()
	err = rank.CheckTold(data)
	if got, _ := rank.ToldID(data); err == nil && got != id {
		err = errors.New("it has another number than it was sent with")
	}
	if err != nil {
		return &aranea.Error{Op: handover.Op, Kind: aranea.Invalid, Err: fmt.Errorf("ranks: %w", err)}
	}
	return nil
}

// How long after other nodes have told their ranks the own ones are computed anew: retoldAfter, and retoldShare times
// as long as it took the last time.
const (
	retoldAfter = 10 * time.Second
	retoldShare = 5
)

// Follow computes ranks anew when other nodes have told theirs, until ctx ends.
func (r *Ranker) Follow(ctx context.Context) { r.follow(ctx, retoldAfter) }

func (r *Ranker) follow(ctx context.Context, after time.Duration) {
	for took := time.Duration(0); ; {
		select {
		case <-r.exchange.whole:
		case <-ctx.Done():
			return
		}
		select {
		case <-time.After(after + retoldShare*took):
		case <-ctx.Done():
			return
		}
		select {
		case <-r.exchange.whole: // what came meanwhile is used as well
		default:
		}
		begin := time.Now()
		done, err := r.Retold(ctx)
		took = time.Since(begin)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			r.opt.Logger.Error("ranks that other nodes told could not be used", "error", err)
		case !done.Same:
			r.opt.Logger.Info("pages ranked by what other nodes told", "pages", done.Pages, "links", done.Links)
		}
	}
}

// openExchange has Follow look once at what other nodes have told, if there is anything: the process before may have
// ended, or been killed, before it was used, and they do not tell it again.
func (r *Ranker) openExchange() error {
	if r.opt.View {
		return nil
	}
	names, err := r.files.List()
	if err != nil {
		return fmt.Errorf("hear ranks: %w", err)
	}
	own := r.opt.Graph.Partition()
	for part := 1; part <= own.Of; part++ {
		if slices.Contains(names, rank.ToldName(part)) {
			r.exchange.whole <- struct{}{}
			return nil
		}
	}
	return nil
}

// closeExchange closes what is open.
func (r *Ranker) closeExchange() (err error) {
	for from := range r.exchange.parts {
		err = errors.Join(err, r.endPart(from))
	}
	return err
}
