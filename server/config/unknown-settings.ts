import type { SettingProblem } from './setting-problem.ts';

/** Beginnings that are ours alone; other programs may have settings of the others (DATABASE_HOST, DATA_VOLUME). */
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

/** What a cluster tells its containers of services that happen to be called so, e.g. PORTAL_PORT=tcp://10.0.0.7:80. */
const serviceLink = /_(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT_\d+_(TCP|UDP|SCTP)(_[A-Z]+)?)$/;
const isOfCluster = (name: string, text: string) =>
  serviceLink.test(name) || (name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(text));

/** `PORTAL_ORIGIN` → `PORTAL_`. */
const beginningOf = (name: string) => name.slice(0, name.indexOf('_') + 1);

/**
 * Names that look like ours and are not: one that nobody else would use, or that is a slip of the pen away from one of
 * ours which is not set, is a problem; what may be another program's is only warned of.
 */
export function findUnknownSettings(
  variables: NodeJS.ProcessEnv,
  known: readonly string[],
): { problems: SettingProblem[]; warnings: SettingProblem[] } {
  const problems: SettingProblem[] = [];
  const warnings: SettingProblem[] = [];
  const beginnings = new Set(known.filter((name) => name.includes('_')).map(beginningOf));
  for (const [name, text = ''] of Object.entries(variables)) {
    if (known.includes(name) || isOfCluster(name, text)) continue;
    const isOurs = ownPrefixes.some((prefix) => name.startsWith(prefix));
    if (!isOurs && !beginnings.has(beginningOf(name))) continue;
    const nearest = findNearest(name, known);
    const isSlip = nearest !== undefined && !variables[nearest]?.trim();
    (isOurs || isSlip ? problems : warnings).push(sayUnknown(name, nearest, known));
  }
  return { problems, warnings };
}

function sayUnknown(setting: string, nearest: string | undefined, known: readonly string[]): SettingProblem {
  if (nearest !== undefined)
    return {
      setting,
      chinese: `没有这个设置项，是否应为 ${nearest}？`,
      english: `is not a setting: did you mean ${nearest}?`,
    };
  const family = known.filter((name) => name.startsWith(beginningOf(setting)));
  return {
    setting,
    chinese: `没有这个设置项，相近的有 ${family.join('、')}`,
    english: `is not a setting; those that begin so are ${family.join(', ')}`,
  };
}

/** The name that a slip or two turns into this one, or the only one that begins with it. */
function findNearest(name: string, known: readonly string[]): string | undefined {
  const [longer, ...others] = known.filter((candidate) => candidate.startsWith(`${name}_`));
  if (longer !== undefined && others.length === 0) return longer;
  const most = Math.max(2, Math.floor(name.length / 5));
  const [best] = known
    .map((candidate) => ({ candidate, slips: slipsBetween(name, candidate) }))
    .filter(({ slips }) => slips <= most)
    .sort((one, other) => one.slips - other.slips);
  return best?.candidate;
}

/** How many letters must be put in, left out, replaced or swapped with their neighbour. */
export function slipsBetween(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_none, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const differs = one[i - 1] === other[j - 1] ? 0 : 1;
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + differs);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[other.length] ?? 0;
}
