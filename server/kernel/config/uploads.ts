import type { Environment, SettingProblem } from './environment.ts';

export interface UploadConfig {
  /** Megabytes of files of one person that no order has taken over yet. */
  personMb: number;
  /** Megabytes of all files of one order together. */
  orderMb: number;
  /** Days after which a file without an order or a draft is removed. */
  keepDays: number;
  /**
   * Megabytes that stay free on the disk of the data folder: uploads stop earlier, so that the database can
   * continue.
   */
  reserveMb: number;
  /** True to write the reader's name onto displayed files, and onto saved ones. */
  watermark: FileWatermark;
  /** The address of clamd; undefined for the built-in simulator, which detects the EICAR test file only. */
  clamd: ClamdAddress | undefined;
}

export interface FileWatermark {
  preview: boolean;
  download: boolean;
}

export type ClamdAddress = { path: string } | { host: string; port: number };

const defaults = { personMb: 1024, orderMb: 2048, keepDays: 7, reserveMb: 2048 };

/** Reads the quotas of uploads and the virus scanner. */
export function readUploads(environment: Environment, problems: SettingProblem[]): UploadConfig {
  const limits = {
    personMb: environment.UPLOAD_PERSON_MB ?? defaults.personMb,
    orderMb: environment.UPLOAD_ORDER_MB ?? defaults.orderMb,
    keepDays: environment.UPLOAD_KEEP_DAYS ?? defaults.keepDays,
    reserveMb: environment.DISK_RESERVE_MB ?? defaults.reserveMb,
  };
  for (const [setting, value, minimum] of [
    ['UPLOAD_PERSON_MB', limits.personMb, 30],
    ['UPLOAD_ORDER_MB', limits.orderMb, 30],
    ['UPLOAD_KEEP_DAYS', limits.keepDays, 1],
  ] as const) {
    if (value >= minimum) continue;
    problems.push({
      setting,
      chinese: `不能小于 ${minimum}，现在是 ${value}`,
      english: `must be at least ${minimum}, not ${value}`,
    });
  }
  return {
    ...limits,
    watermark: readWatermark(environment, problems),
    clamd: readClamdAddress(environment, problems),
  };
}

const watermarks: Readonly<Record<string, FileWatermark>> = {
  none: { preview: false, download: false },
  preview: { preview: true, download: false },
  download: { preview: false, download: true },
  both: { preview: true, download: true },
};

function readWatermark(environment: Environment, problems: SettingProblem[]): FileWatermark {
  const { FILE_WATERMARK: choice = 'none' } = environment;
  const found = Object.hasOwn(watermarks, choice) ? watermarks[choice] : undefined;
  if (found) return found;
  const choices = Object.keys(watermarks).join(', ');
  problems.push({
    setting: 'FILE_WATERMARK',
    chinese: `只能是 ${choices}，现在是“${choice}”`,
    english: `must be one of ${choices}, not "${choice}"`,
  });
  return { preview: true, download: true };
}

/** Reads `/run/clamav/clamd.ctl`, or `clamd.example.gov.cn:3310`; an IPv6 address is in brackets. */
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
