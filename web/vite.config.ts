import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { antdStyleSheet, antdStyles, prependRestOfAntd, unusedPartsPlugin } from './build/antd-plugins.ts';
import { packagesOf } from './build/built-packages.ts';
import { firstPaint } from './build/first-paint.ts';
import { findEntries, findImportedFiles } from './build/imported-files.ts';
import { filesWithTexts, replaceLibraryTexts } from './build/library-texts.ts';
import { styleForOldBrowsers, tagsForOldBrowsers } from './build/old-browsers.ts';
import { pdfParts } from './build/pdf-parts.ts';
import { proxyPortalCalls } from './build/portal-proxy.ts';
import { precompress } from './build/precompress.ts';
import { rareParts } from './build/rare-parts.ts';
import { importedFiles, recordImports } from './build/recorded-imports.ts';
import {
  findNeededModules,
  type ModuleReader,
  planScreenFiles,
  type ScreenFiles,
} from './build/screen-files.ts';
import { groupScreenModules } from './build/screen-groups.ts';
import { scaleSizesByTheme } from './build/sizes.ts';
import { emptyStyleFunctions } from './build/style-functions.ts';
import { setStylesByCode } from './build/styles-by-code.ts';
import { tokens, tokensStyleSheet } from './toolkit/styles/tokens.ts';
import { phoneWidth } from './toolkit/styles/use-window-size.ts';

/**
 * Serves the colours of `toolkit/styles/tokens.ts` as the style sheet `virtual:tokens.css`, and writes one
 * into each page's head.
 */
function tokensAsStyles(): Plugin {
  const name = 'virtual:tokens.css';
  return {
    name: 'tokens-as-styles',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    // Every page loads this style sheet, so it also contains the style that shows a message in old browsers.
    load: (id) => (id === `\0${name}` ? `${tokensStyleSheet()}\n${styleForOldBrowsers}` : undefined),
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { name: 'theme-color', content: tokens.primary }, injectTo: 'head' },
    ],
  };
}

/** Shows a message on every page in a browser that cannot run the portal. */
function warnOldBrowsers(): Plugin {
  return { name: 'warn-old-browsers', transformIndexHtml: tagsForOldBrowsers };
}

/** Makes the sizes of our own style sheets depend on the theme (长辈版). */
function sizesOfTheTheme(): Plugin {
  return {
    name: 'sizes-of-the-theme',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]web[\\/](app|features|toolkit)[\\/].*\.css$/ },
      handler: (code) => ({ code: scaleSizesByTheme(code), map: null }),
    },
  };
}

/** Translates texts that the library shows in English in every locale. */
function translateLibraryTexts(): Plugin {
  return {
    name: 'library-texts',
    transform: {
      filter: { id: filesWithTexts },
      handler: (code, id) => ({ code: replaceLibraryTexts(id.split('?')[0] ?? id, code), map: null }),
    },
  };
}

/** Removes the code that would generate Ant Design's styles at run time from the bundle. */
function removeStyleFunctions(): Plugin {
  return {
    name: 'remove-style-functions',
    apply: 'build',
    transform: {
      filter: { id: /antd[\\/]es[\\/].*[\\/]style[\\/].*\.js$/ },
      handler(code) {
        const changed = emptyStyleFunctions(code, this.parse(code));
        return changed === undefined ? undefined : { code: changed, map: null };
      },
    },
  };
}

/** Lets libraries set styles only by code; the content policy refuses the attribute. */
function stylesByCode(): Plugin {
  return {
    name: 'styles-by-code',
    apply: 'build',
    transform: {
      filter: { id: /node_modules/, code: /setAttribute\(\s*['"]style['"]/ },
      handler(code) {
        const changed = setStylesByCode(code, this.parse(code));
        return changed === undefined ? undefined : { code: changed, map: null };
      },
    },
  };
}

/**
 * Writes the list of packages in the web app, for the list of a release's contents; next to the manifest,
 * which is not served.
 */
function listPackages(): Plugin {
  return {
    name: 'list-packages',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const modules = chunks.flatMap(({ modules }) =>
        Object.keys(modules).filter((id) => (modules[id]?.renderedLength ?? 0) > 0),
      );
      // The style sheet of Ant Design is read, not imported.
      const source = JSON.stringify(packagesOf([...modules, antdStyleSheet]), undefined, 1);
      this.emitFile({ type: 'asset', fileName: '.vite/packages.json', source });
    },
  };
}

/**
 * Modules whose files the login page prefetches while its form is filled in, with the windows they are for:
 * the application with the to-do list, the first page of most people, and then the files for other first
 * pages.
 */
const prefetchGroups: readonly { name: string; subject: RegExp; media?: string }[] = [
  { name: 'app-chunks', subject: /\/(index\.html|TodoScreen\.tsx)$/ },
  { name: 'app-chunks', subject: /\/list\/desktop-parts\.ts$/, media: `(width >= ${phoneWidth}px)` },
  { name: 'app-chunks', subject: /\/list\/phone-parts\.ts$/, media: `(width < ${phoneWidth}px)` },
  { name: 'app-chunks-later', subject: /\/CatalogueScreen\.tsx$/ },
];

/**
 * Writes the application's first files into the login page, each once, those with the longest import chain
 * first.
 */
function announceAppChunks(): Plugin {
  return {
    name: 'announce-app-chunks',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, filename }) {
        if (!bundle || !filename.endsWith('login.html')) return undefined;
        // The login page loads these itself.
        const listedFiles = new Set(
          findEntries(bundle, /\/login\.html$/).flatMap((entry) => [...findImportedFiles(bundle, entry)]),
        );
        return prefetchGroups.map(({ name, subject, media }) => {
          const entries = findEntries(bundle, subject);
          if (entries.length === 0) throw new Error(`The build contains no file for ${subject}`);
          const reached = entries.flatMap((entry) => [...findImportedFiles(bundle, entry)]);
          const files = [...new Set(reached)].filter((file) => !listedFiles.has(file));
          for (const file of files) listedFiles.add(file);
          const content = files.map((file) => `/${file}`).join(',');
          return {
            tag: 'meta',
            attrs: { name, content, ...(media && { media }) },
            injectTo: 'head' as const,
          };
        });
      },
    },
  };
}

/**
 * Modules that several pages start with, or that all of them use for loading parts; and one that is too small
 * for a file.
 */
const modulesOfPages =
  /preload-helper|[\\/](send|random-key|read-stored|call-error|fetch-with-progress|chosen-theme|session-token|session-storage-prefix|early-answers|write-query|join-classes|input-texts|session-refusals|portal-theme|code-list|list-views-path)\.ts$/;

let screenFiles: ScreenFiles | undefined;

/** Returns the modules that share a file, computed once. */
function filesOf(modules: ModuleReader): ScreenFiles {
  const pathOf = (path: string) => join(import.meta.dirname, path);
  screenFiles ??= planScreenFiles(modules, {
    application: pathOf('index.html'),
    smallPages: ['login.html', 'phone-upload.html', 'verify.html'].map(pathOf),
    list: pathOf('app/composed/TodoScreen.tsx'),
    desktop: pathOf('toolkit/list/desktop-parts.ts'),
    phone: pathOf('toolkit/list/phone-parts.ts'),
    partAfterScreen: pathOf('app/shell/ReminderNotices.tsx'),
    partAfterList: pathOf('toolkit/list/ListViews.tsx'),
  });
  return screenFiles;
}

/**
 * Parts that are loaded soon after the first screen, whichever it is: for them an unneeded byte counts as for a
 * screen.
 */
const everyScreenParts = [
  'app/shell/ReminderNotices.tsx',
  'features/session/ReLoginDialog.tsx',
  'toolkit/list/ListViews.tsx',
].map((path) => join(import.meta.dirname, path));

let menuIcons: ReadonlySet<string> | undefined;

/**
 * Returns the icons of the business menu that other screens show too: in the file of a screen, they would load
 * all of it.
 */
function menuIconsOf(modules: ModuleReader): ReadonlySet<string> {
  menuIcons ??= new Set(
    [...findNeededModules([join(import.meta.dirname, 'app/shell/business-icons.tsx')], modules)].filter(
      (id) => /[\\/]@ant-design[\\/]icons/.test(id) && !filesOf(modules).known.has(id),
    ),
  );
  return menuIcons;
}

let screenGroups: Map<string, number> | undefined;

/** Returns the group of each module that several screens share, computed once. */
function groupsOf(modules: ModuleReader): Map<string, number> {
  if (!screenGroups) {
    // Each of these files imports its screens when they are opened.
    const screens = ['app/screens.tsx', 'app/other-screens.ts']
      .flatMap((path) => modules.getModuleInfo(join(import.meta.dirname, path))?.dynamicallyImportedIds ?? [])
      .filter((id) => id.endsWith('Screen.tsx'));
    screens.push(...everyScreenParts);
    const { known, list, desktop } = filesOf(modules);
    screenGroups = groupScreenModules(modules, screens, known, [
      list,
      desktop,
      menuIconsOf(modules),
      ...rareParts.map(({ test }) => ({ has: (id: string) => test.test(id), onlyForItsScreens: true })),
    ]);
  }
  return screenGroups;
}

let orderScreenFiles: Readonly<Record<'styleSheets' | 'small', ReadonlySet<string>>> | undefined;

/**
 * Returns the modules that an order and its registration need and that would be a file each, computed once: their
 * style sheets, with all that several screens need, and the modules that a small page needs too.
 */
function orderScreenFilesOf(modules: ModuleReader) {
  if (!orderScreenFiles) {
    const { known, smallPages } = filesOf(modules);
    const screens = ['Detail', 'Initiation'].map((name) =>
      join(import.meta.dirname, `app/composed/${name}Screen.tsx`),
    );
    const needed = [...findNeededModules(screens, modules)];
    const ofEveryScreen = findNeededModules(everyScreenParts, modules);
    const isSheet = (id: string) => id.endsWith('.module.css') && !known.has(id) && !ofEveryScreen.has(id);
    orderScreenFiles = {
      styleSheets: new Set([...groupsOf(modules).keys(), ...needed].filter(isSheet)),
      small: new Set(needed.filter((id) => smallPages.has(id))),
    };
  }
  return orderScreenFiles;
}

export default defineConfig(async ({ command }) => ({
  root: import.meta.dirname,
  // Packages with a replacement in a browser; the files explain the reasons.
  resolve: {
    alias: [
      { find: /^zod$/, replacement: `${import.meta.dirname}/api/zod-shim.ts` },
      { find: /^crypto$/, replacement: `${import.meta.dirname}/api/web-crypto-shim.ts` },
      { find: /^.*\/Dom\/dynamicCSS$/, replacement: `${import.meta.dirname}/api/dynamic-css-shim.ts` },
    ],
  },
  plugins: [
    react(),
    tokensAsStyles(),
    warnOldBrowsers(),
    antdStyles(),
    prependRestOfAntd(),
    sizesOfTheTheme(),
    translateLibraryTexts(),
    removeStyleFunctions(),
    stylesByCode(),
    unusedPartsPlugin(),
    recordImports(),
    announceAppChunks(),
    firstPaint(),
    pdfParts(),
    listPackages(),
    precompress(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    target: ['chrome111', 'firefox115', 'edge111'],
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Files that are loaded already would only make the first file larger.
      resolveDependencies: (
        _file: string,
        deps: string[],
        { hostId, hostType }: { hostId: string; hostType: 'html' | 'js' },
      ) => (hostType === 'html' ? deps : deps.filter((dep) => !importedFiles.get(hostId)?.has(dep))),
    },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // The run time of plugins is of no interest for people who install the portal.
      checks: { pluginTimings: false },
      input: {
        index: `${import.meta.dirname}/index.html`,
        login: `${import.meta.dirname}/login.html`,
        'phone-upload': `${import.meta.dirname}/phone-upload.html`,
        verify: `${import.meta.dirname}/verify.html`,
      },
      output: {
        // The first file contains the name of every chunk, so names consist of a hash only: words would make
        // it larger, and the manifest shows which chunk is which.
        chunkFileNames: 'assets/[hash:8].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        // By default the bundler splits libraries into ever smaller shared files as screens are added: on a
        // slow connection each file costs more than its bytes. Chunks below the size are merged with the
        // chunk of most similar use.
        codeSplitting: {
          groups: [
            { name: 'antd-rest', test: /virtual:antd-rest/, priority: 5 },
            // One file for all pages: one for each pair would be larger.
            { name: 'pages', test: modulesOfPages, priority: 4 },
            {
              name: (id: string, modules: ModuleReader) => (menuIconsOf(modules).has(id) ? 'icons' : null),
              includeDependenciesRecursively: false,
              priority: 4,
            },
            ...rareParts.map((part) => ({ ...part, includeDependenciesRecursively: false, priority: 4 })),
            {
              name: (id: string, modules: ModuleReader) =>
                filesOf(modules).shared.has(id) ? 'shared' : null,
              entriesAware: true,
              entriesAwareMergeThreshold: 12_000,
              priority: 4,
            },
            {
              name: (id: string, modules: ModuleReader) =>
                orderScreenFilesOf(modules).styleSheets.has(id) ? 'sheets' : null,
              priority: 4,
            },
            {
              name: (id: string, modules: ModuleReader) =>
                orderScreenFilesOf(modules).small.has(id) ? 'small' : null,
              includeDependenciesRecursively: false,
              priority: 4,
            },
            {
              name: (id: string, modules: ModuleReader) => (filesOf(modules).first.has(id) ? 'first' : null),
              priority: 3,
            },
            // One file each: split by use, they would be a dozen files before the first rows.
            {
              name: (id: string, modules: ModuleReader) => (filesOf(modules).list.has(id) ? 'list' : null),
              priority: 3,
            },
            {
              name: (id: string, modules: ModuleReader) => (filesOf(modules).desktop.has(id) ? 'desk' : null),
              priority: 3,
            },
            {
              name: 'library',
              test: /node_modules/,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 16_000,
              priority: 2,
            },
            {
              name: (id: string, modules: ModuleReader) => {
                const group = groupsOf(modules).get(id);
                return group === undefined ? null : `screens-${group}`;
              },
              // Each module of a group has its own group; with dependencies, the first group would contain the
              // modules of all others.
              includeDependenciesRecursively: false,
              priority: 3,
            },
          ],
        },
      },
    },
  },
  server:
    command === 'serve'
      ? { proxy: await proxyPortalCalls(process.env.PORTAL_DEV_TARGET ?? 'http://127.0.0.1:8080') }
      : {},
}));
