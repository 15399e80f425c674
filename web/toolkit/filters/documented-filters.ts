import type { documentedFilters as wireFilters } from '#contract/list-filters.ts';
import { organisations } from '#contract/organisations.ts';
import { rules, ruleTreeSize } from '#contract/rules.ts';
import type { TreeRow } from '#domain/lists/tree.ts';
import { queryAs, queryOf } from '#web/api/query-of.ts';
import type { FilterOption, FilterValues, ListFilter } from '../list/list-types.ts';
import { areaFilter } from '../regions/AreaInput.tsx';

/**
 * The fifteen filters of the specification's lists (S0 §3, S2 §3) with their words and where they find what there is to
 * choose; a list takes those that mean something in it, under their names. A region leads: organisations, halls and windows
 * are those of the region that is chosen, and leave with it (S0 §4).
 */
export const documentedFilters = {
  areaCode: areaFilter('areaCode'),
  regionCode: areaFilter('regionCode'),
  areaId: areaFilter('areaId'),
  areaName: { kind: 'text', name: 'areaName', label: '行政区划名称' },
  orgCode: {
    kind: 'tree',
    name: 'orgCode',
    label: '组织机构',
    follows: ['areaCode', 'regionCode', 'areaId'],
    source: organisationsOf,
  },
  orgName: { kind: 'text', name: 'orgName', label: '组织机构名称' },
  hallId: {
    kind: 'lookup',
    name: 'hallId',
    label: '所属大厅',
    follows: ['areaCode', 'regionCode', 'areaId'],
    source: hallsOf,
  },
  hallName: {
    kind: 'lookup',
    name: 'hallName',
    label: '大厅名称',
    follows: ['areaCode', 'regionCode', 'areaId'],
    source: hallNamesOf,
  },
  windowId: {
    kind: 'lookup',
    name: 'windowId',
    label: '所属窗口',
    follows: ['areaCode', 'regionCode', 'areaId', 'hallId'],
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

/** The region that is chosen, by whichever of its names; the calls take each for the other. */
function regionOf({ areaCode, regionCode, areaId }: FilterValues): string | undefined {
  return [areaCode, regionCode, areaId].find((each) => typeof each === 'string' && each !== '') as
    | string
    | undefined;
}

function organisationsOf(name: string, values: FilterValues) {
  const query = { areaCode: regionOf(values), type: 'all', ...(name !== '' && { name }) };
  return queryAs(queryOf(organisations.organisationTree, { query }), ({ rows }): readonly TreeRow[] => rows);
}

function hallsOf(values: FilterValues) {
  return queryAs(queryOf(organisations.halls, { query: { areaId: regionOf(values) } }), ({ rows }) =>
    rows.map(({ id, name }): FilterOption => ({ value: id, label: name })),
  );
}

function hallNamesOf(values: FilterValues) {
  return queryAs(queryOf(organisations.hallNames, { query: { areaId: regionOf(values) } }), (names) =>
    names.map((name): FilterOption => ({ value: name, label: name })),
  );
}

/** As many windows as the specification asks for (S0 §7). */
const windowsShown = 100;

function windowsOf(values: FilterValues) {
  const hallId = typeof values.hallId === 'string' ? values.hallId : undefined;
  const query = { size: windowsShown, page: 1, areaId: regionOf(values), hallId };
  return queryAs(queryOf(organisations.windows, { query }), ({ rows }) =>
    rows.map(({ id, name, number, hallName }): FilterOption => {
      const place = hallId === undefined ? `（${hallName}）` : '';
      return { value: id, label: `${number} ${name}${place}` };
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
