import { access } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findOwnPath } from '#contract/safe-target.ts';
import { findAddress } from '#domain/addresses/old-addresses.ts';
import { findUnopened } from '#domain/addresses/unopened.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import { sendRefusal } from './replies.ts';

/**
 * Returns how long a browser may keep a file: for ever what the build names by its content, a day the emblem, which every page
 * shows; pages are asked for again each time.
 */
function cachingOf(path: string): string {
  if (/[/\\]assets[/\\]/.test(path)) return 'public, max-age=31536000, immutable';
  return path.endsWith('.svg') ? 'public, max-age=86400' : 'no-cache';
}

/** The folder into which `npm run build` puts the web app. */
export const builtWeb = join(import.meta.dirname, '..', '..', '..', 'dist', 'web');

export function isWebBuilt(folder: string): Promise<boolean> {
  return access(join(folder, 'index.html')).then(
    () => true,
    () => false,
  );
}

/**
 * Serves the built web app, compressed ahead by the build, and its page for every address of the app's own
 * router. The pages without a session (login, a phone that scanned a code, verification) are entries of their
 * own, so that they stay small.
 */
export async function installWeb(fastify: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = await isWebBuilt(folder);
  if (isBuilt) {
    await fastify.register(fastifyStatic, {
      root: folder,
      // A route for each file there is, so that file names cannot shadow calls.
      wildcard: false,
      preCompressed: true,
      index: false,
      cacheControl: false,
      // A file is known by its tag, and is too small to be asked for in pieces.
      lastModified: false,
      acceptRanges: false,
      globIgnore: ['**/*.br', '**/*.gz', '**/.vite/**'],
      setHeaders: (reply, path) => reply.header('cache-control', cachingOf(path)),
    });
  }
  fastify.setNotFoundHandler((request, reply) => {
    if (!isBuilt || !wantsPage(request)) return sendRefusal(reply, refuse('notFound'));
    return sendPage(reply, request.url);
  });
}

/** Calls are made with `accept: application/json`; only a browser that goes somewhere asks for a page. */
function wantsPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) return false;
  return !/^\/(api|assets)\//.test(request.url);
}

function sendPage(reply: FastifyReply, url: string): FastifyReply {
  const [path = '', ...query] = url.split('?');
  // Redirected by the server, so that no page carries the earlier addresses, and before any sign-in.
  const address = findAddress(path);
  const target = address === undefined ? undefined : findOwnPath([address, ...query].join('?'));
  if (target !== undefined) return reply.redirect(target);
  return reply.code(200).sendFile(pageOf(path));
}

/** Returns the page of a path; a person without an account sees without one that a page is not there yet. */
function pageOf(path: string): string {
  if (path === '/login') return 'login.html';
  if (path.startsWith('/m/upload/')) return 'phone-upload.html';
  // Readers of a document have no account either.
  if (/^\/verify(\/|$)/.test(path)) return 'verify.html';
  return findUnopened(path)?.isPublic === true ? 'not-open.html' : 'index.html';
}
