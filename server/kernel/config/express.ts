import type { Environment, PortalMode, SettingProblem } from './environment.ts';
import { isSafeOrigin, refuseWithoutProvider } from './message-channels.ts';
import { readProvider, requireAllSettings } from './outside-systems.ts';

/** `simulator` calculates the way of each item and carries nothing. */
export type ExpressConfig =
  | { kind: 'none' }
  | { kind: 'simulator' }
  | { kind: 'ems'; origin: string; appId: string; secret: string };

const expressSettings = ['EXPRESS_ORIGIN', 'EXPRESS_APP_ID', 'EXPRESS_SECRET'] as const;

/** Reads the settings of express delivery: the simulator in the demo, by default none in production. */
export function readExpress(
  environment: Environment,
  mode: PortalMode,
  problems: SettingProblem[],
): ExpressConfig {
  const kinds = ['none', 'simulator', 'ems'] as const;
  const provider = readProvider<'ems'>(environment, 'EXPRESS_PROVIDER', kinds, mode, problems);
  if (provider !== 'ems') {
    refuseWithoutProvider(environment, 'EXPRESS_PROVIDER', expressSettings, problems);
    if (provider === 'simulator' && mode === 'production')
      problems.push({
        setting: 'EXPRESS_PROVIDER',
        chinese: '正式运行时不能使用演示快递（simulator）',
        english: 'must not be the demo carrier (simulator) in production',
      });
    return { kind: provider };
  }
  requireAllSettings(environment, expressSettings, 'EXPRESS_PROVIDER=ems', problems);
  const origin = environment.EXPRESS_ORIGIN ?? '';
  if (origin !== '' && !isSafeOrigin(origin))
    problems.push({
      setting: 'EXPRESS_ORIGIN',
      chinese: `必须形如 https://express.example.gov.cn（https，末尾不带斜杠，不带路径），现在是“${origin}”`,
      english: `must look like https://express.example.gov.cn (https, no path, no slash at the end), not "${origin}"`,
    });
  return {
    kind: 'ems',
    origin,
    appId: environment.EXPRESS_APP_ID ?? '',
    secret: environment.EXPRESS_SECRET ?? '',
  };
}
