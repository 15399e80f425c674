import type { AuditEntry } from '#contract/audit.ts';
import { textsOfDetail } from '#contract/audit-detail-texts.ts';
import { labelOfBrowser } from '#web/toolkit/status/browser-label.ts';
import type { StatusTone } from '#web/toolkit/status/StatusTag.tsx';

/**
 * Returns the note on content that the record of an order or a file leaves out, because auditors do not
 * participate in orders (0057).
 */
export function noteOnOmittedContent({
  chain,
  action,
}: Pick<AuditEntry, 'chain' | 'action'>): string | undefined {
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

/** Returns the actor of a record with the account, since two people may have the same name. */
export function actorOf({ staffName, staffAccount }: Pick<AuditEntry, 'staffName' | 'staffAccount'>): string {
  if (staffName === '') return '系统';
  return staffAccount === '' ? staffName : `${staffName}（${staffAccount}）`;
}

/**
 * Returns the details of a record as pairs of label and text, the browser by its short name. The outcome is shown
 * separately, and the technical values are in `technicalFactsOf`.
 */
export function factsOf(entry: AuditEntry): [label: string, text: string][] {
  if (typeof entry.detail !== 'object' || entry.detail === null) return [];
  const { outcome: _outcome, call: _call, userAgent, ...detail } = entry.detail as Record<string, unknown>;
  const facts = textsOfDetail({ ...entry, detail });
  return typeof userAgent === 'string' ? [...facts, ['浏览器', labelOfBrowser(userAgent)]] : facts;
}

/** Returns the call and the whole identification of the browser, for users who show codes. */
export function technicalFactsOf({ detail }: Pick<AuditEntry, 'detail'>): [label: string, text: string][] {
  const { call, userAgent } = (detail ?? {}) as { call?: unknown; userAgent?: unknown };
  return [
    ...(typeof call === 'string' ? [['接口', call] as [string, string]] : []),
    ...(typeof userAgent === 'string' ? [['浏览器标识', userAgent] as [string, string]] : []),
  ];
}
