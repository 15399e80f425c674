import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from 'react-router';
import type { ItemSettings } from '#contract/item-settings.ts';
import { items } from '#contract/items.ts';
import { ApplicantWord } from '#domain/applicants/applicant-word.ts';
import { ServiceType } from '#domain/enumerations/service-type.ts';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { isCallError } from '#web/api/call-error.ts';
import { queryOf } from '#web/api/query-of.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { useWayBack } from '#web/toolkit/page/use-way-back.ts';
import { ItemEditor } from './ItemEditor.tsx';

/** One item as it stands, or a new one. */
export function ItemScreen() {
  const { taskCode = '' } = useParams();
  const { state } = useLocation() as { state: { name?: string } | null };
  const way = useWayBack('/business/items');
  // Asked once: a line that comes back asks anew, and the editor would be put up anew without what was typed.
  const once = { retry: false, refetchOnReconnect: false } as const;
  const read = useQuery({ ...queryOf(items.read, { query: { taskCode } }), ...once });
  const choices = useQuery(queryOf(items.choices, {}));
  const isNew = isCallError(read.error) && read.error.errcode === refusalRow.notFound.errcode;
  const settings = isNew ? newItem(taskCode, state?.name ?? '') : read.data?.settings;
  if (settings && choices.data)
    return (
      <ItemEditor
        key={`${taskCode} ${read.data?.version ?? 0} ${read.data?.current ?? false}`}
        standing={settings}
        read={isNew ? undefined : read.data}
        choices={choices.data}
        way={way}
      />
    );
  const failed = [choices, ...(isNew ? [] : [read])].find(({ isError }) => isError);
  return (
    <Page title="事项" {...way}>
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

function newItem(taskCode: string, name: string): ItemSettings {
  return {
    taskCode,
    name,
    categoryId: '',
    orgId: '',
    processKey: '',
    formCodes: [],
    titleFields: [],
    duplicateCheck: false,
    applicantWord: ApplicantWord.applicant,
    serveTypes: [ServiceType.window],
    secondApproval: false,
    summary: '',
    guide: '',
    sortBy: 100,
    extFields: [],
    petitionFields: null,
    traceSource: null,
    papers: [],
    situations: [],
  };
}
