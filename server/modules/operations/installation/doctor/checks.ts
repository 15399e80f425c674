import type { Config } from '#server/kernel/config/config.ts';
import type { SettingProblem } from '#server/kernel/config/environment.ts';
import { checkConnection } from './check-connection.ts';
import { checkDisk, checkFolders, checkFonts, checkNode, checkWeb, type WebBuild } from './check-machine.ts';
import { checkAddresses, checkSeal } from './check-reachability.ts';
import {
  checkBackups,
  checkCertificates,
  checkFileStore,
  checkScanner,
  checkSettings,
  checkSignOn,
  checkSystems,
} from './check-settings.ts';
import type { DoctorFinding } from './finding.ts';

/** Data that a check may use, apart from the database. */
export interface CheckedInstallation {
  config: Config;
  problems: readonly SettingProblem[];
  build: WebBuild;
  now: Date;
}

export interface Check {
  name: string;
  /** Settings that must be valid before this check can run. */
  requiredSettings?: readonly string[];
  /**
   * Program that runs the check: only the doctor, or also the running portal (less often if the check contacts
   * another machine).
   */
  schedule: 'by the doctor' | 'each minute' | 'each ten minutes';
  run(subject: CheckedInstallation): Promise<DoctorFinding[]> | DoctorFinding[];
}

const minute = 'each minute';
const tenMinutes = 'each ten minutes';

/**
 * The checks of the doctor and of the running portal, except those of the database (`database-checks.ts`). To
 * add a check, add a line here.
 */
export const checks: readonly Check[] = [
  { name: 'node', schedule: minute, run: checkNode },
  { name: 'settings', schedule: minute, run: ({ config, problems }) => checkSettings(config, problems) },
  // A portal that runs without its web app logs this at its start.
  { name: 'web', schedule: 'by the doctor', run: ({ build }) => checkWeb(build) },
  { name: 'fonts', schedule: minute, run: ({ config }) => checkFonts(config) },
  { name: 'folders', schedule: minute, run: ({ config }) => checkFolders(config) },
  { name: 'disk', schedule: minute, run: ({ config }) => checkDisk(config) },
  {
    name: 'database-line',
    requiredSettings: ['DATABASE_URL', 'DATABASE_OWNER_URL'],
    schedule: tenMinutes,
    run: ({ config }) => checkConnection(config),
  },
  {
    name: 'file-store',
    requiredSettings: ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    schedule: tenMinutes,
    run: ({ config }) => checkFileStore(config),
  },
  {
    name: 'address',
    requiredSettings: ['HOST', 'PORT', 'METRICS_HOST', 'METRICS_PORT'],
    schedule: 'by the doctor',
    run: ({ config }) => checkAddresses(config),
  },
  {
    name: 'seal-service',
    requiredSettings: ['SEAL_PROVIDER', 'SEAL_ORIGIN', 'SEAL_PATH'],
    schedule: tenMinutes,
    run: ({ config }) => checkSeal(config),
  },
  {
    name: 'clamd',
    requiredSettings: ['CLAMD_ADDRESS'],
    schedule: tenMinutes,
    run: ({ config }) => checkScanner(config),
  },
  {
    name: 'issuer',
    requiredSettings: ['OIDC_ISSUER'],
    schedule: tenMinutes,
    run: ({ config }) => checkSignOn(config),
  },
  {
    name: 'backups',
    requiredSettings: ['BACKUP_RECIPIENTS'],
    schedule: minute,
    run: ({ config }) => checkBackups(config),
  },
  { name: 'certificate', schedule: minute, run: ({ config, now }) => checkCertificates(config, now) },
  { name: 'systems', schedule: minute, run: ({ config }) => checkSystems(config) },
];
