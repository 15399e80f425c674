import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { useWayBack } from '#web/toolkit/page/use-way-back.ts';
import { RichText } from '#web/toolkit/rich-text/RichText.tsx';
import { itemQuery } from './initiation-queries.ts';

/** `/guide/{id}`: the guide of an item by its task code, and the way to start it (S0 §2). */
export function GuideScreen() {
  const way = useWayBack('/workflow-new');
  const { id = '' } = useParams();
  const item = useQuery(itemQuery(id));
  const start = <Link to={`/initiation/${encodeURIComponent(id)}`}>发起办件</Link>;
  return (
    <Page title="办事指南" {...way}>
      {item.isPending && (
        <Card>
          <SkeletonRows rows={6} />
        </Card>
      )}
      {item.isError && (
        <Card>
          <FailureState failure={item.error} onRetry={() => void item.refetch()} />
        </Card>
      )}
      {item.isSuccess && (
        <Card title={item.data.name} extra={start}>
          {item.data.guide.trim() === '' ? (
            <EmptyState title="该事项没有办事指南" hint="可以直接发起办件。" action={start} />
          ) : (
            <RichText text={item.data.guide} />
          )}
        </Card>
      )}
    </Page>
  );
}
