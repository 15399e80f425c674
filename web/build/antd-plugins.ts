import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import {
  firstComponents,
  folderOf,
  keepStylesExcept,
  keepStylesOf,
  listImportedFiles,
} from './antd-styles.ts';
import { filesWithUnusedParts, removeUnusedParts } from './unused-parts.ts';

const web = join(import.meta.dirname, '..');
const antd = join(web, '..', 'node_modules', 'antd');
/** The style sheet from which the styles are read; the bundle does not import it. */
export const antdStyleSheet = join(antd, 'dist', 'antd.css');

const firstStyleSheet = 'virtual:antd.css';
const restStyleSheet = 'virtual:antd-rest.css';

/**
 * Serves the styles of the Ant Design components that the portal uses, directly or indirectly, as two style
 * sheets; the theme sets `zeroRuntime`, so that none are generated while a screen opens. `virtual:antd.css`
 * is for the components that every screen starts with. Any other component imports `virtual:antd-rest.css` in
 * place of its style code, so that it never runs without its styles.
 */
export function antdStyles(): Plugin {
  let isBuild = false;
  return {
    name: 'antd-styles',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    resolveId: (id) => (id === firstStyleSheet || id === restStyleSheet ? `\0${id}` : undefined),
    load: async (id) => {
      if (id === `\0${restStyleSheet}`) return readAntdStyles('rest');
      return id === `\0${firstStyleSheet}` ? readAntdStyles(isBuild ? 'first' : 'all') : undefined;
    },
    transform: {
      filter: { id: /antd[\\/]es[\\/][\w-]+[\\/]style[\\/][\w-]+\.js$/, code: 'export default' },
      handler(code, id) {
        const folder = /([\w-]+)[\\/]style[\\/][\w-]+\.js$/.exec(id)?.[1] ?? '';
        if (!isBuild || folder === 'es' || firstComponents.has(folder)) return undefined;
        return { code: `import '${restStyleSheet}';\n${code}`, map: null };
      },
    },
  };
}

/**
 * Puts the rest of Ant Design's style sheet before all others, though it loads later: our own rules override
 * it, even with equal specificity. The others are put into the body, behind the first style sheets of the page
 * (`first-paint.ts`).
 */
export function prependRestOfAntd(): Plugin {
  const insertion = 'document.head.appendChild(link)';
  return {
    name: 'rest-of-antd-first',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        if (!code.includes(insertion))
          throw new Error(`The bundler no longer loads style sheets with ${insertion}`);
        const changed =
          "(link.href.includes('/antd-rest-') ? document.head.prepend(link) : (link.rel === 'stylesheet' ? document.body : document.head).append(link))";
        return { code: code.replace(insertion, changed), map: null };
      },
    },
  };
}

/** Leaves parts of libraries that the portal does not use out of the bundle. */
export function unusedPartsPlugin(): Plugin {
  return {
    name: 'without-unused-parts',
    apply: 'build',
    transform: {
      filter: { id: filesWithUnusedParts },
      handler: (code, id) => ({ code: removeUnusedParts(id.split('?')[0] ?? id, code), map: null }),
    },
  };
}

async function readAntdStyles(part: 'first' | 'rest' | 'all'): Promise<string> {
  const library = join(antd, 'es');
  const entries = await readdir(library, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const sources = await readSources(web, /\.tsx?$/);
  const antdImports = sources.flatMap((text) => [...text.matchAll(/import \{([^}]*)\} from 'antd'/g)]);
  const components = antdImports.flatMap(([, names = '']) => names.match(/\b[A-Z]\w+/g) ?? []).map(folderOf);
  const importedFolders = folders.filter((folder) => components.includes(folder));
  const files = listImportedFiles(
    importedFolders.map((folder) => join(library, folder, 'index.js')),
    importsOfFile,
  );
  const usedFolders = new Set(
    folders.filter((folder) => files.has(join(library, folder, 'style', 'index.js'))),
  );
  const css = await readFile(antdStyleSheet, 'utf8');
  const firstFolders = new Set([...usedFolders].filter((folder) => firstComponents.has(folder)));
  if (part === 'rest') return keepStylesExcept(css, firstFolders, usedFolders, folders);
  return keepStylesOf(css, part === 'all' ? usedFolders : firstFolders, folders);
}

/** Returns the files of the same library that a file of it imports. */
function importsOfFile(file: string): string[] {
  const specifiers = [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']*)'/g)];
  return specifiers.flatMap(([, specifier = '']) => {
    const path = join(file, '..', specifier);
    return [path, `${path}.js`, join(path, 'index.js')].filter(
      (candidate) => candidate.endsWith('.js') && existsSync(candidate),
    );
  });
}

async function readSources(folder: string, ending: RegExp): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && ending.test(entry.name));
  return Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')));
}
