import type { AuditEntry } from '#contract/audit.ts';
import type { AuditLink } from './chain.ts';

/**
 * A link as the audit administrator reads it. The name of a file often says what a matter is about and whom it concerns;
 * it stays in the trail as proof, and id and digest tell the file (docs/decisions/0057).
 */
export function presentEntry(link: AuditLink): AuditEntry {
  return { ...link, detail: detailOf(link), at: link.at.toISOString() };
}

function detailOf({ objectKind, detail }: AuditLink): unknown {
  if (objectKind !== 'file' || typeof detail !== 'object' || detail === null) return detail;
  const { name: _name, ...told } = detail as Record<string, unknown>;
  return told;
}
