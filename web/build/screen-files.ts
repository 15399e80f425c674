import { join } from 'node:path';
import { folderOf } from './antd-styles.ts';

/** Access to the bundler's data on a module. */
export interface ModuleReader {
  getModuleInfo(id: string): {
    code: string | null;
    importedIds: readonly string[];
    dynamicallyImportedIds: readonly string[];
  } | null;
}

/** The parts of the web app that get their own files, by module id. */
export interface ScreenFiles {
  /**
   * Modules that both the start of the application and one of the small pages (login, phone upload,
   * verification) need.
   */
  shared: ReadonlySet<string>;
  /** Modules that every screen of the application needs. */
  first: ReadonlySet<string>;
  /** Modules that a list needs besides those of `shared` and `first`, in every window. */
  list: ReadonlySet<string>;
  /** Modules that a list needs besides all these on a desktop. */
  desktop: ReadonlySet<string>;
  /** Modules that one of the small pages needs, and the start of the application does not. */
  smallPages: ReadonlySet<string>;
  /** All modules that the pages or a list need: other screens must not add to their files. */
  known: ReadonlySet<string>;
}

const barrel = /[\\/]node_modules[\\/](antd|@ant-design[\\/]icons)[\\/]es[\\/]index\.js$/;

/**
 * Returns the given entries and all entries that they load later, directly or indirectly, except the excluded
 * ones.
 */
export function addLazyEntries(
  entries: readonly string[],
  modules: ModuleReader,
  excluded: ReadonlySet<string> = new Set(),
): string[] {
  const all = new Set(entries);
  for (const entry of all)
    for (const id of findNeededModules([entry], modules))
      for (const later of modules.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
        if (!excluded.has(later)) all.add(later);
  return [...all];
}

/**
 * Returns the modules that an entry imports, directly or indirectly. For the two libraries whose index
 * exports every component, only the imported names are followed: other modules of the index are not needed.
 */
export function findNeededModules(entries: readonly string[], modules: ModuleReader): Set<string> {
  const needed = new Set<string>();
  const queue = [...entries];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (needed.has(id)) continue;
    needed.add(id);
    const info = modules.getModuleInfo(id);
    for (const imported of info?.importedIds ?? [])
      queue.push(...(barrel.test(imported) ? filesOfNames(imported, info?.code ?? '') : [imported]));
  }
  return needed;
}

function filesOfNames(index: string, code: string): string[] {
  const isIcons = index.includes('icons');
  const folder = join(index, '..');
  const imports = code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["'](antd|@ant-design\/icons)["']/g);
  return [...imports]
    .filter(([, , library]) => (library !== 'antd') === isIcons)
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim().split(/\s/)[0] ?? '')
    .filter((name) => name !== '')
    .map((name) => join(folder, isIcons ? `icons/${name}.js` : `${folderOf(name)}/index.js`));
}

/**
 * Returns the modules that share a file, from the entries of the four pages, of a list screen, and of its
 * parts on a desktop and on a phone (module ids). Modules that both parts need are in neither of their files.
 */
export function planScreenFiles(
  modules: ModuleReader,
  entries: {
    application: string;
    smallPages: readonly string[];
    list: string;
    desktop: string;
    phone: string;
    /**
     * Parts that are loaded soon after every screen, and after every list: a style sheet of their own would be a
     * request for a kilobyte.
     */
    partAfterScreen: string;
    partAfterList: string;
  },
): ScreenFiles {
  const small = findNeededModules(addLazyEntries(entries.smallPages, modules), modules);
  // The code that starts a page stays in the page's own file: another page that imported it would start the
  // application.
  const starts = new Set([
    entries.application,
    ...(modules.getModuleInfo(entries.application)?.importedIds ?? []),
  ]);
  const application = findNeededModules([entries.application], modules);
  const list = findNeededModules([entries.list], modules);
  const desktop = findNeededModules([entries.desktop], modules);
  const phone = findNeededModules([entries.phone], modules);
  const isOwn = (id: string) => !small.has(id) && !starts.has(id);
  const isOfScreen = (id: string) => isOwn(id) && !application.has(id);
  const sheetsOf = (entry: string) =>
    [...findNeededModules([entry], modules)].filter((id) => id.endsWith('.module.css') && isOfScreen(id));
  const sheetsOfScreen = sheetsOf(entries.partAfterScreen);
  const sheetsOfList = sheetsOf(entries.partAfterList).filter((id) => !sheetsOfScreen.includes(id));
  return {
    shared: new Set([...application].filter((id) => small.has(id))),
    first: new Set([...[...application].filter(isOwn), ...sheetsOfScreen]),
    // An entry must stay in its own file, because it may be loaded alone.
    list: new Set([
      ...[...list].filter((id) => isOfScreen(id) && id !== entries.list && !sheetsOfScreen.includes(id)),
      ...sheetsOfList,
    ]),
    desktop: new Set([...desktop].filter((id) => isOfScreen(id) && !list.has(id) && !phone.has(id))),
    smallPages: new Set([...small].filter((id) => !application.has(id))),
    known: new Set([
      ...small,
      ...application,
      ...list,
      ...desktop,
      ...phone,
      ...sheetsOfScreen,
      ...sheetsOfList,
    ]),
  };
}
