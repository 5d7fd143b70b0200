package document

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea/analyze"
)

// TestMembersOf: which headings describe a member, in the form of each generator of references.
func TestMembersOf(t *testing.T) {
	t.Parallel()
	for _, tt := range [][4]string{ // item, heading, identifier, names
		{"Vec", "pub fn push(&mut self, value: T)", "method.push", "Vec.push"},                                                               // rustdoc
		{"Option", "None", "variant.None", "Option.None"},                                                                                    // rustdoc
		{"Vec", "impl<T> Clone for Vec<T>", "impl-Clone-for-Vec", ""},                                                                        // rustdoc
		{"Optional", "orElse", "orElse(T)", "Optional.orElse"},                                                                               // javadoc
		{"Optional", "get", "get()", "Optional.get"},                                                                                         // javadoc
		{"Byte", "MAX_VALUE", "MAX_VALUE", "Byte.MAX_VALUE"},                                                                                 // javadoc
		{"List", "add", "add-E-", "List.add"},                                                                                                // javadoc 8
		{"qlabel", "void QLabel::setText(const QString &)", "setText", "qlabel.setText"},                                                     // qdoc
		{"bytes", "func (b *Buffer) Write(p []byte) (n int, err error)", "Buffer.Write", "bytes.Write|Buffer.Write"},                         // go doc
		{"fs", "fs.readFile(path[, options], callback)", "fsreadfilepath-options-callback", "fs.readFile"},                                   // Node
		{"vector", "std::vector::begin()", "a3", "vector.begin|std::vector::begin|vector::begin"},                                            // doxygen
		{"std.vector", "begin()", "a3f0", "std.vector.begin|vector.begin"},                                                                   // doxygen
		{"Docstring", "#blank?(only_tags = true) ⇒ Boolean", "blank?-instance_method", "Docstring.blank?"},                                   // YARD
		{"Registry", ".load_yardoc ⇒ void", "load_yardoc-class_method", "Registry.load_yardoc"},                                              // YARD
		{"commander_typings.Command", "addHelpCommand", "addhelpcommand", "commander_typings.Command.addHelpCommand|Command.addHelpCommand"}, // TypeDoc
		{"index.Observable", "subscribe", "subscribe", "index.Observable.subscribe|Observable.subscribe"},                                    // TypeDoc
		{"install", "subscribe", "subscribe", ""},
		{"Rome", "History", "History", ""},
		{"apps", "add(cls)", "star.App.add", "apps.add|star.App.add|App.add"}, // mkdocstrings
		{"guide", "Static_Files for all", "static_files-for-all", ""},
		{"guide", "#==(other)", "==-instance_method", ""},
		{"", "os.read()", "x1", "os.read"},
		{"", "push()", "x1", ""},
		{"quickstart", "Installation", "installation", ""},
		{"quickstart", "Install", "install-1", ""},
		{"faq", "What is f(x)?", "what-is-f-x", ""},
		{"faq", "Answers (all)", "answers-(all)", ""},
		{"guide", "3.1 Basics", "sec.1", ""},
		{"guide", "", "method.", ""},
		{"guide", "pushed", "method.push", ""},
	} {
		if got := strings.Join(membersOf(tt[0], tt[1], tt[2]), "|"); got != tt[3] {
			t.Errorf("%s, %q with %s: %s, want %s", tt[0], tt[1], tt[2], got, tt[3])
		}
	}
}

// TestLoneMember: which members people look for by their name alone. What begins with a capital letter and
// is nothing but a heading may be a proper name.
func TestLoneMember(t *testing.T) {
	t.Parallel()
	for _, tt := range [][3]string{ // heading, identifier, name
		{"isBlank", "isBlank(java.lang.CharSequence)", "isBlank"},                                 // javadoc
		{"MAX_VALUE", "MAX_VALUE", "MAX_VALUE"},                                                   // javadoc
		{"add", "add-E-", ""},                                                                     // a word
		{"pub fn read_to_string(&mut self)", "method.read_to_string", "read_to_string"},           // rustdoc
		{"pub fn push(&mut self, value: T)", "method.push", ""},                                   // a word
		{"void QLabel::setText(const QString &)", "setText", "setText"},                           // qdoc
		{"func ReadFile(name string) ([]byte, error)", "ReadFile", "ReadFile"},                    // go doc
		{"fs.readFile(path[, options], callback)", "fsreadfilepath-options-callback", "readFile"}, // Node
		{"addHelpCommand", "addhelpcommand", "addHelpCommand"},                                    // TypeDoc
		{"Optional keepAliveTimeout", "keepalivetimeout", "keepAliveTimeout"},                     // TypeDoc
		{"Optional keepAliveTimeout", "optional-keepalivetimeout", ""},
		{"useState(initialState)", "usestate", "useState"}, // Markdown
		{"PostgreSQL", "PostgreSQL", ""},
		{"PostgreSQL", "postgresql", ""},
		{"Build with PostgreSQL", "PostgreSQL", ""},
		{"Usage", "usage", ""},
		{"", "", ""},
	} {
		if got := loneMember(tt[0], tt[1]); got != tt[2] {
			t.Errorf("%q with %s: %q, want %q", tt[0], tt[1], got, tt[2])
		}
	}
}

// TestWordAt: where a name stands by itself; that takes time for each character of a text once, as a heading
// of some megabytes would take hours otherwise.
func TestWordAt(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text, name string
		want       int
	}{
		{"push", "push", 0}, {"pushed push", "push", 7}, {"repush", "push", -1}, {"a.push(x)", "push", 2}, {"_push push_", "push", -1},
		{"épush", "push", 2}, {"pushé", "push", 0}, {"", "push", -1}, {"push", "", -1}, {"aaa a", "a", 4},
		{strings.Repeat("a", 4<<20), "a", -1},
	} {
		if got := wordAt(tt.text, tt.name); got != tt.want {
			t.Errorf("%.20q in %.20q: %d, want %d", tt.name, tt.text, got, tt.want)
		}
	}
}

// TestItemOf: the word for the kind of an item is no part of its name.
func TestItemOf(t *testing.T) {
	t.Parallel()
	for slug, want := range map[string]string{"struct.HashMap": "HashMap", "Optional": "Optional", "struct.": "struct.", "structure.x": "structure.x", "os.path": "os.path",
		"classstd_1_1basic__string": "std.basic_string", "structGLFWvidmode": "GLFWvidmode", "classroom": "classroom", "classes": "classes"} {
		if got := itemOf(slug); got != want {
			t.Errorf("%s: %s, want %s", slug, got, want)
		}
	}
}

// FuzzNames: no heading makes reading its names panic, and what is cut short for names in ASCII is what
// the words of the name give.
func FuzzNames(f *testing.F) {
	for _, name := range []string{"Vec.push", "std::vector::emplace_back", "x86_64", "a-b.C3P0", "f(x)", "é.b", "IPv6", "C++", "wait4", "1.2.3"} {
		f.Add("item", name, name)
	}
	a := analyze.New(100)
	f.Fuzz(func(t *testing.T, item, heading, id string) {
		for _, name := range append(membersOf(item, heading, id), item, heading, id) {
			if got, want := nameFilter(a, name), SlugFilter(a.Query(name)); got != want {
				t.Errorf("%q: %q, want %q", name, got, want)
			}
		}
		if name := loneMember(heading, id); filterOf(memberFilter, a, name) != MemberFilter(a.Query(name)) {
			t.Errorf("member %q: %q, want %q", name, filterOf(memberFilter, a, name), MemberFilter(a.Query(name)))
		}
	})
}
