import { findSimilarName } from '#scripts/lib/similar-name.mjs';
import type { SettingProblem } from './setting-problem.ts';

/**
 * Prefixes that only the portal uses; other programs may have settings with the others (DATABASE_HOST,
 * DATA_VOLUME).
 */
const ownPrefixes = [
  'PORTAL_',
  'S3_',
  'OIDC_',
  'SSO_',
  'SIGN_ON_',
  'DEMO_SSO',
  'SMS_',
  'CHAT_',
  'SEAL_',
  'PDF_SIGN_',
  'PAPER_',
  'UPLOAD_',
  'CLAMD_',
  'TRUST_PROXY',
];

/**
 * Names that a cluster gives its containers for services with such names, e.g. PORTAL_PORT=tcp://10.0.0.7:80.
 */
const serviceLink = /_(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT_\d+_(TCP|UDP|SCTP)(_[A-Z]+)?)$/;
const isOfCluster = (name: string, text: string) =>
  serviceLink.test(name) || (name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(text));

/** Returns the prefix of a name: `PORTAL_ORIGIN` → `PORTAL_`. */
const prefixOf = (name: string) => name.slice(0, name.indexOf('_') + 1);

/**
 * Finds names that look like ours and are not. A name that no other program would use, or that resembles an
 * unset one of ours, is a problem; a name that may belong to another program is only a warning.
 */
export function findUnknownSettings(
  variables: NodeJS.ProcessEnv,
  known: readonly string[],
): { problems: SettingProblem[]; warnings: SettingProblem[] } {
  const problems: SettingProblem[] = [];
  const warnings: SettingProblem[] = [];
  const prefixes = new Set(known.filter((name) => name.includes('_')).map(prefixOf));
  for (const [name, text = ''] of Object.entries(variables)) {
    if (known.includes(name) || isOfCluster(name, text)) continue;
    const isOurs = ownPrefixes.some((prefix) => name.startsWith(prefix));
    if (!isOurs && !prefixes.has(prefixOf(name))) continue;
    const nearest = findSimilarName(name, known, '_');
    const isTypingError = nearest !== undefined && !variables[nearest]?.trim();
    (isOurs || isTypingError ? problems : warnings).push(problemOfUnknownSetting(name, nearest, known));
  }
  return { problems, warnings };
}

function problemOfUnknownSetting(
  setting: string,
  nearest: string | undefined,
  known: readonly string[],
): SettingProblem {
  if (nearest !== undefined)
    return {
      setting,
      chinese: `没有这个设置项，是否应为 ${nearest}？`,
      english: `is not a setting: did you mean ${nearest}?`,
    };
  const similarNames = known.filter((name) => name.startsWith(prefixOf(setting)));
  return {
    setting,
    chinese: `没有这个设置项，相近的有 ${similarNames.join('、')}`,
    english: `is not a setting; those that begin so are ${similarNames.join(', ')}`,
  };
}
