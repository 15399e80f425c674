import { tokens } from '#web/toolkit/styles/tokens.ts';
import type { Rule } from './rules.ts';
import { codeOf, importsOf, isTest, type SourceTree } from './source-tree.ts';

const tokensFile = 'web/toolkit/styles/tokens.ts';
const baseFile = 'web/toolkit/styles/base.css';
const moduleFile = /\.module\.css$/;
/** Class names that the base style sheet defines for every page; all other names belong to a module. */
const globalClasses = ['visually-hidden'];

const literalColour =
  /(?<![\w&])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(/i;
const namedColour =
  /:\s[^;{]*(?<![-\w])(?:white|black|red|green|blue|gray|grey|orange|yellow|silver|navy|purple)\b(?!-)[^;{]*;/i;

/** Returns the style sheets and components of the web that are not tests, with their code alone. */
function listWebFiles(tree: SourceTree, ending: RegExp): [path: string, code: string][] {
  return [...tree]
    .filter(([path]) => path.startsWith('web/') && ending.test(path) && !isTest(path))
    .map(([path, text]) => [path, codeOf(text)]);
}

/**
 * Returns each `styles` import of a component: its style sheet and the names used from it, `*` if they are
 * looked up dynamically.
 */
function listUsedNames(tree: SourceTree): { path: string; sheet: string; names: string[] }[] {
  return listWebFiles(tree, /\.tsx?$/).flatMap(([path, code]) =>
    importsOf(path, code).flatMap(({ specifier, target }) => {
      if (target === undefined || !moduleFile.test(target)) return [];
      const name = new RegExp(`import (\\w+) from '${specifier.replaceAll('.', '\\.')}'`).exec(code)?.[1];
      if (name === undefined) return [];
      const matches = [...code.matchAll(new RegExp(`\\b${name}(?:\\.(\\w+)|\\[)`, 'g'))];
      return [{ path, sheet: target, names: matches.map(([, member]) => member ?? '*') }];
    }),
  );
}

/** Returns the class names that a module declares, without those of libraries. */
function listDeclaredNames(css: string): string[] {
  const own = css.replaceAll(/:global\([^)]*\)/g, '').replaceAll(/"[^"]*"/g, '');
  const selectors = [...own.matchAll(/(?<=^|[{};])([^{};]*)\{/g)].map(([, selector = '']) => selector);
  return [
    ...new Set(selectors.flatMap((one) => [...one.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, n = '']) => n))),
  ];
}

/** Files of dialogs with a field that appears after the dialog has opened, and then receives the focus. */
const filesWithLaterField = [
  'web/features/handling/ActionConfirm.tsx',
  'web/features/opinions/OpinionManagerDialog.tsx',
];

export const styleRules: Rule[] = [
  {
    title: 'every style sheet is a module, besides the tokens and the base',
    violations: (tree) =>
      [...tree].flatMap(([path, text]) =>
        importsOf(path, text).flatMap(({ target }) =>
          target?.endsWith('.css') && !moduleFile.test(target) && target !== baseFile
            ? [`${path} → ${target}: its names are global, make it a module`]
            : [],
        ),
      ),
    broken: { 'web/toolkit/a.tsx': "import './a.css';" },
  },
  {
    title: 'no colour is written outside the tokens',
    violations: (tree) =>
      listWebFiles(tree, /\.(css|tsx?)$/).flatMap(([path, code]) => {
        if (path === tokensFile) return [];
        const found =
          literalColour.exec(code)?.[0] ?? (path.endsWith('.css') ? namedColour.exec(code)?.[0] : undefined);
        return found === undefined ? [] : [`${path}: ${found} belongs into ${tokensFile}`];
      }),
    broken: {
      'web/toolkit/a.module.css': '.a { color: #fff; }',
      'web/toolkit/b.module.css': '.a { border: 1px solid white; }',
      'web/toolkit/a.tsx': "<path fill={'#1557B0'} />",
      'web/toolkit/b.tsx': "style={{ color: 'rgb(1 2 3)' }}",
    },
  },
  {
    title: 'every custom property in use is a token, or is set in a style sheet',
    violations: (tree) => {
      const sheets = listWebFiles(tree, /\.css$/);
      const known = new Set(Object.keys(tokens));
      for (const [, css] of sheets) for (const [, n = ''] of css.matchAll(/--([\w-]+)\s*:/g)) known.add(n);
      return listWebFiles(tree, /\.(css|tsx?)$/).flatMap(([path, code]) =>
        [...code.matchAll(/var\(--([\w-]+)/g)].flatMap(([, name = '']) =>
          known.has(name) || name.startsWith('ant-') ? [] : [`${path}: there is no --${name}`],
        ),
      );
    },
    broken: { 'web/toolkit/a.module.css': '.a { color: var(--primry); }' },
  },
  {
    title: 'a class is declared in the module that it is imported from, and every declared class is used',
    violations: (tree) => {
      const usedNames = listUsedNames(tree);
      const sheets = new Map(listWebFiles(tree, moduleFile).map(([p, css]) => [p, listDeclaredNames(css)]));
      const missing = usedNames.flatMap(({ path, sheet, names }) =>
        names
          .filter((name) => name !== '*' && !sheets.get(sheet)?.includes(name))
          .map((name) => `${path}: ${sheet} has no .${name}`),
      );
      const unused = [...sheets].flatMap(([sheet, declared]) => {
        const used = new Set(usedNames.filter((one) => one.sheet === sheet).flatMap(({ names }) => names));
        if (used.has('*')) return [];
        return declared
          .filter((name) => !used.has(name))
          .map((name) => `${sheet}: no component uses .${name}`);
      });
      return [...missing, ...unused];
    },
    broken: {
      'web/toolkit/a.tsx': "import styles from './a.module.css';\n<p className={styles.gone} />",
      'web/toolkit/a.module.css': '.left { margin: 0; }',
    },
  },
  {
    title: 'no component writes the name of a class as text',
    violations: (tree) =>
      listWebFiles(tree, /\.tsx$/).flatMap(([path, code]) =>
        [...code.matchAll(/className=(?:"([^"]*)"|\{`|\{'([^']*)'\})/g)].flatMap(([whole, one, other]) =>
          globalClasses.includes(one ?? other ?? '') ? [] : [`${path}: ${whole}`],
        ),
      ),
    broken: { 'web/toolkit/a.tsx': '<p className="card" />' },
  },
  {
    title: 'no field of a dialog sets the focus, which the dialog sets by its own rule',
    violations: (tree) =>
      listWebFiles(tree, /\.tsx$/).flatMap(([path, code]) => {
        const isDialog =
          /Dialogs?\.tsx$/.test(path) || /<(?:AppModal|EditingModal|ConfirmDialog)\b/.test(code);
        return isDialog && /\bautoFocus\b/.test(code) && !filesWithLaterField.includes(path)
          ? [`${path}: autoFocus has no effect when a dialog opens (dialog-focus.ts)`]
          : [];
      }),
    broken: {
      'web/features/a/ADialog.tsx': '<Input autoFocus />',
      'web/features/a/A.tsx': '<AppModal open><Input autoFocus /></AppModal>',
    },
  },
];
