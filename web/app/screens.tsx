import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { earlyParts } from '#web/toolkit/lazy-parts/early-parts.tsx';
import { screens } from './screen-list.ts';

type Load = () => Promise<Record<string, ComponentType>>;
const files = {
  ...import.meta.glob<Record<string, ComponentType>>([
    '../features/*/*Screen.tsx',
    '!../features/{administration,archive,dashboard,first-steps,forms,items,configuration-bundle,operation,processes,sign-ins}/*Screen.tsx',
  ]),
  ...import.meta.glob<Record<string, ComponentType>>('./composed/*Screen.tsx'),
};
/** Screens that few people open: the names of all their files are loaded with the first of them. */
const isLater =
  /^(administration|archive|dashboard|first-steps|forms|items|configuration-bundle|operation|processes|sign-ins)\//;

function loadOf(file: string): Load | undefined {
  if (isLater.test(file)) return async () => (await import('./later-screens.ts')).loadLater(file);
  return files[file.startsWith('composed/') ? `./${file}.tsx` : `../features/${file}.tsx`];
}

/** The screens whose code exists, each with the function that loads it. */
const loadable = screens.flatMap((screen) => {
  const load = loadOf(screen.file);
  return load === undefined ? [] : [{ ...screen, code: earlyParts(load) }];
});

/** Returns the routes of all screens whose code exists; each is loaded when it is first opened. */
export function buildScreenRoutes(): RouteObject[] {
  return loadable.map(({ path, file, code, states: _states, ...handle }) => {
    const name = file.split('/').at(-1) ?? '';
    const Screen = code.part((exported) => {
      const component = exported[name];
      if (component === undefined) throw new Error(`${file}.tsx does not export ${name}`);
      return component;
    });
    return { path, handle, element: <Screen /> };
  });
}

/** Prefetches the code of a screen, when its link is hovered or focused; resolves when it is loaded. */
export async function prefetchScreen(url: string): Promise<void> {
  await loadable.find(({ path }) => path === url.split('?')[0])?.code.begin();
}
