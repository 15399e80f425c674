import { OwnFactor } from '#web/features/session/own-factor/OwnFactor.tsx';
import { MySignInPage } from '#web/features/sign-ins/MySignInPage.tsx';

/** Shows 我的登录, with the second factor of the person's own account. */
export function MySignInScreen() {
  return <MySignInPage factor={<OwnFactor />} />;
}
