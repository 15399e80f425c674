import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { useReturnPath } from '#web/toolkit/page/use-return-path.ts';
import { guideQuery } from './guide-query.ts';
import { ItemGuide } from './ItemGuide.tsx';

/**
 * Shows `/guide/{id}`: the guide of an item by its task code with the materials of the situation that
 * `?situation=` names, and the link to start it (S0 §2).
 */
export function GuideScreen() {
  const returnPath = useReturnPath('/workflow-new');
  const { id = '' } = useParams();
  const [address, setAddress] = useSearchParams();
  const guide = useQuery(guideQuery(id));
  const start = <Link to={`/initiation/${encodeURIComponent(id)}`}>发起办件</Link>;
  const choose = (situation: string) =>
    setAddress(
      (previous) => {
        previous.set('situation', situation);
        return previous;
      },
      { replace: true },
    );
  return (
    <Page title="办事指南" {...returnPath}>
      {guide.isPending && (
        <Card>
          <SkeletonRows rows={6} />
        </Card>
      )}
      {guide.isError && (
        <Card>
          <FailureState failure={guide.error} onRetry={() => void guide.refetch()} />
        </Card>
      )}
      {guide.isSuccess && (
        <Card title={guide.data.name} extra={start}>
          {isEmptyGuide(guide.data) ? (
            <EmptyState title="该事项没有办事指南" hint="可以直接发起办件。" action={start} />
          ) : (
            <ItemGuide
              guide={guide.data}
              situation={address.get('situation') ?? undefined}
              onSituation={choose}
            />
          )}
        </Card>
      )}
    </Page>
  );
}

const isEmptyGuide = (guide: { guide: string; papers: unknown[]; situations: unknown[] }) =>
  guide.guide.trim() === '' && guide.papers.length + guide.situations.length === 0;
