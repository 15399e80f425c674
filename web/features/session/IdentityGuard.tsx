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
  const [reason, setReason] = useState<string>();
  const pendingResolvers = useRef<((verified: boolean) => void)[]>([]);

  useEffect(
    () =>
      registerConfirmIdentity((text) => {
        setReason(text);
        return new Promise((resolve) => {
          pendingResolvers.current.push(resolve);
        });
      }),
    [],
  );

  const resolveAll = (verified: boolean) => {
    setReason(undefined);
    for (const resolve of pendingResolvers.current.splice(0)) resolve(verified);
  };
  return (
    <Suspense>
      {reason !== undefined && (
        <ConfirmIdentityDialog
          reason={reason}
          onConfirmed={() => resolveAll(true)}
          onCancel={() => resolveAll(false)}
        />
      )}
    </Suspense>
  );
}
