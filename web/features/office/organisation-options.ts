import type { EditableOrganisation } from '#contract/office-organisations.ts';

/** Returns the names from the top down, which distinguish two offices of the same name. */
export function fullNameOf(
  row: EditableOrganisation,
  byId: ReadonlyMap<string, EditableOrganisation>,
): string {
  const names: string[] = [];
  for (
    let organisation: EditableOrganisation | undefined = row;
    organisation && names.length < 20;
    organisation = byId.get(organisation.parent ?? '')
  ) {
    names.unshift(organisation.name);
  }
  return names.join(' / ');
}

/** Returns the organisations that can be chosen: enabled, and accepted by `isAllowed`. */
export function organisationOptions(
  rows: readonly EditableOrganisation[],
  isAllowed: (row: EditableOrganisation) => boolean = () => true,
) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return rows
    .filter((row) => row.enabled && isAllowed(row))
    .map((row) => ({ value: row.id, label: fullNameOf(row, byId) }));
}

/** Returns the number of people of each organisation, with those of all units below it. */
export function peopleWithUnits(rows: readonly EditableOrganisation[]): ReadonlyMap<string, number> {
  const counts = new Map(rows.map(({ id, people }) => [id, people]));
  // In `rows`, each level follows the one above it.
  for (const { id, parent } of rows.toReversed()) {
    if (parent !== null) counts.set(parent, (counts.get(parent) ?? 0) + (counts.get(id) ?? 0));
  }
  return counts;
}
