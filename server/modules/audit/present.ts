import type { AuditEntry } from '#contract/audit.ts';
import type { AuditLink } from './chain.ts';

export function presentEntry(link: AuditLink): AuditEntry {
  return { ...link, at: link.at.toISOString() };
}
