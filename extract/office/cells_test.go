package office_test

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea/extract/content/contenttest"
	"github.com/aranea-search/aranea/extract/office"
)

// oneSheet are the parts of a workbook except its only sheet.
var oneSheet = []string{
	"xl/workbook.xml", `<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>`,
	"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>`,
	"xl/worksheets/_rels/sheet1.xml.rels", `<Relationships><Relationship Id="a" Type="http://x/hyperlink" Target="http://a.example/"/><Relationship Id="d" Type="http://x/drawing" Target="../d.xml"/></Relationships>`,
}

// TestLinksOfCells checks that the text of a cell is the text of its link, whether that follows
// all cells or is in a formula.
func TestLinksOfCells(t *testing.T) {
	t.Parallel()
	const link = `<hyperlinks><hyperlink ref="A1" r:id="a"/></hyperlinks></worksheet>`
	long := "<sst><si><t>8" + strings.Repeat(" ", 1<<19) + "</t></si></sst>"
	for _, tt := range []struct{ name, sheet, want string }{
		{"a cell, with a drawing for no link", `<row><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row><row/><row><c r="A3"><v>3</v></c></row><hyperlink ref="A1" r:id="a"/><hyperlink ref="B1" r:id="d"/>`,
			"h2(S) anchor(1) cell(1 2) cell(3) [1]http://a.example/"},
		{"the first cell of many", `<row><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row><hyperlink ref="A1:B9" r:id="a"/>`, "h2(S) anchor(1) cell(1 2) [1]http://a.example/"},
		{"a place of the workbook, a cell that is missing", `<row><c r="A1"><v>1</v></c></row><hyperlink ref="A1" location="S!A1"/><hyperlink ref="Z9:Z11" r:id="a"/>`, "h2(S) cell(1) []http://a.example/"},
		{"a link and no cell", `<hyperlink ref="Z9" r:id="a"/>`, "h2(S) []http://a.example/"},
		{"formulas", `<row><c r="A1"><f>HYPERLINK("http://b.example/","x")</f><v>b c</v></c><c><f>1+HYPERLINK("http://c.example/")</f><v>2</v></c><c><f>HYPERLINK("http</f><v>3</v></c><c><f>HYPERLINK("http://d.example/"&amp;B1,"x")</f><v>4</v></c><c><f>HYPERLINK("http://e.example/")</f><v>5</v></c></row>`,
			"h2(S) anchor(b c) anchor(5) cell(b c 2 3 4 5) [b c]http://b.example/ [5]http://e.example/"},
		{"a sheet that breaks off", `<row><c r="A1"><v>1</v></c></row><hyperlink ref="A1" r:id="a"/><c`, "h2(S) anchor(1) cell(1) [1]http://a.example/"},
		{"more cells than wait for links", `<row><c r="A1"><v>7</v></c>` + strings.Repeat(`<c><v>8</v></c>`, 100_000) + `</row>` + link, "h2(S) cell(7" + strings.Repeat(" 8", 100_000) + ")"},
		{"more text than waits for links", `<row><c r="A1"><v>7</v></c>` + strings.Repeat(`<c t="s"><v>0</v></c>`, 8) + `</row>` + link, "h2(S) cell(7" + strings.Repeat(" 8", 8) + ")"},
	} {
		body := parcel(t, append([]string{"xl/worksheets/sheet1.xml", "<worksheet>" + tt.sheet, "xl/sharedStrings.xml", long}, oneSheet...)...)
		r, _ := office.Read("xlsx", body, limits()) // a file that breaks off returns an error
		if got := contenttest.Show(&r); got != tt.want || r.Limited {
			t.Errorf("%s: %.300s, limited %t; want %.300s", tt.name, got, r.Limited, tt.want)
		}
	}
}

// TestDatesOfCells checks that numbers in cells are dates where the formats say so, that formats
// of named styles do not count, and that other values stay as they are.
func TestDatesOfCells(t *testing.T) {
	t.Parallel()
	const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="d.m.yy"/><numFmt numFmtId="x" formatCode="h:mm"/></numFmts><cellStyleXfs><xf numFmtId="20"/></cellStyleXfs><cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs><dxfs><xf numFmtId="14"/></dxfs></styleSheet>`
	for _, tt := range []struct{ name, cells, want string }{
		{"by their formats", `<c><v>44259</v></c><c s="1"><v>44259</v></c><c s="2" t="n"><v> 44259.5 </v></c>`, "44259 2021-03-04 2021-03-04"},
		{"formats that are missing", `<c s="3"><v>44259</v></c><c s="-1"><v>44259</v></c><c s="99999999999"><v>44259</v></c>`, "44259 44259 44259"},
		{"values that are no numbers of days", `<c s="1"><v>x</v></c><c s="1"><v>-1</v></c><c s="1"><v>1e300</v></c><c s="1"><v>NaN</v></c><c s="1" t="str"><v>44259</v></c><c s="1" t="b"><v>1</v></c><c s="1" t="inlineStr"><is><t>44259</t></is></c>`, "x -1 1e300 NaN 44259 1 44259"},
		{"that are written as dates", `<c t="d"><v>2021-03-04T00:00:00</v></c><c t="d"><v>2021-03-05T13:05:07</v></c><c t="d"><v>2021-03-06</v></c>`, "2021-03-04 2021-03-05 13:05:07 2021-03-06"},
	} {
		body := parcel(t, append([]string{"xl/worksheets/sheet1.xml", "<worksheet><row>" + tt.cells + "</row></worksheet>", "xl/styles.xml", styles}, oneSheet...)...)
		r, err := office.Read("xlsx", body, limits())
		if got, want := contenttest.Show(&r), "h2(S) cell("+tt.want+")"; got != want || err != nil {
			t.Errorf("%s: %s, %v; want %s", tt.name, got, err, want)
		}
	}
}
