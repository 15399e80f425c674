import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { FailureState } from '../feedback/FailureState.tsx';
import { SkeletonRows } from '../feedback/ScreenSkeleton.tsx';
import { Card } from '../page/Card.tsx';
import { Page } from '../page/Page.tsx';
import type { ReturnPath } from '../page/use-return-path.ts';

/**
 * Shows a definition that is loading, that could not be loaded, that does not exist or, as `children`
 * explain, cannot be edited here.
 */
export function DefinitionLoadState(props: {
  title: string;
  returnPath: ReturnPath;
  queries: readonly Pick<UseQueryResult, 'isError' | 'error' | 'refetch'>[];
  /** The kind and the list of a definition that does not exist. */
  missing?: false | { kind: string; list: string };
  children?: ReactNode;
}) {
  const { title, returnPath, queries, missing, children } = props;
  const failed = queries.find(({ isError }) => isError);
  return (
    <Page title={title} {...returnPath}>
      <Card>
        {missing ? (
          <EmptyState
            title={`没有找到这个${missing.kind}`}
            hint="地址可能输入有误。"
            action={<Link to={missing.list}>返回{missing.kind}列表</Link>}
          />
        ) : failed ? (
          <FailureState failure={failed.error} onRetry={() => void failed.refetch()} />
        ) : (
          children || <SkeletonRows rows={10} />
        )}
      </Card>
    </Page>
  );
}
