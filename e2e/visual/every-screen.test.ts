import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { screens } from '#web/app/screen-list.ts';
import { scenes } from './scenes.ts';

const web = join(import.meta.dirname, '..', '..', 'web');
/**
 * Addresses that are not in the list of screens: pages of visitors without a session, and of a phone that
 * scanned a code.
 */
const addresses = [
  { path: '/login', states: ['full', 'loading', 'failed'] },
  { path: '/m/upload/:code', states: ['full', 'loading', 'failed'] },
  { path: '/verify', states: ['full', 'empty', 'failed'] },
];
/** Names of files that draw something over a screen or instead of it. */
const overlayFile = /(Dialog|Dialogs|Sheet|Drawer|Popover|Guard|Guide|Picker|Bell|Notice)\.tsx$/;
function missingScenes(list: readonly { path: string; states: readonly string[] }[]): string[] {
  return list.flatMap(({ path, states }) =>
    states
      .filter((state) => !scenes.some((scene) => scene.screen === path && scene.state === state))
      .map((state) => `${path} ${state}`),
  );
}

function missingFiles(files: readonly string[]): string[] {
  const shownNames = new Set(scenes.flatMap(({ shows = [] }) => shows));
  return files
    .filter((file) => overlayFile.test(file))
    .map((file) => basename(file, '.tsx'))
    .filter((name) => !shownNames.has(name));
}

const files = ['features', 'toolkit', 'app'].flatMap((layer) =>
  readdirSync(join(web, layer), { recursive: true, encoding: 'utf8' }),
);

test('the pattern of the visual run matches exactly one file', () => {
  const config = readFileSync(join(web, '..', 'visual.config.ts'), 'utf8');
  const ending = /testMatch: '\*([^']+)'/.exec(config)?.[1] ?? 'no pattern';
  expect(readdirSync(import.meta.dirname).filter((name) => name.endsWith(ending))).toHaveLength(1);
});

describe('scenes of the visual regression', () => {
  test('exist for every screen in every state that it declares', () => {
    expect(missingScenes([...screens, ...addresses])).toEqual([]);
  });

  test('exist for every component that is drawn over a screen', () => {
    expect(files.length).toBeGreaterThan(200);
    expect(missingFiles(files)).toEqual([]);
  });

  test('are reported missing for a new screen or dialog', () => {
    expect(missingScenes([{ path: '/brand-new', states: ['full', 'empty'] }])).toEqual([
      '/brand-new full',
      '/brand-new empty',
    ]);
    expect(missingFiles(['new/BrandNewDialog.tsx'])).toEqual(['BrandNewDialog']);
  });

  test('refer only to existing screens and components', () => {
    const paths = [...screens, ...addresses].map(({ path }) => path);
    const names = files.map((file) => basename(file, '.tsx'));
    expect(scenes.filter(({ screen }) => !paths.includes(screen)).map(({ name }) => name)).toEqual([]);
    expect(scenes.flatMap(({ shows = [] }) => shows).filter((name) => !names.includes(name))).toEqual([]);
  });

  test('have unique names', () => {
    const names = scenes.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
