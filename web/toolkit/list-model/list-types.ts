import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { Endpoint, Readable } from '#contract/endpoint.ts';
import type { TreeRow } from '#domain/lists/tree.ts';
import { type Query, type QueryAs, queryOf } from '#web/api/query-of.ts';

/** Value of a filter: a word, a choice, or a span of days. */
export interface DaySpan {
  from?: string;
  to?: string;
}
export type FilterValue = string | number | readonly string[] | DaySpan | undefined;
export type FilterValues = Readonly<Record<string, FilterValue>>;

export interface FilterOption {
  value: string | number;
  label: string;
}

/** One page of a lookup from 1, by part of a name; `ids` asks what a choice is called that came by an address. */
export interface LookupAsked {
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
  /** True while the initial value is still loading; the list asks for no rows before. */
  pending?: boolean;
  /** The filters whose change takes back what is chosen here: the region of a hall, the hall of a window (S0 §4). */
  follows?: readonly string[];
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
   * Choices that the server has, found by part of their name; asked for when the filter is opened or holds something. A
   * failure is silent (S0 §8).
   */
  | (FilterBase & {
      kind: 'lookup';
      source: (asked: LookupAsked, values: FilterValues) => QueryAs<LookupPage>;
    })
  /** The same as a tree, which the server searches by name. */
  | (FilterBase & {
      kind: 'tree';
      source: (name: string, values: FilterValues) => QueryAs<readonly TreeRow[]>;
    })
  /** Comes with an address alone (a figure that leads here), and shows as a mark that can be taken away. */
  | (FilterBase & { kind: 'mark'; text: (value: string) => string })
  /** `from` and `to` name the two query parameters. */
  | (FilterBase & { kind: 'daySpan'; from: string; to: string })
  /** A control of the feature (a region, an organisation); `id` ties it to its label. */
  | (FilterBase & {
      kind: 'custom';
      render: (control: {
        id: string;
        value: FilterValue;
        onChange: (value: FilterValue) => void;
      }) => ReactNode;
    });

export interface ListColumn<Row> {
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  /** Pixels, 100 where nothing is said; the least for a column that grows. */
  width?: number;
  /** Takes what the others leave; without such a column all share it in proportion to their widths. */
  grows?: boolean;
  /** Gives way where the window is narrower than this, unless the person has chosen the columns. */
  hiddenUnder?: number;
  /** Name of the wire's sort column, when the list can be sorted by it. */
  sort?: string;
  align?: 'left' | 'right';
  /** Takes a second line where its text is longer than the column is wide. */
  wraps?: boolean;
  /** Makes the cell a link, of the rows that lead anywhere; the first such column is what j, k and Enter walk along. */
  link?: (row: Row) => string | undefined;
  /** Shown in full on hover when the cell is too narrow; taken from the cell when it renders plain text. */
  hint?: (row: Row) => string;
  hiddenAtFirst?: boolean;
}

export interface RowAction {
  key: string;
  label: string;
  danger?: boolean;
  onRun: () => void;
}

export interface ListPageOf<Row> {
  rows: readonly Row[];
  /** Counted to 10,001 at most: 10001 reads 10000+ (S0 §9). */
  total: number;
}

/** Request of a list to the server; `filters` holds the query parameters by their wire names, without empty ones. */
export interface ListQuery {
  page: number;
  size: number;
  sort?: string;
  order?: 'asc' | 'desc';
  filters: Record<string, string | number>;
}

/** Data and functions for the tools of a list. */
export interface ListTools<Row> {
  /** The rows that are ticked, on whichever page. */
  selected: readonly Row[];
  /** The query in force, and what it found. */
  query: ListQuery;
  rows: readonly Row[];
  total: number;
  /** Ticks these rows and no others. */
  choose: (rows: readonly Row[]) => void;
}

/** Printing of ticked rows by the capability that they belong to. */
export interface ChosenPrintProps<Row> {
  rows: readonly Row[];
  /** The list itself is to be printed after all. */
  onPrintList: () => void;
  onClose: () => void;
}

/**
 * The query of one page of a list. The list only names filters and sort columns that its endpoint declares; the server
 * checks every one of them again.
 */
export function listQueryOf<Q extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<z.ZodType, Q, z.ZodType, O> & Readable,
  { filters, ...rest }: ListQuery,
): Query<z.output<O>> {
  const loose: Endpoint<z.ZodType, z.ZodType, z.ZodType, O> & Readable = endpoint;
  return queryOf(loose, { query: { ...rest, ...filters } });
}
