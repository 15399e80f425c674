import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
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

/** Paths of the open fonts; a missing one is a fault of the installation, as papers would lose their letters silently. */
export function listOpenFonts(): string[] {
  return findOpenFonts().map(({ name, path }) => {
    if (path === undefined) throw new Error(`Font ${name} is missing`);
    return path;
  });
}
