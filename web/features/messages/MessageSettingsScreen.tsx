import { useQuery } from '@tanstack/react-query';
import { messageSettings } from '#contract/message-settings.ts';
import { queryOf } from '#web/api/query-of.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { useReturnPath } from '#web/toolkit/page/use-return-path.ts';
import { MessageSettingsForm } from './MessageSettingsForm.tsx';

/**
 * Shows 消息设置: the channels by which the user is notified of each matter, and the quiet hours of the
 * telephone.
 */
export function MessageSettingsScreen() {
  const returnPath = useReturnPath('/messages');
  const mine = useQuery({ ...queryOf(messageSettings.mine, {}), refetchOnWindowFocus: false });
  return (
    <Page title="消息设置" {...returnPath}>
      <Card>
        {mine.isPending && <SkeletonRows rows={8} />}
        {mine.data === undefined && mine.isError && (
          <FailureState failure={mine.error} onRetry={() => void mine.refetch()} />
        )}
        {mine.data !== undefined && <MessageSettingsForm settings={mine.data} />}
      </Card>
    </Page>
  );
}
