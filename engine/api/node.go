package api

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/netutil"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/addressturns"
	"github.com/aranea-search/aranea/engine/checkpoint"
	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/engine/handover"
	"github.com/aranea-search/aranea/engine/indexnow"
	"github.com/aranea-search/aranea/engine/remoterobots"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/upkeep"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/scope/partition"
)

// NodeOptions say who a node of a cluster is.
type NodeOptions struct {
	// Key is what every request must carry. Without one, no request is answered.
	Key string
	// KeyNow returns the Key of this moment, in place of Key; nil if the key never changes.
	KeyNow func() string
	// Version is that of the program.
	Version   string
	Partition partition.Partition
	// Instance tells this process from others that are started as the same node.
	Instance string
	// Book gives the other nodes turns at the addresses of this one; nil if it gives none.
	Book *addressturns.Book
	// Copied is when the folder was copied from which a standby answers; zero for a node.
	Copied time.Time
	// Moments offers the data folder to a standby; nil if it is not offered.
	Moments *checkpoint.Keeper
	// Logger receives faults of the program in calls. With nil they are not logged.
	Logger *slog.Logger
}

// Header fields of requests to nodes. A node refuses what is meant for another version of the API,
// or for the node of another partition, before it does anything.
const (
	versionField   = "Aranea-Api-Version"
	partitionField = "Aranea-Partition"
)

// Limits of a node on requests at once, and on their size and time.
const (
	maxNodeRequests = 64
	maxNodeWalks    = 4       // of these, walks over all records
	maxNodeBody     = 5 << 20 // bytes: what one node hands over at once, 4 MiB, and what is around it
	maxNodeHeader   = 64 << 10
	nodeAskTime     = 30 * time.Second
	nodeTakeTime    = 4 * time.Minute // for what another node hands over, what asks a site in its turn, and orders
	nodeWalkTime    = 10 * time.Minute
	nodeGrace       = 3 * time.Second // for running requests when the node ends
	refusedPatience = time.Second     // for the rest of a request that is refused unread
)

// Node returns what a node of a cluster answers to the others and to a front: the calls that read,
// those by which it is handed what others have found and asked for turns at addresses and robots files, those for logins and notices of its sites, and the
// orders of the operator to stop, pause, resume and remove.
// Whoever has not the key is told nothing.
func Node(s service.Service, o NodeOptions) http.Handler {
	mux := newRoutes()
	routeNode(mux, s, o)
	log := o.Logger
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	now := o.KeyNow
	if now == nil {
		now = func() string { return o.Key }
	}
	return keyed(now, wire.Recovered(addressed(o.Partition, nodeBounded(fromCopy(o.Copied, mux))), wire.FaultsTo(log)))
}

// fromCopy says of answers when the folder was copied from which they are, if it is a copy.
func fromCopy(at time.Time, h http.Handler) http.Handler {
	if at.IsZero() {
		return h
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(copiedField, at.UTC().Format(time.RFC3339))
		h.ServeHTTP(w, r)
	})
}

// routeNode adds the calls of a node: those of all that read, and those that only nodes and fronts
// make.
func routeNode(mux *wire.Routes, s service.Service, o NodeOptions) {
	routeReading(mux, s)
	get(mux, helloCall, nothing, func(context.Context, struct{}) (hello, error) {
		return hello{apiVersion, o.Version, os.Getpid(), o.Partition.String(), o.Instance}, nil
	})
	get(mux, "orders", nothing, func(ctx context.Context, _ struct{}) (halt.State, error) { return s.Ordered(ctx) })
	list(mux, http.MethodGet, "removals", nothing, func(ctx context.Context, _ struct{}) iter.Seq2[service.KeptOut, error] { return s.Removals(ctx) })
	list(mux, http.MethodPost, "verify", nothing, func(ctx context.Context, _ struct{}) iter.Seq2[upkeep.Verified, error] { return s.Verify(ctx) })
	routeTogether(mux, s)
	one(mux, http.MethodPost, receiveCall, body[handover.Batch], s.Receive)
	one(mux, http.MethodPost, referCall, body[remoterobots.Ask], s.Refer)
	if o.Book != nil {
		one(mux, http.MethodPost, turnsCall, body[addressturns.Batch], func(_ context.Context, b addressturns.Batch) (addressturns.Turns, error) {
			if err := b.Check(o.Partition); err != nil {
				return addressturns.Turns{}, err
			}
			return o.Book.Take(b.From, b.Asks), nil
		})
	}
	if o.Moments != nil {
		routeMoments(mux, o.Moments)
	}
	one(mux, http.MethodPost, "prove", body[service.Proof], s.Prove)
	one(mux, http.MethodPost, "notify", body[indexnow.Notice], s.Notify)
	one(mux, http.MethodPost, "steer", body[service.Order], s.Steer)
	one(mux, http.MethodPost, "remove", body[service.Removal], s.Remove)
}

// keyed answers with h who has the key of this moment, and tells all others nothing.
func keyed(now func() string, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		key := now()
		got, want := sha256.Sum256([]byte(token)), sha256.Sum256([]byte(key)) // of one length, whatever was sent
		if subtle.ConstantTimeCompare(got[:], want[:]) != 1 || !ok || key == "" {
			w.Header().Set("WWW-Authenticate", "Bearer")
			w.Header().Set("Connection", "close")
			hurry(w)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// hurry limits how long the server waits for what is left of a request that is refused unread: it reads
// some of that before it ends the connection, and a stranger who sends nothing would keep the place of a
// node.
func hurry(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(refusedPatience)) // not every writer supports deadlines
}

// addressed refuses requests that are meant for another node, or of another version of the API. Who
// a node is, it tells all who have the key.
func addressed(own partition.Partition, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		version, meant := r.Header.Get(versionField), r.Header.Get(partitionField)
		var err error
		switch {
		case r.URL.Path == apiRoot+helloCall:
		case version != "" && version != strconv.Itoa(apiVersion):
			err = fmt.Errorf("it speaks version %d of the API, and was asked in version %.10s; use the same version of the program on all machines", apiVersion, version)
		case meant != "" && meant != own.String():
			err = fmt.Errorf("it has partition %s, and was asked for %.10s; use the same cluster file on all machines, and the --node of its place in it", own, meant)
		}
		if err != nil {
			hurry(w)
			wire.Tell(w, &aranea.Error{Op: opNode, Kind: aranea.Invalid, Err: err})
			return
		}
		h.ServeHTTP(w, r)
	})
}

// receiveCall is the name of the call by which one node hands over to another.
const receiveCall = "receive"

// referCall is the name of the call by which one node asks another for a robots file.
const referCall = "refer"

// turnsCall is the name of the call by which one node asks another for turns at addresses.
const turnsCall = "turns"

// quickCalls are the calls of a node that do not walk over all records of a kind.
var quickCalls = map[string]bool{
	helloCall: true, "search": true, "facet-values": true, "complete": true, "why": true, "docs": true, "explain": true, "host": true, "robots-history": true,
	"identity": true, "status": true, "orders": true, "index-stats": true,
	"search-facts": true, momentCall: true, momentPartCall: true, momentEndCall: true, receiveCall: true, turnsCall: true, referCall: true, "prove": true, "notify": true, "steer": true, "remove": true,
}

// isWalk reports whether a call walks over all records of a kind. What was learned of one host is
// looked up.
func isWalk(r *http.Request) bool {
	name := strings.TrimPrefix(r.URL.Path, apiRoot)
	switch name {
	case "mirrors", "traps", "templates":
		return r.URL.Query().Get("host") == ""
	}
	return !quickCalls[name]
}

// patienceOf returns how long a node works at most on a call.
func patienceOf(r *http.Request) time.Duration {
	switch name := strings.TrimPrefix(r.URL.Path, apiRoot); {
	case name == momentCall, name == receiveCall, name == "prove", name == "notify", name == "steer", name == "remove":
		return nodeTakeTime
	case isWalk(r):
		return nodeWalkTime
	}
	return nodeAskTime
}

var errNodeBusy = errors.New("too many requests at once; ask again later")

// nodeBounded limits how many calls a node answers at once, for how long, and what of them it reads.
func nodeBounded(h http.Handler) http.Handler {
	requests, walks := make(chan struct{}, maxNodeRequests), make(chan struct{}, maxNodeWalks)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kinds := []chan struct{}{requests}
		if isWalk(r) {
			kinds = append(kinds, walks)
		}
		for _, slots := range kinds {
			select {
			case slots <- struct{}{}:
				defer func() { <-slots }()
			default:
				hurry(w)
				wire.Tell(w, &aranea.Error{Op: opNode, Kind: aranea.Limit, Err: errNodeBusy})
				return
			}
		}
		limit := patienceOf(r)
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(limit + time.Minute)) // not every writer supports deadlines; streams set their own
		if err := takeBody(w, r, maxNodeBody); err != nil {
			wire.Tell(w, wire.BadRequest(strings.TrimPrefix(r.URL.Path, apiRoot), err))
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), limit)
		defer cancel()
		h.ServeHTTP(w, r.WithContext(ctx))
	})
}

// ServeNode serves l with what Node returned until ctx ends, and then lets running requests finish
// for a moment.
func ServeNode(ctx context.Context, l net.Listener, h http.Handler, log *slog.Logger) error {
	base, callOff := context.WithCancel(context.WithoutCancel(ctx))
	defer callOff()
	srv := &http.Server{
		Handler: h, BaseContext: func(net.Listener) context.Context { return base },
		ReadHeaderTimeout: 5 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: maxNodeHeader,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	done := make(chan error, 1)
	go func() { done <- srv.Serve(netutil.LimitListener(l, maxCallers)) }()
	select {
	case err := <-done:
		return fmt.Errorf("listen for the other nodes: %w", errors.Join(err, srv.Close()))
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(base, nodeGrace)
	defer cancel()
	err := srv.Shutdown(grace)
	if errors.Is(err, context.DeadlineExceeded) {
		callOff()
		err = srv.Close()
	}
	if serr := <-done; !errors.Is(serr, http.ErrServerClosed) {
		err = errors.Join(err, serr)
	}
	return err
}
