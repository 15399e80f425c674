import { Card } from '#web/toolkit/page/Card.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { useWayBack } from '#web/toolkit/page/use-way-back.ts';
import { OwnFactor } from './mine/OwnFactor.tsx';

/** 我的登录: what guards the own account. */
export function MySignInScreen() {
  const way = useWayBack('/');
  return (
    <Page title="我的登录" {...way}>
      <Card title="二次验证">
        <OwnFactor />
      </Card>
    </Page>
  );
}
