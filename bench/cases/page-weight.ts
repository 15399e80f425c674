import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/**
 * Scripts and styles that the browser requests before it shows a page, compressed with brotli as they are
 * served.
 */
export interface PageWeight {
  page: string;
  files: number;
  kilobytes: number;
  goalKilobytes: number;
}

/**
 * yudao-ui-admin-vue3 2026.06: login page of its production build, script 1,497 kB and style 102 kB
 * (published, not run).
 */
export const publishedPeerKilobytes = 1599;
const loginGoal = 80;

interface ManifestEntry {
  file: string;
  src?: string;
  css?: string[];
  imports?: string[];
}
type Manifest = Record<string, ManifestEntry>;

/** Weighs the built web app; undefined if it is not built. */
export async function weighPages(webFolder: string): Promise<PageWeight[] | undefined> {
  const manifest = await readFile(join(webFolder, '.vite', 'manifest.json'), 'utf8')
    .then((text) => JSON.parse(text) as Manifest)
    .catch(() => undefined);
  if (!manifest) return undefined;
  const login = await listRequestedFiles(webFolder, manifest, 'login.html', []);
  const list = await listRequestedFiles(webFolder, manifest, 'index.html', ['TodoScreen']);
  return [
    { page: 'login', ...(await weigh(webFolder, login)), goalKilobytes: loginGoal },
    { page: 'to-do list', ...(await weigh(webFolder, list)), goalKilobytes: publishedPeerKilobytes / 5 },
  ];
}

/**
 * Returns the files that the page refers to and all their static imports; a screen includes all of its own.
 */
async function listRequestedFiles(
  folder: string,
  manifest: Manifest,
  page: string,
  screens: readonly string[],
): Promise<Set<string>> {
  const html = await readFile(join(folder, page), 'utf8');
  const references = [...html.matchAll(/<(?:script|link)[^>]*(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)];
  const files = new Set(references.map(([, file]) => file ?? ''));
  const byFile = new Map(Object.values(manifest).map((entry) => [entry.file, entry]));
  const follow = (entry: ManifestEntry | undefined) => {
    if (!entry) return;
    const isNew = !files.has(entry.file);
    files.add(entry.file);
    for (const style of entry.css ?? []) files.add(style);
    if (isNew) for (const key of entry.imports ?? []) follow(manifest[key]);
  };
  for (const file of [...files]) {
    const entry = byFile.get(file);
    for (const key of entry?.imports ?? []) follow(manifest[key]);
    for (const style of entry?.css ?? []) files.add(style);
  }
  for (const screen of screens) {
    const entry = Object.entries(manifest).find(([key]) => key.includes(`/${screen}.`))?.[1];
    if (!entry) throw new Error(`The manifest has no screen ${screen}`);
    follow(entry);
  }
  return files;
}

async function weigh(folder: string, files: Set<string>) {
  let bytes = 0;
  for (const file of files) bytes += brotliCompressSync(await readFile(join(folder, file))).length;
  return { files: files.size, kilobytes: bytes / 1000 };
}
