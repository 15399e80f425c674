import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { registerConfirmIdentity } from '#web/api/session-gate.ts';

const ConfirmIdentityDialog = lazy(async () => ({
  default: (await import('./ConfirmIdentityDialog.tsx')).ConfirmIdentityDialog,
}));

/**
 * Asks the person to confirm their identity over the screen when a call requires it; simultaneous calls share
 * one dialog.
 */
export function IdentityGuard() {
  const [why, setWhy] = useState<string>();
  const waiting = useRef<((verified: boolean) => void)[]>([]);

  useEffect(
    () =>
      registerConfirmIdentity((words) => {
        setWhy(words);
        return new Promise((resolve) => {
          waiting.current.push(resolve);
        });
      }),
    [],
  );

  const resolveAll = (verified: boolean) => {
    setWhy(undefined);
    for (const resolve of waiting.current.splice(0)) resolve(verified);
  };
  return (
    <Suspense>
      {why !== undefined && (
        <ConfirmIdentityDialog
          why={why}
          onProven={() => resolveAll(true)}
          onCancel={() => resolveAll(false)}
        />
      )}
    </Suspense>
  );
}
