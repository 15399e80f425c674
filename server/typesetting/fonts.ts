import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Open Song (text and titles) and Hei faces, which stand for those that the standard names and that are not free. */
const openFonts = [
  ['noto-serif-sc', '400Regular', 'NotoSerifSC_400Regular.ttf'],
  ['noto-serif-sc', '900Black', 'NotoSerifSC_900Black.ttf'],
  ['noto-sans-sc', '500Medium', 'NotoSansSC_500Medium.ttf'],
] as const;

const packages = fileURLToPath(new URL('../../node_modules/@expo-google-fonts', import.meta.url));

/** Paths of the open fonts; a missing one is a fault of the installation, as papers would lose their letters silently. */
export function listOpenFonts(): string[] {
  return openFonts.map((parts) => {
    const path = join(packages, ...parts);
    if (!existsSync(path)) throw new Error(`Font ${parts.at(-1)} is missing`);
    return path;
  });
}
