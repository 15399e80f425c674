import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PortalMode } from '#server/kernel/config/environment.ts';
import type { Crypto } from '#server/kernel/crypto/crypto.ts';
import { StartupError } from '#server/kernel/errors/startup-error.ts';
import { canonicalJson } from '#server/kernel/http/canonical-json.ts';

/** A file of a backup, by its path in the backup's folder. */
export interface BackupFile {
  file: string;
  bytes: number;
  sha256: string;
}

export interface TablePart extends BackupFile {
  schema: string;
  name: string;
  columns: string[];
  rows: number;
}

/** Bytes that were missing or differed from their row when they were to be copied. */
export interface DamagedBytes {
  id: string;
  fault: 'missing' | 'changed';
  /** Names of their files and of the orders that contain them. */
  of: string[];
}

/** Description of a backup. It is written last: a folder without it is no backup. */
export interface Manifest {
  /** 2 for an encrypted backup, so that an older program refuses it instead of reporting damage. */
  format: 1 | 2;
  product: string;
  mode: PortalMode;
  markedAt: string;
  /** Time of the snapshot. */
  at: string;
  startedAt: string;
  finishedAt: string;
  postgres: string;
  /** Migrations, and the schema number of the job queue. */
  schema: { name: string; checksum: string }[];
  jobSchema: number;
  /** Keys that the backup needs; it does not contain them. */
  keys: { name: string; fingerprint: string }[];
  tables: TablePart[];
  sequences: { schema: string; name: string; last: string }[];
  files: { list: BackupFile; count: number; bytes: number; newCount: number; newBytes: number };
  /** Evidence of the audit log: the file of anchors, and the genesis record; `witnesses` is the stored name. */
  witnesses: BackupFile[];
  /** Recipients of the encryption of tables and files, and the pool; lists and the evidence are not encrypted. */
  encryption?: { recipients: string[]; pool: string };
  /** Names of the settings, never their values. */
  settings: string[];
  damaged: DamagedBytes[];
  /** Signature with the key of the audit log, over all fields above. */
  signature: string;
}

export const manifestName = 'manifest.json';
/**
 * Folder of contents by digest, shared by all backups of a folder; encrypted contents are in a folder of their own
 * for each set of recipients.
 */
export const poolName = 'files';

export function signatureOf(
  { signature: _signature, ...rest }: Omit<Manifest, 'signature'> & { signature?: string },
  crypto: Pick<Crypto, 'signAuditLog'>,
): string {
  return crypto.signAuditLog(canonicalJson(['backup', rest]));
}

/** Reads the manifest of a backup's folder; undefined if there is none. */
export async function findManifest(folder: string): Promise<Manifest | undefined> {
  const path = join(folder, manifestName);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
  let parsed: Partial<Manifest> = {};
  try {
    parsed = JSON.parse(text) as Partial<Manifest>;
  } catch {
    // Refused below as no manifest.
  }
  if ((parsed.format === 1 || (parsed.format === 2 && parsed.encryption)) && Array.isArray(parsed.tables))
    return parsed as Manifest;
  throw new StartupError(
    `备份清单 ${path} 已损坏，或由更新的版本写成。`,
    `The manifest ${path} is damaged or was written by a newer version.`,
  );
}
