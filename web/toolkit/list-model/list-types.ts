import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { CacheableEndpoint, Endpoint } from '#contract/endpoint.ts';
import type { TreeRow } from '#domain/lists/tree.ts';
import { type Query, type QueryAs, queryOf } from '#web/api/query-of.ts';

/** A span of days; either end may be open. */
export interface DaySpan {
  from?: string;
  to?: string;
}
/** Value of a filter: a text, a choice, or a span of days. */
export type FilterValue = string | number | readonly string[] | DaySpan | undefined;
export type FilterValues = Readonly<Record<string, FilterValue>>;

export interface FilterOption {
  value: string | number;
  label: string;
}

/**
 * Request for one page of a lookup, from 1, by part of a name; `ids` requests the names of choices that came
 * from an address.
 */
export interface LookupRequest {
  name: string;
  page: number;
  ids?: string;
}
export interface LookupPage {
  rows: readonly FilterOption[];
  total: number;
}

interface FilterBase {
  name: string;
  label: string;
  /** A search without it is refused with 查询失败 (S0 §5). */
  required?: boolean;
  /** Initial value, which 重置 restores. */
  initial?: FilterValue;
  /** True while the initial value is still loading; the list loads no rows before. */
  pending?: boolean;
  /** The filters whose change clears this one: the region of a hall, the hall of a window (S0 §4). */
  dependsOn?: readonly string[];
}

export type ListFilter =
  | (FilterBase & {
      kind: 'text';
      placeholder?: string;
      /** Returns the problem of the typed text; the search waits until it is corrected. */
      problem?: (text: string) => string | undefined;
    })
  | (FilterBase & {
      kind: 'select';
      /** Options of the filter, which may depend on the values of other filters. */
      options: readonly FilterOption[] | ((values: FilterValues) => readonly FilterOption[]);
      loading?: boolean;
    })
  /**
   * Choices on the server, found by part of their name; loaded when the filter is opened or has a value. A
   * failure shows no message (S0 §8).
   */
  | (FilterBase & {
      kind: 'lookup';
      source: (request: LookupRequest, values: FilterValues) => QueryAs<LookupPage>;
    })
  /** The same choices as a tree, which the server searches by name. */
  | (FilterBase & {
      kind: 'tree';
      source: (name: string, values: FilterValues) => QueryAs<readonly TreeRow[]>;
    })
  /** Set only by an address (a figure that links here), and shown as a removable tag. */
  | (FilterBase & { kind: 'fromLink'; text: (value: string) => string })
  /** `from` and `to` name the two query parameters. */
  | (FilterBase & { kind: 'daySpan'; from: string; to: string })
  /** A control of the feature (a region, an organisation); `id` links it to its label. */
  | (FilterBase & {
      kind: 'custom';
      render: (control: {
        id: string;
        value: FilterValue;
        onChange: (value: FilterValue) => void;
      }) => ReactNode;
      /** Looks up the name of a value, to show the condition while the control is folded. */
      nameQuery?: (value: string) => QueryAs<string | undefined>;
    });

export interface ListColumn<Row> {
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  /** Width in pixels, 100 by default; the minimum for a column that grows, where the window has the space. */
  width?: number;
  /** Minimum width in a narrow window; for a column that grows, a share of its width. */
  minWidth?: number;
  /** Takes the remaining width; without such a column all share it in proportion to their widths. */
  grows?: boolean;
  /** Window width below which the column is hidden, unless the user has chosen the columns. */
  hiddenUnder?: number;
  /** Name of the server's sort column, if the list can be sorted by it. */
  sort?: string;
  align?: 'left' | 'right';
  /** True if a text longer than the column may use a second line. */
  wraps?: boolean;
  /** Makes the cell a link, in rows that have a target; j, k and Enter use the first such column. */
  link?: (row: Row) => string | undefined;
  /** Shown in full on hover if the cell is too narrow; taken from the cell if it renders plain text. */
  hint?: (row: Row) => string;
  hiddenByDefault?: boolean;
}

export interface RowAction {
  key: string;
  label: string;
  danger?: boolean;
  onRun: () => void;
}

export interface ListPageOf<Row> {
  rows: readonly Row[];
  /** Counted to 10,001 at most: 10001 is shown as 10000+ (S0 §9). */
  total: number;
}

/**
 * Request of a list to the server; `filters` contains the query parameters by their wire names, without empty
 * ones.
 */
export interface ListQuery {
  page: number;
  size: number;
  sort?: string;
  order?: 'asc' | 'desc';
  filters: Record<string, string | number>;
}

/** Data and functions for the tools of a list. */
export interface ListTools<Row> {
  /** The ticked rows, on any page. */
  selected: readonly Row[];
  /** The query in force, and its result. */
  query: ListQuery;
  rows: readonly Row[];
  total: number;
  /** Ticks these rows and unticks all others. */
  choose: (rows: readonly Row[]) => void;
}

/** Properties of the printing of ticked rows by their own capability. */
export interface SelectedOrdersPrintProps<Row> {
  rows: readonly Row[];
  /** Prints the list itself instead. */
  onPrintList: () => void;
  onClose: () => void;
}

/**
 * Returns the query of one page of a list. The list can only name filters and sort columns that its endpoint
 * declares; the server checks all of them again.
 */
export function listQueryOf<Q extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<z.ZodType, Q, z.ZodType, O> & CacheableEndpoint,
  { filters, ...rest }: ListQuery,
): Query<z.output<O>> {
  const loose: Endpoint<z.ZodType, z.ZodType, z.ZodType, O> & CacheableEndpoint = endpoint;
  return queryOf(loose, { query: { ...rest, ...filters } });
}
