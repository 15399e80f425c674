import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readPackageList } from './npm.mjs';
import { inProject } from './project.mjs';
import { keepShippedPackages } from './shipped.mjs';

const system = { os: 'linux', cpu: 'x64', libc: 'glibc' };
const one = (name, mark = []) => ({
  'bom-ref': `${name}@1.0.0`,
  name,
  version: '1.0.0',
  scope: 'optional',
  properties: mark.map((each) => ({ name: each, value: 'true' })),
});
const building = ['cdx:npm:package:development'];
const list = {
  metadata: { component: { 'bom-ref': 'portal@1.0.0' } },
  components: [one('server'), one('screens', building), one('bundler', building), one('for-mac')],
  dependencies: [
    { ref: 'portal@1.0.0', dependsOn: ['server@1.0.0', 'screens@1.0.0', 'bundler@1.0.0'] },
    { ref: 'bundler@1.0.0', dependsOn: ['server@1.0.0'] },
    { ref: 'server@1.0.0', dependsOn: ['for-mac@1.0.0'] },
  ],
};
const version = '1.0.0';
const packages = {
  '': {},
  'node_modules/server': { version },
  'node_modules/screens': { version, dev: true },
  'node_modules/bundler': { version, dev: true },
  'node_modules/for-mac': { version, os: ['darwin'] },
};

test('the list contains server packages and packages in the web app, but no build tools', () => {
  const kept = keepShippedPackages(
    list,
    { packages, webPackages: ['node_modules/screens'], copiedPackages: [] },
    system,
  );
  expect(kept.components.map(({ name }) => name)).toEqual(['server', 'screens']);
  expect(kept.components[1]).toMatchObject({ scope: 'required', properties: [] });
  expect(kept.dependencies).toEqual([
    { ref: 'portal@1.0.0', dependsOn: ['server@1.0.0', 'screens@1.0.0'] },
    { ref: 'server@1.0.0', dependsOn: [] },
  ]);
});

test('a package in the web app that is missing in the lock file causes an error', () => {
  expect(() =>
    keepShippedPackages(list, { packages, webPackages: ['node_modules/other'], copiedPackages: [] }, system),
  ).toThrow('node_modules/other is shipped and not in the lock file');
});

const all = readPackageList(process.execPath);

// npm before version 10 cannot create the list, and the build says so.
test.runIf(all)('npm lists the whole lock file, including the libraries of the web app', () => {
  const { packages: locked } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'));
  const webPackages = ['node_modules/antd', 'node_modules/bpmn-js', 'node_modules/react-dom'];
  const kept = keepShippedPackages(all, {
    packages: locked,
    webPackages,
    copiedPackages: ['node_modules/node'],
  });
  const names = kept.components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'antd', 'bpmn-js', 'react-dom', 'node']));
  for (const name of ['vite', 'vitest', '@playwright/test']) expect(names).not.toContain(name);
  expect(kept.components.find(({ name }) => name === 'antd')).toMatchObject({
    version: locked['node_modules/antd'].version,
    hashes: [{ alg: 'SHA-512' }],
  });
});
