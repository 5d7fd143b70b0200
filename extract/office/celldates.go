package office

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/aranea-search/aranea/extract/numberformat"
)

// cellDates writes the dates and times of an OpenDocument spreadsheet in the same form as those
// of other workbooks, with the parts that the style of the cell shows.
type cellDates struct {
	styles  map[string]numberformat.Format // by name of the date or time style
	open    string                         // the style that is being read
	of      map[string]string              // the name of the date style, by name of the cell style
	columns []column                       // of the sheet
	row     string                         // the default cell style of the row
	at      int                            // the column of the next cell
	told    bool                           // the open cell has been written; its displayed text is skipped
}

// A column describes one or more adjacent columns with the same style.
type column struct {
	end   int // one past the last column
	style string
}

var _ walker = (*cellDates)(nil)

func newCellDates() cellDates {
	return cellDates{styles: map[string]numberformat.Format{}, of: map[string]string{}}
}

// maxColumns is the most entries for columns of a sheet that are kept.
const maxColumns = 1000

// begin records styles, columns and rows.
func (c *cellDates) begin(name string, attr attributes) {
	switch name {
	case "date-style", "time-style":
		if c.open = attr.get("name"); len(c.styles) < maxStyles {
			c.styles[c.open] = 0
		}
		if attr.get("truncate-on-overflow") == "false" {
			c.add(numberformat.Format(0).Elapsed())
		}
	case "style":
		if to := attr.get("data-style-name"); to != "" && len(c.of) < maxStyles {
			c.of[attr.get("name")] = to
		}
	case "table":
		c.columns = c.columns[:0]
	case "table-column":
		if len(c.columns) < maxColumns {
			c.columns = append(c.columns, column{c.columnsEnd() + repeated(attr), attr.get("default-cell-style-name")})
		}
	case "table-row":
		c.row, c.at = attr.get("default-cell-style-name"), 0
	case "covered-table-cell":
		c.at += repeated(attr)
	default:
		c.add(numberformat.PartOf(name))
	}
}

// add adds a part to the open style.
func (c *cellDates) add(part numberformat.Format) {
	if f, known := c.styles[c.open]; known && c.open != "" {
		c.styles[c.open] = f | part
	}
}

func (c *cellDates) end(name string) {
	switch name {
	case "date-style", "time-style":
		c.open = ""
	case "table-cell":
		c.told = false
	}
}

func (c *cellDates) text(string) {}

func (c *cellDates) columnsEnd() int {
	if n := len(c.columns); n > 0 {
		return c.columns[n-1].end
	}
	return 0
}

// maxRepeated is the most columns of a sheet.
const maxRepeated = 1 << 20

// repeated returns the number of columns that an element stands for.
func repeated(attr attributes) int {
	n, err := strconv.Atoi(attr.get("number-columns-repeated"))
	if err != nil {
		return 1
	}
	return min(max(n, 1), maxRepeated)
}

// cell returns the date or time of a cell that begins, or "" if it has none.
func (c *cellDates) cell(attr attributes) string {
	at := c.at
	c.at = min(c.at+repeated(attr), maxRepeated)
	var text string
	switch attr.get("value-type") {
	case "date":
		text, c.told = c.format(attr, at).Instant(attr.get("date-value"))
	case "time":
		text, c.told = c.format(attr, at).Duration(attr.get("time-value"))
	}
	return text
}

// format returns the format for dates of the cell in a column.
func (c *cellDates) format(attr attributes, at int) numberformat.Format {
	style := attr.get("style-name")
	if style == "" {
		style = c.row
	}
	if style == "" {
		i, _ := slices.BinarySearchFunc(c.columns, at+1, func(one column, end int) int { return cmp.Compare(one.end, end) })
		if i < len(c.columns) {
			style = c.columns[i].style
		}
	}
	return c.styles[c.of[style]]
}
