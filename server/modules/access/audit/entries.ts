import type { z } from 'zod';
import type { audit } from '#contract/audit.ts';
import { nameOfObject } from '#contract/audit-subjects.ts';
import { labelOfAction, labelOfObjectOf } from '#contract/audit-texts.ts';
import type { OwnLoginEvent } from '#contract/my-sign-ins.ts';
import { type LoginEvent, loginEventNames, type loginEvents } from '#contract/sign-ins.ts';
import { Permission } from '#domain/access/actor.ts';
import { endOfDay, localDateOf, minuteText, startOfDay } from '#domain/calendar/local-date.ts';
import { csvOf } from '#domain/lists/csv.ts';
import { listLimits } from '#domain/lists/limits.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import type { MountedEndpoint } from '#server/framework/routing/route.ts';
import { type Db, inTransaction } from '#server/kernel/database/transaction.ts';
import { hasPermissionNow } from '#server/modules/access/rights/service.ts';
import { appendAudit } from './append.ts';
import * as queries from './entries.queries.ts';
import {
  type AuditObject,
  findObjectNames,
  findObjectsByName,
  maxObjectsByName,
} from './object-names.queries.ts';
import { objectOf, objectsOf, presentEntry } from './present.ts';
import { keyOf } from './security-events.ts';
import { securityChain } from './security-observer.ts';

type Filters = z.output<typeof audit.export.body>;

const tooManyObjects = {
  field: 'objectName',
  message: `名称相符的对象超过${maxObjectsByName}个，请输入更完整的名称`,
};

/** The calls of the portal: a record of a refused call is named by the call's summary. */
type Mounted = readonly MountedEndpoint[];

const callsOf = (mounted: Mounted) =>
  mounted.map(({ endpoint }) => ({ kind: 'call', id: keyOf(endpoint), name: endpoint.summary }));

/** Returns the names of objects and calls, by kind and id. */
async function namesOf(
  db: Db,
  objects: readonly AuditObject[],
  mounted: Mounted,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map(callsOf(mounted).map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  for (const [key, name] of await findObjectNames(db, objects)) names.set(key, name);
  return names;
}

/** Returns the filter; its days are whole days in China, an exact time overrides them. */
async function filterOf(
  db: Db,
  { from, to, startDate, endDate, objectName, ...filter }: Filters,
  mounted: Mounted,
): Promise<queries.AuditFilter | Refusal<'badInput'>> {
  const matches = objectName
    ? [
        ...callsOf(mounted).filter(({ name }) => name.includes(objectName)),
        ...(await findObjectsByName(db, objectName)),
      ]
    : [];
  if (matches.length > maxObjectsByName) return refuse('badInput', { problems: [tooManyObjects] });
  const objects = objectName ? { objects: matches, objectName } : {};
  const begin = from ? new Date(from) : startDate && startOfDay(startDate);
  const end = to ? new Date(to) : endDate && endOfDay(endDate);
  return { ...filter, ...objects, ...(begin && { from: begin }), ...(end && { to: end }) };
}

export async function listEntries(
  context: Context,
  query: z.output<typeof audit.list.query>,
  mounted: Mounted,
) {
  const { page, size, sort: _sort, order: _order, ...filters } = query;
  const { db } = context;
  const filter = await filterOf(db, filters, mounted);
  if (isRefusal(filter)) return filter;
  const { rows, total } = await queries.listEntries(db, filter, { page, size });
  const names = await namesOf(db, rows.flatMap(objectsOf), mounted);
  return { total, rows: rows.map((record) => presentEntry(record, names)) };
}

const headings = [
  '时间',
  '操作人',
  '操作人标识',
  '操作',
  '对象',
  '对象名称',
  '对象标识',
  '内容',
  '请求编号',
  '链',
  '序号',
  '签名',
  '操作代码',
  '对象代码',
];

/**
 * Returns the matching entries as a file, at most the newest 10,000; the audit log records the person and the
 * number of rows.
 */
export async function exportEntries(
  call: { context: Context; actor: { staffId: string; name: string }; requestId: string },
  filters: Filters,
  mounted: Mounted,
) {
  const { context, actor, requestId } = call;
  const { db } = context;
  const filter = await filterOf(db, filters, mounted);
  if (isRefusal(filter)) return filter;
  const records = await queries.listNewestEntries(db, filter, listLimits.maxExportRows);
  const names = await namesOf(db, records.map(objectOf), mounted);
  const lines = records.map((record) => {
    const entry = presentEntry(record, names);
    const { staffId, detail, chain, seq } = entry;
    const actorCells = [record.staffName || '系统', staffId ?? ''];
    const actionCells = [
      labelOfAction(record.action),
      labelOfObjectOf(record),
      nameOfObject(entry),
      record.objectId,
      JSON.stringify(detail),
      record.requestId,
    ];
    return [
      dateTimeText(record.at),
      ...actorCells,
      ...actionCells,
      chain,
      String(seq),
      record.hash,
      record.action,
      record.objectKind,
    ];
  });
  return await inTransaction(context.db, async (tx) => {
    // The answer is not stored for repetitions, so that `actIfStillAllowed` does not apply.
    if (!(await hasPermissionNow(tx, actor.staffId, Permission.readAudit))) return refuse('forbidden');
    await appendAudit(tx, context, {
      chain: 'audit',
      actor,
      action: 'audit.export',
      objectKind: 'audit',
      objectId: '',
      detail: { rows: lines.length, filters },
      requestId,
    });
    return {
      fileName: `审计记录-${localDateOf(context.now()).replaceAll('-', '')}.csv`,
      rows: lines.length,
      content: csvOf([headings, ...lines]),
    };
  });
}

function dateTimeText(at: Date): string {
  return `${minuteText(at)}:${String(at.getUTCSeconds()).padStart(2, '0')}`;
}

/** Returns the events of logins, for the security administrator. */
export async function listLoginEvents(
  context: Context,
  query: z.output<typeof loginEvents.list.query>,
): Promise<{ rows: LoginEvent[]; total: number }> {
  const { keyword, event, startDate, endDate, page, size } = query;
  const actions = (event ? [event] : loginEventNames).map((name) => `security.${name}`);
  const { rows, total } = await queries.listEventsOfChain(
    context.db,
    securityChain,
    {
      actions,
      ...(keyword && { keyword }),
      ...(startDate && { from: startOfDay(startDate) }),
      ...(endDate && { to: endOfDay(endDate) }),
    },
    { page, size },
  );
  return { total, rows: rows.map(presentLoginEvent) };
}

/** Number of a person's own sign-in events that are shown, to detect foreign ones. */
const ownEvents = 20;

/** Returns the latest sign-in events of one person, including failed ones. */
export async function listOwnLoginEvents(
  { db }: Pick<Context, 'db'>,
  { account, staffId }: { account: string; staffId: string },
): Promise<OwnLoginEvent[]> {
  const actions = loginEventNames.map((name) => `security.${name}`);
  const filter = { actions, account, staffId };
  const records = await queries.listEventsOfAccount(db, securityChain, filter, ownEvents);
  return records.map((record) => {
    const { seq, at, event, address, userAgent, count } = presentLoginEvent({
      ...record,
      accountName: null,
      staffAccount: null,
    });
    return { seq, at, event: event as OwnLoginEvent['event'], address, userAgent, count };
  });
}

function presentLoginEvent(
  record: Awaited<ReturnType<typeof queries.listEventsOfChain>>['rows'][number],
): LoginEvent {
  const detail = (record.detail ?? {}) as Record<string, unknown>;
  const text = (name: string) => (typeof detail[name] === 'string' ? detail[name] : '');
  const isAboutAccount = record.objectKind === 'account';
  return {
    seq: record.seq,
    at: record.at.toISOString(),
    event: record.action.replace(/^security\./, ''),
    outcome: text('outcome'),
    account: (isAboutAccount ? record.objectId : record.staffAccount) ?? '',
    staffName: record.staffName || record.accountName || '',
    address: text('address'),
    userAgent: text('userAgent'),
    count: typeof detail.count === 'number' ? detail.count : 1,
    requestId: record.requestId,
  };
}
