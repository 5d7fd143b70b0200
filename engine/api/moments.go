package api

import (
	"context"
	"iter"
	"net/http"
	"net/url"

	"github.com/aranea-search/aranea/engine/checkpoint"
	"github.com/aranea-search/aranea/engine/wire"
)

// The names of the calls by which a standby fetches the data folder of a node.
const (
	momentCall      = "moment"
	momentFilesCall = "moment/files"
	momentPartCall  = "moment/part"
	momentSumsCall  = "moment/blocks"
	momentEndCall   = "moment/end"
)

type (
	momentName struct {
		ID string `json:"id"`
	}
	momentPart struct {
		Data []byte `json:"data"` // in base64
	}
)

// routeMoments adds the calls by which a standby fetches the data folder.
func routeMoments(mux *wire.Routes, k *checkpoint.Keeper) {
	one(mux, http.MethodPost, momentCall, standbyOf, k.Take)
	list(mux, http.MethodPost, momentFilesCall, body[momentName], func(ctx context.Context, n momentName) iter.Seq2[checkpoint.File, error] {
		return k.Files(ctx, n.ID)
	})
	one(mux, http.MethodPost, momentPartCall, body[checkpoint.Part], func(ctx context.Context, p checkpoint.Part) (momentPart, error) {
		data, err := k.Read(ctx, p)
		return momentPart{data}, err
	})
	one(mux, http.MethodPost, momentSumsCall, body[checkpoint.Part], k.Blocks)
	one(mux, http.MethodPost, momentEndCall, body[momentName], func(ctx context.Context, n momentName) (struct{}, error) {
		return struct{}{}, k.End(ctx, n.ID)
	})
}

// standbyOf returns the name of the standby that asks, "" for one of an earlier version.
func standbyOf(r *http.Request) (string, error) { return r.URL.Query().Get("standby"), nil }

// TakeMoment has a node take a moment of its data folder, for a standby, by the name of that.
func (c *Client) TakeMoment(ctx context.Context, standby string) (checkpoint.Moment, error) {
	return call[checkpoint.Moment](ctx, c, http.MethodPost, momentCall, url.Values{"standby": {standby}}, nil)
}

// MomentFiles yields the files of a moment.
func (c *Client) MomentFiles(ctx context.Context, id string) iter.Seq2[checkpoint.File, error] {
	return values[checkpoint.File](ctx, c, http.MethodPost, momentFilesCall, nil, momentName{id})
}

// MomentBlocks returns the checksums of a file of a moment block by block. A node of an earlier version has no such
// call, which is an error of kind Invalid.
func (c *Client) MomentBlocks(ctx context.Context, p checkpoint.Part) (checkpoint.Blocks, error) {
	return call[checkpoint.Blocks](ctx, c, http.MethodPost, momentSumsCall, nil, p)
}

// MomentPart returns up to checkpoint.MaxPart bytes of a file of a moment, none at its end.
func (c *Client) MomentPart(ctx context.Context, p checkpoint.Part) ([]byte, error) {
	out, err := call[momentPart](ctx, c, http.MethodPost, momentPartCall, nil, p)
	return out.Data, err
}

// EndMoment ends a moment that was fetched.
func (c *Client) EndMoment(ctx context.Context, id string) error {
	_, err := call[struct{}](ctx, c, http.MethodPost, momentEndCall, nil, momentName{id})
	return err
}
