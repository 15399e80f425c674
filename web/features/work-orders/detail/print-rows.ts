import type { FieldText } from '#domain/forms/text.ts';

/** One named value of a printed sheet. */
export interface PrintFact {
  label: string;
  text: string;
  /** A table of its own, with the titles of its columns. */
  table?: readonly (readonly FieldText[])[];
}

/** Values in one line of the boxed table. */
const factsInRow = 3;
/** The widest text of a third of a line, in half characters. */
const shortText = 16;

/** The facts as lines of the sheet: short ones three to a line, in their order, long ones and tables by themselves. */
export function packRows(facts: readonly PrintFact[]): PrintFact[][] {
  const rows: PrintFact[][] = [];
  let open: PrintFact[] | undefined;
  for (const fact of facts) {
    if (fact.text === '' && (fact.table?.length ?? 0) === 0) continue;
    if (!isShort(fact)) {
      rows.push([fact]);
      open = undefined;
    } else if (open === undefined || open.length === factsInRow) {
      open = [fact];
      rows.push(open);
    } else {
      open.push(fact);
    }
  }
  return rows;
}

/** How many of the five columns behind the first label each value of a line takes; the last takes what is left. */
export function spansOf(row: readonly PrintFact[]): number[] {
  const taken = (row.length - 1) * 2;
  return row.map((_, index) => (index < row.length - 1 ? 1 : 2 * factsInRow - 1 - taken));
}

/** 群众来信办理 is printed as 群众来信办件单. */
export function titleOfSheet(itemName: string): string {
  return `${itemName.replace(/办理$/, '')}办件单`;
}

function isShort({ text, table }: PrintFact): boolean {
  return table === undefined && widthOf(text) <= shortText;
}

/** In half characters: a Chinese one is as wide as two figures. */
function widthOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (character > '\u2e80' ? 2 : 1), 0);
}
