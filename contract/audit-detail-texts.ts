import { permissionLabel } from '#domain/access/permission-labels.ts';
import { landingLabel } from '#domain/access/staff-rules.ts';
import { retentionLabel } from '#domain/archive/archive-record.ts';
import { messageChannelLabel } from '#domain/enumerations/message-channel.ts';
import { notifyTargetLabel } from '#domain/enumerations/notify-target.ts';
import { portalThemeLabel } from '#domain/enumerations/portal-theme.ts';
import { workOrderStatusLabel } from '#domain/enumerations/work-order-status.ts';
import { isMessageEvent, messageEventLabel } from '#domain/messages/message-event.ts';
import { messageStateLabel } from '#domain/messages/message-state.ts';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { keyOfDetail, kindOfSheet } from './audit-details.ts';
import { auditCategoryOptions, labelOfAction, labelOfObject } from './audit-texts.ts';

/** Details of an audit record as texts, for the drawer and the column 内容. */

/** A record, with the names of the objects that its details name by code, as `kind code`. */
export interface DetailedRecord {
  action: string;
  objectId: string;
  detail: unknown;
  names?: Readonly<Record<string, string>>;
}

/** Labels of the values that no table of the portal names. */
const labelsByKind: Record<string, Readonly<Record<string, string>>> = {
  channel: messageChannelLabel,
  kind: { organisation: '机构', department: '部门', holiday: '放假', workday: '调休上班' },
  landing: landingLabel,
  login: { password: '密码', device: '记住密码', oidc: '统一身份认证', gateway: '统一身份认证网关' },
  period: retentionLabel,
  permission: permissionLabel,
  proof: {
    password: '密码',
    code: '动态口令',
    'recovery-code': '恢复码',
    device: '记住密码',
    'sign-on': '统一身份认证',
    enrolled: '启用',
  },
  state: messageStateLabel,
  status: Object.fromEntries(Object.entries(workOrderStatusLabel)),
  target: notifyTargetLabel,
  theme: portalThemeLabel,
};

const valueLabels: Record<string, string> = {
  succeeded: '成功',
  refused: '被拒',
  enrolled: '启用',
  whole: '完整',
  broken: '被改动',
  missing: '缺失',
  failed: '没有完成',
  changed: '已修改',
  letter: '信封',
};

/** Checks whether the codes of a kind are looked up among the objects of the office. */
const isOfficeKind = (kind: string | undefined): kind is string =>
  kind !== undefined &&
  !(kind in labelsByKind) &&
  !['action', 'change', 'count', 'object', 'refusal', 'row'].includes(kind);

/** A code, or several with signs between them, as a change is recorded: `a、b → c`. */
const separator = /( → |、)/;

function labelOf(kind: string | undefined, code: string, record: DetailedRecord): string {
  if (kind === undefined) return valueLabels[code] ?? code;
  if (kind === 'action')
    return auditCategoryOptions.find(({ value }) => value === code)?.label ?? labelOfAction(code);
  if (kind === 'object') return labelOfObject(code);
  if (kind === 'refusal')
    return Object.hasOwn(refusalRow, code) ? refusalRow[code as keyof typeof refusalRow].text : code;
  const labels = labelsByKind[kind];
  if (labels) return labels[code] ?? valueLabels[code] ?? code;
  const objectKind = kind === 'row' ? kindOfSheet[record.objectId] : kind;
  return record.names?.[`${objectKind} ${code}`] ?? valueLabels[code] ?? code;
}

function textOf(value: unknown, kind: string | undefined, record: DetailedRecord): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value === 'number')
    return kind === undefined ? String(value) : labelOf(kind, String(value), record);
  if (typeof value === 'string')
    return value
      .split(separator)
      .map((part) => (separator.test(part) ? part : labelOf(kind, part, record)))
      .join('');
  if (Array.isArray(value) && kind === 'count') return value.length === 0 ? '' : String(value.length);
  if (Array.isArray(value))
    return value
      .map((entry) => textOf(entry, kind, record))
      .filter(Boolean)
      .join(kind === 'change' ? '；\n' : value.some((entry) => typeof entry === 'object') ? '；' : '、');
  return textOfObject(value as Record<string, unknown>, kind, record);
}

function textOfObject(
  value: Record<string, unknown>,
  kind: string | undefined,
  record: DetailedRecord,
): string {
  const { title, was: oldValue, now, key, fields, ...others } = value;
  // A changed cell, and a changed row of an imported sheet.
  if (typeof title === 'string' && ('was' in value || 'now' in value))
    return `${title}：${textOfCell(oldValue, record) || '无'} → ${textOfCell(now, record) || '无'}`;
  if (typeof key === 'string' && Array.isArray(fields))
    return `${labelOf('row', key, record)}（${textOf(fields, undefined, record)}）`;
  const entries = Object.keys(others).length === Object.keys(value).length ? others : value;
  return pairsOf(entries, record, kind)
    .map(([label, text]) => `${label} ${text}`)
    .join('，');
}

/** Returns the value of a changed cell or part: a text contains names already, no codes to look up. */
function textOfCell(value: unknown, record: DetailedRecord): string {
  return typeof value === 'string' ? value : textOf(value, undefined, record);
}

/** Keys of the begin and the end of a span: the database stores the shorter key first. */
const spans = [
  ['startDate', 'endDate'],
  ['startsOn', 'endsOn'],
  ['from', 'to'],
] as const;

/** Returns the entries of a detail with the begin of a span before its end. */
function orderedEntries(value: Record<string, unknown>): [key: string, entry: unknown][] {
  const entries = Object.entries(value);
  for (const [begin, end] of spans) {
    const places = [begin, end].map((name) => entries.findIndex(([key]) => key === name));
    const [beginPlace = -1, endPlace = -1] = places;
    if (endPlace !== -1 && beginPlace > endPlace)
      entries.splice(endPlace, 0, ...entries.splice(beginPlace, 1));
  }
  return entries;
}

/**
 * Returns pairs of label and text. An unknown key is an event of a message; its value has `kindOfWhole`, the kind of
 * the value that contains it.
 */
function pairsOf(
  value: Record<string, unknown>,
  record: DetailedRecord,
  kindOfWhole?: string,
): [label: string, text: string][] {
  return orderedEntries(value).flatMap(([key, entry]) => {
    const event = isMessageEvent(key) ? messageEventLabel[key] : key;
    const { label, kind } = keyOfDetail(record.action, key) ?? { label: event, kind: kindOfWhole };
    const text = textOf(entry, kind, record);
    return text === '' ? [] : [[label, text]];
  });
}

/** Returns the details of an audit record besides person, time and action, as pairs of label and text. */
export function textsOfDetail(record: DetailedRecord): [label: string, text: string][] {
  const { detail } = record;
  return typeof detail === 'object' && detail !== null
    ? pairsOf(detail as Record<string, unknown>, record)
    : [];
}

/** Returns the objects that the details name by code, so that their names can be looked up. */
export function objectsOfDetail(record: DetailedRecord): { kind: string; id: string }[] {
  const references: { kind: string; id: string }[] = [];
  const rows = kindOfSheet[record.objectId];
  const collect = (value: unknown, kind: string | undefined): void => {
    if (typeof value === 'string') {
      if (isOfficeKind(kind))
        for (const id of value.split(separator)) if (!separator.test(id)) references.push({ kind, id });
    } else if (Array.isArray(value)) for (const entry of value) collect(entry, kind);
    else if (typeof value === 'object' && value !== null)
      for (const [key, entry] of Object.entries(value)) {
        const ownKind = keyOfDetail(record.action, key)?.kind;
        // The key of a changed row lies within it.
        const isRow = ownKind === 'row' || (kind !== undefined && kind === rows && key === 'key');
        collect(entry, isRow ? rows : ownKind);
      }
  };
  collect(record.detail, undefined);
  return references;
}
