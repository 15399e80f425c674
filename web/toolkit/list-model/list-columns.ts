import { columnWidth } from '#domain/lists/column-width.ts';
import type { ListColumn } from './list-types.ts';

/**
 * The column with the number of a row among all results; every list has it, hidden at first. The table fills
 * it in.
 */
export const indexColumn: ListColumn<unknown> = {
  key: '#',
  title: '序号',
  width: columnWidth.index,
  align: 'right',
  hiddenByDefault: true,
  render: () => null,
};

/** Returns the width of a column: as the user set it, as declared, or the specification's default. */
export function widthOf(
  { key, width = columnWidth.standard }: Pick<ListColumn<unknown>, 'key' | 'width'>,
  widths: Readonly<Record<string, number>>,
): number {
  return widths[key] ?? width;
}
