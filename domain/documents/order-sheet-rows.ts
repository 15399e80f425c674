/** One labelled value of a 办件单, for display and for typesetting. */
export interface OrderSheetFact {
  label: string;
  text: string;
  /** Rows of a table, for a fact that is a table. */
  table?: readonly unknown[];
  /** Pictures of the value. */
  pictures?: readonly unknown[];
}

/** Number of values in one line of the boxed table. */
const factsPerRow = 3;
/** The widest text that fits a third of a line, in half-width characters. */
const maxShortWidth = 16;

/**
 * Returns the facts as lines of the sheet: short ones three to a line, in order, long ones and tables alone.
 */
export function packRows<Fact extends OrderSheetFact>(facts: readonly Fact[]): Fact[][] {
  const rows: Fact[][] = [];
  let openRow: Fact[] | undefined;
  for (const fact of facts) {
    if (fact.text === '' && !fact.table?.length && !fact.pictures?.length) continue;
    if (!isShort(fact)) {
      rows.push([fact]);
      openRow = undefined;
    } else if (openRow === undefined || openRow.length === factsPerRow) {
      openRow = [fact];
      rows.push(openRow);
    } else {
      openRow.push(fact);
    }
  }
  return rows;
}

/**
 * Returns the number of columns of each value in a line, of the five after the first label; the last value
 * takes the rest.
 */
export function spansOf(row: readonly unknown[]): number[] {
  const usedColumns = (row.length - 1) * 2;
  return row.map((_, index) => (index < row.length - 1 ? 1 : 2 * factsPerRow - 1 - usedColumns));
}

/** Returns the title of the sheet: 群众来信办理 becomes 群众来信办件单. */
export function orderSheetTitle(itemName: string): string {
  return `${itemName.replace(/办理$/, '')}办件单`;
}

function isShort({ text, table }: OrderSheetFact): boolean {
  return table === undefined && widthOf(text) <= maxShortWidth;
}

/** Returns the width in half-width characters: a Chinese character counts two. */
function widthOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (character > '\u2e80' ? 2 : 1), 0);
}
