import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');
const openFonts: readonly string[][] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'open-fonts.json'), 'utf8'),
);

/**
 * The open Song (text and titles) and Hei faces, which stand for those that the standard names and that are not free:
 * of their packages, or as `npm run build` keeps them where those are gone.
 */
export function findOpenFonts(): { name: string; path: string | undefined }[] {
  return openFonts.map((parts) => {
    const name = parts.at(-1) ?? '';
    const places = [
      join(root, 'node_modules', '@expo-google-fonts', ...parts),
      join(root, 'dist', 'fonts', name),
    ];
    return { name, path: places.find((place) => existsSync(place)) };
  });
}

/**
 * Lists paths of the open fonts; a missing one is an error, as documents would lose their letters silently.
 */
export function listOpenFonts(): string[] {
  return findOpenFonts().map(({ name, path }) => {
    if (path === undefined) throw new Error(`Font ${name} is missing`);
    return path;
  });
}

/** Paths of the pieces of the face with the letters of CJK extensions B to F, which every start unpacks; none where it could not. */
export function listRareFaces(): string[] {
  const folder = join(root, 'dist', 'fonts', 'rare');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ttf'))
    .map((name) => join(folder, name));
}
