import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { ScreenSkeleton } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { useUnhurried } from '#web/toolkit/page/unhurried.ts';
import { InitiationForm } from './InitiationForm.tsx';
import { draftQuery, itemQuery } from './initiation-queries.ts';

/** 发起办件: starts the item of the address, or goes on with the draft that `draftId` names. */
export function InitiationScreen() {
  const { taskCode = '' } = useParams();
  const [query] = useSearchParams();
  // The address gets the draft's id when the first save made one; the form on the screen is newer than that draft.
  const [draftId] = useState(() => query.get('draftId') ?? undefined);
  const [round, setRound] = useState(0);
  const item = useQuery(itemQuery(taskCode));
  const draft = useQuery({ ...draftQuery(draftId ?? ''), enabled: draftId !== undefined });
  const failed = [item, draft].find((part) => part.isError);
  const known = draftId === undefined || draft.data !== undefined ? item.data : undefined;
  const shown = useUnhurried(known);

  if (shown === undefined) {
    return (
      <Page title="发起办件" back="/workflow-new">
        <Card>
          {failed === undefined ? (
            <ScreenSkeleton />
          ) : (
            <FailureState failure={failed.error} onRetry={() => void failed.refetch()} />
          )}
        </Card>
      </Page>
    );
  }
  return (
    <InitiationForm
      key={round}
      item={shown}
      draft={round === 0 ? draft.data : undefined}
      onAgain={() => setRound(round + 1)}
    />
  );
}
