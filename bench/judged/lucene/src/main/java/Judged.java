import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.cjk.CJKAnalyzer;
import org.apache.lucene.analysis.cn.smart.SmartChineseAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.miscellaneous.PerFieldAnalyzerWrapper;
import org.apache.lucene.analysis.pt.PortugueseAnalyzer;
import org.apache.lucene.analysis.ru.RussianAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.sandbox.search.CombinedFieldQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.BytesRef;

/**
 * Asks Lucene the queries of a judged collection: Judged DIR bm25|bm25f [cjk|both], prints a run.
 * bm25 takes title and text for one field; bm25f has two and counts the title three times. All words
 * are joined by OR, as Lucene's own parser does. cjk takes bigrams for Chinese instead of words; both,
 * with bm25 only, takes words in one field and bigrams in another and adds up the scores.
 */
public final class Judged {
  public static void main(String[] args) throws IOException {
    Path dir = Path.of(args[0]);
    boolean fields = args[1].equals("bm25f");
    var docs = Files.readAllLines(dir.resolve("docs.jsonl"));
    var json = new ObjectMapper();
    String lang = json.readTree(docs.get(0)).get("lang").asText();
    boolean both = args.length > 2 && args[2].equals("both");
    Analyzer analyzer = analyzer(lang, args.length > 2 && !both);
    if (both) {
      analyzer = new PerFieldAnalyzerWrapper(analyzer, Map.of("pairs", new CJKAnalyzer()));
    }
    var store = new ByteBuffersDirectory();
    try (var writer = new IndexWriter(store, new IndexWriterConfig(analyzer))) {
      for (String line : docs) {
        writer.addDocument(document(json.readTree(line), fields));
      }
    }
    var out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    try (var reader = DirectoryReader.open(store)) {
      var searcher = new IndexSearcher(reader);
      for (String line : Files.readAllLines(dir.resolve("queries.tsv"))) {
        String[] row = line.split("\t", 2);
        int place = 0;
        var query = new BooleanQuery.Builder().add(query(analyzer, "text", row[1], fields), BooleanClause.Occur.SHOULD);
        if (both) {
          query.add(query(analyzer, "pairs", row[1], false), BooleanClause.Occur.SHOULD);
        }
        for (var hit : searcher.search(query.build(), 100).scoreDocs) {
          String id = searcher.storedFields().document(hit.doc).get("id");
          out.println(row[0] + "\t" + id + "\t" + ++place);
        }
      }
    }
    out.flush();
  }

  private static Document document(JsonNode doc, boolean fields) {
    var d = new Document();
    d.add(new StringField("id", doc.get("id").asText(), Field.Store.YES));
    String title = doc.get("title").asText();
    String text = doc.get("text").asText();
    if (fields) {
      d.add(new TextField("title", title, Field.Store.NO));
      d.add(new TextField("text", text, Field.Store.NO));
    } else {
      d.add(new TextField("text", title + "\n" + text, Field.Store.NO));
      d.add(new TextField("pairs", title + "\n" + text, Field.Store.NO)); // of which only both asks
    }
    return d;
  }

  private static Analyzer analyzer(String lang, boolean cjk) {
    return switch (lang) {
      case "en" -> new EnglishAnalyzer();
      case "ru" -> new RussianAnalyzer();
      case "pt" -> new PortugueseAnalyzer();
      case "zh" -> cjk ? new CJKAnalyzer() : new SmartChineseAnalyzer();
      default -> new StandardAnalyzer();
    };
  }

  private static Query query(Analyzer analyzer, String field, String text, boolean fields) throws IOException {
    Set<String> terms = new LinkedHashSet<>();
    try (TokenStream stream = analyzer.tokenStream(field, text)) {
      var term = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        terms.add(term.toString());
      }
      stream.end();
    }
    var all = new BooleanQuery.Builder();
    for (String t : terms) {
      Query q = new TermQuery(new Term(field, t));
      if (fields) {
        q = new CombinedFieldQuery.Builder().addTerm(new BytesRef(t)).addField("title", 3).addField("text", 1).build();
      }
      all.add(q, BooleanClause.Occur.SHOULD);
    }
    return all.build();
  }
}
