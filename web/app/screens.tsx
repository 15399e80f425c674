import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { earlyParts } from '#web/toolkit/page/early-parts.tsx';
import { screens } from './screen-list.ts';

type Load = () => Promise<Record<string, ComponentType>>;
const files = {
  ...import.meta.glob<Record<string, ComponentType>>([
    '../features/*/*Screen.tsx',
    '!../features/{administration,archive,dashboard,first-steps,forms,items,office-package,operation,processes}/*Screen.tsx',
  ]),
  ...import.meta.glob<Record<string, ComponentType>>('./composed/*Screen.tsx'),
};
/** What few people open: the names of all that these screens are made of come with the first of them. */
const isLater =
  /^(administration|archive|dashboard|first-steps|forms|items|office-package|operation|processes)\//;

function loadOf(file: string): Load | undefined {
  if (isLater.test(file)) return async () => (await import('./later-screens.ts')).loadLater(file);
  return files[file.startsWith('composed/') ? `./${file}.tsx` : `../features/${file}.tsx`];
}

const parts = new Map(
  screens.flatMap(({ file }) => {
    const load = loadOf(file);
    return load === undefined ? [] : [[file, earlyParts(load)] as const];
  }),
);

/** The routes of all screens whose code exists; each is fetched when it is first opened. */
export function buildScreenRoutes(): RouteObject[] {
  return screens.flatMap(({ path, file, states: _states, ...handle }) => {
    const found = parts.get(file);
    if (found === undefined) return [];
    const name = file.split('/').at(-1) ?? '';
    const Screen = found.part((exported) => {
      const component = exported[name];
      if (component === undefined) throw new Error(`${file}.tsx does not export ${name}`);
      return component;
    });
    return [{ path, handle, element: <Screen /> }];
  });
}

/** Fetches the code of a screen ahead, when the pointer or the focus comes near its link; settles when it is there. */
export async function prefetchScreen(url: string): Promise<void> {
  const entry = screens.find((screen) => screen.path === url.split('?')[0]);
  await (entry && parts.get(entry.file)?.begin());
}
