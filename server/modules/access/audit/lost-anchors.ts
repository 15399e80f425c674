import type { AuditRecord } from './chain.ts';
import type { Finding } from './findings.ts';

/**
 * Anchors that are in the file outside and missing in the database, as recorded at a start
 * (docs/decisions/0210).
 */
export interface LostAnchorSpan {
  from: number;
  to: number;
  /** Times of the newest of them, and of the last one in the database. */
  filedAt: string;
  databaseAt: string | null;
  /** Number of chains that had grown, according to the file. */
  chains: number;
}

export const anchorsLostAction = 'installation.anchors-lost';

export const isSpan = (value: unknown): value is LostAnchorSpan =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as LostAnchorSpan).from === 'number' &&
  typeof (value as LostAnchorSpan).to === 'number';

/** The spans recorded in the audit log, collected while its records are read. */
export class LostAnchors {
  readonly spans: LostAnchorSpan[] = [];

  collect({ chain, action, detail }: AuditRecord): void {
    if (chain === 'installation' && action === anchorsLostAction && isSpan(detail)) this.spans.push(detail);
  }

  /** Checks that the audit log records these numbers as missing. */
  covers(from: number, to: number): boolean {
    return this.spans.some((span) => span.from === from && span.to === to);
  }

  has(seq: number): boolean {
    return this.spans.some(({ from, to }) => from <= seq && seq <= to);
  }
}

/** Returns one finding for all anchors of a span: the confirmed work of that time is missing. */
export function lostAnchorsFinding({ from, to, filedAt, databaseAt, chains }: LostAnchorSpan): Finding {
  return {
    chinese: `锚点 ${from} 至 ${to} 不在数据库中（锚点文件为证）：${databaseAt ?? '最初'} 至 ${filedAt} 的工作因恢复或切换而缺失，涉及约 ${chains} 条链`,
    english: `anchors ${from} to ${to} are not in the database, though the file knows them: the work of ${databaseAt ?? 'the beginning'} to ${filedAt} is missing after a restore or a switch, in about ${chains} chains`,
  };
}
