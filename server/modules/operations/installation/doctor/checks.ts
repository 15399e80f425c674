import type { Config } from '#server/kernel/config/config.ts';
import type { SettingProblem } from '#server/kernel/config/environment.ts';
import { checkLine } from './check-line.ts';
import { checkDisk, checkFolders, checkFonts, checkNode, checkWeb, type WebBuild } from './check-machine.ts';
import { checkAddresses, checkSeal } from './check-reach.ts';
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
  needs?: readonly string[];
  /**
   * Who runs the check: the doctor alone, or also the running portal (less often if it contacts another
   * machine).
   */
  asked: 'by the doctor' | 'each minute' | 'each ten minutes';
  ask(subject: CheckedInstallation): Promise<DoctorFinding[]> | DoctorFinding[];
}

const minute = 'each minute';
const tenMinutes = 'each ten minutes';

/**
 * The checks of the doctor and of the running portal, except those of the database (`database-checks.ts`). To
 * add a check, add a line here.
 */
export const checks: readonly Check[] = [
  { name: 'node', asked: minute, ask: checkNode },
  { name: 'settings', asked: minute, ask: ({ config, problems }) => checkSettings(config, problems) },
  // A portal that runs without its web app logs this at its start.
  { name: 'web', asked: 'by the doctor', ask: ({ build }) => checkWeb(build) },
  { name: 'fonts', asked: minute, ask: ({ config }) => checkFonts(config) },
  { name: 'folders', asked: minute, ask: ({ config }) => checkFolders(config) },
  { name: 'disk', asked: minute, ask: ({ config }) => checkDisk(config) },
  {
    name: 'database-line',
    needs: ['DATABASE_URL', 'DATABASE_OWNER_URL'],
    asked: tenMinutes,
    ask: ({ config }) => checkLine(config),
  },
  {
    name: 'file-store',
    needs: ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    asked: tenMinutes,
    ask: ({ config }) => checkFileStore(config),
  },
  {
    name: 'address',
    needs: ['HOST', 'PORT', 'METRICS_HOST', 'METRICS_PORT'],
    asked: 'by the doctor',
    ask: ({ config }) => checkAddresses(config),
  },
  {
    name: 'seal-service',
    needs: ['SEAL_PROVIDER', 'SEAL_ORIGIN', 'SEAL_PATH'],
    asked: tenMinutes,
    ask: ({ config }) => checkSeal(config),
  },
  { name: 'clamd', needs: ['CLAMD_ADDRESS'], asked: tenMinutes, ask: ({ config }) => checkScanner(config) },
  { name: 'issuer', needs: ['OIDC_ISSUER'], asked: tenMinutes, ask: ({ config }) => checkSignOn(config) },
  {
    name: 'backups',
    needs: ['BACKUP_RECIPIENTS'],
    asked: minute,
    ask: ({ config }) => checkBackups(config),
  },
  { name: 'certificate', asked: minute, ask: ({ config, now }) => checkCertificates(config, now) },
  { name: 'systems', asked: minute, ask: ({ config }) => checkSystems(config) },
];
