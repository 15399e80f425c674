import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { CurrentUser } from '#contract/session.ts';
import { openLoginPage, registerReLogin, restoreSession } from '#web/api/session-gate.ts';
import {
  isOthersSession,
  isUnifiedLoginType,
  readLoginType,
  readSessionToken,
  watchSessionToken,
} from '#web/api/session-token.ts';
import { meQuery } from '#web/api/use-me.ts';

import { IdentityGuard } from './IdentityGuard.tsx';

const loadDialog = () => import('./ReLoginDialog.tsx');
const ReLoginDialog = lazy(async () => ({ default: (await loadDialog()).ReLoginDialog }));
/** Late enough to take nothing from the first screen, even on a slow line. */
const fetchDialogAfterSeconds = 30;

/**
 * Shows the portal only with a session; if it ends during work, the user logs in again over the screen, so
 * that a partly filled form stays.
 */
export function SessionGuard(props: { children: ReactNode }) {
  const [isSignedIn] = useState(() => readSessionToken() !== undefined);
  // Read while the session is active, because it is deleted with the session.
  const [usedUnifiedLogin] = useState(() => isUnifiedLoginType(readLoginType()));
  const [reLoginReason, setReLoginReason] = useState<'ended' | 'others' | undefined>(undefined);
  const resolveReLogin = useRef<((restored: boolean) => void) | undefined>(undefined);
  const queryClient = useQueryClient();
  const me = queryClient.getQueryData<CurrentUser>(meQuery.queryKey);

  useEffect(() => {
    if (!isSignedIn) openLoginPage();
    // Loaded while the server still has this version, because it is needed after a failure.
    const timer = setTimeout(() => void loadDialog().catch(() => undefined), fetchDialogAfterSeconds * 1000);
    return () => clearTimeout(timer);
  }, [isSignedIn]);

  useEffect(
    () =>
      registerReLogin(() => {
        // Before the user is loaded, there is nothing on the screen to save.
        if (queryClient.getQueryData(meQuery.queryKey) === undefined) {
          openLoginPage();
          return Promise.resolve(false);
        }
        setReLoginReason(isOthersSession() ? 'others' : 'ended');
        return new Promise((resolve) => {
          resolveReLogin.current = resolve;
        });
      }),
    [queryClient],
  );

  useEffect(() => {
    // The browser's back button may restore the screen from before the logout.
    const reloadLogin = (event: PageTransitionEvent) => {
      if (event.persisted && readSessionToken() === undefined) openLoginPage();
    };
    addEventListener('pageshow', reloadLogin);
    return () => removeEventListener('pageshow', reloadLogin);
  }, []);

  const finish = (restored: boolean) => {
    setReLoginReason(undefined);
    resolveReLogin.current?.(restored);
    resolveReLogin.current = undefined;
  };

  useEffect(
    () =>
      watchSessionToken((token) => {
        if (resolveReLogin.current === undefined) {
          // Checked at once, not with the next click.
          if (isOthersSession()) void restoreSession(token);
        } else if (token === undefined || isOthersSession()) {
          setReLoginReason(token === undefined ? 'ended' : 'others');
        } else {
          setReLoginReason(undefined);
          resolveReLogin.current(true);
          resolveReLogin.current = undefined;
        }
      }),
    [],
  );

  if (!isSignedIn) return null;
  return (
    <>
      {props.children}
      <IdentityGuard />
      <Suspense>
        {reLoginReason !== undefined && (
          <ReLoginDialog
            account={me?.username ?? ''}
            name={me?.name ?? ''}
            isOtherPerson={reLoginReason === 'others'}
            usedUnifiedLogin={usedUnifiedLogin}
            onRestored={() => finish(true)}
            onLeave={() => {
              finish(false);
              if (reLoginReason === 'others') location.reload();
              else openLoginPage();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
