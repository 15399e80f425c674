import { expect, test } from 'vitest';
import { createRandom } from '#test/workflow-model/random.ts';
import type { ModuleReader } from './screen-files.ts';
import { groupScreenModules } from './screen-groups.ts';

/** Modules: the length of their source, their imports, and what they load later. */
type Modules = Record<string, [length: number, imported?: string[], later?: string[]]>;

function reader(modules: Modules): ModuleReader {
  return {
    getModuleInfo: (id) => {
      const [length = 0, importedIds = [], dynamicallyImportedIds = []] = modules[id] ?? [];
      return { code: ' '.repeat(length), importedIds, dynamicallyImportedIds };
    },
  };
}

/** Returns the modules of each group, sorted. */
function groupsOf(modules: Modules, screens: string[], known: string[] = []): string[][] {
  const groups = new Map<number, string[]>();
  for (const [id, group] of groupScreenModules(reader(modules), screens, new Set(known)))
    groups.set(group, [...(groups.get(group) ?? []), id]);
  return [...groups.values()].map((ids) => ids.toSorted()).toSorted();
}

const large = 120_000;

test('each set of screens has a file, without modules of one screen, entries and modules that have a file', () => {
  const modules: Modules = {
    '/A.tsx': [10, ['/ab.ts', '/abc.ts', '/a.ts', '/known.ts']],
    '/B.tsx': [10, ['/ab.ts', '/abc.ts', '/known.ts', '/dialog.ts']],
    '/C.tsx': [10, ['/abc.ts', '/known.ts', '/dialog.ts'], ['/dialog.ts']],
    '/ab.ts': [large],
    '/abc.ts': [large],
    '/a.ts': [large],
    '/known.ts': [large],
    '/dialog.ts': [large],
  };
  expect(groupsOf(modules, ['/A.tsx', '/B.tsx', '/C.tsx'], ['/known.ts'])).toEqual([['/ab.ts'], ['/abc.ts']]);
});

test('a small file is merged with the one that adds the fewest unneeded bytes', () => {
  const modules: Modules = {
    '/A.tsx': [10, ['/abc.ts', '/ab.ts', '/ad.ts']],
    '/B.tsx': [10, ['/abc.ts', '/ab.ts']],
    '/C.tsx': [10, ['/abc.ts']],
    '/D.tsx': [10, ['/ad.ts']],
    '/abc.ts': [100],
    '/ab.ts': [large],
    '/ad.ts': [large * 4],
  };
  const screens = ['/A.tsx', '/B.tsx', '/C.tsx', '/D.tsx'];
  // With /ab.ts one screen loads 120,000 more; with /ad.ts two screens load 480,000 more.
  expect(groupsOf(modules, screens)).toEqual([['/ab.ts', '/abc.ts'], ['/ad.ts']]);
});

test('the imports of the merged modules count, too', () => {
  const modules: Modules = {
    '/A.tsx': [10, ['/small.ts', '/heavy-user.ts', '/light.ts']],
    '/B.tsx': [10, ['/small.ts', '/heavy-user.ts', '/light.ts']],
    '/C.tsx': [10, ['/small.ts', '/light.ts', '/other.ts']],
    '/D.tsx': [10, ['/light.ts', '/other.ts']],
    '/small.ts': [100],
    '/heavy-user.ts': [105_000, ['/heavy.ts']],
    '/heavy.ts': [large * 10],
    '/light.ts': [large],
    '/other.ts': [large * 20],
  };
  const groups = groupsOf(modules, ['/A.tsx', '/B.tsx', '/C.tsx', '/D.tsx']);
  expect(groups).toContainEqual(['/light.ts', '/small.ts']);
});

test('a small file is not merged with one that loads a file reserved for other screens', () => {
  const modules: Modules = {
    '/A.tsx': [10, ['/small.ts', '/user.ts']],
    '/B.tsx': [10, ['/small.ts', '/user.ts']],
    '/C.tsx': [10, ['/small.ts', '/light.ts']],
    '/D.tsx': [10, ['/light.ts']],
    '/small.ts': [100],
    '/user.ts': [large, ['/calendar.ts']],
    '/calendar.ts': [100],
    '/light.ts': [large],
  };
  const screens = ['/A.tsx', '/B.tsx', '/C.tsx', '/D.tsx'];
  const calendar = { has: (id: string) => id === '/calendar.ts' };
  const groupsWith = (onlyForItsScreens: boolean) =>
    groupScreenModules(reader(modules), screens, new Set(), [{ ...calendar, onlyForItsScreens }]);
  const shared = groupsWith(false);
  expect(shared.get('/small.ts')).toBe(shared.get('/user.ts'));
  const reserved = groupsWith(true);
  expect(reserved.get('/small.ts')).toBe(reserved.get('/light.ts'));
  expect(reserved.has('/calendar.ts')).toBe(false);
});

test('files never import each other', () => {
  // Merging the two small modules would load nothing unneeded, but a third module is between them.
  const modules: Modules = {
    '/A.tsx': [10, ['/top.ts']],
    '/B.tsx': [10, ['/top.ts']],
    '/C.tsx': [10, ['/between.ts']],
    '/D.tsx': [10, ['/bottom.ts']],
    '/top.ts': [100, ['/between.ts']],
    '/between.ts': [large, ['/bottom.ts']],
    '/bottom.ts': [100],
  };
  const screens = ['/A.tsx', '/B.tsx', '/C.tsx', '/D.tsx'];
  const groups = groupScreenModules(reader(modules), screens, new Set());
  const [top, between, bottom] = ['/top.ts', '/between.ts', '/bottom.ts'].map((id) => groups.get(id));
  expect(top === bottom && top !== between).toBe(false);
});

test('no file imports an entry that imports it', () => {
  // The entry /dialog.tsx has a file of its own, which would be between the two modules.
  const modules: Modules = {
    '/A.tsx': [10, ['/top.ts', '/dialog.tsx'], ['/dialog.tsx']],
    '/B.tsx': [10, ['/top.ts', '/dialog.tsx']],
    '/C.tsx': [10, ['/bottom.ts']],
    '/top.ts': [100, ['/dialog.tsx']],
    '/dialog.tsx': [100, ['/bottom.ts']],
    '/bottom.ts': [100],
  };
  const groups = groupScreenModules(reader(modules), ['/A.tsx', '/B.tsx', '/C.tsx'], new Set());
  expect(groups.get('/top.ts')).not.toBe(groups.get('/bottom.ts'));
  expect(groups.has('/dialog.tsx')).toBe(false);
});

test('files of random modules never import each other, directly or over others', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = createRandom(seed);
    const count = 40;
    const ids = Array.from({ length: count }, (_, index) => `/m${index}.ts`);
    const laterThan = (index: number, share: number) =>
      ids.slice(index + 1).filter(() => random.chance(share));
    const screens = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => `/${name}.tsx`);
    const modules: Modules = {};
    for (const screen of screens) modules[screen] = [10, laterThan(-1, 0.15)];
    for (const [index, id] of ids.entries()) modules[id] = [random.below(large / 2), laterThan(index, 0.08)];
    const groups = groupScreenModules(reader(modules), screens, new Set());
    const importsOf = (group: number) => [
      ...new Set(
        ids
          .filter((id) => groups.get(id) === group)
          .flatMap((id) => modules[id]?.[1] ?? [])
          .flatMap((id) => groups.get(id) ?? [])
          .filter((other) => other !== group),
      ),
    ];
    const reaches = (from: number, to: number, seen = new Set<number>()): boolean =>
      importsOf(from).some((next) => {
        if (next === to) return true;
        if (seen.has(next)) return false;
        seen.add(next);
        return reaches(next, to, seen);
      });
    const inCycle = [...new Set(groups.values())].filter((group) => reaches(group, group));
    expect(inCycle, `seed ${seed}`).toEqual([]);
  }
});
