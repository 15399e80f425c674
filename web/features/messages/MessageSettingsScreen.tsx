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
 * Shows 消息设置: the channels by which the user is notified of each event, and the quiet hours for
 * SMS.
 */
export function MessageSettingsScreen() {
  const returnPath = useReturnPath('/messages');
  const settingsQuery = useQuery({ ...queryOf(messageSettings.mine, {}), refetchOnWindowFocus: false });
  return (
    <Page title="消息设置" {...returnPath}>
      <Card>
        {settingsQuery.isPending && <SkeletonRows rows={8} />}
        {settingsQuery.data === undefined && settingsQuery.isError && (
          <FailureState failure={settingsQuery.error} onRetry={() => void settingsQuery.refetch()} />
        )}
        {settingsQuery.data !== undefined && <MessageSettingsForm settings={settingsQuery.data} />}
      </Card>
    </Page>
  );
}
