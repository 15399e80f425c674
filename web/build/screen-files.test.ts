import { expect, test } from 'vitest';
import { findNeededModules, type ModuleReader, planScreenFiles } from './screen-files.ts';

const antd = '/p/node_modules/antd/es';
const icons = '/p/node_modules/@ant-design/icons/es';

/**
 * Returns a fake bundler with these modules: their imports by id, and their code if imported names matter.
 */
function reader(
  modules: Record<string, [imported: string[], code?: string, later?: string[]]>,
): ModuleReader {
  return {
    getModuleInfo: (id) => {
      const [importedIds, code = null, dynamicallyImportedIds = []] = modules[id] ?? [[]];
      return { importedIds, code, dynamicallyImportedIds };
    },
  };
}

test('follows only the imported names through the index of a library', () => {
  const modules = reader({
    '/a.tsx': [
      [`${antd}/index.js`, `${icons}/index.js`],
      "import { Button, DatePicker as Days } from 'antd';\nimport { DownOutlined } from '@ant-design/icons';",
    ],
    [`${antd}/index.js`]: [[`${antd}/table/index.js`]],
    [`${antd}/date-picker/index.js`]: [['/p/node_modules/picker.js']],
  });
  expect([...findNeededModules(['/a.tsx'], modules)].toSorted()).toEqual(
    [
      '/a.tsx',
      `${antd}/button/index.js`,
      `${antd}/date-picker/index.js`,
      `${icons}/icons/DownOutlined.js`,
      '/p/node_modules/picker.js',
    ].toSorted(),
  );
});

test('handles modules that import one another', () => {
  const modules = reader({ '/a.ts': [['/b.ts']], '/b.ts': [['/a.ts']] });
  expect([...findNeededModules(['/a.ts'], modules)]).toEqual(['/a.ts', '/b.ts']);
});

test('separates files of small pages, files of every screen, files of lists and files of desktop lists', () => {
  const modules = reader({
    '/index.html': [['/main.tsx']],
    '/main.tsx': [['/react.js', '/shell.tsx', '/session.ts']],
    '/login.html': [['/react.js', '/captcha.tsx'], '', ['/second-step.tsx']],
    '/second-step.tsx': [['/session.ts']],
    '/List.tsx': [['/react.js', '/shell.tsx', '/tabs.tsx']],
    '/desk.ts': [['/react.js', '/tabs.tsx', '/table.tsx', '/actions.ts']],
    '/phone.ts': [['/react.js', '/tabs.tsx', '/cards.tsx', '/actions.ts']],
    '/reminders.tsx': [['/reminders.module.css', '/hint.module.css', '/dialog.ts']],
    '/views.tsx': [['/views.module.css', '/hint.module.css']],
  });
  const plan = planScreenFiles(modules, {
    application: '/index.html',
    smallPages: ['/login.html'],
    list: '/List.tsx',
    desktop: '/desk.ts',
    phone: '/phone.ts',
    partAfterScreen: '/reminders.tsx',
    partAfterList: '/views.tsx',
  });
  // A later part of the login needs the session; the code that starts the application is in no shared file.
  expect([...plan.shared].toSorted()).toEqual(['/react.js', '/session.ts']);
  // The sheets of later parts are in the files that are loaded anyway, their code is not.
  expect([...plan.first].toSorted()).toEqual(['/hint.module.css', '/reminders.module.css', '/shell.tsx']);
  expect([...plan.list]).toEqual(['/tabs.tsx', '/views.module.css']);
  // A phone that needed the actions from the file of the desktop would load its table with them.
  expect([...plan.desktop].toSorted()).toEqual(['/desk.ts', '/table.tsx']);
});
