import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { findSafeTarget } from '#contract/safe-target.ts';
import { leaveFor, openInNewWindow } from '#web/api/leave-for.ts';
import { allowBack } from '../dialog/overlays.ts';
import { useFeedback } from '../feedback/use-feedback.ts';
import { notifyParent, shellSettingsQuery } from './embedding.ts';
import { isEmbedded } from './is-embedded.ts';
import type { Crumb } from './Page.tsx';

/** The message if no page is behind this one and no return address is configured (S1 §8, S2 §2). */
const noBackAddress = '请配置导航返回地址';

export interface ReturnPath {
  back: () => void;
  /** The entry before this page, if the address contains one; else the menu's. */
  crumbs?: readonly Crumb[];
}

/**
 * Returns the return path of a page (S2 §2): to the entry before it by its target, if the address contains one
 * (`backUrl`, `backTitle`, `backTarget`); otherwise a separate window (`actionTarget=_blank`) closes, or
 * history goes back and an embedding application is notified. A page without history goes to `home`; inside
 * another application the user did not come from there, and if the application cannot be notified a message
 * asks to configure an address.
 */
export function useReturnPath(homePath: string): ReturnPath {
  const { search } = useLocation();
  const navigate = useNavigate();
  const feedback = useFeedback();
  const client = useQueryClient();
  const requestedEntry = useMemo(() => readEntry(search), [search]);
  const settings = useQuery({
    ...shellSettingsQuery,
    enabled: requestedEntry?.url.startsWith('/') === false,
  });
  const allowed = settings.data?.linkOrigins;

  return useMemo(() => {
    const url =
      requestedEntry === undefined
        ? undefined
        : findSafeTarget(requestedEntry.url, window.location.origin, allowed ?? []);
    const entry = requestedEntry === undefined || url === undefined ? undefined : { ...requestedEntry, url };
    const back = () => {
      if (entry !== undefined) return openEntry(entry, navigate);
      if (new URLSearchParams(search).get('actionTarget') === '_blank') {
        window.close();
        if (window.closed) return;
      }
      const { pathname: path } = window.location;
      if (hasHistory()) {
        allowBack();
        void navigate(-1);
        void notifyParent(client, { type: 'back', path });
      } else if (isEmbedded()) {
        void notifyParent(client, { type: 'back', path }).then(
          (wasNotified) => wasNotified || feedback.warn(noBackAddress),
        );
      } else void navigate(homePath);
    };
    return entry === undefined || entry.title === '' ? { back } : { back, crumbs: [entry] };
  }, [requestedEntry, allowed, search, homePath, navigate, feedback, client]);
}

type Entry = Crumb & { url: string };

/** Returns the entry in the address; its safety is checked elsewhere. */
function readEntry(search: string): Entry | undefined {
  const query = new URLSearchParams(search);
  const url = query.get('backUrl');
  const target = query.get('backTarget');
  if (!url) return undefined;
  return {
    title: query.get('backTitle')?.slice(0, 40) ?? '',
    url,
    ...((target === '_self' || target === '_blank') && { target }),
  };
}

/**
 * Opens an entry: `_self` replaces the page, `_blank` opens a new tab, everything else navigates in the same
 * tab.
 */
function openEntry({ url, target }: Entry, navigate: ReturnType<typeof useNavigate>): void {
  if (target === '_blank') openInNewWindow(url);
  else if (url.startsWith('/')) void navigate(url, { replace: target === '_self' });
  else leaveFor(url, target === '_self' ? 'replace' : 'assign');
}

function hasHistory(): boolean {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0;
}
