import { lazy, Suspense } from 'react';
import type { CurrentUser } from '#contract/session.ts';
import { leaveFor } from '#web/api/leave-for.ts';
import { clearSession } from '#web/api/session-token.ts';
import { retryablePart } from '#web/toolkit/lazy-parts/retryable-part.tsx';
import { passwordChangedFragment } from './password-changed.ts';
import { signOut } from './sign-out.ts';

const ChangePasswordDialog = lazy(() =>
  retryablePart(async () => (await import('./ChangePasswordDialog.tsx')).ChangePasswordDialog),
);

/**
 * Replaces the whole portal: asks for the change of a one-time or too old password, which ends the session,
 * or offers to log out.
 */
export function ForcedPasswordChange(props: { me: CurrentUser }) {
  const finish = () => {
    clearSession();
    // A message would disappear with the page, so the next page shows it.
    leaveFor(`/login${passwordChangedFragment}`);
  };
  return (
    <main>
      <Suspense>
        <ChangePasswordDialog
          me={props.me}
          forcedReason={props.me.passwordExpired ? 'expired' : 'first'}
          onClose={() => void signOut()}
          onDone={finish}
        />
      </Suspense>
    </main>
  );
}
