import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/**
 * Allows only scripts and styles from our own files, and those inside our own page by their digest; styles that a
 * library sets at run time are set by code, which the policy does not cover (docs/decisions/0020).
 */
export const contentSecurityPolicy = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'worker-src': ["'self'", 'blob:'],
  'frame-src': ["'self'", 'blob:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'self'"],
};

/**
 * The camera is for documents at the counter; all other device features are disabled. Only features that
 * browsers support are listed: any other produces a warning on each page. Bluetooth has no name there, and
 * asks the user itself.
 */
const permissionsPolicy = [
  'camera=(self)',
  ...['microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'midi', 'display-capture'].map(
    (feature) => `${feature}=()`,
  ),
].join(', ');

/** A year; subdomains belong to other systems of the office, which may not support TLS. */
const strictTransportSecurity = 'max-age=31536000';

/**
 * Header of a sign-out that makes the browser delete cached answers, including pages for its back button. Not
 * "storage": 记住账号 and the browser's device token are stored there on purpose, and the page itself removes the
 * session token. Not "cookies": there are none.
 */
export const signOutHeaders = { 'clear-site-data': '"cache"' };

/** Origins that may frame the portal, or be framed, in addition to the portal itself. */
export interface FrameOrigins {
  /** Origins whose pages may be framed by ours: forms and applications of third parties. */
  frameSources: readonly string[];
  /** Origins whose pages may frame ours. */
  frameAncestors: readonly string[];
}

/** The scripts and styles inside our own pages, as sources of the policy (`'sha256-…'`). */
export interface InlineParts {
  scripts: readonly string[];
  styles: readonly string[];
}

/** Returns the sources of the scripts and styles inside a built page; the policy allows no others inside a page. */
export function inlinePartsOf(page: string): InlineParts {
  const sourcesOf = (tag: 'script' | 'style') =>
    [...page.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(
      ([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
    );
  return { scripts: sourcesOf('script'), styles: sourcesOf('style') };
}

/** Returns the policy as a header value. */
function policyText(
  { frameSources, frameAncestors }: FrameOrigins,
  { scripts, styles }: InlineParts,
): string {
  const policy = {
    ...contentSecurityPolicy,
    'script-src': [...contentSecurityPolicy['script-src'], ...scripts],
    'style-src': [...contentSecurityPolicy['style-src'], ...styles],
    'frame-src': [...contentSecurityPolicy['frame-src'], ...frameSources],
    'frame-ancestors': [...contentSecurityPolicy['frame-ancestors'], ...frameAncestors],
  };
  return Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join(';');
}

/** Headers of every answer: no guessing of the content type, no use by pages of other origins. */
const commonHeaders = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/**
 * Additional headers of pages, computed once: a plug-in that checks and writes the whole policy for each
 * request takes as long as deciding an action.
 */
const pageHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': permissionsPolicy,
  'referrer-policy': 'same-origin',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  // For browsers without `frame-ancestors`; all others ignore it.
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  // The former filter of browsers could be misused against a page.
  'x-xss-protection': '0',
};

/** A script, a style or a font of the build, but no worker: a worker has the policy of its own file. */
const partOfPage = /^\/assets\/(?!.*worker)[^?]*\.(js|css|woff2)$/;

/**
 * Checks that the answer can never be displayed as a page: it is a part of one, or was requested with
 * `accept: application/json`, which no browser sends for navigation. On a slow connection the headers of
 * pages would be larger than many of these parts.
 */
function isNeverPage(url: string, accept: string | undefined): boolean {
  return accept === 'application/json' || partOfPage.test(url);
}

export async function installSecurity(
  fastify: FastifyInstance,
  frames: FrameOrigins = { frameSources: [], frameAncestors: [] },
  inline: InlineParts = { scripts: [], styles: [] },
): Promise<void> {
  const headers = { 'content-security-policy': policyText(frames, inline), ...commonHeaders, ...pageHeaders };
  fastify.addHook('onRequest', async (request, reply) => {
    reply.headers(isNeverPage(request.url, request.headers.accept) ? commonHeaders : headers);
    // An office may use plain HTTP inside its own network; only requests by TLS, here or at a trusted proxy,
    // get the header.
    if (request.protocol === 'https') reply.header('strict-transport-security', strictTransportSecurity);
  });
}
