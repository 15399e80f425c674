import { parseArgs } from 'node:util';
import { examine } from './examine.ts';
import type { Finding, FindingState } from './finding.ts';

const words: Record<FindingState, string> = { ok: '✓ 正常', warning: '! 注意', fault: '✗ 故障' };
/** What lies in a database may have been written to deceive whoever reads this. */
const say = (line: string) =>
  process.stdout.write(`${line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')}\n`);

/** `npm run doctor`: what is well and what is not with this installation; ends with 1 where something is broken. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      /** What the scripts know of the build; see `scripts/lib/doctor.mjs`. */
      web: { type: 'string' },
    },
  });
  const web = (['current', 'stale', 'missing'] as const).find((state) => state === values.web);
  const findings = await examine(web, new Date());
  const count = (state: FindingState) => findings.filter((finding) => finding.state === state).length;
  const [warnings, faults] = [count('warning'), count('fault')];
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ faults, warnings, checks: findings }, undefined, 2)}\n`);
  } else {
    for (const finding of findings) tell(finding);
    say(`共 ${findings.length} 项：注意 ${warnings} 项，故障 ${faults} 项`);
    say(`${findings.length} checks: ${warnings} warnings, ${faults} faults`);
  }
  return faults === 0 ? 0 : 1;
}

function tell({ state, chinese, english }: Finding): void {
  say(`${words[state]}  ${chinese}`);
  say(`        ${english}`);
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});
