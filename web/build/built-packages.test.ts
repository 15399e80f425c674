import { expect, test } from 'vitest';
import { packagesOf } from './built-packages.ts';

test('names packages as in the lock file, nested ones too, each once', () => {
  expect(
    packagesOf([
      '/srv/p/node_modules/react/index.js',
      '\0/srv/p/node_modules/react/cjs/react.production.js?commonjs-module',
      '/srv/p/node_modules/@rc-component/util/es/a.js',
      '/srv/p/node_modules/bpmn-js/node_modules/@x/y/lib/z.js',
      'C:\\p\\node_modules\\antd\\es\\index.js',
      '/srv/p/web/app/main.tsx',
      '\0vite/preload-helper.js',
    ]),
  ).toEqual([
    'node_modules/@rc-component/util',
    'node_modules/antd',
    'node_modules/bpmn-js/node_modules/@x/y',
    'node_modules/react',
  ]);
});
