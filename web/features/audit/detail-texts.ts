import type { AuditEntry } from '#contract/audit.ts';
import type { StatusTone } from '#web/toolkit/status/StatusTag.tsx';

/**
 * Returns the note on content that the record of an order or a file leaves out, because auditors do not
 * participate in orders (0057).
 */
export function remarkOnHidden({ chain, action }: Pick<AuditEntry, 'chain' | 'action'>): string | undefined {
  if (chain === 'file' || action.startsWith('file.'))
    return '附件名称不写入审计记录，因为审计管理员不参与办件；附件按标识和校验值核对。';
  if (action.startsWith('work-order.'))
    return '审计记录写明办件状态，不写所按的办理按钮；处理意见和附件名称也不写入，因为审计管理员不参与办件。';
  return undefined;
}

/** Returns the outcome of an action; a record without one was written by an action that succeeded. */
export function outcomeOf(detail: unknown): { label: string; tone: StatusTone } {
  const { outcome } = (detail ?? {}) as { outcome?: unknown };
  if (outcome === 'refused') return { label: '被拒', tone: 'warning' };
  return { label: '成功', tone: 'success' };
}
