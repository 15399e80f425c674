import { readCommand } from '#scripts/lib/options.mjs';
import { printLine, run } from '#server/kernel/command-line.ts';
import { examineInstallation } from '#server/modules/operations/installation/doctor/examine.ts';
import type { DoctorFinding, FindingState } from '#server/modules/operations/installation/doctor/finding.ts';

const stateTexts: Record<FindingState, string> = { ok: '✓ 正常', warning: '! 注意', fault: '✗ 故障' };
/**
 * Runs `npm run doctor`: prints the findings of all checks of this installation; exits with 1 if something is
 * broken.
 */
async function main(): Promise<number> {
  const args = process.argv.slice(2);
  // State of the build, passed by the script; see `scripts/lib/doctor.mjs`.
  const webBuildState = (['current', 'stale', 'missing'] as const).find((state) =>
    args.includes(`--web=${state}`),
  );
  const { json } = readCommand(
    'doctor',
    args.filter((argument) => !argument.startsWith('--web=')),
  ).values;
  const findings = await examineInstallation(webBuildState, new Date());
  const count = (state: FindingState) => findings.filter((finding) => finding.state === state).length;
  const [warnings, faults] = [count('warning'), count('fault')];
  if (json) {
    process.stdout.write(`${JSON.stringify({ faults, warnings, checks: findings }, undefined, 2)}\n`);
  } else {
    for (const finding of findings) printFinding(finding);
    printLine(`共 ${findings.length} 项：注意 ${warnings} 项，故障 ${faults} 项`);
    printLine(`${findings.length} checks: ${warnings} warnings, ${faults} faults`);
  }
  return faults === 0 ? 0 : 1;
}

function printFinding({ state, chinese, english }: DoctorFinding): void {
  printLine(`${stateTexts[state]}  ${chinese}`);
  printLine(`        ${english}`);
}

await run(main);
