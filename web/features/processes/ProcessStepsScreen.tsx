import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from 'react-router';
import { processes } from '#contract/processes.ts';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { newPlan } from '#domain/workflow/steps/step-plan.ts';
import { isCallError } from '#web/api/call-error.ts';
import { queryOf } from '#web/api/query-of.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { useWayBack } from '#web/toolkit/page/use-way-back.ts';
import { StepsEditor } from './steps/StepsEditor.tsx';

/** A process as steps: a new one, or the version that counts of one that was written in steps (decision 0171). */
export function ProcessStepsScreen() {
  const { key = '' } = useParams();
  const { state } = useLocation() as { state: { name?: string } | null };
  const way = useWayBack('/business/processes');
  const versions = useQuery({
    ...queryOf(processes.versions, { query: { key } }),
    retry: false,
    // Asked once: a line that comes back asks anew, and the editor would be put up anew without what was typed.
    refetchOnReconnect: false,
  });
  const isNew = isCallError(versions.error) && versions.error.errcode === refusalRow.notFound.errcode;
  const newest = versions.data?.rows[0];
  const read = useQuery({
    ...queryOf(processes.version, { query: { id: newest?.id ?? '' } }),
    enabled: newest !== undefined,
  });
  const forms = useQuery(queryOf(processes.forms, {}));
  const plan = isNew ? newPlan(key, state?.name ?? '') : read.data?.plan;
  if (forms.data && plan)
    return (
      <StepsEditor
        key={key}
        standing={plan}
        version={newest?.version ?? 0}
        forms={forms.data.rows}
        way={way}
      />
    );
  const failed = [forms, read, ...(isNew ? [] : [versions])].find(({ isError }) => isError);
  return (
    <Page title="流程步骤" {...way}>
      <Card>
        {failed && <FailureState failure={failed.error} onRetry={() => void failed.refetch()} />}
        {!failed && plan === null && (
          <EmptyState
            title="这个流程不能按步骤修改"
            hint="它是用绘图工具画的。请下载流程文件，用绘图工具修改后发布新版本。"
          />
        )}
        {!failed && plan !== null && <SkeletonRows rows={10} />}
      </Card>
    </Page>
  );
}
