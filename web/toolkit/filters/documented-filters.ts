import type { documentedFilters as wireFilters } from '#contract/list-filters.ts';
import { organisations } from '#contract/organisations.ts';
import { rules, ruleTreeSize } from '#contract/rules.ts';
import type { TreeRow } from '#domain/lists/tree.ts';
import { queryAs, queryOf } from '#web/api/query-of.ts';
import type {
  FilterOption,
  FilterValues,
  ListFilter,
  LookupPage,
  LookupRequest,
} from '../list-model/list-types.ts';
import { regionFilter } from '../regions/region-filter.tsx';

/**
 * The fifteen filters of the specification's lists (S0 §3, S2 §3) with their labels and the source of their
 * choices; a list uses those that are meaningful for it, under their names. Organisations, halls and windows
 * are limited to the chosen region, and are cleared with it (S0 §4).
 */
export const documentedFilters = {
  areaCode: regionFilter('areaCode'),
  regionCode: regionFilter('regionCode'),
  areaId: regionFilter('areaId'),
  areaName: { kind: 'text', name: 'areaName', label: '行政区划名称' },
  orgCode: {
    kind: 'tree',
    name: 'orgCode',
    label: '组织机构',
    dependsOn: ['areaCode', 'regionCode', 'areaId'],
    source: organisationsOf,
  },
  orgName: { kind: 'text', name: 'orgName', label: '组织机构名称' },
  hallId: {
    kind: 'lookup',
    name: 'hallId',
    label: '所属大厅',
    dependsOn: ['areaCode', 'regionCode', 'areaId'],
    source: hallsOf,
  },
  hallName: {
    kind: 'lookup',
    name: 'hallName',
    label: '大厅名称',
    dependsOn: ['areaCode', 'regionCode', 'areaId'],
    source: hallNamesOf,
  },
  windowId: {
    kind: 'lookup',
    name: 'windowId',
    label: '所属窗口',
    dependsOn: ['areaCode', 'regionCode', 'areaId', 'hallId'],
    source: windowsOf,
  },
  categoryId: { kind: 'tree', name: 'categoryId', label: '规则类型', source: ruleCategoriesOf },
  parent: { kind: 'tree', name: 'parent', label: '规则组', source: ruleGroupsOf },
  isWindow: yesOrNo('isWindow', '窗口办理'),
  isReplace: yesOrNo('isReplace', '代办'),
  inputValue: { kind: 'text', name: 'inputValue', label: '关键词' },
  all: yesOrNo('all', '全部数据'),
} as const satisfies Record<keyof typeof wireFilters, ListFilter>;

function yesOrNo(name: string, label: string) {
  const options: readonly FilterOption[] = [
    { value: '1', label: '是' },
    { value: '0', label: '否' },
  ];
  return { kind: 'select', name, label, options } as const;
}

/** Returns the chosen region, under any of its names; the calls accept each of them. */
function regionOf({ areaCode, regionCode, areaId }: FilterValues): string | undefined {
  return [areaCode, regionCode, areaId].find((each) => typeof each === 'string' && each !== '') as
    | string
    | undefined;
}

function organisationsOf(name: string, values: FilterValues) {
  const query = { areaCode: regionOf(values), type: 'all', ...(name !== '' && { name }) };
  return queryAs(queryOf(organisations.organisationTree, { query }), ({ rows }): readonly TreeRow[] => rows);
}

/** Number of windows per request (S0 §7). */
const lookupSize = 100;

const lookupQueryOf = ({ name, page, ids }: LookupRequest) => ({
  size: lookupSize,
  page,
  ...(name !== '' && { name }),
  ...(ids !== undefined && { ids }),
});

function hallsOf(request: LookupRequest, values: FilterValues) {
  const query = { ...lookupQueryOf(request), areaId: regionOf(values) };
  return queryAs(
    queryOf(organisations.halls, { query }),
    ({ rows, total }): LookupPage => ({
      total,
      rows: rows.map(({ id, name }) => ({ value: id, label: name })),
    }),
  );
}

/** Returns all hall names at once (S0 §7); the name is also the value. */
function hallNamesOf({ name, ids = name }: LookupRequest, values: FilterValues) {
  const query = { ...(ids !== '' && { name: ids }), areaId: regionOf(values) };
  return queryAs(
    queryOf(organisations.hallNames, { query }),
    (names): LookupPage => ({
      total: names.length,
      rows: names.map((each) => ({ value: each, label: each })),
    }),
  );
}

function windowsOf(request: LookupRequest, values: FilterValues) {
  const hallId = typeof values.hallId === 'string' ? values.hallId : undefined;
  const query = { ...lookupQueryOf(request), areaId: regionOf(values), hallId };
  return queryAs(
    queryOf(organisations.windows, { query }),
    ({ rows, total }): LookupPage => ({
      total,
      rows: rows.map(({ id, name, number, hallName }) => {
        const place = hallId === undefined ? `（${hallName}）` : '';
        return { value: id, label: `${number} ${name}${place}` };
      }),
    }),
  );
}

function ruleCategoriesOf(name: string) {
  const query = name === '' ? {} : { name };
  return queryAs(queryOf(rules.categories, { query }), ({ rows }): readonly TreeRow[] =>
    rows.map(({ id, ruleTypeName, preNodeId, sortBy }) => ({
      id,
      name: ruleTypeName,
      parent: preNodeId,
      sortBy,
    })),
  );
}

function ruleGroupsOf(name: string) {
  const query = { page: 1, size: ruleTreeSize, ...(name !== '' && { name }) };
  return queryAs(queryOf(rules.groupCategories, { query }), ({ rows }): readonly TreeRow[] => rows);
}
