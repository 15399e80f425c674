import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import type { FirstFilesOfScreen } from '../toolkit/lazy-parts/first-files.ts';
import { tokens } from '../toolkit/styles/tokens.ts';
import { findEntries, findImportedFiles } from './imported-files.ts';

const folder = join(import.meta.dirname, '..', 'app', 'first-paint');

/**
 * Returns the style of the empty frame, with the values of the tokens: their style sheet has not arrived when
 * the frame is shown.
 */
export function styleOfFirstPaint(): string {
  const values: Readonly<Record<string, string>> = tokens;
  return readFileSync(join(folder, 'first-paint.css'), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/var\(--([\w-]+)\)/g, (property, name: string) => values[name] ?? property)
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Returns the script inside the page, with everything that it imports; `firstFiles` are the files of the screens (of
 * `first-files.ts`).
 */
export async function scriptOfFirstPaint(firstFiles: readonly FirstFilesOfScreen[]): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { firstFiles: JSON.stringify(firstFiles) },
    build: {
      write: false,
      copyPublicDir: false,
      target: 'chrome111',
      lib: { entry: join(folder, 'first-paint.ts'), formats: ['iife'], name: 'firstPaint' },
      // Keeps only the used parts of a module: otherwise the script would contain all of React.
      rolldownOptions: { treeshake: { moduleSideEffects: false } },
    },
  });
  const [output] = [built].flat();
  const file = output !== undefined && 'output' in output ? output.output[0] : undefined;
  if (file?.type !== 'chunk' || file.code.includes('</script'))
    throw new Error('The first script is not one file');
  return file.code.trim();
}

/**
 * Returns the page with the style and the script inside it, and its style sheets behind the empty frame: a style
 * sheet in the head would keep the browser from painting anything until it has arrived.
 */
export function addFirstPaint(html: string, { style, script }: { style: string; script: string }): string {
  const sheets = html.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
  const withoutSheets = html.replace(/[ \t]*<link rel="stylesheet"[^>]*>\n?/g, '');
  return withoutSheets
    .replace('</title>', () => `</title>\n    <style>${style}</style>\n    <script>${script}</script>`)
    .replace(
      /(\s*<noscript>)/,
      (noscript) => `${sheets.map((sheet) => `\n    ${sheet}`).join('')}${noscript}`,
    );
}

/** Screens that are opened by a link or a reload, by path and by file. */
const firstScreens: readonly { path: string; screen: string; isList?: true }[] = [
  { path: '^/todo$', screen: 'TodoScreen', isList: true },
  { path: '^/done$', screen: 'DoneScreen', isList: true },
  { path: '^/affair/detail/', screen: 'DetailScreen' },
  { path: '^/initiation/', screen: 'InitiationScreen' },
  { path: '^/index$', screen: 'HomeScreen' },
];

/** Returns the files that each of these screens needs beyond those of the page itself. */
function listFirstFiles(bundle: Rolldown.OutputBundle): FirstFilesOfScreen[] {
  const filesOf = (file: string, known: ReadonlySet<string>) => {
    const entries = findEntries(bundle, new RegExp(`/${file.replaceAll('.', '\\.')}$`));
    if (entries.length === 0) throw new Error(`The build contains no file for ${file}`);
    return entries
      .flatMap((entry) => [...findImportedFiles(bundle, entry)])
      .filter((name) => !known.has(name));
  };
  const ofPage = new Set(filesOf('index.html', new Set()));
  return firstScreens.map(({ path, screen, isList }) => {
    const files = filesOf(`${screen}.tsx`, ofPage);
    const known = new Set([...ofPage, ...files]);
    const ofWindow = (part: string) => (isList ? filesOf(`${part}-parts.ts`, known).map(nameOf) : []);
    return { path, files: files.map(nameOf), desktop: ofWindow('desktop'), phone: ofWindow('phone') };
  });
}

const nameOf = (file: string) => file.replace(/^assets\//, '');

/** Puts the empty frame, its style and the first script into the application's page. */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle, filename }) {
        if (!filename.endsWith('index.html')) return undefined;
        const script = await scriptOfFirstPaint(bundle ? listFirstFiles(bundle) : []);
        return addFirstPaint(html, { style: styleOfFirstPaint(), script });
      },
    },
  };
}
