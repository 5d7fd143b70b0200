import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.uhighlight.UnifiedHighlighter;
import org.apache.lucene.store.FSDirectory;

/**
 * Lucene in the race: build DOCUMENTS FOLDER, or ask QUERIES FOLDER ROUNDS. Stems of English for
 * all, no stop words, titles three times, a thousand matches counted as Lucene does by itself, one
 * thread. The queries are asked four times before anything is measured, for the compiler.
 */
public final class Race {
  private static final Analyzer ENGLISH = new EnglishAnalyzer(CharArraySet.EMPTY_SET);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int WARM = 4;

  public static void main(String[] args) throws IOException {
    var folder = Path.of(args[2]);
    if (args[0].equals("build")) {
      double reading = reading(Path.of(args[1]));
      long from = cpu();
      build(Path.of(args[1]), folder);
      double spent = (cpu() - from) / 1e9 - reading;
      System.out.printf(Locale.ROOT, "{\"cpu\": %.3f, \"reading\": %.3f, \"rss\": %d}%n", spent, reading, rss());
      return;
    }
    var rows = new ArrayList<JsonNode>();
    for (String line : Files.readAllLines(Path.of(args[1]))) {
      rows.add(JSON.readTree(line));
    }
    try (var store = FSDirectory.open(folder);
        var reader = DirectoryReader.open(store)) {
      var searcher = new IndexSearcher(reader);
      for (boolean snippets : new boolean[] {false, true}) {
        long[] costs = costs(searcher, rows, Integer.parseInt(args[3]), snippets);
        System.out.printf(
            "{\"snippets\": %b, \"costs\": %s, \"rss\": %d}%n", snippets, Arrays.toString(costs), rss());
      }
    }
  }

  /** What it costs to read the documents alone, in seconds: that is not Lucene's. */
  private static double reading(Path documents) throws IOException {
    long from = cpu();
    try (var lines = Files.newBufferedReader(documents)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JSON.readTree(line);
      }
    }
    return (cpu() - from) / 1e9;
  }

  private static void build(Path documents, Path folder) throws IOException {
    try (var store = FSDirectory.open(folder);
        var writer = new IndexWriter(store, new IndexWriterConfig(ENGLISH).setRAMBufferSizeMB(128));
        var lines = Files.newBufferedReader(documents)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode doc = JSON.readTree(line);
        writer.addDocument(document(doc.path("url").asText(), doc.path("title").asText(), doc.path("text").asText()));
      }
    }
  }

  /** The least that each query cost, in microseconds. */
  private static long[] costs(IndexSearcher searcher, List<JsonNode> rows, int rounds, boolean snippets)
      throws IOException {
    long[] least = new long[rows.size()];
    Arrays.fill(least, Long.MAX_VALUE);
    for (int round = 0; round < WARM + rounds; round++) {
      for (int i = 0; i < least.length; i++) {
        long start = mine();
        ask(searcher, rows.get(i), snippets);
        if (round >= WARM) {
          least[i] = Math.min(least[i], (mine() - start) / 1000);
        }
      }
    }
    return least;
  }

  private static Document document(String url, String title, String text) {
    var d = new Document();
    d.add(new StringField("url", url, Field.Store.YES));
    d.add(new StringField("host", url.split("/")[2], Field.Store.NO));
    d.add(new TextField("title", title, Field.Store.YES));
    d.add(new TextField("text", text, Field.Store.YES));
    return d;
  }

  private static void ask(IndexSearcher searcher, JsonNode row, boolean snippets) throws IOException {
    var all = new BooleanQuery.Builder();
    for (JsonNode w : row.path("all")) {
      all.add(either(w.asText()), Occur.MUST);
    }
    for (JsonNode w : row.path("any")) {
      all.add(either(w.asText()), Occur.SHOULD);
    }
    if (row.has("phrase")) {
      var words = new ArrayList<String>();
      row.get("phrase").forEach(w -> words.add(w.asText()));
      all.add(either(String.join(" ", words)), Occur.MUST);
    }
    if (row.has("not")) {
      all.add(either(row.get("not").asText()), Occur.MUST_NOT);
    }
    if (row.has("site")) {
      all.add(new TermQuery(new Term("host", row.get("site").asText())), Occur.FILTER);
    }
    Query query = all.build();
    var found = searcher.search(query, 10);
    if (snippets) {
      UnifiedHighlighter.builder(searcher, ENGLISH).withMaxLength(64 << 10).build().highlight("text", query, found);
    }
    for (var hit : found.scoreDocs) {
      var doc = searcher.storedFields().document(hit.doc, java.util.Set.of("url", "title"));
      if (doc.get("url") == null) {
        throw new IllegalStateException("a document without URL");
      }
    }
  }

  /** Asks for words, one after another, in the title or in the text. */
  private static Query either(String words) throws IOException {
    var both = new BooleanQuery.Builder();
    List<String> terms = terms(words);
    for (String field : List.of("title", "text")) {
      Query q;
      if (terms.size() == 1) {
        q = new TermQuery(new Term(field, terms.get(0)));
      } else {
        q = new PhraseQuery(field, terms.toArray(new String[0]));
      }
      both.add(field.equals("title") ? new BoostQuery(q, 3) : q, Occur.SHOULD);
    }
    return both.build();
  }

  private static List<String> terms(String words) throws IOException {
    var out = new ArrayList<String>();
    try (TokenStream stream = ENGLISH.tokenStream("text", words)) {
      var term = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        out.add(term.toString());
      }
      stream.end();
    }
    return out;
  }

  /** The processor time of the process in nanoseconds. */
  private static long cpu() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
  }

  /**
   * The processor time of this thread in nanoseconds: that of the process has a resolution of ten
   * milliseconds. What compiler and collector take is not in it.
   */
  private static long mine() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** The largest resident size so far in bytes. */
  private static long rss() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmHWM:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) << 10;
      }
    }
    return 0;
  }
}
