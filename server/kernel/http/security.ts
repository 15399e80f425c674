import type { FastifyInstance } from 'fastify';

/**
 * Allows no script and no style but our own files: styles that a library writes at run time are set by code, which the
 * policy does not cover (docs/decisions/0020).
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
 * The camera is for documents on the counter; all other features of the device are closed. Only features that
 * browsers know: of any other each page writes a warning. Bluetooth has no name among them, and asks the
 * person itself.
 */
const permissionsPolicy = [
  'camera=(self)',
  ...['microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'midi', 'display-capture'].map(
    (feature) => `${feature}=()`,
  ),
].join(', ');

/** A year; names below ours belong to other systems of the office, which may not speak TLS. */
const strictTransportSecurity = 'max-age=31536000';

/**
 * Header of a sign-out that makes the browser drop cached answers, and the screens that its back button would bring up
 * again. Not "storage": 记住账号 and the browser's device token live there and are kept on purpose, and the session token
 * is dropped by the page itself. Not "cookies": there are none.
 */
export const clearedAtSignOut = { 'clear-site-data': '"cache"' };

/** Origins that may frame the portal, or be framed, beside the portal itself. */
export interface FrameOrigins {
  /** Their pages may stand in ours: forms and applications of third parties. */
  inside: readonly string[];
  /** Our pages may stand in theirs. */
  around: readonly string[];
}

/** The policy as a header. */
function policyText({ inside, around }: FrameOrigins): string {
  const policy = {
    ...contentSecurityPolicy,
    'frame-src': [...contentSecurityPolicy['frame-src'], ...inside],
    'frame-ancestors': [...contentSecurityPolicy['frame-ancestors'], ...around],
  };
  return Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join(';');
}

/** Headers of every answer: it is read as no other kind, and taken in by no page of another origin. */
const ofEveryAnswer = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/**
 * Headers of pages beside those, written out once: a plug-in that checks
 * and writes the whole policy anew for each request takes as long as deciding an action.
 */
const ofPages = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': permissionsPolicy,
  'referrer-policy': 'same-origin',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  // For browsers without `frame-ancestors`; all others ignore it.
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  // The filter that browsers once had let itself be used against a page.
  'x-xss-protection': '0',
};

/** A script, a style or a font of the build, but no worker: a worker has the policy of its own file. */
const partOfPage = /^\/assets\/(?!.*worker)[^?]*\.(js|css|woff2)$/;

/**
 * Checks that the answer can never be shown as a page: it is a part of one, or was asked for by a script that takes
 * nothing but JSON, which no browser sends to go somewhere. On a slow line headers for pages would weigh more than many a part.
 */
function isNeverPage(url: string, accept: string | undefined): boolean {
  return accept === 'application/json' || partOfPage.test(url);
}

export async function installSecurity(
  fastify: FastifyInstance,
  frames: FrameOrigins = { inside: [], around: [] },
): Promise<void> {
  const headers = { 'content-security-policy': policyText(frames), ...ofEveryAnswer, ...ofPages };
  fastify.addHook('onRequest', async (request, reply) => {
    reply.headers(isNeverPage(request.url, request.headers.accept) ? ofEveryAnswer : headers);
    // An office may serve plain HTTP inside its own network; only calls through TLS, here or at a trusted
    // proxy, get the header.
    if (request.protocol === 'https') reply.header('strict-transport-security', strictTransportSecurity);
  });
}
