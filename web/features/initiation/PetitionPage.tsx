import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { ShellSettings } from '#contract/shell.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { ScreenSkeleton } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { shellSettingsQuery } from '#web/toolkit/page/embedding.ts';
import { Page } from '#web/toolkit/page/Page.tsx';
import { useWayBack } from '#web/toolkit/page/use-way-back.ts';
import { StartItem } from './StartItem.tsx';

const title = '信访登记';

/** 信访登记 (S0 §2 sub-app B): the start of the office's petition item on a page of its own, which is kept. */
export function PetitionPage() {
  const [query] = useSearchParams();
  const way = useWayBack('/');
  const settings = useQuery(shellSettingsQuery);
  const item = settings.data?.petitionItem;
  // Another draft is another form; one that this page made itself is not in the address that the router knows.
  const draft = query.get('draftId') ?? '';
  if (item) return <StartItem key={draft} taskCode={item} title={title} home="/" fullPage />;
  return (
    <Page title={title} {...way}>
      <Card>
        {settings.isPending && <ScreenSkeleton />}
        {settings.isError && (
          <FailureState failure={settings.error} onRetry={() => void settings.refetch()} />
        )}
        {settings.data?.petitionUnset && (
          <EmptyState title="还没有指定信访登记的事项" hint={<Unset {...settings.data.petitionUnset} />} />
        )}
      </Card>
    </Page>
  );
}

/** It is one of the server's settings: what to write there, or whom to ask. */
function Unset({ isMine, doers }: NonNullable<ShellSettings['petitionUnset']>) {
  if (!isMine)
    return doers.length > 0
      ? `需要在服务器的设置中指定，请联系负责系统运行的${doers.join('、')}。其他事项照常在“新建办件”中登记。`
      : '需要在服务器的设置中指定，请联系维护服务器的人员。其他事项照常在“新建办件”中登记。';
  return (
    <>
      在服务器的设置中加一行 <code>PORTAL_PETITION_ITEM=事项编码</code>
      ，再重新启动。事项编码由配置管理员在“事项”中查到；服务器不由您维护的，请转告维护的人员。
    </>
  );
}
