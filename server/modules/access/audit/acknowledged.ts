import type { AuditLink } from './chain.ts';
import { type Finding, markOf } from './findings.ts';

/** Person who acknowledged a finding, and the reason. */
export interface Acknowledgement {
  by: string;
  at: string;
  reason: string;
}

export const acknowledging = 'audit.finding-acknowledged';

/** Acknowledged findings, read from their own signed records: no row of a table could hide a finding. */
export class AcknowledgedFindings {
  readonly #known = new Map<string, Acknowledgement>();

  follow({ chain, action, objectId, staffName, at, detail }: AuditLink): void {
    if (chain !== 'audit' || action !== acknowledging) return;
    const { reason } = (detail ?? {}) as { reason?: unknown };
    this.#known.set(objectId, {
      by: staffName || '服务器管理员',
      at: at.toISOString(),
      reason: typeof reason === 'string' ? reason : '',
    });
  }

  of(finding: Finding): Acknowledgement | undefined {
    return this.#known.get(markOf(finding));
  }
}
