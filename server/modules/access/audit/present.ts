import type { AuditEntry } from '#contract/audit.ts';
import type { AuditLink } from './chain.ts';
import type { AuditObject } from './object-names.queries.ts';

/**
 * Presents an audit record to the audit administrator. The name of a file often reveals a matter and its
 * people; it is kept in the audit log as proof, but only id and digest are shown (docs/decisions/0057).
 */
export function presentEntry(link: AuditLink, names: ReadonlyMap<string, string>): AuditEntry {
  const { kind, id } = objectOf(link);
  const objectName = names.get(`${kind} ${id}`) ?? '';
  return { ...link, objectName, detail: detailOf(link), at: link.at.toISOString() };
}

export function objectOf({ objectKind, objectId }: AuditLink): AuditObject {
  return { kind: objectKind, id: objectId };
}

function detailOf({ objectKind, detail }: AuditLink): unknown {
  if (objectKind !== 'file' || typeof detail !== 'object' || detail === null) return detail;
  const { name: _name, ...told } = detail as Record<string, unknown>;
  return told;
}
