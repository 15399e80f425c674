/** Kinds of records that a problem may name as missing here; the first ones are the kinds of candidate keys. */
export const missingRecords = [
  'staff',
  'window',
  'position',
  'group',
  'role',
  'department',
  'org',
  'hall',
  'application',
  'category',
  'form',
  'process',
  'item',
] as const;
export type MissingRecord = (typeof missingRecords)[number];

export function isMissingRecord(kind: string): kind is MissingRecord {
  return (missingRecords as readonly string[]).includes(kind);
}
