import { type Organisation, organisations } from '#contract/organisations.ts';
import { type QueryAs, queryAs, queryOf } from '#web/api/query-of.ts';
import type { ChoiceRow, ChoiceSource } from '../choices/choice.ts';
import { childRegions, officeParentPath, searchRegions } from '../regions/portal-regions.ts';
import type { LoadRegions, Region, SearchRegions } from '../regions/region.ts';
import type { TreeItem } from '../tree/tree-lines.ts';

export type OrganisationKind = Organisation['kind'];

export const organisationKindLabel: Record<OrganisationKind, string> = {
  organisation: '机构',
  department: '部门',
};

/** An organisation as a node of the tree and as a row of the table. */
export type OrganisationItem = TreeItem & ChoiceRow & { hint: string };
export type OrganisationRow = OrganisationItem & { kind: OrganisationKind };

/** Queries of regions, and of the organisations of the chosen region; without a region, of all. */
export interface OrganisationChoices {
  regions: { children: LoadRegions; search: SearchRegions; officePath: QueryAs<readonly Region[]> };
  /** Returns the query of the top of a region, or of the children of an organisation. */
  children: (area: string | undefined, parent: string | undefined) => QueryAs<readonly OrganisationItem[]>;
  search: (area: string | undefined, name: string) => QueryAs<readonly OrganisationItem[]>;
  table: (area: string | undefined, kind: OrganisationKind | undefined) => ChoiceSource<OrganisationRow>;
}

const type = 'all';

/** Organisations of the portal: children by their parent, roots by their region (S0 §7). */
export const organisationChoices: OrganisationChoices = {
  regions: { children: childRegions, search: searchRegions, officePath: officeParentPath },
  children: (areaCode, parent) =>
    queryAs(
      queryOf(organisations.organisationTree, {
        query: parent === undefined ? { areaCode, parent: '0', type } : { parent, type },
      }),
      itemsOf,
    ),
  search: (areaCode, name) =>
    queryAs(queryOf(organisations.organisationTree, { query: { areaCode, name, type } }), searchItemsOf),
  table: (areaCode, kind) => (name) =>
    queryAs(
      queryOf(organisations.organisationTree, { query: { areaCode, type, ...(name !== '' && { name }) } }),
      tableOf[kind ?? 'any'],
    ),
};

interface Answer {
  rows: readonly Organisation[];
}

const itemOf = (row: Organisation) => ({
  id: row.id,
  key: row.id,
  name: row.name,
  hint: pathTo(row),
  isLeaf: row.isLeaf,
  kind: row.kind,
});

const itemsOf = ({ rows }: Answer): OrganisationItem[] => rows.map(itemOf);

/** Returns the organisations of a search result, as a flat list, each with the path from the top. */
const searchItemsOf = ({ rows }: Answer): OrganisationItem[] =>
  rows.map((row) => ({ ...itemOf(row), isLeaf: true, note: pathTo(row) }));

/** Returns the joined names of the parent organisations; empty at the top. */
function pathTo({ fullname, name }: Organisation): string {
  return fullname.endsWith(name) ? fullname.slice(0, -name.length).trim() : fullname;
}

function rowsOf(kind: OrganisationKind | undefined) {
  return ({ rows }: Answer) => {
    const matching = rows.filter((row) => kind === undefined || row.kind === kind);
    return {
      total: matching.length,
      rows: matching.map((row) => ({
        ...itemOf(row),
        secondLine: row.code,
        unit: pathTo(row) || '—',
        endContent: organisationKindLabel[row.kind],
      })),
    };
  };
}

const tableOf = {
  any: rowsOf(undefined),
  organisation: rowsOf('organisation'),
  department: rowsOf('department'),
};
