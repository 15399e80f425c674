import type { AuditEntry } from './audit.ts';
import { codeOfOrder, kindOfObjectOf, labelOfObject, labelOfObjectOf } from './audit-texts.ts';

/** Subject of an audit record in words: the name of its object, or the label of its kind where objects have no names. */

/**
 * Kinds whose objects have no name that an auditor may read, or of which there is one alone: the label of the kind is
 * the subject, and is found by it. Files, drafts, copies and messages would reveal a matter (docs/decisions/0057).
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

/** Kinds without names that are called so: by a part of the label. */
export function findKinds(words: string): string[] {
  return [...kindsWithoutNames].filter((kind) => labelOfObject(kind).includes(words));
}

/** Details that name the object where it is gone, or has no row of its own: 档号, 文号, a list, a period. */
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
  'post',
  'role',
  'sheet',
  'user-group',
  'window',
];

type NamedLink = Pick<AuditEntry, 'action' | 'objectKind' | 'objectId' | 'staffName' | 'detail'>;

/** Returns the name that a record itself gives its object; empty if it gives none. */
export function nameInRecord(link: NamedLink): string {
  const { objectKind, objectId, staffName, detail } = link;
  if (objectKind === 'call') return kindOfObjectOf(link) === 'account' ? staffName : codeOfOrder(detail);
  if (objectKind === 'account' && objectId.startsWith('unknown:')) return '不存在的账号';
  const said = (detail ?? {}) as Record<string, unknown>;
  // A session that is gone, by its holder: an administrator ends those of others.
  if (objectKind === 'session') return typeof said.account === 'string' ? said.account : staffName;
  const days = objectKind === 'holiday' ? `${objectId.replace('..', ' 至 ')} ` : '';
  for (const part of [said, said.now, said.before])
    for (const name of namingDetails) {
      const value = (part as Record<string, unknown> | null | undefined)?.[name];
      if (typeof value === 'string' && value !== '') return `${days}${value}`;
    }
  const [first, ...more] = Array.isArray(said.numbers) ? (said.numbers as string[]) : [];
  if (first !== undefined) return more.length === 0 ? first : `${first} 等 ${more.length + 1} 件`;
  return days.trim();
}

/** Returns the name of the object of an audit record; empty for a kind without names. */
export function nameOfObject(link: NamedLink & Pick<AuditEntry, 'objectName'>): string {
  const { objectName, action, detail } = link;
  if (objectName === '') return nameInRecord(link);
  const { accounts } = (detail ?? {}) as { accounts?: unknown };
  const isOfMany = action === 'account.first-passwords' && Array.isArray(accounts) && accounts.length > 1;
  return isOfMany ? `${objectName}等 ${accounts.length} 人` : objectName;
}

/** Returns the name of an audit record's object, preceded by its kind. */
export function fullNameOfObject(link: NamedLink & Pick<AuditEntry, 'objectName'>): string {
  return [labelOfObjectOf(link), nameOfObject(link)].filter(Boolean).join(' ');
}
