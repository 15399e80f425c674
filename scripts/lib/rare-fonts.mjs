import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from './project.mjs';

/**
 * Package of the font with the characters of CJK extensions B to F, divided into compressed parts for web
 * pages (0154).
 */
export const rareFontPackage = 'node_modules/hanamin';
const fontParts = /^HanaMinB\..*\.woff2$/;

/**
 * Unpacks the font with rare characters to `dist/fonts/rare`, once for each version of its package, because
 * documents need plain TrueType files. Does nothing if the package is missing: a trimmed installation keeps
 * the unpacked files.
 */
export async function ensureRareFonts() {
  const source = inProject(rareFontPackage);
  const target = inProject('dist', 'fonts', 'rare');
  const stamp = join(target, 'version');
  if (!existsSync(source)) return;
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === version) return;
  const { default: woff2 } = await import('wawoff2');
  // With a unique name, because two commands may begin at the same time.
  const newFolder = `${target}.${process.pid}`;
  mkdirSync(newFolder, { recursive: true });
  for (const name of readdirSync(source).filter((one) => fontParts.test(one)))
    writeFileSync(
      join(newFolder, name.replace(/woff2$/, 'ttf')),
      await woff2.decompress(readFileSync(join(source, name))),
    );
  writeFileSync(join(newFolder, 'version'), version);
  rmSync(target, { recursive: true, force: true });
  renameSync(newFolder, target);
}
