import { type LogLevel, logLevels } from '#server/kernel/log/log.ts';
import type { Environment, PortalMode, SettingProblem } from './environment.ts';

/** Settings of logs and metrics for the operator (docs/decisions/0175). */
export interface MonitoringConfig {
  logLevel: LogLevel;
  /** True to log a line for each call. */
  accessLog: boolean;
  /** The address for Prometheus; undefined for none. */
  metrics: { host: string; port: number } | undefined;
}

export function readMonitoring(
  environment: Environment,
  mode: PortalMode,
  portalPort: number,
  problems: SettingProblem[],
): MonitoringConfig {
  return {
    logLevel: readLevel(environment, mode, problems),
    accessLog: environment.ACCESS_LOG ?? false,
    metrics: readMetrics(environment, portalPort, problems),
  };
}

/**
 * Reads the level of the log. In the demo it is lower by default, so that the welcome message stays visible.
 */
function readLevel(environment: Environment, mode: PortalMode, problems: SettingProblem[]): LogLevel {
  const levelName = environment.LOG_LEVEL?.toLowerCase();
  if (levelName === undefined) return mode === 'demo' ? 'warn' : 'info';
  const found = logLevels.find((level) => level === levelName);
  if (found) return found;
  const choices = logLevels.join(', ');
  problems.push({
    setting: 'LOG_LEVEL',
    chinese: `只能是 ${choices}，现在是“${levelName}”`,
    english: `must be one of ${choices}, not "${levelName}"`,
  });
  return 'info';
}

function readMetrics(
  { METRICS_PORT: port, METRICS_HOST: host }: Environment,
  portalPort: number,
  problems: SettingProblem[],
): MonitoringConfig['metrics'] {
  if (port === undefined) {
    if (host !== undefined)
      problems.push({
        setting: 'METRICS_HOST',
        chinese: '要与 METRICS_PORT 一起使用',
        english: 'is of use only together with METRICS_PORT',
      });
    return undefined;
  }
  // Visitors of the portal must not reach the metrics; 0 lets the system choose.
  if (port > 65_535 || (port !== 0 && port === portalPort))
    problems.push({
      setting: 'METRICS_PORT',
      chinese: `必须在 0 到 65535 之间，且与 PORT 不同，现在是 ${port}`,
      english: `must be between 0 and 65535 and another one than PORT, not ${port}`,
    });
  return { host: host ?? '127.0.0.1', port };
}
