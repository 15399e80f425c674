import type { ComponentType } from 'react';
import { matchPath, type RouteObject } from 'react-router';
import { prefetchableParts } from '#web/toolkit/lazy-parts/prefetchable-parts.tsx';
import { screens } from './screen-list.ts';

type Load = () => Promise<Record<string, ComponentType>>;
/** Screens that are opened every day, and those of several capabilities. */
const dailyScreens = import.meta.glob<Record<string, ComponentType>>([
  './composed/*Screen.tsx',
  '../features/{catalogue,initiation,messages,schedule,work-orders}/*Screen.tsx',
]);

/**
 * Returns the way to fetch a screen's code. The names of the files that are not opened every day are loaded with the
 * first of them.
 */
function findLoader(file: string): Load {
  return (
    dailyScreens[file.startsWith('composed/') ? `./${file}.tsx` : `../features/${file}.tsx`] ??
    (async () => (await import('./other-screens.ts')).loadScreenFile(file))
  );
}

const loadableScreens = screens.map((screen) => ({
  ...screen,
  code: prefetchableParts(findLoader(screen.file)),
}));

/** The routes of all screens; the code of each is fetched when it is first opened. */
export function buildScreenRoutes(): RouteObject[] {
  return loadableScreens.map(({ path, file, code, states: _states, ...handle }) => {
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
  const [pathname = ''] = url.split('?');
  await loadableScreens.find(({ path }) => path === pathname || matchPath(path, pathname))?.code.prefetch();
}
