import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from 'react-router';
import { forms } from '#contract/forms.ts';
import { newForm } from '#domain/forms/editing.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { isCallError } from '#web/api/call-error.ts';
import { queryOf } from '#web/api/query-of.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { useWayBack } from '#web/toolkit/page/use-way-back.ts';
import { FormEditor } from './FormEditor.tsx';

/** One form: the version that counts as it is written and as it looks, or a new one. */
export function FormScreen() {
  const { code = '' } = useParams();
  const { state } = useLocation() as { state: { title?: string } | null };
  const way = useWayBack('/business/forms');
  // Asked once: a line that comes back asks anew, and the editor would be put up anew without what was typed.
  const once = { retry: false, refetchOnReconnect: false } as const;
  const versions = useQuery({ ...queryOf(forms.versions, { query: { code } }), ...once });
  const isNew = isCallError(versions.error) && versions.error.errcode === refusalRow.notFound.errcode;
  const rows = versions.data?.rows ?? [];
  const [newest] = rows;
  const read = useQuery({
    ...queryOf(forms.version, { query: { id: newest?.id ?? '' } }),
    enabled: newest !== undefined,
  });
  const model = isNew ? newForm(code, state?.title ?? '') : (read.data?.model as FormModel | undefined);
  if (model)
    return <FormEditor key={newest?.id ?? 'new'} standing={model} versions={isNew ? [] : rows} way={way} />;
  const failed = [read, ...(isNew ? [] : [versions])].find(({ isError }) => isError);
  return (
    <Page title="表单" {...way}>
      <Card>
        {failed ? (
          <FailureState failure={failed.error} onRetry={() => void failed.refetch()} />
        ) : (
          <SkeletonRows rows={10} />
        )}
      </Card>
    </Page>
  );
}
