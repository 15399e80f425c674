import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findOwnPath } from '#contract/safe-target.ts';
import { findAddress } from '#domain/addresses/old-addresses.ts';
import { findPlannedAddress } from '#domain/addresses/planned-addresses.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import { sendRefusal } from './replies.ts';

/**
 * Returns how long a browser may cache a file: forever if its name contains a hash of its content, a day for
 * the emblem, which every page shows; pages are revalidated each time.
 */
function cachingOf(path: string): string {
  if (/[/\\]assets[/\\]/.test(path)) return 'public, max-age=31536000, immutable';
  return path.endsWith('.svg') ? 'public, max-age=86400' : 'no-cache';
}

/** The folder into which `npm run build` puts the web app. */
export const webBuildFolder = join(import.meta.dirname, '..', '..', '..', 'dist', 'web');

export function isWebBuilt(folder: string): Promise<boolean> {
  return access(join(folder, 'index.html')).then(
    () => true,
    () => false,
  );
}

/** Returns the application's page as built, with its inline style and script; empty before the first build. */
export function readBuiltPage(folder: string): Promise<string> {
  return readFile(join(folder, 'index.html'), 'utf8').catch(() => '');
}

/**
 * Serves the built web app, compressed in advance by the build, and its page for every path of the app's
 * router. The pages without a session (login, phone upload, verification) are separate entries, so that they
 * stay small.
 */
export async function installWeb(fastify: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = await isWebBuilt(folder);
  if (isBuilt) {
    await fastify.register(fastifyStatic, {
      root: folder,
      // A route for each existing file, so that file names cannot shadow calls.
      wildcard: false,
      preCompressed: true,
      index: false,
      cacheControl: false,
      // Files have an ETag, and are too small for range requests.
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

/** Checks for a navigation request; calls are made with `accept: application/json`. */
function wantsPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) return false;
  return !/^\/(api|assets)\//.test(request.url);
}

function sendPage(reply: FastifyReply, url: string): FastifyReply {
  const [path = '', ...query] = url.split('?');
  // Redirected by the server, before any sign-in, so that no page contains the earlier addresses.
  const address = findAddress(path);
  const target = address === undefined ? undefined : findOwnPath([address, ...query].join('?'));
  if (target !== undefined) return reply.redirect(target);
  return reply.code(200).sendFile(pageOf(path));
}

/** Returns the page of a path; people without an account see the "not open yet" page without signing in. */
function pageOf(path: string): string {
  if (path === '/login') return 'login.html';
  if (path.startsWith('/m/upload/')) return 'phone-upload.html';
  // Readers of a document have no account either.
  if (/^\/verify(\/|$)/.test(path)) return 'verify.html';
  return findPlannedAddress(path)?.isPublic === true ? 'not-open.html' : 'index.html';
}
