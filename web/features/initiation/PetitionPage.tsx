import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
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
        {item === null && <EmptyState title="尚未设置信访登记的事项" hint="请联系系统管理员设置后再登记。" />}
      </Card>
    </Page>
  );
}
