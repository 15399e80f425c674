// @vitest-environment node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';

const folder = join(import.meta.dirname, '..');
const pages = ['index.html', 'login.html', 'phone-upload.html'];
let vite: ViteDevServer;

beforeAll(async () => {
  const server = { middlewareMode: true, ws: false, watch: null } as const;
  const optimizeDeps = { noDiscovery: true };
  vite = await createServer({ configFile: join(folder, 'vite.config.ts'), server, optimizeDeps });
});
afterAll(() => vite.close());

/** Returns the page as the server sends it, with the additions of our own configuration. */
const servePage = (page: string) =>
  vite.transformIndexHtml(`/${page}`, readFileSync(join(folder, page), 'utf8'));

test('the style sheet of every page shows Edge 16–18 a notice for five seconds in parsable syntax (S2 §8)', async () => {
  const { code } = (await vite.transformRequest('virtual:tokens.css')) ?? { code: '' };
  const rule =
    /@supports not \(inset: 0\) \{([\s\S]*)/.exec(
      JSON.parse(`"${/__vite__css = "(.*)"/.exec(code)?.[1]}"`),
    )?.[1] ?? '';
  expect(rule).toContain('content: "该设备不支持通过ie浏览器工作，请使用chrome/360等浏览器"');
  expect(rule).toContain('animation: banjian-old-browser 0.1s 5s forwards');
  // These browsers would ignore a rule that they cannot parse.
  expect(rule).not.toMatch(/inset:(?! 0\))|var\(|:is\(|gap:/);
});

test.each(pages)('%s loads the old-browser script only in browsers without modules', async (page) => {
  const scripts = (await servePage(page)).match(/<script [^>]*old-browser[^>]*>/g);
  expect(scripts).toEqual(['<script nomodule defer src="/old-browser.js">']);
});
