import { runBiome, runChecks, runTypes, runTypesOfChanges } from './lib/checks.mjs';
import { runDev } from './lib/dev.mjs';
import { runDoctor } from './lib/doctor.mjs';
import { runFuzz } from './lib/fuzz.mjs';
import { readCommand } from './lib/options.mjs';
import { copyRuntimeFiles, ensureInstalled, ensureWeb } from './lib/prepare.mjs';
import { main, UserError } from './lib/project.mjs';
import { runNode } from './lib/run-node.mjs';
import { writeShippedPackages } from './lib/shipped.mjs';
import { findSimilarName } from './lib/similar-name.mjs';
import { trim } from './lib/trim.mjs';
import { runVisual } from './lib/visual.mjs';

const commands = {
  build: async () => {
    await ensureWeb();
    copyRuntimeFiles();
    writeShippedPackages();
    return 0;
  },
  trim: async () => {
    trim();
    return 0;
  },
  dev: () => runDev(),
  'test:long': (args) => runNode(['scripts/test.mjs', ...args], { env: { LONG_TESTS: '1' } }),
  'test:changed': async (args) => {
    const failed = await runTypesOfChanges(args.find((argument) => !argument.startsWith('-')));
    const code = await runNode(['scripts/test.mjs', 'rules', 'calls', 'widgets', '--changed', ...args]);
    return failed === 0 ? code : 1;
  },
  check: async () => ((await runChecks()) === 0 ? 0 : 1),
  types: async (args) => ((await runTypes(args)) === 0 ? 0 : 1),
  lint: (args) => runBiome('check', ...args),
  format: (args) => runBiome('check', '--write', ...args),
  fuzz: (args) => runFuzz(args),
  'test:visual': (args) => runVisual(args),
  chaos: (args) => runNode(['test/chaos/main.ts', ...args]),
  'upgrade-run': (args) => runNode(['test/chaos/upgrade-main.ts', ...args]),
  'record-release': (args) => runNode(['test/releases/main.ts', ...args]),
  bench: (args) => runNode(['bench/main.ts', ...args]),
  model: (args) => runNode(['test/model/main.ts', ...args]),
  doctor: (args) => runDoctor(args),
  backup: (args) => runNode(['server/commands/backup-main.ts', ...args]),
  'backup:identity': (args) => runNode(['server/commands/identity-main.ts', ...args]),
  restore: (args) => runNode(['server/commands/restore-main.ts', ...args]),
  'audit:verify': (args) => runNode(['server/commands/verify-main.ts', ...args]),
  migrate: (args) => runNode(['server/commands/migrate-main.ts', ...args]),
  'account:reset': (args) => runNode(['server/commands/reset-main.ts', ...args]),
};

main(async () => {
  const [name = '', ...args] = process.argv.slice(2);
  const command = commands[name];
  if (!command) {
    const names = Object.keys(commands);
    const nearest = findSimilarName(name, names);
    const trouble = new UserError(
      `没有命令“${name}”，${nearest ? `是否应为 ${nearest}？` : ''}可用的有：${names.join('、')}`,
      `There is no command "${name}"${nearest ? `: did you mean ${nearest}?` : ', only:'} ${names.join(', ')}`,
    );
    throw Object.assign(trouble, { exitCode: 2 });
  }
  // Checked before anything is installed for an invalid call.
  readCommand(name, args, process.env);
  // The doctor reports missing packages, and must not install them.
  if (name !== 'doctor') await ensureInstalled();
  return await command(args);
});
