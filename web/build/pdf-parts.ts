import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

const library = join(import.meta.dirname, '..', '..', 'node_modules', 'pdfjs-dist');

/**
 * Folders of files that pdf.js requests by name when a PDF needs them: character maps, standard fonts, image
 * decoders, colour profiles.
 */
const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];

/**
 * Files that are skipped: they are compiled at run time, which the content policy forbids; plain scripts in
 * the folder replace them.
 */
const skippedFiles = /\.wasm$|^quickjs/;

/**
 * Copies the files that pdf.js requests by name to the built files, into a folder with the library's version
 * (`pdf-engine.ts` loads them from there).
 */
export function pdfParts(): Plugin {
  return {
    name: 'pdf-parts',
    async generateBundle() {
      const { version } = JSON.parse(await readFile(join(library, 'package.json'), 'utf8')) as {
        version: string;
      };
      for (const folder of folders) {
        for (const file of await readdir(join(library, folder))) {
          if (skippedFiles.test(file)) continue;
          const source = await readFile(join(library, folder, file));
          this.emitFile({ type: 'asset', fileName: `assets/pdf-${version}/${folder}/${file}`, source });
        }
      }
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const [, folder = '', file = ''] =
          /^\/assets\/pdf-[^/]+\/(\w+)\/([^?]+)/.exec(request.url ?? '') ?? [];
        if (!folders.includes(folder)) return next();
        createReadStream(join(library, folder, basename(file)))
          .on('error', next)
          .pipe(response);
      });
    },
  };
}
