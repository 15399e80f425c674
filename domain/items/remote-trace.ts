import { startOfDay } from '../calendar/local-date.ts';
import { HandlerOperation } from '../enumerations/handler-operation.ts';
import { memberAt } from '../interfaces/member-path.ts';
import type { RemoteTraceField, TraceSource } from './trace-source.ts';

/** A row from a remote interface, with the portal's names. */
export interface RemoteTrace {
  id: string;
  flowNodeName: string;
  actName: string;
  /** 0 in progress, 1 complete (S1 §4). */
  handlerStatus: 0 | 1;
  handlerOperation: number | null;
  handlerName: string;
  handlerOrgName: string;
  handlerOpinion: string;
  remark: string;
  startTime: string;
  endTime: string | null;
  createdAt: string;
  lastUpdatedAt: string;
}

/** Maximum number of rows of a trace, above those of any order; a longer answer is refused. */
const maxRemoteRows = 500;
const maxTextLength = { name: 200, opinion: 2000 };

type Json = unknown;

/** Returns the rows of an answer, or the reason why they cannot be shown, as the end of a sentence. */
export function readRemoteTraces(source: TraceSource, answer: Json): RemoteTrace[] | { fault: string } {
  const refusal = refusalOf(answer);
  if (refusal !== undefined) return { fault: refusal };
  const rows = rowsOf(source, answer);
  if (!Array.isArray(rows)) return { fault: '接口的应答里没有轨迹列表' };
  if (rows.length > maxRemoteRows) return { fault: `接口给出的轨迹超过${maxRemoteRows}条` };
  const traces = rows.map((row, index) => readRow(source, row, index));
  const invalidIndex = traces.indexOf(undefined);
  return invalidIndex < 0
    ? withOwnIds(traces as RemoteTrace[])
    : { fault: `接口给出的第${invalidIndex + 1}条轨迹无法识别` };
}

/**
 * Replaces repeated ids by ids of our own: a screen distinguishes rows by their ids, which the remote
 * interface does not guarantee to be unique.
 */
function withOwnIds(rows: readonly RemoteTrace[]): RemoteTrace[] {
  const ids = new Set<string>();
  return rows.map((row) => {
    let { id } = row;
    for (let copy = 2; ids.has(id); copy++) id = `${row.id}.${copy}`;
    ids.add(id);
    return { ...row, id };
  });
}

/**
 * Returns the refusal in an answer, by the success codes of S1 §9; undefined for an answer without a code.
 */
function refusalOf(answer: Json): string | undefined {
  const code = memberAt(answer, 'code');
  const errcode = memberAt(answer, 'errcode');
  const isRefusal = (value: Json, successCodes: readonly string[]) =>
    (typeof value === 'number' || typeof value === 'string') && !successCodes.includes(String(value));
  return isRefusal(code, ['0', '200']) || isRefusal(errcode, ['0']) ? '接口没有给出轨迹' : undefined;
}

function rowsOf({ rowsAt }: TraceSource, answer: Json): Json {
  if (rowsAt !== undefined) return memberAt(answer, rowsAt);
  if (Array.isArray(answer)) return answer;
  return memberAt(answer, 'data.rows') ?? memberAt(answer, 'rows') ?? memberAt(answer, 'data');
}

function readRow(source: TraceSource, row: Json, index: number): RemoteTrace | undefined {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return undefined;
  const memberOf = (field: RemoteTraceField) => memberAt(row, source.fields?.[field] ?? field);
  const text = (field: RemoteTraceField, maxLength = maxTextLength.name) =>
    textOf(memberOf(field), maxLength);
  const times = {
    start: instantOf(memberOf('startTime')),
    end: instantOf(memberOf('endTime')),
    created: instantOf(memberOf('createdAt')),
    updated: instantOf(memberOf('lastUpdatedAt')),
  };
  if (Object.values(times).includes('wrong')) return undefined;
  const { start, end, created, updated } = times as Record<keyof typeof times, string | undefined>;
  const first = start ?? created ?? end ?? updated;
  const nodeName = text('flowNodeName');
  const actName = text('actName');
  // A row of a trace has at least a node or an action, and a time.
  if (first === undefined || nodeName + actName === '') return undefined;
  const pending = isPending(memberOf('handlerStatus'), end);
  return {
    id: `remote.${text('id') || index + 1}`,
    flowNodeName: nodeName,
    actName: actName || (pending ? '' : '办理'),
    handlerStatus: pending ? 0 : 1,
    handlerOperation: operationOf(memberOf('handlerOperation')),
    handlerName: text('handlerName'),
    handlerOrgName: text('handlerOrgName'),
    handlerOpinion: text('handlerOpinion', maxTextLength.opinion),
    remark: text('remark', maxTextLength.opinion),
    startTime: first,
    endTime: pending ? null : (end ?? updated ?? first),
    createdAt: created ?? first,
    lastUpdatedAt: updated ?? end ?? first,
  };
}

/** Returns a value as plain text without any markup; a text that is too long is cut and marked. */
function textOf(value: Json, maxLength: number): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: characters that a text must not contain
  const text = value.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '').trim();
  const letters = [...text];
  return letters.length > maxLength ? `${letters.slice(0, maxLength).join('')}…` : text;
}

function isPending(status: Json, end: string | undefined): boolean {
  if (status === 0 || status === '0') return true;
  return status === undefined || status === null || status === '' ? end === undefined : false;
}

function operationOf(value: Json): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return Object.values(HandlerOperation).find((operation) => operation === number) ?? null;
}

const wallClock = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d{1,9})?$/;
const isoInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;
const earliest = Date.UTC(1970, 0, 2);
const latest = Date.UTC(2200, 0, 1);

/**
 * Reads a time with its zone, a Chinese local time, or milliseconds (in S0 also seconds) since 1970;
 * undefined for an empty value.
 */
function instantOf(value: Json): string | undefined | 'wrong' {
  if (value === undefined || value === null || value === '') return undefined;
  const ms =
    typeof value === 'number' ? msOfNumber(value) : typeof value === 'string' ? msOfText(value) : NaN;
  return ms >= earliest && ms < latest ? new Date(ms).toISOString() : 'wrong';
}

function msOfNumber(value: number): number {
  return value < 100_000_000_000 ? value * 1000 : value;
}

function msOfText(text: string): number {
  if (/^\d{10,13}$/.test(text)) return msOfNumber(Number(text));
  const wall = wallClock.exec(text.trim());
  if (wall === null) return isoInstant.test(text) ? Date.parse(text) : Number.NaN;
  const [, date = '', hours, minutes, seconds = '0'] = wall;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return Number.NaN;
  try {
    return (
      startOfDay(date).getTime() + ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
    );
  } catch {
    return Number.NaN;
  }
}
