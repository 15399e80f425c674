import type {
  ArchiveChange,
  ArchiveFact,
  ArchiveMaterialCheck,
  ArchiveRecord,
  ArchiveSideRecord,
  ArchiveTable,
} from '#domain/archive/archive-record.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { paperStateLabel } from '#domain/enumerations/paper-state.ts';
import { refundReasonLabel } from '#domain/enumerations/payment.ts';
import { differencesOf, type ValueDifference } from '#domain/forms/value-differences.ts';
import { refundStateLabel, tryStateLabel } from '#domain/payments/ledger.ts';
import { formatYuan } from '#domain/payments/money.ts';
import type { ExpressData } from '#domain/records/express.ts';
import { textsOfRecord } from '#domain/records/record-facts.ts';
import { stateRulesOf } from '#domain/records/registry.ts';
import { RecordKind, recordKindLabel, type SideRecord } from '#domain/records/side-record.ts';
import type { Context } from '#server/framework/context.ts';
import { mapCooperatively } from '#server/kernel/scheduling.ts';
import { verifyFormChanges } from '#server/modules/access/audit/service.ts';
import { type WholeExpressItem, wholeExpressItems } from '#server/modules/cases/express/service.ts';
import { type StoredPayment, wholePayment } from '#server/modules/cases/payments/service.ts';
import { wholePetition } from '#server/modules/cases/petitions/service.ts';
import { completeFormChanges, type StoredCheck } from '#server/modules/cases/work-orders/service.ts';

/** Side records, checks of materials and earlier form values of an order, as its package contains them. */

/** Thrown if the earlier values of a form differ from the audit chain, so that the package must not be made. */
export class HistoryChangedError extends Error {
  constructor() {
    super('The earlier form values of an order differ from its audit chain');
  }
}

/** Names of the steps by the numbers of their tasks, and paths in the package by the ids of files. */
interface Places {
  nodeOf(taskNumber: number | null): string;
  pathOf: ReadonlyMap<string, string>;
}

const atText = (at: string | Date | null) => (at === null ? '' : minuteText(new Date(at)));

/** Returns the side records of the order with their content and files. */
export async function sideRecordsOf(
  context: Context,
  order: { id: string; records: readonly SideRecord[] },
  { nodeOf, pathOf }: Places,
): Promise<ArchiveSideRecord[]> {
  const hasExpress = order.records.some(({ kind }) => kind === RecordKind.express);
  const items = hasExpress ? await wholeExpressItems(context, order.id) : new Map<string, WholeExpressItem>();
  const collected: ArchiveSideRecord[] = [];
  for (const record of order.records) {
    const { values, lists } = textsOfRecord(record);
    const item = record.kind === RecordKind.express && items.get((record.data as ExpressData).itemId);
    const payment =
      record.kind === RecordKind.payment ? await wholePayment(context.db, order.id, record.id) : undefined;
    const listTables = lists
      .filter(({ rows }) => rows.length > 0)
      .map(({ name, columns, rows }): ArchiveTable => ({ title: name, columns, rows }));
    collected.push({
      number: record.id,
      kind: recordKindLabel[record.kind],
      state: stateRulesOf(record).label,
      node: nodeOf(record.taskId),
      opened: `${record.openedBy.name}，${atText(record.openedAt)}`,
      changed: `${record.changedBy.name}，${atText(record.changedAt)}`,
      facts: [...values, ...clockFacts(record), ...(item ? partyFacts(item) : [])],
      tables: [...listTables, ...(item ? trackTable(item) : []), ...(payment ? moneyTables(payment) : [])],
      files: [...fileIdsIn(record.data)].flatMap((id) => pathOf.get(id) ?? []),
    });
  }
  return collected;
}

const daysText = (days: number) => `${days > 0 ? '延长' : '缩短'} ${Math.abs(days)} 天（按该时限的计算方式）`;

function clockFacts({ pauses, extension }: SideRecord): ArchiveFact[] {
  const pauseTexts = pauses.map(({ from, until }) => `${atText(from)} 至 ${atText(until) || '办结'}`);
  return [
    ...(pauseTexts.length > 0 ? [['停止计时', pauseTexts.join('；')] as const] : []),
    ...(extension ? [['时限变动', daysText(extension.days)] as const] : []),
  ];
}

function partyFacts({ sender, receiver }: WholeExpressItem): ArchiveFact[] {
  const textOf = ({ name, phone, address }: WholeExpressItem['sender']) => [name, phone, address].join('，');
  return [
    ['寄件人', textOf(sender)],
    ['收件人', textOf(receiver)],
  ];
}

function trackTable({ tracks }: WholeExpressItem): ArchiveTable[] {
  if (tracks.length === 0) return [];
  const rows = tracks.map(({ at, statusLabel, place, description }) => [
    atText(at),
    statusLabel,
    place,
    description,
  ]);
  return [{ title: '物流', columns: ['时间', '状态', '地点', '说明'], rows }];
}

function moneyTables({ tries, refunds }: StoredPayment): ArchiveTable[] {
  const tryRows = tries.map((one) => [
    ...[one.outNo, tryStateLabel[one.state], formatYuan(one.amount), formatYuan(one.paid)],
    ...[atText(one.paidAt), one.transactionId, one.fault],
  ]);
  const refundRows = refunds.map((one) => [
    ...[one.refundNo, refundStateLabel[one.state], formatYuan(one.amount), refundReasonLabel[one.reason]],
    ...[one.note, one.requestedByName, atText(one.requestedAt), atText(one.doneAt)],
  ]);
  const tryColumns = ['商户单号', '状态', '应缴（元）', '到账（元）', '到账时间', '交易号', '说明'];
  const refundColumns = [
    ...['退款单号', '状态', '金额（元）', '原因', '说明', '申请人', '申请时间', '退回时间'],
  ];
  return [
    ...(tryRows.length > 0 ? [{ title: '缴费流水', columns: tryColumns, rows: tryRows }] : []),
    ...(refundRows.length > 0 ? [{ title: '退款流水', columns: refundColumns, rows: refundRows }] : []),
  ];
}

/** Returns the ids in all lists `fileIds` of the content of a record, at any depth. */
function fileIdsIn(data: unknown): Set<string> {
  const ids = new Set<string>();
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, part] of Object.entries(value)) {
      if (name === 'fileIds' && Array.isArray(part)) for (const id of part) ids.add(String(id));
      else visit(part);
    }
  };
  visit(data);
  return ids;
}

/** Returns what a petition has beside its forms. */
export async function petitionOf(context: Context, id: string): Promise<ArchiveRecord['petition']> {
  const { judgement, links, people } = await wholePetition(context, id);
  const linkRows = links.map(({ label, code, title, note, madeBy, madeAt }) => [
    ...[label, code, title, note, madeBy, atText(madeAt)],
  ]);
  const personRows = people.map(({ name, certCode, mobile, isRepresentative }) => [
    ...[name, certCode, mobile, isRepresentative ? '代表' : ''],
  ]);
  return {
    facts: judgement
      ? [
          ['重复信访判断', judgement.label],
          ['新的事实和理由', judgement.newFacts],
          ['判断人', `${judgement.judgedBy}，${atText(judgement.judgedAt)}`],
        ]
      : [],
    tables: [
      { title: '联名信访人', columns: ['姓名', '证件号码', '手机号码', '代表'], rows: personRows },
      {
        title: '关联办件',
        columns: ['关系', '流水号', '标题', '说明', '登记人', '登记时间'],
        rows: linkRows,
      },
    ].filter(({ rows }) => rows.length > 0),
  };
}

/** Returns the saved checks of the materials, oldest first. */
export function materialChecksOf(checks: readonly StoredCheck[]): ArchiveMaterialCheck[] {
  return checks
    .toSorted((one, other) => one.number - other.number)
    .map(({ number, node_name: node, staff_name: by, checked_at, summary, results }) => ({
      ...{ number, node, by, summary },
      at: atText(checked_at),
      rows: results.map(({ id, state, originals, copies, reason }) => [
        id.slice(id.indexOf(':') + 1),
        paperStateLabel[state],
        String(originals),
        String(copies),
        reason,
      ]),
    }));
}

/** Returns the changes of the order's forms, oldest first; throws HistoryChangedError if they are not those of the chain. */
export async function formChangesOf(
  context: Context,
  id: string,
  nodeOf: Places['nodeOf'],
): Promise<ArchiveChange[]> {
  const { isChanged, digestOf } = await verifyFormChanges(context.db, id);
  if (isChanged) throw new HistoryChangedError();
  const changes = await completeFormChanges(context, id);
  // Comparing long tables takes long.
  const rows = await mapCooperatively(changes, ({ form, isDeleted, change, before, after }) => {
    const { version, at, by, number, fields } = change;
    const title = isDeleted ? `${form.compiled.title}（已作废）` : form.compiled.title;
    const digest = digestOf(form.code, version);
    const ofChange = { version, at: atText(at), by, node: nodeOf(number), form: title, digest };
    return fields.flatMap((fieldId): ArchiveChange[] => {
      const field = form.compiled.byId.get(fieldId);
      if (!field) return [];
      if (!Object.hasOwn(before, fieldId) || !Object.hasOwn(after, fieldId)) {
        const [known] = Object.hasOwn(after, fieldId) ? differencesOf(field, null, after[fieldId]) : [];
        return [{ ...ofChange, field: field.title, before: '（未留存）', after: known?.after ?? '' }];
      }
      return differencesOf(field, before[fieldId], after[fieldId]).map((difference) => ({
        ...ofChange,
        field: [field.title, difference.place].filter((text) => text !== '').join(' / '),
        ...textsOf(difference),
      }));
    });
  });
  return rows.flat();
}

function textsOf({ kind, before, after }: ValueDifference): Pick<ArchiveChange, 'before' | 'after'> {
  if (kind === 'moved') return { before: `（原在${before}）`, after };
  return before === after ? { before, after: `${after}（文字相同，格式有修改）` } : { before, after };
}
