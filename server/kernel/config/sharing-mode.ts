import type { Environment, SettingProblem } from './environment.ts';

/**
 * `auto`: writes that arrive while another is under way share the next transaction; `off`: each has its own;
 * `always`: even one that comes alone is written as a shared transaction, for tests.
 */
export const sharingModes = ['auto', 'off', 'always'] as const;

export type SharingMode = (typeof sharingModes)[number];

/** Reads how concurrent writes of actions share transactions (docs/decisions/0217). */
export function readSharingMode(environment: Environment, problems: SettingProblem[]): SharingMode {
  const mode = environment.DATABASE_SHARED_COMMITS ?? 'auto';
  const known = sharingModes.find((name) => name === mode);
  if (known) return known;
  problems.push({
    setting: 'DATABASE_SHARED_COMMITS',
    chinese: `只能是 ${sharingModes.join('、')}，现在是“${mode}”`,
    english: `must be one of ${sharingModes.join(', ')}, not "${mode}"`,
  });
  return 'auto';
}
