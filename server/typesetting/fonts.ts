import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Faces of official papers. An office that has licences for the faces which the standard names puts them into its folder of
 * fonts; else open ones of the same kind stand for them.
 */
export const FontSlot = {
  head: 'head',
  body: 'body',
  kai: 'kai',
  hei: 'hei',
} as const;
export type FontSlot = (typeof FontSlot)[keyof typeof FontSlot];

/** Files that come with the portal, first where a build has put them, else as they were installed. */
const openFonts = [
  ['noto-serif-sc', '400Regular', 'NotoSerifSC_400Regular.ttf'],
  ['noto-serif-sc', '900Black', 'NotoSerifSC_900Black.ttf'],
  ['noto-sans-sc', '500Medium', 'NotoSansSC_500Medium.ttf'],
] as const;

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Paths of the open fonts; a missing one is a fault of the installation, as papers would lose their letters silently. */
export function listOpenFonts(): string[] {
  return openFonts.map(([family, weight, file]) => {
    const built = join(root, 'dist', 'fonts', file);
    const installed = join(root, 'node_modules', '@expo-google-fonts', family, weight, file);
    const found = [built, installed].find((path) => existsSync(path));
    if (found === undefined) throw new Error(`Font ${file} is missing`);
    return found;
  });
}
