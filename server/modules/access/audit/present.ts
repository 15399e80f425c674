import type { AuditEntry } from '#contract/audit.ts';
import { objectsOfDetail } from '#contract/audit-detail-texts.ts';
import { kindOfObjectOf } from '#contract/audit-texts.ts';
import type { AuditRecord } from './chain.ts';
import type { ListedRecord } from './entries.queries.ts';
import type { AuditObject } from './object-names.queries.ts';

/**
 * Presents an audit record to the audit administrator. The name of a file often reveals a matter and its
 * people; it is stored in the audit log as proof, but only id and digest are shown (docs/decisions/0057).
 */
export function presentEntry(record: ListedRecord, names: ReadonlyMap<string, string>): AuditEntry {
  const nameOf = ({ kind, id }: AuditObject) => names.get(`${kind} ${id}`);
  const objectName = nameOf(objectOf(record)) ?? '';
  const detailNames = objectsOfDetail(record).flatMap((object) => {
    const name = nameOf(object);
    return name === undefined ? [] : [[`${object.kind} ${object.id}`, name] as const];
  });
  return {
    ...record,
    staffAccount: record.staffAccount ?? '',
    objectName,
    detail: detailOf(record),
    names: Object.fromEntries(detailNames),
    at: record.at.toISOString(),
  };
}

/** Returns the objects that a record is about and that its details name. */
export function objectsOf(record: AuditRecord): AuditObject[] {
  return [objectOf(record), ...objectsOfDetail(record)];
}

export function objectOf(record: AuditRecord): AuditObject {
  return { kind: kindOfObjectOf(record), id: record.objectId };
}

function detailOf({ objectKind, detail }: AuditRecord): unknown {
  if (objectKind !== 'file' || typeof detail !== 'object' || detail === null) return detail;
  const { name: _name, ...details } = detail as Record<string, unknown>;
  return details;
}
