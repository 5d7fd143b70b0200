package mcp

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/search/admission"
)

// slots limits the number of concurrent calls of a kind.
type slots chan struct{}

// A tool is a tool with a question of type In and an answer of type Out, both of which are structs.
type tool[In, Out any] struct {
	name, title, about string
	limits             []slots // of which a call takes one each
	// answer answers a question of who may see the pages of the labels in access, also as text for models
	// whose clients pass on nothing else. An error is told to the model in a sentence.
	answer func(ctx context.Context, q In, access []string) (out Out, text string, err error)
}

// add adds a tool to a server. It panics if In or Out has no schema, which every test of a server shows.
func add[In, Out any](s *Server, t tool[In, Out]) {
	out := schemaOf[Out]()
	open(out)
	no := false
	sdk.AddTool(s.tools, &sdk.Tool{
		Name: t.name, Title: t.title, Description: t.about, InputSchema: schemaOf[In](), OutputSchema: out,
		Annotations: &sdk.ToolAnnotations{Title: t.title, ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: &no, OpenWorldHint: &no},
	}, func(ctx context.Context, r *sdk.CallToolRequest, q In) (*sdk.CallToolResult, Out, error) {
		out, text, err := call(ctx, s, t, q, s.accessOf(r.Extra))
		if err != nil {
			return nil, out, errors.New(s.sentence(ctx, t.name, err))
		}
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}, out, nil
	})
}

// call answers a question within the limits; if others are being answered, it waits for them as long as an
// answer may take. A panic is an error of kind Internal: it must not end the
// process, which may own a crawl.
func call[In, Out any](ctx context.Context, s *Server, t tool[In, Out], q In, access []string) (out Out, text string, err error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	for _, l := range append(slices.Clone(t.limits), s.calls) { // who waits for the rarer one holds nobody else up
		select {
		case l <- struct{}{}:
			defer func() { <-l }()
		case <-ctx.Done():
			return out, "", &aranea.Error{Op: t.name, Kind: aranea.Limit, Err: admission.ErrBusy}
		}
	}
	defer func() {
		if cause := recover(); cause != nil {
			err = &aranea.Error{Op: t.name, Kind: aranea.Internal, Err: fmt.Errorf("fault of the program: %v\n%s", cause, debug.Stack())}
		}
	}()
	return t.answer(ctx, q, access)
}

// schemaOf returns the schema of a struct. Lists are never null: empty ones are left out, or never nil.
func schemaOf[T any]() *jsonschema.Schema {
	s, err := jsonschema.For[T](nil)
	if err != nil {
		panic("mcp: a type has no schema: " + err.Error())
	}
	withoutNull(s)
	return s
}

// withoutNull takes null out of the types of all properties.
func withoutNull(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if len(s.Types) == 2 && s.Types[0] == "null" {
		s.Type, s.Types = s.Types[1], nil
	}
	withoutNull(s.Items)
	for _, p := range s.Properties {
		withoutNull(p)
	}
}

// open permits further properties, which later versions may add.
func open(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	s.AdditionalProperties = nil
	open(s.Items)
	for _, p := range s.Properties {
		open(p)
	}
}

// sentence tells an error to a model. Errors that are not about the question are logged instead, because
// their texts may have paths and names of the machine.
func (s *Server) sentence(ctx context.Context, tool string, err error) string {
	switch kind := aranea.KindOf(err); {
	case errors.Is(err, admission.ErrDear):
		return "The search costs too much at any time: it asks for too many frequent words or phrases at once. Ask for rarer words, or narrow it, for example with site:."
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled), kind == aranea.Canceled:
		return "The answer took too long and was given up. Ask for less, or try again later."
	case kind == aranea.Invalid, kind == aranea.NotFound:
		return clean(err.Error())
	case kind == aranea.Limit:
		return "Too many questions at once. Try again in a few seconds."
	}
	if away, ok := errors.AsType[*partition.Away](err); ok {
		return "This cannot be answered now: " + away.Brief() + ". Try again later."
	}
	if aranea.KindOf(err) == aranea.Transient {
		return "The process that has the data does not answer. Try again in a few seconds."
	}
	s.log.ErrorContext(ctx, "no answer to an assistant", "tool", tool, "error", err)
	if aranea.KindOf(err) == aranea.Corrupt {
		return "A file of the index or of the queue is damaged, so this cannot be answered. The operator finds out more with: aranea check"
	}
	return "This could not be answered. The operator finds the cause in the log."
}
