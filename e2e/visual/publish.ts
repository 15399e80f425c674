/**
 * `npm run test:visual -- --publish`: writes the accepted pictures with captions to `docs/visual`, reduced,
 * with the page that shows them beside earlier ones. Pictures not taken on this machine stay as published
 * before.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { scenes } from './scenes.ts';

const [folder = 'data/visual'] = process.argv.slice(2);
const target = join(import.meta.dirname, '..', '..', 'docs', 'visual');
const widths = ['1366', '390'] as const;
/** Pictures show the layout; they need not be readable in detail. */
const shownWidth = { '1366': 1024, '390': 390 } as const;
const qualities = [70, 55, 40, 30];
const maxBytes = 60_000;

for (const width of widths) {
  const now = join(target, 'now', width);
  await mkdir(now, { recursive: true });
  const published = scenes.flatMap(({ name, caption }) => (caption === undefined ? [] : [`${name}.webp`]));
  for (const file of await readdir(now)) if (!published.includes(file)) await rm(join(now, file));
  for (const { name, caption } of scenes) {
    const picture = join(folder, 'accepted', width, `${name}.png`);
    if (caption !== undefined && existsSync(picture)) await shrink(picture, join(now, `${name}.webp`), width);
  }
}
await writeFile(join(target, 'README.md'), await page());

/** Reduces a picture, with the best quality that the size limit allows. */
async function shrink(from: string, to: string, width: (typeof widths)[number]): Promise<void> {
  for (const quality of qualities) {
    const small = await sharp(from)
      // A printed sheet is longer than a window.
      .resize({ width: shownWidth[width], height: 1200, fit: 'inside', withoutEnlargement: true })
      .webp({ quality, effort: 6 })
      .toBuffer();
    if (small.length > maxBytes && quality !== qualities.at(-1)) continue;
    await writeFile(to, small);
    return;
  }
}

async function page(): Promise<string> {
  const sections = await Promise.all(
    scenes.flatMap(async ({ name, caption }) => (caption === undefined ? [] : await section(name, caption))),
  );
  return [
    '# How the portal looks',
    '',
    'Every screen earlier and now, at 1366 x 625 and at 390 x 844, of a fixed world. `npm run test:visual` takes the pictures and',
    'compares them with the last accepted ones, `npm run test:visual -- --publish` writes this page ([0092](../decisions/0092-visual-regression.md)).',
    '',
    ...sections.flat(),
  ].join('\n');
}

async function section(name: string, caption: string): Promise<string[]> {
  const rows = (
    await Promise.all(
      widths.map(async (width) => {
        const now = await pictureOf('now', width, name);
        const earlier = await pictureOf('earlier', width, name);
        return now === '' ? [] : [`| ${earlier || '(none)'} | ${now} |`];
      }),
    )
  ).flat();
  if (rows.length === 0) return [];
  return [`## ${caption}`, '', '| earlier | now |', '| --- | --- |', ...rows, ''];
}

async function pictureOf(when: string, width: string, name: string): Promise<string> {
  const place = join(target, when, width);
  const files = existsSync(place) ? await readdir(place) : [];
  return files.includes(`${name}.webp`) ? `![${name}, ${when}](${when}/${width}/${name}.webp)` : '';
}
