import type { AuditEntry } from './audit.ts';
import { codeOfOrder, kindOfObjectOf, labelOfObject, labelOfObjectOf } from './audit-texts.ts';

/**
 * Subject of an audit record as a text: the name of its object, or the label of its kind where objects have
 * no names.
 */

/**
 * Kinds whose objects have no name that an auditor may read, or of which there is only one: the label of the kind is
 * the subject, and is found by it. Names of files, drafts, copies and messages would reveal a matter
 * (docs/decisions/0057); a file and a draft have the number of their order or the name of their item, once there is
 * one. A call has its summary as long as the portal has the call.
 */
export const kindsWithoutNames: ReadonlySet<string> = new Set([
  'anchors',
  'audit',
  'call',
  'copy',
  'draft',
  'file',
  'finding',
  'installation',
  'job',
  'login-policy',
  'message',
  'petitioner',
  'qr-upload',
  'record',
]);

/** Returns the kinds without names whose label contains the text. */
export function findKinds(text: string): string[] {
  return [...kindsWithoutNames].filter((kind) => labelOfObject(kind).includes(text));
}

/** Details that name an object that was deleted or has no row of its own: 档号, 文号, a list, a period. */
export const namingDetails = ['number', 'documentNumber', 'title', 'name', 'objectName', 'office'] as const;

/** Kinds whose records may be found by their naming details; there are few of each. */
export const kindsNamedByDetails: readonly string[] = [
  'archive',
  'archive-destruction',
  'archive-hand-over',
  'archive-setting',
  'document-series',
  'document-template',
  'export',
  'hall',
  'holiday',
  'item',
  'list-view',
  'message-template',
  'office-package',
  'organisation',
  'payment',
  'post',
  'role',
  'shared-element',
  'sheet',
  'user-group',
  'window',
];

type NamedEntry = Pick<AuditEntry, 'action' | 'objectKind' | 'objectId' | 'staffName' | 'detail'>;

/** Returns the name that a record itself gives its object; empty if it gives none. */
export function nameInRecord(entry: NamedEntry): string {
  const { objectKind, objectId, staffName, detail } = entry;
  if (objectKind === 'call') return kindOfObjectOf(entry) === 'account' ? staffName : codeOfOrder(detail);
  if (objectKind === 'account' && objectId.startsWith('unknown:')) return '不存在的账号';
  const details = (detail ?? {}) as Record<string, unknown>;
  // An ended session is named by its holder: an administrator ends those of others.
  if (objectKind === 'session') return typeof details.account === 'string' ? details.account : staffName;
  const days = objectKind === 'holiday' ? `${objectId.replace('..', ' 至 ')} ` : '';
  for (const part of [details, details.now, details.before])
    for (const name of namingDetails) {
      const value = (part as Record<string, unknown> | null | undefined)?.[name];
      if (typeof value === 'string' && value !== '') return `${days}${value}`;
    }
  const [first, ...others] = Array.isArray(details.numbers) ? (details.numbers as string[]) : [];
  if (first !== undefined) return others.length === 0 ? first : `${first} 等 ${others.length + 1} 件`;
  return days.trim();
}

/** Returns the name of the object of an audit record; empty for a kind without names. */
export function nameOfObject(entry: NamedEntry & Pick<AuditEntry, 'objectName'>): string {
  const { objectName, action, detail } = entry;
  if (objectName === '') return nameInRecord(entry);
  const { accounts } = (detail ?? {}) as { accounts?: unknown };
  const hasManyAccounts =
    action === 'account.first-passwords' && Array.isArray(accounts) && accounts.length > 1;
  return hasManyAccounts ? `${objectName}等 ${accounts.length} 人` : objectName;
}

/** Returns the name of an audit record's object, preceded by its kind. */
export function fullNameOfObject(entry: NamedEntry & Pick<AuditEntry, 'objectName'>): string {
  return [labelOfObjectOf(entry), nameOfObject(entry)].filter(Boolean).join(' ');
}
