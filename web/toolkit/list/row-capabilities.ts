import type { ListPageProps } from './list-page-props.ts';

/** Returns which keys work on the rows of a list, and whether anything in the list can be focused. */
export function rowCapabilitiesOf<Row>(
  { columns, rowActions, selectable }: ListPageProps<Row>,
  rows: readonly Row[],
) {
  const firstActions = rows.flatMap((row) => rowActions?.(row)[0] ?? []);
  const firstLabels = new Set(firstActions.map(({ label }) => label));
  const [firstAction] = firstLabels.size > 1 ? ['首项操作'] : firstLabels;
  const hasLinks = columns.some(({ link }) => link !== undefined);
  return {
    keys: { hasLinks, firstAction, selectable },
    hasFocusableRows:
      selectable === true ||
      hasLinks ||
      columns.some(({ sort }) => sort !== undefined) ||
      firstActions.length > 0,
  };
}
