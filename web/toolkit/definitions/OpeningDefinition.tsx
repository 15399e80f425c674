import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailureState } from '../feedback/FailureState.tsx';
import { SkeletonRows } from '../feedback/ScreenSkeleton.tsx';
import { Card } from '../page/Card.tsx';
import { Page } from '../page/Page.tsx';
import type { WayBack } from '../page/use-way-back.ts';

/**
 * Shows a definition that is loading, that could not be loaded or, as `children` explain, cannot be edited
 * here.
 */
export function OpeningDefinition(props: {
  title: string;
  way: WayBack;
  asked: readonly Pick<UseQueryResult, 'isError' | 'error' | 'refetch'>[];
  children?: ReactNode;
}) {
  const { title, way, asked, children } = props;
  const failed = asked.find(({ isError }) => isError);
  return (
    <Page title={title} {...way}>
      <Card>
        {failed ? (
          <FailureState failure={failed.error} onRetry={() => void failed.refetch()} />
        ) : (
          children || <SkeletonRows rows={10} />
        )}
      </Card>
    </Page>
  );
}
