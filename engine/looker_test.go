package engine

import (
	"context"
	"errors"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/store"
)

// TestLooker checks that a read-only folder answers as usual, refuses every change with the
// cause, and does not change, and that writers and a looker exclude each other.
func TestLooker(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	e, err := Open(t.Context(), dir, Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	site := servicetest.Crawl(t, e)
	cause := &store.FolderError{Fault: store.FolderForbidden}
	if _, err := Look(t.Context(), dir, Options{}, cause); !errors.Is(err, cause) {
		t.Errorf("beside an owner: %v", err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	before := servicetest.Files(t, dir)
	l, err := Look(t.Context(), dir, Options{}, cause)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.OpenFolder(dir, store.Holder{}); !store.InUse(err) {
		t.Errorf("a writer beside it: %v", err)
	}
	servicetest.Answers(t, l, site)
	if trail, err := l.Explain(t.Context(), site.String()+"p1"); err != nil || !trail.In {
		t.Errorf("explain: %+v, %v", trail, err)
	}
	if st, err := l.Status(t.Context()); err != nil || st.ReadOnly == "" {
		t.Errorf("status %+v, %v", st, err)
	}
	refuses(t, l, cause)
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if !maps.Equal(before, servicetest.Files(t, dir)) {
		t.Error("the folder is not as it was")
	}
}

// refuses checks that every call of Changing is refused with a cause.
func refuses(t *testing.T, l *Looker, cause error) {
	t.Helper()
	for m := range reflect.TypeFor[service.Changing]().Methods() {
		call := reflect.ValueOf(l).MethodByName(m.Name)
		var in []reflect.Value
		for p := range m.Type.Ins() {
			switch v := reflect.New(p).Elem(); {
			case p == reflect.TypeFor[context.Context]():
				in = append(in, reflect.ValueOf(t.Context()))
			case p.Kind() == reflect.Bool: // of Check: to repair
				in = append(in, reflect.ValueOf(true))
			default:
				in = append(in, v)
			}
		}
		out := call.Call(in)
		got := out[len(out)-1].Interface()
		if faults, ok := got.(iter.Seq2[service.Fault, error]); ok {
			got = servicetest.First(faults)
		}
		if err, _ := got.(error); !errors.Is(err, cause) {
			t.Errorf("%s: %v, want %v", m.Name, err, cause)
		}
	}
}

// TestLookerChecks checks that a read-only folder is checked in its current state, and not
// repaired.
func TestLookerChecks(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	segments, err := filepath.Glob(filepath.Join(crawlSite(t, dir).IndexDir(), "*.pst"))
	if err != nil || len(segments) == 0 {
		t.Fatalf("segments %v, %v", segments, err)
	}
	check := func() []service.Fault {
		l, err := Look(t.Context(), dir, Options{}, store.ErrDiskFull)
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := l.Close(); err != nil {
				t.Error(err)
			}
		}()
		for _, err := range l.Check(t.Context(), true) {
			if !store.DiskFull(err) {
				t.Errorf("a repair: %v", err)
			}
		}
		return servicetest.Gather(t, l.Check(t.Context(), false))
	}
	if faults := check(); len(faults) != 0 {
		t.Errorf("a whole folder: %+v", faults)
	}
	data, err := os.ReadFile(segments[0])
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(segments[0], data, 0o600); err != nil {
		t.Fatal(err)
	}
	before := servicetest.Files(t, dir)
	if faults := check(); len(faults) != 1 || faults[0].File != "index/"+filepath.Base(segments[0]) || faults[0].Repaired {
		t.Errorf("a damaged folder: %+v", faults)
	}
	if !maps.Equal(before, servicetest.Files(t, dir)) {
		t.Error("the folder is not as it was")
	}
}
