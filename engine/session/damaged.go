package session

import (
	"context"
	"errors"
	"iter"
	"os"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/engine/api"
	"github.com/aranea-search/aranea/engine/audit"
	"github.com/aranea-search/aranea/engine/memory"
	"github.com/aranea-search/aranea/engine/readonly"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/collection"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// CheckBroken checks a folder that Join refuses as damaged, part by part, and yields each fault.
// With repair it makes the folder usable as far as possible (engine.CheckBroken).
func CheckBroken(ctx context.Context, dir string, opt Options, repair bool) iter.Seq2[service.Fault, error] {
	return engine.CheckBroken(ctx, dir, opt, repair)
}

// damaged searches the index of a folder with a damaged frontier or a damaged log of the index.
// It reports the damage with every answer, refuses all other calls with the damage as the error,
// and writes nothing.
type damaged struct {
	caller // of an owner that refuses every call

	reader *readonly.Reader
	status service.Status
	fault  service.Fault
	hints  []hint.Hint // what is not searched
}

// searchDamaged opens the index of a damaged folder. cause is the damage, which is returned as
// the error if no index opens.
func searchDamaged(dir string, opt Options, cause error) (*damaged, error) {
	opt = opt.WithDefaults()
	d := &damaged{fault: service.Fault{File: "frontier", Text: cause.Error()}}
	var file *store.FileDamage
	if f, ok := damage.FaultOf(cause); ok {
		d.fault = audit.OfIndex("index", f)
	} else if errors.As(cause, &file) {
		d.fault = service.Fault{File: file.Name, Text: file.Text}
	}
	if err := d.open(dir, opt); err != nil {
		return nil, cause
	}
	d.caller = caller{api.Refusing(wire.Of(cause).Plain())} // as a caller of an owner would be told
	d.status = service.Status{Version: opt.Version, PID: os.Getpid(), Since: opt.Now(), Folder: dir, ReadOnly: cause.Error(), Damage: []service.Fault{d.fault}}
	opt.Logger.Info("the folder is damaged; only its index is searched", "folder", dir, "error", cause)
	return d, nil
}

// open opens the index, including its log if that is readable.
func (d *damaged) open(dir string, opt Options) (err error) {
	if d.fault.OfFrontier() {
		d.hints = []hint.Hint{{Code: hint.FrontierDamaged, Value: d.fault.File}}
		if d.reader, err = readonly.OpenStill(dir, index.Options{BufferBytes: memory.Of(opt.Memory).Written}); err == nil {
			return nil
		}
		d.hints = append(d.hints, hint.Hint{Code: hint.LogDamaged})
	} else {
		d.hints = []hint.Hint{{Code: hint.SegmentsOnly, Value: d.told().String()}}
	}
	d.reader, err = readonly.Open(dir)
	return err
}

// told returns the damage in the form used in answers.
func (d *damaged) told() index.Fault {
	return index.Fault{File: d.fault.File, Offset: d.fault.Offset, Text: d.fault.Text}
}

// Close closes the index.
func (d *damaged) Close() error { return d.reader.Close() }

// Status implements Service.
func (d *damaged) Status(ctx context.Context) (s service.Status, err error) {
	s = d.status
	s.Docs, err = d.reader.Docs(ctx)
	return s, err
}

// Search implements Service.
func (d *damaged) Search(ctx context.Context, q search.Request) (search.Response, error) {
	resp, err := d.reader.Search(ctx, q)
	if err == nil {
		resp.Damage = append(resp.Damage, d.told())
		resp.Tell(d.hints...)
	}
	return resp, err
}

// Complete implements Service.
func (d *damaged) Complete(ctx context.Context, q search.Request) (search.Completions, error) {
	return d.reader.Complete(ctx, q)
}

// Why implements Service.
func (d *damaged) Why(ctx context.Context, q search.Request, u weburl.URL) (search.Explanation, error) {
	return d.reader.Why(ctx, q, u)
}

// Facts implements Service.
func (d *damaged) Facts(ctx context.Context, q search.Request) (collection.Facts, error) {
	return d.reader.Facts(ctx, q)
}

// Docs implements Service.
func (d *damaged) Docs(ctx context.Context) (int, error) { return d.reader.Docs(ctx) }

// Documents implements Service.
func (d *damaged) Documents(ctx context.Context, access []string) iter.Seq2[service.DocumentFacts, error] {
	return d.reader.Documents(ctx, access)
}

// mayBeSearched reports whether the index of a folder that does not open may be searched. It may
// not if settings are lost.
func mayBeSearched(err error, opt Options) bool {
	var e *aranea.Error
	return opt.Searching && errors.As(err, &e) && e.Kind == aranea.Corrupt && e.Op != store.OpenFolderOp
}
