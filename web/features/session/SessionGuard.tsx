import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { CurrentUser } from '#contract/session.ts';
import { openLoginPage, registerReLogin, restoreSession } from '#web/api/session-gate.ts';
import {
  isByUnified,
  isOthersSession,
  readLoginType,
  readSessionToken,
  watchSessionToken,
} from '#web/api/session-token.ts';
import { meQuery } from '#web/api/use-me.ts';

import { IdentityGuard } from './IdentityGuard.tsx';

const loadDialog = () => import('./ReLoginDialog.tsx');
const ReLoginDialog = lazy(async () => ({ default: (await loadDialog()).ReLoginDialog }));
const fetchDialogAfterSeconds = 5;

/**
 * Shows the portal only with a session; one that ends during work is renewed over the screen, so that a
 * half-filled form stays as it is.
 */
export function SessionGuard(props: { children: ReactNode }) {
  const [signedIn] = useState(() => readSessionToken() !== undefined);
  // Read while the session is active, because it is deleted with the session.
  const [byUnified] = useState(() => isByUnified(readLoginType()));
  const [asking, setAsking] = useState<'ended' | 'others' | undefined>(undefined);
  const settle = useRef<((restored: boolean) => void) | undefined>(undefined);
  const queryClient = useQueryClient();
  const me = queryClient.getQueryData<CurrentUser>(meQuery.queryKey);

  useEffect(() => {
    if (!signedIn) openLoginPage();
    // Loaded while the server still has this version: it is needed most when something went wrong.
    const timer = setTimeout(() => void loadDialog().catch(() => undefined), fetchDialogAfterSeconds * 1000);
    return () => clearTimeout(timer);
  }, [signedIn]);

  useEffect(
    () =>
      registerReLogin(() => {
        // Before the user is loaded, there is nothing on the screen to save.
        if (queryClient.getQueryData(meQuery.queryKey) === undefined) {
          openLoginPage();
          return Promise.resolve(false);
        }
        setAsking(isOthersSession() ? 'others' : 'ended');
        return new Promise((resolve) => {
          settle.current = resolve;
        });
      }),
    [queryClient],
  );

  useEffect(() => {
    // The browser's back button may restore the screen from before the logout.
    const leave = (event: PageTransitionEvent) => {
      if (event.persisted && readSessionToken() === undefined) openLoginPage();
    };
    addEventListener('pageshow', leave);
    return () => removeEventListener('pageshow', leave);
  }, []);

  const finish = (restored: boolean) => {
    setAsking(undefined);
    settle.current?.(restored);
    settle.current = undefined;
  };

  useEffect(
    () =>
      watchSessionToken((token) => {
        if (settle.current === undefined) {
          // Checked at once, not with the next click.
          if (isOthersSession()) void restoreSession(token);
        } else if (token === undefined || isOthersSession()) {
          setAsking(token === undefined ? 'ended' : 'others');
        } else {
          setAsking(undefined);
          settle.current(true);
          settle.current = undefined;
        }
      }),
    [],
  );

  if (!signedIn) return null;
  return (
    <>
      {props.children}
      <IdentityGuard />
      <Suspense>
        {asking !== undefined && (
          <ReLoginDialog
            account={me?.username ?? ''}
            name={me?.name ?? ''}
            isOthers={asking === 'others'}
            byUnified={byUnified}
            onRestored={() => finish(true)}
            onLeave={() => {
              finish(false);
              if (asking === 'others') location.reload();
              else openLoginPage();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
