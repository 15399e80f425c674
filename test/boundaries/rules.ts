import { join } from 'node:path';
import { findCycles, findFolderCycles } from './cycles.ts';
import { mayImport, readImportTable, tableFolderOf } from './import-table.ts';
import { codeOf, type Import, importsOf, isTest, layerOf, type SourceTree } from './source-tree.ts';

export interface Rule {
  title: string;
  /** Returns the violations of the rule, one line each; empty if there are none. */
  violations(tree: SourceTree): string[];
  /** A tree that breaks the rule, to test that the rule detects it. */
  broken: Record<string, string>;
}

type ImportCheck = (path: string, found: Import) => string | undefined;

/** Makes a rule from a check of single imports. */
function eachImport(check: ImportCheck, tests: 'with tests' | 'without tests' = 'without tests') {
  return (tree: SourceTree): string[] =>
    [...tree].flatMap(([path, text]) => {
      if (tests === 'without tests' && isTest(path)) return [];
      return importsOf(path, text).flatMap((found) => {
        const problem = check(path, found);
        return problem ? [`${path} → ${found.specifier}: ${problem}`] : [];
      });
    });
}

/** Makes a rule from a check of whole files. */
function eachFile(check: (path: string, text: string) => string | undefined) {
  return (tree: SourceTree): string[] =>
    [...tree].flatMap(([path, text]) => {
      const problem = check(path, text);
      return problem ? [`${path}: ${problem}`] : [];
    });
}

/** Defines which folder may import which: the table of ARCHITECTURE.md. */
const importTable = readImportTable(join(import.meta.dirname, '..', '..'));

/**
 * Files that describe the options of commands: used before anything is installed, and by the programs
 * themselves.
 */
const commandOptionFiles = ['scripts/lib/options.mjs', 'scripts/lib/similar-name.mjs'];

const mayUsePackages: Record<string, (specifier: string) => boolean> = {
  domain: () => false,
  contract: (specifier) => specifier === 'zod',
  web: (specifier) => !specifier.startsWith('node:'),
};

/** Returns the module of a file: `server/modules/access/session/service.ts` → `access/session`. */
function moduleOf(path: string): string | undefined {
  return /^server\/modules\/([\w-]+\/[\w-]+)\//.exec(path)?.[1];
}

/** Returns the part of a path after the prefix: `web/features/session/Login.tsx` → `session`. */
function partAfter(path: string, prefix: string): string | undefined {
  return path.startsWith(prefix) ? path.slice(prefix.length).split('/')[0] : undefined;
}

const isService = (path: string) => /(^|[/-])service\.ts$/.test(path);
const tableAccess =
  /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(|\bsql(<[^`]*>)?`/;
const environmentReaders = ['server/kernel/config/environment.ts', 'web/vite.config.ts'];
const queryKeyWriters = ['web/api/query-of.ts', 'web/api/test-query.ts'];
/** The files that choose cached answers by the names of calls: the cache itself, and live events (docs/decisions/0027). */
const renewersByName = ['web/api/query-of.ts', 'web/app/LiveQueries.tsx'];
/** Checks whether the file belongs to the build of the web app, which runs on the developer's machine. */
const isBuild = (path: string) => /^web\/(vite\.config\.ts$|build\/)/.test(path);
/** Finds a `tabIndex` that makes something focusable that is not a control. */
const manualTabStop = /<(section|div|[uod]l)\b[^<>]*\stabIndex=\{0\}/;
/**
 * The places where each side redirects a browser to another address. The simulator plays another system in
 * the demo.
 */
const redirectFiles = [
  'server/kernel/http/static-web.ts',
  'server/kernel/http/redirects.ts',
  'server/adapters/gateways/sign-on/simulator.ts',
  'web/api/leave-for.ts',
];
const redirectPatterns = {
  server: /\.redirect\(|header\(\s*'location'|writeHead\(\s*30\d/i,
  web: /\blocation\.(assign|replace)\(|\blocation\[|\b(window\.location|location\.href)\s*=[^=]|\bwindow\.open\(/,
};
const maxFileLines = 400;
const todo = new RegExp(`\\b(${['TO', 'DO'].join('')}|${['FIX', 'ME'].join('')})\\b`);
const enumeration = /^\s*(export\s+)?(declare\s+)?(const\s+)?enum\s+\w+\s*\{/m;
const meaninglessName = /(^|[/.-])(utils?|helpers?|misc|managers?)[/.]|(^|\/)common[/.]/i;

export const rules: Rule[] = [
  {
    title: 'folders import only the folders that the table of ARCHITECTURE.md names',
    violations: eachImport((path, { target }) => {
      if (!target || commandOptionFiles.includes(target)) return undefined;
      const ownFolder = tableFolderOf(importTable, path);
      if (ownFolder === undefined) return 'the table of ARCHITECTURE.md does not name this folder';
      return mayImport(importTable, ownFolder, target) ? undefined : `${ownFolder} may not import it`;
    }),
    broken: {
      'domain/a.ts': "import { b } from '#server/kernel/b.ts';",
      'server/kernel/http/a.ts': "import { find } from '#server/modules/access/session/service.ts';",
      'server/modules/access/session/a.ts': "import { b } from '#server/modules/cases/handling/service.ts';",
      'server/a.ts': "import { b } from '#scripts/lib/b.mjs';",
      'web/toolkit/a.tsx': "import { B } from '#web/features/session/B.tsx';",
      'unknown/a.ts': "import { b } from '#domain/b.ts';",
    },
  },
  {
    title: 'domain uses no package, contract only zod, web nothing of Node',
    violations: eachImport((path, { specifier, target }) => {
      const allowed = mayUsePackages[layerOf(path)];
      if (target || !allowed || isBuild(path) || allowed(specifier)) return undefined;
      return 'this package may not be used in this layer';
    }),
    broken: {
      'domain/a.ts': "import { readFile } from 'node:fs';",
      'contract/a.ts': "import x from 'dayjs';",
    },
  },
  {
    title: 'imports of another layer begin with #layer/…, and every import has its file extension',
    violations: eachImport((path, { specifier, target }) => {
      if (!target) return undefined;
      if (specifier.startsWith('.') && layerOf(target) !== layerOf(path)) return 'write #layer/… instead';
      if (!/\.(ts|tsx|mjs|css|json|svg|png)(\?.*)?$/.test(specifier)) return 'the file extension is missing';
      return undefined;
    }, 'with tests'),
    broken: { 'server/a.ts': "import { b } from '../domain/b.ts';\nimport { c } from './c';" },
  },
  {
    title: 'a module reaches another only through its service',
    violations: eachImport((path, { target }) => {
      const own = moduleOf(path);
      const other = moduleOf(target ?? '');
      if (!own || !other || own === other || isService(target ?? '')) return undefined;
      return `only the service of ${other} is open to ${own}`;
    }),
    broken: {
      'server/modules/cases/a/service.ts': "import { find } from '../b/queries.ts';",
      'server/modules/cases/c/service.ts': "import type { Row } from '../b/queries.ts';",
    },
  },
  {
    title: 'in modules only queries name tables',
    violations: eachFile((path, text) => {
      if (!path.startsWith('server/modules/') || isTest(path) || /queries\.ts$/.test(path)) return undefined;
      const found = tableAccess.exec(codeOf(text));
      return found ? `${found[0]} belongs into queries` : undefined;
    }),
    broken: {
      'server/modules/a/service.ts': "db.selectFrom('staff')",
      'server/modules/b/routes.ts': 'sql<Row>`select 1 from staff`',
    },
  },
  {
    title: 'only environment.ts reads process.env',
    violations: eachFile((path, text) => {
      const watched = ['domain', 'contract', 'server', 'web'].includes(layerOf(path)) && !isTest(path);
      if (!watched || environmentReaders.includes(path)) return undefined;
      return codeOf(text).includes('process.env') ? 'use the configuration instead' : undefined;
    }),
    broken: { 'server/kernel/http/a.ts': 'const port = process.env.PORT;' },
  },
  {
    title: 'features never import each other',
    violations: eachImport((path, { target }) => {
      const own = partAfter(path, 'web/features/');
      const other = partAfter(target ?? '', 'web/features/');
      return own && other && own !== other ? `${own} must not import ${other}` : undefined;
    }),
    broken: { 'web/features/a/A.tsx': "import type { B } from '../b/B.tsx';" },
  },
  {
    title: 'there are no import cycles between files',
    violations: (tree) => findCycles(tree).map((circle) => circle.join(' → ')),
    broken: {
      'domain/a.ts': "import { b } from './b.ts';",
      'domain/b.ts': "import type { A } from './a.ts';",
    },
  },
  {
    title: 'there are no import cycles between the files and folders of a folder, at any depth',
    violations: (tree) => findFolderCycles(tree).map((steps) => steps.join(', ')),
    broken: {
      'domain/a/one.ts': "import { b } from '../b/two.ts';",
      'domain/b/two.ts': '',
      'domain/b/three.ts': "import { a } from '../a/four.ts';",
      'domain/a/four.ts': '',
    },
  },
  {
    title: `no file is longer than ${maxFileLines} lines`,
    violations: eachFile((path, text) => {
      const lines = text.trimEnd().split('\n').length;
      return lines > maxFileLines && !path.startsWith('server/seeds/data/') ? `${lines} lines` : undefined;
    }),
    broken: { 'domain/a.ts': 'x\n'.repeat(maxFileLines + 1) },
  },
  {
    title: 'there are no barrel files and no meaningless file names',
    violations: eachFile((path) => {
      if (/(^|\/)index\.(ts|tsx)$/.test(path)) return 'import the file itself';
      return meaninglessName.test(path) ? 'name it by its content' : undefined;
    }),
    broken: { 'domain/index.ts': '', 'web/toolkit/utils.ts': '', 'server/kernel/http/helpers/a.ts': '' },
  },
  {
    title: 'there are no notes about later work',
    violations: eachFile((_path, text) => todo.exec(text)?.[0]),
    broken: { 'domain/a.ts': `// ${['TO', 'DO'].join('')}: check digit` },
  },
  {
    title: 'there are no enums',
    violations: eachFile((_path, text) => enumeration.exec(codeOf(text))?.[0].trim()),
    broken: { 'domain/a.ts': 'export enum Sex { male }', 'domain/b.ts': 'const enum A { b }' },
  },
  {
    title: 'no query key is written by hand',
    violations: eachFile((path, text) => {
      if (!path.startsWith('web/') || isTest(path) || queryKeyWriters.includes(path)) return undefined;
      return /\bqueryKey\s*:/.test(codeOf(text)) ? 'use queryOf' : undefined;
    }),
    broken: { 'web/features/a/A.tsx': "useQuery({ queryKey: ['orders'], queryFn })" },
  },
  {
    title: 'no cached answer is renewed by the address of a call',
    violations: eachFile((path, text) => {
      if (!path.startsWith('web/') || isTest(path) || renewersByName.includes(path)) return undefined;
      return /\b(invalidateQueries|renewQueriesThat)\(/.test(codeOf(text)) ? 'use useMutation' : undefined;
    }),
    broken: {
      'web/features/a/A.tsx': 'renewQueriesThat(client, (name) => /^GET .api/.test(name))',
      'web/features/b/B.tsx': 'client.invalidateQueries()',
    },
  },
  {
    title: 'every scrollable part of a screen is a ScrollRegion',
    violations: eachFile((path, text) => {
      if (!path.startsWith('web/features/') || isTest(path)) return undefined;
      return manualTabStop.test(codeOf(text))
        ? 'use toolkit/table/ScrollRegion.tsx or WideTable.tsx'
        : undefined;
    }),
    broken: {
      'web/features/a/A.tsx': '<section className={styles.rows} aria-label="列表" tabIndex={0}>',
      'web/features/b/B.tsx': '<ul\n  tabIndex={0}\n  aria-label="问题"\n>',
    },
  },
  {
    title: 'a browser is redirected only in the files named here, which check the target',
    violations: eachFile((path, text) => {
      const layer = layerOf(path);
      if ((layer !== 'server' && layer !== 'web') || isTest(path) || redirectFiles.includes(path))
        return undefined;
      return redirectPatterns[layer].test(codeOf(text))
        ? 'use findOwnPath, or web/api/leave-for.ts'
        : undefined;
    }),
    broken: {
      'server/kernel/http/a.ts': 'reply.redirect(request.url);',
      'server/kernel/http/b.ts': "reply.header('location', to);",
      'web/features/a/A.tsx': 'window.location.assign(target);',
      'web/features/b/B.tsx': 'location.href = target;',
      'web/features/c/C.tsx': "window.open(address, '_blank');",
    },
  },
  {
    title: 'the server creates folders that only their owner can read',
    violations: eachFile((path, text) => {
      if (layerOf(path) !== 'server' || isTest(path)) return undefined;
      const calls = codeOf(text).match(/\bmkdir(Sync)?\([^;]*/g) ?? [];
      return calls.some((call) => !call.includes('mode: 0o700')) ? 'add { mode: 0o700 }' : undefined;
    }),
    broken: {
      'server/adapters/files/a.ts': 'await mkdir(folder, { recursive: true });',
      'server/context/b.ts': 'mkdirSync(folder);',
    },
  },
];
