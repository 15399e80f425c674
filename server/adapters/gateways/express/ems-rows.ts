import { CarrierCodes, isCarrierCodes, meaningOf } from '#domain/express/carriers.ts';
import { isMailNumber, trackingLimits } from '#domain/express/limits.ts';
import type { TrackingEvent } from '#domain/express/tracking.ts';
import type { PushedEvent } from './express-gateway.ts';

/**
 * Reads a row of EMS (`listexpressmail`): mailnum, procdate `YYYYMMDD`, proctime `HHMMSS` in Chinese time, orgfullname,
 * action, description, effect (0 declares an earlier event void), properdelivery, notproperdelivery. A system that
 * represents several carriers adds `carrier`, the name of the list of codes. The event is undefined if the row cannot be
 * used: an impossible time, one that lies ahead, or an unknown code.
 */
export function readEmsRow(row: unknown, now: Date): PushedEvent {
  const fields: Record<string, unknown> = typeof row === 'object' && row !== null ? { ...row } : {};
  const text = (name: string, maxLength: number): string => {
    const value = fields[name];
    const read = typeof value === 'number' ? String(value) : value;
    return typeof read === 'string' ? read.trim().slice(0, maxLength) : '';
  };
  const mailNum = text('mailnum', trackingLimits.mailNum);
  const codes = text('carrier', 20) || CarrierCodes.ems;
  const code = text('action', 20);
  const at = chineseTime(text('procdate', 8), text('proctime', 6));
  const isUsable =
    isMailNumber(mailNum) &&
    isCarrierCodes(codes) &&
    codes !== CarrierCodes.office &&
    meaningOf(codes, code) !== undefined &&
    at !== undefined &&
    at.getTime() <= now.getTime() + trackingLimits.aheadMs;
  if (!isUsable) return { mailNum, event: undefined };
  const event: TrackingEvent = {
    codes,
    code,
    at: at.toISOString(),
    place: text('orgfullname', trackingLimits.place),
    description: text('description', trackingLimits.description),
    isVoiding: text('effect', 1) === '0',
    detailCode: text(code === '20' ? 'notproperdelivery' : 'properdelivery', trackingLimits.detailCode),
  };
  return { mailNum, event };
}

/** Returns the time of a day and a time in China; undefined if there is no such time. */
function chineseTime(day: string, time: string): Date | undefined {
  const [, year, month, date] = /^(20\d\d)(\d\d)(\d\d)$/.exec(day) ?? [];
  const [, hour, minute, second] = /^(\d\d)(\d\d)(\d\d)$/.exec(time) ?? [];
  if (year === undefined || hour === undefined) return undefined;
  const written = `${year}-${month}-${date}T${hour}:${minute}:${second}`;
  const found = new Date(`${written}+08:00`);
  if (Number.isNaN(found.getTime())) return undefined;
  // NOTE: JavaScript reads 30 February as 2 March.
  const inChina = new Date(found.getTime() + 8 * 3_600_000).toISOString();
  return inChina.startsWith(written) ? found : undefined;
}
