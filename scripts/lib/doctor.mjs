import { existsSync } from 'node:fs';
import { findInstallState, findWebBuildState } from './prepare.mjs';
import { inProject, nodePath } from './project.mjs';
import { runNode } from './run-node.mjs';

const oldestNode = 18;

/**
 * `npm run doctor`          checks this installation and shows what to fix; changes nothing
 * `npm run doctor -- --json` the same for programs
 *
 * Unlike every other command it installs and builds nothing, because it has to report missing parts. So the checks that
 * need neither packages nor the pinned Node are here, and all others in the server.
 */
export async function runDoctor(args) {
  const faults = findFaults();
  if (faults.length > 0) {
    printFaults(faults, args.includes('--json'));
    return 1;
  }
  const doctor = inProject('server', 'commands', 'doctor-main.ts');
  return await runNode([doctor, `--web=${findWebBuildState()}`, ...args], {
    env: { NODE_DISABLE_COMPILE_CACHE: '1' },
  });
}

/** Returns the problems that keep the doctor itself from running. */
export function findFaults({
  nodeVersion = process.versions.node,
  install = findInstallState(),
  hasNode = existsSync(nodePath()),
} = {}) {
  const faults = [];
  const fault = (check, chinese, english) => faults.push({ check, state: 'fault', chinese, english });
  if (Number(nodeVersion.split('.')[0]) < oldestNode)
    fault(
      'node',
      `Node ${nodeVersion} 过旧：请安装 Node ${oldestNode} 或更新的版本。`,
      `Node ${nodeVersion} is too old: install ${oldestNode} or later.`,
    );
  if (install !== 'current')
    fault(
      'packages',
      {
        missing: '尚未安装依赖：请执行 npm start（或 npm ci）。',
        stale: '依赖与 package-lock.json 不一致：请执行 npm start（或 npm ci）。',
        partial:
          '本机的 Node 较旧，npm ci 略去了部分依赖：请执行 npm start（或 npm run build），会自动补装。',
      }[install],
      'The packages are not those of package-lock.json: run npm start.',
    );
  else if (!hasNode)
    fault(
      'node',
      `未安装 Node 24（${nodePath()}）：请删除 node_modules 后重新安装，不要使用 --ignore-scripts。`,
      'Node 24 was not installed: delete node_modules and install again, without --ignore-scripts.',
    );
  return faults;
}

/** Prints the problems in the same form as the server's own doctor. */
function printFaults(faults, asJson) {
  if (asJson) {
    console.log(JSON.stringify({ faults: faults.length, warnings: 0, checks: faults }, undefined, 2));
    return;
  }
  for (const { chinese, english } of faults) console.log(`✗ 故障  ${chinese}\n        ${english}`);
  console.log('其余各项在改正后才能检查。 The other checks are possible after these are fixed.');
}
