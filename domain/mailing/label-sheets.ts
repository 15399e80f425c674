/** A4 sheets of adhesive labels, by their number of labels; sizes and positions in millimetres. */
export const LabelSheet = { of8: 'of8', of14: 'of14', of21: 'of21', of24: 'of24' } as const;
export type LabelSheet = (typeof LabelSheet)[keyof typeof LabelSheet];

export interface LabelGrid {
  label: string;
  columns: number;
  rows: number;
  width: number;
  height: number;
  /** Distance from the left edge of the sheet to the first label, and from the top edge. */
  left: number;
  top: number;
  /** Distance between two columns. */
  gap: number;
}

export const labelSheets: Record<LabelSheet, LabelGrid> = {
  of8: grid({ columns: 2, rows: 4, width: 99.1, height: 67.7, left: 4.65, top: 13.1, gap: 2.5 }),
  of14: grid({ columns: 2, rows: 7, width: 99.1, height: 38.1, left: 4.65, top: 15.15, gap: 2.5 }),
  of21: grid({ columns: 3, rows: 7, width: 63.5, height: 38.1, left: 7.25, top: 15.15, gap: 2.5 }),
  of24: grid({ columns: 3, rows: 8, width: 70, height: 37, left: 0, top: 0.5, gap: 0 }),
};

function grid(sizes: Omit<LabelGrid, 'label'>): LabelGrid {
  const { columns, rows, width, height } = sizes;
  return { ...sizes, label: `每张 ${columns * rows} 枚（${width}×${height}）` };
}

/** Returns the number of labels of one sheet. */
export function labelsPerSheet({ columns, rows }: LabelGrid): number {
  return columns * rows;
}

/** The position of a label: its sheet from 0, and its upper left corner. */
export interface LabelPlace {
  sheet: number;
  x: number;
  y: number;
}

/**
 * Returns the positions of a number of labels, row by row. `first` is the first free label of the first
 * sheet, from 1, so that a partly used sheet can be used up.
 */
export function labelPlaces(grid: LabelGrid, count: number, first = 1): LabelPlace[] {
  const perSheet = labelsPerSheet(grid);
  return Array.from({ length: count }, (_label, labelIndex) => {
    const index = first - 1 + labelIndex;
    const onSheet = index % perSheet;
    return {
      sheet: Math.floor(index / perSheet),
      x: grid.left + (onSheet % grid.columns) * (grid.width + grid.gap),
      y: grid.top + Math.floor(onSheet / grid.columns) * grid.height,
    };
  });
}
