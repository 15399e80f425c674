import type { Timestamp } from './column-types.ts';

/** The tables about the installation itself, with the names of the database. */

export interface InstallationTable {
  mode: 'demo' | 'production';
  marked_at: Timestamp;
}

export interface InstallationKeysTable {
  name: string;
  fingerprint: string;
  noted_at: Timestamp;
}

export interface ClearedPasswordsTable {
  staff_id: string;
  hash_digest: string;
}

export interface InstallationTables {
  installation: InstallationTable;
  installation_keys: InstallationKeysTable;
  cleared_passwords: ClearedPasswordsTable;
}
