import { useQuery } from '@tanstack/react-query';
import { organisations } from '#contract/organisations.ts';
import { queryOf } from '#web/api/query-of.ts';

/**
 * Returns why people and organisations of a field, by their keys, can no longer be chosen; the others, and all
 * until the answers have arrived, are left out.
 */
export function useEntryMarks(keys: readonly string[]): ReadonlyMap<string, string> {
  const idsOf = (prefix: string) =>
    keys.flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
  const [staffIds, orgIds] = [idsOf('staff:'), idsOf('org:')];
  const staff = useQuery({
    ...queryOf(organisations.pickStaff, { query: { page: 1, size: 100, ids: staffIds.join() } }),
    enabled: staffIds.length > 0,
  }).data;
  const units = useQuery({
    ...queryOf(organisations.pickOrganisations, {}),
    enabled: orgIds.length > 0,
  }).data;
  const marks = new Map<string, string>();
  for (const id of staff ? staffIds : []) {
    const found = staff?.rows.find((row) => row.id === id);
    const mark = found === undefined ? '已不在本单位' : found.fault;
    if (mark) marks.set(`staff:${id}`, mark);
  }
  for (const id of units ? orgIds : [])
    if (!units?.rows.some((row) => row.id === id)) marks.set(`org:${id}`, '已撤销');
  return marks;
}
