import type { Environment, SettingProblem } from './environment.ts';

export interface UploadConfig {
  /** What one person may have uploaded that no order has taken over yet, in megabytes. */
  personMb: number;
  /** What the files of one order may come to, in megabytes. */
  orderMb: number;
  /** A file that neither an order nor a draft holds is removed after this many days. */
  keepDays: number;
  /** Where clamd listens; undefined: the built-in twin, which knows the EICAR test file only. */
  clamd: ClamdAddress | undefined;
}

export type ClamdAddress = { path: string } | { host: string; port: number };

const defaults = { personMb: 1024, orderMb: 2048, keepDays: 7 };

/** Quotas of uploads and the virus scanner. */
export function readUploads(environment: Environment, problems: SettingProblem[]): UploadConfig {
  const limits = {
    personMb: environment.UPLOAD_PERSON_MB ?? defaults.personMb,
    orderMb: environment.UPLOAD_ORDER_MB ?? defaults.orderMb,
    keepDays: environment.UPLOAD_KEEP_DAYS ?? defaults.keepDays,
  };
  for (const [setting, value, least] of [
    ['UPLOAD_PERSON_MB', limits.personMb, 30],
    ['UPLOAD_ORDER_MB', limits.orderMb, 30],
    ['UPLOAD_KEEP_DAYS', limits.keepDays, 1],
  ] as const) {
    if (value >= least) continue;
    problems.push({
      setting,
      chinese: `不能小于 ${least}，现在是 ${value}`,
      english: `must be at least ${least}, not ${value}`,
    });
  }
  return { ...limits, clamd: readClamdAddress(environment, problems) };
}

/** `/run/clamav/clamd.ctl`, or `clamd.example.gov.cn:3310`; an IPv6 address stands in brackets. */
function readClamdAddress(environment: Environment, problems: SettingProblem[]): ClamdAddress | undefined {
  const text = environment.CLAMD_ADDRESS;
  if (text === undefined) return undefined;
  if (text.startsWith('/')) return { path: text };
  const found = /^(?:\[([0-9a-fA-F:]+)\]|([\w.-]+)):(\d{1,5})$/.exec(text);
  const host = found?.[1] ?? found?.[2];
  const port = Number(found?.[3]);
  if (host !== undefined && port >= 1 && port <= 65_535) return { host, port };
  problems.push({
    setting: 'CLAMD_ADDRESS',
    chinese: `必须是套接字文件的绝对路径，或“主机:端口”，现在是“${text}”`,
    english: `must be the absolute path of a socket or "host:port", not "${text}"`,
  });
  return undefined;
}
