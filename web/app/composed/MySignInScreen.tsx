import { OwnFactor } from '#web/features/session/mine/OwnFactor.tsx';
import { MySignInPage } from '#web/features/sign-ins/MySignInPage.tsx';

/** 我的登录, with the second factor of the own account. */
export function MySignInScreen() {
  return <MySignInPage factor={<OwnFactor />} />;
}
