// Command popularity crawls one made-up web into one folder and into those of the nodes of a cluster that hand over
// to each other, and says how far apart the static ranks of the pages are, and how often the results of the same
// query differ.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"time"

	"github.com/aranea-search/aranea/cluster"
	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/engine/handover"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

func main() {
	sites := flag.Int("sites", 400, "`number` of sites")
	nodes := flag.Int("nodes", 4, "`number` of nodes")
	queries := flag.Int("queries", 200, "`number` of queries")
	seed := flag.Uint64("seed", 1, "`number` that the web and the queries follow from")
	rounds := flag.Int("rounds", 20, "how `often` all nodes rank their links and hand over")
	flag.Parse()
	if err := run(context.Background(), newWeb(*sites, *seed), *nodes, *queries, *seed, *rounds); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, w *web, nodes, queries int, seed uint64, rounds int) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	srv := &http.Server{Handler: w, ReadHeaderTimeout: time.Minute}
	go func() { _ = srv.Serve(l) }()
	defer srv.Close()
	dir, err := os.MkdirTemp("", "popularity")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	set := service.DefaultSettings()
	set.Delay, set.Scope, set.Resolve = 0, "any", []string{"*:*:" + l.Addr().String()}
	set.AllowNet = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	for _, h := range w.hosts {
		set.Seeds = append(set.Seeds, weburl.MustParse("http://"+h+"/"))
	}
	whole, err := open(ctx, filepath.Join(dir, "whole"))
	if err != nil {
		return err
	}
	defer whole.Close()
	if _, err := whole.Crawl(ctx, set, nil); err != nil {
		return err
	}
	c, err := newCluster(ctx, dir, nodes)
	if err != nil {
		return err
	}
	defer func() { c.close() }()
	for {
		if err := c.crawl(ctx, set); err != nil {
			return err
		}
		if n, err := c.handOver(ctx); err != nil || n == 0 {
			if err != nil {
				return err
			}
			break
		}
	}
	fmt.Println("ranks\tpages\tcorrelation\toff\tfirst\tten\tkept\ttold")
	m := measuring{dir, w, whole, queries, seed}
	var took time.Duration
	for round := range rounds + 1 {
		if round > 0 {
			begin := time.Now()
			if err := c.rank(ctx); err != nil {
				return err
			}
			took = time.Since(begin)
			if _, err := c.handOver(ctx); err != nil {
				return err
			}
		}
		if round > 4 && round%5 != 0 {
			continue
		}
		if err := m.measure(ctx, fmt.Sprintf("round %d, %.1f s", round, took.Seconds()), c); err != nil {
			return err
		}
	}
	c.close()
	for i := range nodes {
		if err := copyRanks(filepath.Join(dir, "whole"), filepath.Join(dir, folderOf(i))); err != nil {
			return err
		}
	}
	if c, err = newCluster(ctx, dir, nodes); err != nil {
		return err
	}
	return m.measure(ctx, "of one folder", c)
}

// A measuring is what is asked of nodes, and the folder with which their answers are compared.
type measuring struct {
	dir     string
	web     *web
	whole   *engine.Engine
	queries int
	seed    uint64
}

func (m *measuring) measure(ctx context.Context, name string, c group) error {
	front, err := cluster.New(c.answering(), cluster.Options{})
	if err != nil {
		return err
	}
	defer front.Close()
	ranks, err := compareRanks(m.dir, m.web, len(c))
	if err != nil {
		return err
	}
	found, err := compareResults(ctx, m.whole, front, m.queries, m.seed)
	if err != nil {
		return err
	}
	fmt.Printf("%s\t%v\t%v\t%d\n", name, ranks, found, told)
	return nil
}

// copyRanks gives a folder the ranks of another one.
func copyRanks(from, to string) error {
	data, err := os.ReadFile(filepath.Join(from, "rank", "pages"))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(to, "rank", "pages"), data, 0o600)
}

// A group is the nodes of a cluster.
type group []*engine.Engine

func newCluster(ctx context.Context, dir string, nodes int) (group, error) {
	var c group
	for i := range nodes {
		e, err := open(ctx, filepath.Join(dir, folderOf(i)))
		if err != nil {
			c.close()
			return nil, err
		}
		c = append(c, e)
	}
	return c, nil
}

func folderOf(node int) string { return fmt.Sprintf("node%d", node+1) }

func open(ctx context.Context, dir string) (*engine.Engine, error) {
	return engine.Open(ctx, dir, engine.Options{Version: "popularity", Create: true, Logger: slog.New(slog.DiscardHandler)})
}

func (c group) close() {
	for _, e := range c {
		_ = e.Close()
	}
}

func (c group) answering() (out []service.Answering) {
	for _, e := range c {
		out = append(out, e)
	}
	return out
}

// crawl lets each node visit what it knows of its partition.
func (c group) crawl(ctx context.Context, set service.Settings) error {
	for i, e := range c {
		own := set
		own.Partition = partition.Partition{Number: i + 1, Of: len(c)}
		if _, err := e.Crawl(ctx, own, nil); err != nil {
			return err
		}
	}
	return nil
}

// rank lets each node rank its links.
func (c group) rank(ctx context.Context) error {
	for _, e := range c {
		if _, err := e.Rank(ctx); err != nil {
			return err
		}
	}
	return nil
}

// handOver hands over all that waits, as handover.Deliver does, and returns how many batches that were.
func (c group) handOver(ctx context.Context) (batches int, err error) {
	for i, from := range c {
		for j, to := range c {
			for i != j {
				out, err := from.Outgoing(ctx, handover.Wish{To: j + 1})
				if err != nil {
					return batches, err
				}
				if out.IsEmpty() {
					break
				}
				got, err := to.Receive(ctx, out.Batch)
				if err != nil {
					return batches, err
				}
				out.Receipt.Held = got.Held
				if err := from.Delivered(ctx, out.Receipt); err != nil {
					return batches, err
				}
				if out.Batch.Ranks != nil {
					told += len(out.Batch.Ranks.Data)
				} else {
					batches++
				}
			}
		}
	}
	return batches, nil
}

// told is how many bytes of ranks nodes have told each other.
var told int
