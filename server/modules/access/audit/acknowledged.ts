import type { AuditRecord } from './chain.ts';
import { type Finding, findingIdOf } from './findings.ts';

/** Person who acknowledged a finding, and the reason. */
export interface Acknowledgement {
  by: string;
  at: string;
  reason: string;
}

export const acknowledgeAction = 'audit.finding-acknowledged';

/** Acknowledged findings, read from their own signed records: no row of a table could hide a finding. */
export class AcknowledgedFindings {
  readonly #acknowledgements = new Map<string, Acknowledgement>();

  collect({ chain, action, objectId, staffName, at, detail }: AuditRecord): void {
    if (chain !== 'audit' || action !== acknowledgeAction) return;
    const { reason } = (detail ?? {}) as { reason?: unknown };
    this.#acknowledgements.set(objectId, {
      by: staffName || '服务器管理员',
      at: at.toISOString(),
      reason: typeof reason === 'string' ? reason : '',
    });
  }

  of(finding: Finding): Acknowledgement | undefined {
    return this.#acknowledgements.get(findingIdOf(finding));
  }
}
