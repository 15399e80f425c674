import type { LocalDate } from '#domain/calendar/local-date.ts';
import { checkDateSpan } from '#domain/lists/date-span.ts';
import {
  checkRequiredFilters,
  isEmptyFilter,
  removeEmptyFilters,
  withChoice,
} from '#domain/lists/filters.ts';
import { pageOf, withPageSize } from '#domain/lists/paging.ts';
import { type Sorting, toggleSorting } from '#domain/lists/sorting.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import type {
  DaySpan,
  FilterOption,
  FilterValue,
  FilterValues,
  ListFilter,
  ListQuery,
} from '../list-model/list-types.ts';

/** State of a list: the typed filters, the filters that were searched for, and the page. */
export interface ListState {
  draft: FilterValues;
  applied: FilterValues;
  page: number;
  size: number;
  sorting: Sorting | undefined;
  /** The open tab, in a list with tabs. */
  tab: string | undefined;
}

/** State of a list that an address requests. */
export interface ListAddress {
  tab: string | undefined;
  values: FilterValues;
  sorting: Sorting | undefined;
}

export type ListAction =
  | { type: 'type'; name: string; value: FilterValue; filters: readonly ListFilter[] }
  | { type: 'search' }
  | { type: 'reset'; filters: readonly ListFilter[] }
  /** The initial values of the filters have arrived. */
  | { type: 'begin'; filters: readonly ListFilter[] }
  | { type: 'use'; values: FilterValues }
  | { type: 'page'; page: number }
  | { type: 'size'; size: number }
  | { type: 'sort'; sort: string }
  | { type: 'unsort' }
  | { type: 'tab'; tab: string }
  /** An address sets the state of the list. */
  | ({ type: 'open' } & ListAddress);

export function initialListState(filters: readonly ListFilter[], size?: number, tab?: string): ListState {
  const values = initialValues(filters);
  return { draft: values, applied: values, ...pageOf(1, size), sorting: undefined, tab };
}

/**
 * Returns the next state of a list (S0 §4): a search goes to page 1; reset restores the default filters,
 * clears the sorting and searches again; a change of page keeps the filters, a change of size goes to page 1;
 * the first click on a column sorts descending, each further one reverses the order.
 */
export function listReducer(state: ListState, action: ListAction): ListState {
  switch (action.type) {
    case 'type':
      return {
        ...state,
        draft: withoutInvalidChoices(
          withChoice(state.draft, action.name, action.value, action.filters),
          action.filters,
        ),
      };
    case 'search':
      return { ...state, applied: state.draft, page: 1 };
    case 'reset': {
      const values = initialValues(action.filters);
      return { ...state, draft: values, applied: values, page: 1, sorting: undefined };
    }
    case 'begin': {
      // A value chosen meanwhile, or set by an address, is kept.
      const loadedFilters = action.filters.filter(({ name, pending }) => !pending && !(name in state.draft));
      const values = Object.fromEntries(loadedFilters.map(({ name, initial }) => [name, initial]));
      return loadedFilters.length === 0
        ? state
        : { ...state, draft: { ...values, ...state.draft }, applied: { ...values, ...state.applied } };
    }
    case 'use':
      return { ...state, draft: action.values, applied: action.values, page: 1 };
    case 'open': {
      const { tab, values, sorting } = action;
      return { ...state, draft: values, applied: values, page: 1, tab, sorting };
    }
    case 'tab':
      return { ...state, tab: action.tab, page: 1 };
    case 'page':
      return { ...state, page: action.page };
    case 'size':
      return { ...state, ...withPageSize(action.size) };
    case 'sort':
      return { ...state, sorting: toggleSorting(state.sorting, action.sort), page: 1 };
    case 'unsort':
      return { ...state, sorting: undefined, page: 1 };
    default:
      throw new Error(action satisfies never);
  }
}

function initialValues(filters: readonly ListFilter[]): FilterValues {
  const loadedFilters = filters.filter(({ pending }) => pending !== true);
  return Object.fromEntries(loadedFilters.map((filter) => [filter.name, filter.initial]));
}

/**
 * Returns an empty value for each filter whose initial value is still loading. An address determines the
 * whole state of the list, so that these filters stay empty.
 */
function emptyPendingValues(filters: readonly ListFilter[]): FilterValues {
  return Object.fromEntries(filters.flatMap(({ name, pending }) => (pending ? [[name, undefined]] : [])));
}

/** Returns all problems that prevent a search: empty required filters, invalid texts and spans (S0 §5). */
export function checkSearch(
  values: FilterValues,
  filters: readonly ListFilter[],
  today: LocalDate,
): Problem[] {
  const rules = filters.map(({ name, label, required }) => ({ key: name, label, required }));
  const spans = filters.flatMap(({ kind, name, label }) => {
    const { from, to } = kind === 'daySpan' ? spanOf(values[name]) : {};
    const problem = checkDateSpan({ from, until: to }, today);
    return problem ? [{ field: name, message: `${label}：${problem.message}` }] : [];
  });
  const texts = filters.flatMap((filter) => {
    const text = values[filter.name];
    const isTyped = filter.kind === 'text' && typeof text === 'string' && text.trim() !== '';
    const message = isTyped ? filter.problem?.(text.trim()) : undefined;
    return message === undefined ? [] : [{ field: filter.name, message: `${filter.label}：${message}` }];
  });
  return [...checkRequiredFilters(rules, values), ...texts, ...spans];
}

/** Returns the query of a state: empty values are dropped, a span of days becomes two parameters (S0 §5). */
export function writeListQuery(state: ListState, filters: readonly ListFilter[]): ListQuery {
  const values: Record<string, unknown> = {};
  for (const filter of filters) {
    const value = state.applied[filter.name];
    if (filter.kind === 'daySpan') {
      const { from, to } = spanOf(value);
      Object.assign(values, { [filter.from]: from, [filter.to]: to });
    } else {
      values[filter.name] = Array.isArray(value) ? value.join(',') : value;
    }
  }
  const queryFilters = removeEmptyFilters(values) as Record<string, string | number>;
  if (state.tab !== undefined) queryFilters.tab = state.tab;
  return { page: state.page, size: state.size, ...state.sorting, filters: queryFilters };
}

/**
 * Reads an address (`/todo?tab=overdue&due=soon`, `/todo?sort=arrivedAt`): filters by their query names, a
 * known tab and a known sorting. Undefined if it contains nothing of this list.
 */
export function readListAddress(
  search: string,
  list: { filters: readonly ListFilter[]; tabs: readonly string[]; sorts: readonly string[] },
): ListAddress | undefined {
  const { filters, tabs } = list;
  const parameters = new URLSearchParams(search);
  const values: Record<string, FilterValue> = {};
  // An empty parameter asks for the list without its filters.
  let isCleared = false;
  for (const filter of filters) {
    if (filter.kind === 'daySpan') {
      const [from, to] = [parameters.get(filter.from), parameters.get(filter.to)];
      // Empty parameters of a span clear the list's initial span.
      if (from !== null || to !== null) values[filter.name] = { ...(from && { from }), ...(to && { to }) };
    } else {
      const value = parameters.get(filter.name);
      const option =
        filter.kind === 'select'
          ? optionsOf(filter, {}).find((candidate) => String(candidate.value) === value)
          : undefined;
      if (value) values[filter.name] = option?.value ?? value;
      else if (value === '') isCleared = true;
    }
  }
  const tab = tabs.find((name) => name === parameters.get('tab'));
  const sort = list.sorts.find((name) => name === parameters.get('sort'));
  if (tab === undefined && sort === undefined && !isCleared && Object.keys(values).length === 0)
    return undefined;
  const order = parameters.get('order') === 'asc' ? 'asc' : 'desc';
  return {
    tab: tab ?? tabs[0],
    values: { ...emptyPendingValues(filters), ...initialValues(filters), ...values },
    sorting: sort === undefined ? undefined : { sort, order },
  };
}

/**
 * Returns the filters in force that no field of the list's head shows; `shown` is the number of its fields.
 * Conditions with which the list begins, and those that it needs, are not among them.
 */
export function hiddenActiveFilters(
  filters: readonly ListFilter[],
  applied: FilterValues,
  shown: number,
): readonly ListFilter[] {
  const fields = filters.filter(({ kind }) => kind !== 'fromLink').slice(0, shown);
  return filters.filter(
    (filter) =>
      !fields.includes(filter) &&
      !filter.required &&
      !isEmptyFilter(applied[filter.name]) &&
      JSON.stringify(applied[filter.name]) !== JSON.stringify(filter.initial),
  );
}

export function spanOf(value: FilterValue): DaySpan {
  return typeof value === 'object' && !Array.isArray(value) ? (value as DaySpan) : {};
}

/** Returns the options of a filter for the current values of the other filters. */
export function optionsOf(
  filter: Extract<ListFilter, { kind: 'select' }>,
  values: FilterValues,
): readonly FilterOption[] {
  return typeof filter.options === 'function' ? filter.options(values) : filter.options;
}

/** Returns the values without choices that are no longer offered after the last change. */
function withoutInvalidChoices(values: FilterValues, filters: readonly ListFilter[]): FilterValues {
  const invalid = filters.filter((filter) => {
    if (filter.kind !== 'select' || typeof filter.options !== 'function') return false;
    const value = values[filter.name];
    return value !== undefined && !filter.options(values).some((option) => option.value === value);
  });
  if (invalid.length === 0) return values;
  return { ...values, ...Object.fromEntries(invalid.map(({ name }) => [name, undefined])) };
}
