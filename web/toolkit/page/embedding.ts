import type { QueryClient } from '@tanstack/react-query';
import { shell } from '#contract/shell.ts';
import { call } from '#web/api/call.ts';
import { queryOf } from '#web/api/query-of.ts';
import { isEmbedded } from './is-embedded.ts';

/** The settings of the page frame; they only change with a restart of the server. */
export const shellSettingsQuery = {
  ...queryOf(shell.settings, {}),
  // Without the signal: leaving a page must not cancel the request that the notification of its parent needs.
  queryFn: () => call(shell.settings, {}),
  staleTime: Number.POSITIVE_INFINITY,
};

/** A message to an application that embeds the portal (S2 §2), as docs/embedding.md describes. */
export type ParentMessage =
  | { type: 'back'; path: string }
  | { type: 'leave'; path: string; to: string | null }
  | { type: 'submitSuccess'; path: string; workorderCode: string };

/**
 * Notifies the application that embeds the portal; returns whether there is a configured one. The browser
 * delivers a message only to the named origin, so that a page that is not configured receives nothing.
 */
export async function notifyParent(client: QueryClient, message: ParentMessage): Promise<boolean> {
  if (!isEmbedded()) return false;
  const settings = await client.fetchQuery(shellSettingsQuery).catch(() => undefined);
  if (settings === undefined) return false;
  const origins = parentOrigins(settings.embedOrigins);
  for (const origin of origins) window.parent.postMessage({ source: 'banjian', ...message }, origin);
  return origins.length > 0;
}

/** Returns the embedding origin if it is allowed; all allowed ones if the browser does not name it. */
function parentOrigins(allowed: readonly string[]): readonly string[] {
  const ownOrigin = window.location.origin;
  const parent = window.location.ancestorOrigins?.[0] ?? (isOwnPage(window.parent) ? ownOrigin : undefined);
  return parent === undefined ? allowed : [ownOrigin, ...allowed].filter((origin) => origin === parent);
}

/** Checks whether a window has our own origin; another one cannot be read, and trying throws. */
function isOwnPage(other: Window): boolean {
  try {
    return other.location.origin === window.location.origin;
  } catch {
    return false;
  }
}
