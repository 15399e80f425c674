import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { scaleSizesByTheme } from '#web/build/sizes.ts';
import { tokensStyleSheet } from '#web/toolkit/styles/tokens.ts';

/**
 * Builds a page with parts of the portal as a browser would get it: one script and one style sheet, built for
 * production.
 */
export async function buildPage(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    plugins: [
      react(),
      {
        name: 'sizes-of-the-theme',
        enforce: 'pre',
        transform: {
          filter: { id: /[\\/]web[\\/].*\.css$/ },
          handler: (code) => ({ code: scaleSizesByTheme(code), map: null }),
        },
      },
    ],
    build: {
      write: false,
      target: 'chrome111',
      modulePreload: false,
      rolldownOptions: { input: entry, output: { codeSplitting: false } },
    },
  });
  if (!('output' in result)) throw new Error('The build of the page has no single output');
  const scripts = result.output.flatMap((file) => (file.type === 'chunk' ? file.code : []));
  const styleSheets = result.output.flatMap((file) =>
    file.type === 'asset' && file.fileName.endsWith('.css') ? String(file.source) : [],
  );
  if (scripts.length !== 1)
    throw new Error(`The page must be one script, but it is ${scripts.length} scripts`);
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><style>${tokensStyleSheet()}${styleSheets.join('')}</style>
    </head><body><script type="module">${scripts[0]?.replaceAll('</script', '<\\/script')}</script></body></html>`;
}
