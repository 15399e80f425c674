import type { KeptOrganisation } from '#contract/office-organisations.ts';

/** Returns the names from the top down, which distinguish two offices of the same name. */
export function fullNameOf(row: KeptOrganisation, byId: ReadonlyMap<string, KeptOrganisation>): string {
  const names: string[] = [];
  for (
    let index: KeptOrganisation | undefined = row;
    index && names.length < 20;
    index = byId.get(index.parent ?? '')
  ) {
    names.unshift(index.name);
  }
  return names.join(' / ');
}

/** Returns the organisations that can be chosen: in use, and of the wanted kind. */
export function organisationOptions(
  rows: readonly KeptOrganisation[],
  wanted: (row: KeptOrganisation) => boolean = () => true,
) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return rows
    .filter((row) => row.enabled && wanted(row))
    .map((row) => ({ value: row.id, label: fullNameOf(row, byId) }));
}
