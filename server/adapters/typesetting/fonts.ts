import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');
const openFonts: readonly string[][] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'open-fonts.json'), 'utf8'),
);

/**
 * Finds the open Song (text and titles) and Hei fonts, which replace the non-free fonts of the standard: in
 * their packages, or where `npm run build` copied them.
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
 * Lists paths of the open fonts; a missing one is an error, because documents would silently lose characters.
 */
export function listOpenFonts(): string[] {
  return findOpenFonts().map(({ name, path }) => {
    if (path === undefined) throw new Error(`Font ${name} is missing`);
    return path;
  });
}

/**
 * Lists the paths of the font files for CJK extensions B to F, which every start unpacks; empty if unpacking
 * failed.
 */
export function listRareFontFiles(): string[] {
  const folder = join(root, 'dist', 'fonts', 'rare');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ttf'))
    .map((name) => join(folder, name));
}
