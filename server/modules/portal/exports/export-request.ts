import type { RefusalOf } from '#contract/endpoint.ts';
import type { ExportCheck, exportTasks } from '#contract/exports.ts';
import type { Actor } from '#domain/access/actor.ts';
import { decideExport, type ExportDecision } from '#domain/lists/export-decision.ts';
import { filterText } from '#domain/lists/export-texts.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { SheetColumn } from '#server/adapters/spreadsheets/sheet-column.ts';
import type { Context } from '#server/framework/context.ts';
import {
  type ExportableList,
  type ListRequest,
  selectedRows,
} from '#server/framework/lists/exportable-list.ts';
import { refusalOfActor } from '#server/framework/routing/access.ts';
import { parseInput } from '#server/kernel/http/input.ts';
import * as queries from './queries.ts';
import { findExportable } from './registry.ts';

/** The list and the rows that the person requests. */
export interface ExportRequest {
  list: string;
  query: Readonly<Record<string, unknown>>;
  ids?: readonly string[] | undefined;
}

export interface ResolvedExport {
  list: ExportableList;
  request: ListRequest<unknown>;
  /** Filters and sorting, as the list's own call accepts them, without empty values. */
  query: Record<string, unknown>;
}

/** Parameters for paging, which have no meaning for a file. */
const pageParameters = ['page', 'size'];

/**
 * Resolves a list with the access rule of its own call and the checks of its own query. Selected rows are
 * read without filters, because they may have been selected under other filters. Refuses a person who may not use
 * the call.
 */
export async function resolveList(
  context: Context,
  actor: Actor,
  { list: name, query: requestedQuery, ids }: ExportRequest,
): Promise<ResolvedExport | Refusal<'notFound' | 'forbidden' | 'badInput'>> {
  const list = findExportable(name);
  if (list === undefined) return refuse('notFound', { message: '没有可以导出的列表' });
  const refusal = refusalOfActor(list.access, actor);
  if (refusal) return refusal;
  const allowedKeys = ids === undefined ? undefined : ['sort', 'order', ...list.permanentFilters];
  const query = Object.fromEntries(
    Object.entries(requestedQuery).filter(
      ([key, value]) =>
        !pageParameters.includes(key) &&
        value !== undefined &&
        value !== null &&
        value !== '' &&
        (allowedKeys?.includes(key) ?? true),
    ),
  );
  const parsed = parseInput(list.endpoint, { params: {}, query, body: {} });
  if ('problems' in parsed) return refuse('badInput', { problems: parsed.problems });
  const request = await list.request(context, actor, parsed.values.query);
  if (isRefusal(request)) return request;
  return { list, query, request: ids === undefined ? request : selectedRows(list, request, ids) };
}

/** Returns the decision on an export: the number of rows, or the reason against it (S0 §5). */
async function decideExportOf({ list, request }: ResolvedExport): Promise<ExportDecision> {
  return decideExport(await request.count(), { mayTruncate: list.mayTruncate });
}

/** Answers the check before an export. */
export async function checkExport(
  context: Context,
  actor: Actor,
  request: ExportRequest,
): Promise<ExportCheck | RefusalOf<typeof exportTasks.check>> {
  const resolved = await resolveList(context, actor, request);
  if (isRefusal(resolved)) return resolved;
  const [decision, filters] = await Promise.all([
    decideExportOf(resolved),
    describeFilters(context, resolved, request.ids),
  ]);
  return {
    decision: decision.kind,
    rows: 'rows' in decision ? decision.rows : 0,
    message: 'message' in decision ? decision.message : '',
    columns: resolved.list.columns.map(({ key, title }) => ({ key, title })),
    filters,
  };
}

/**
 * Counts the rows of an export, or refuses it; of more than 10,000 rows it returns 10,000 where the list allows
 * it. The client asks the user first.
 */
export async function rowsOf(resolved: ResolvedExport): Promise<number | Refusal<'badInput'>> {
  const decision = await decideExportOf(resolved);
  if (decision.kind === 'export' || decision.kind === 'confirm') return decision.rows;
  return refuse('badInput', { message: decision.message });
}

/** Returns the columns by their keys, in the requested order; all columns of the list if none are given. */
export function columnsOf(
  { columns }: ExportableList,
  keys: readonly string[],
): SheetColumn<unknown>[] | Refusal<'badInput'> {
  if (keys.length === 0) return [...columns];
  const matches = [...new Set(keys)].map((key) => columns.find((column) => column.key === key));
  const known = matches.filter((column) => column !== undefined);
  if (known.length === matches.length) return known;
  return refuse('badInput', { problems: [{ field: 'columns', message: '该列不存在' }] });
}

/** Describes the filters, with names in place of codes, and the scope of the search if it is limited. */
export async function describeFilters(
  context: Pick<Context, 'db'>,
  { list, query, request }: ResolvedExport,
  ids: readonly string[] | undefined,
): Promise<string> {
  if (ids !== undefined) return `勾选 ${ids.length} 条`;
  const codes = list.filters.flatMap(({ name, recordKind }) =>
    recordKind !== undefined && query[name] ? [{ recordKind, code: String(query[name]) }] : [],
  );
  const [names, searchRange] = await Promise.all([
    codes.length === 0 ? [] : queries.findNames(context.db, codes),
    request.describeSearchRange?.(),
  ]);
  const filterTexts = filterText(
    list.filters,
    query,
    (recordKind, code) => names.find((entry) => entry.recordKind === recordKind && entry.code === code)?.name,
  );
  return [filterTexts, searchRange].filter((part) => part !== undefined && part !== '').join('；');
}

/** Masks long numbers for the log, because they may be personal numbers. */
export function maskForLog(text: string): string {
  return text.replaceAll(/\d{7,}[Xx]?/g, (digits) => `${digits.slice(0, 3)}***`);
}
