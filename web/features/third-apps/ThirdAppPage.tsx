import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { ScreenSkeleton } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { shellSettingsQuery } from '#web/toolkit/page/embedding.ts';
import { Page } from '#web/toolkit/page/Page.tsx';
import { useReturnPath } from '#web/toolkit/page/use-return-path.ts';
import { AppFrame } from './AppFrame.tsx';

/** Shows `/third/:code`: the page of another system as a screen of the portal (S0 §2, S1 §9). */
export function ThirdAppPage({ code }: { code: string }) {
  const returnPath = useReturnPath('/');
  const settings = useQuery(shellSettingsQuery);
  const app = settings.data?.thirdApps.find((each) => each.code === code);
  return (
    <Page title={app?.title ?? '第三方应用'} {...returnPath}>
      {settings.isPending && <ScreenSkeleton />}
      {settings.isError && <FailureState failure={settings.error} onRetry={() => void settings.refetch()} />}
      {settings.isSuccess && app === undefined && (
        <EmptyState title="该应用未接入" hint="请联系系统管理员接入后再打开。" />
      )}
      {app !== undefined && <AppFrame key={app.code} app={app} onBack={returnPath.back} />}
    </Page>
  );
}
