import { readConfig } from '#server/kernel/config/config.ts';
import { checkDatabase } from './check-database.ts';
import type { WebBuild } from './check-machine.ts';
import { checks } from './checks.ts';
import { type DoctorFinding, runCheck } from './finding.ts';

/**
 * Examines an installation that is running or was never started, and changes nothing; it does not start the
 * embedded database either. Runs every check, whatever the results of the others are.
 */
export async function examineInstallation(
  build: WebBuild,
  now: Date,
  variables?: NodeJS.ProcessEnv,
): Promise<DoctorFinding[]> {
  const { config, problems } = readConfig(variables, 'serve');
  const invalidSettings = new Set(problems.map(({ setting }) => setting));
  const areSettingsValid = (...settings: string[]) =>
    !settings.some((setting) => invalidSettings.has(setting));
  const findings: DoctorFinding[] = [];
  for (const { name, requiredSettings = [], run } of checks) {
    if (areSettingsValid(...requiredSettings))
      findings.push(...(await runCheck(name, () => run({ config, problems, build, now }))));
  }
  if (areSettingsValid('DATABASE_URL', 'DATABASE_OWNER_URL', 'PORTAL_MODE'))
    findings.push(...(await runCheck('database', () => checkDatabase(config, now, areSettingsValid))));
  return findings;
}
