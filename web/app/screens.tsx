import { type ComponentType, lazy } from 'react';
import type { RouteObject } from 'react-router';
import { partOrWords } from '#web/toolkit/page/part-or-words.tsx';
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

/** The routes of all screens whose code exists; each is fetched when it is first opened. */
export function buildScreenRoutes(): RouteObject[] {
  return screens.flatMap(({ path, file, states: _states, ...handle }) => {
    const load = loadOf(file);
    return load === undefined ? [] : [{ path, handle, element: lazyScreen(load, file) }];
  });
}

/** Fetches the code of a screen ahead, when the pointer or the focus comes near its link. */
export function prefetchScreen(url: string): void {
  const entry = screens.find((screen) => screen.path === url.split('?')[0]);
  if (entry) void loadOf(entry.file)?.();
}

function lazyScreen(load: Load, file: string) {
  const name = file.split('/').at(-1) ?? '';
  const Screen = lazy(() =>
    partOrWords(async () => {
      const component = (await load())[name];
      if (component === undefined) throw new Error(`${file}.tsx does not export ${name}`);
      return component;
    }),
  );
  return <Screen />;
}
