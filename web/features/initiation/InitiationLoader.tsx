import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useMe } from '#web/api/use-me.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { ScreenSkeleton } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import { useDeferred } from '#web/toolkit/page/deferred.ts';
import { Page } from '#web/toolkit/page/Page.tsx';
import { useReturnPath } from '#web/toolkit/page/use-return-path.ts';
import type { PetitionHistoryOfInitiation } from './ApplicantHistory.tsx';
import { InitiationForm } from './InitiationForm.tsx';
import { draftQuery, itemQuery } from './initiation-queries.ts';

/** Shows the form that starts the item of this code, or that continues the draft in `draftId` of the address. */
export function InitiationLoader(props: {
  taskCode: string;
  title: string;
  homePath: string;
  fullPage?: boolean;
  PetitionHistory: PetitionHistoryOfInitiation;
}) {
  const { taskCode, title, homePath, fullPage = false, PetitionHistory } = props;
  const [query, setQuery] = useSearchParams();
  // After the first save the address contains the draft's id; the form on the screen is newer than that
  // draft.
  const [draftId, setDraftId] = useState(() => query.get('draftId') ?? undefined);
  const [formNumber, setFormNumber] = useState(0);
  const returnPath = useReturnPath(homePath);
  const client = useQueryClient();
  const feedback = useFeedback();
  const item = useQuery(itemQuery(taskCode));
  const draft = useQuery({ ...draftQuery(draftId ?? ''), enabled: draftId !== undefined });
  const failedQuery = [item, draft].find((part) => part.isError);
  const me = useMe();
  const isLoaded = (draftId === undefined || draft.data !== undefined) && (!item.data?.ownMatter || me);
  const loadedItem = isLoaded ? item.data : undefined;
  const visibleItem = useDeferred(loadedItem);
  const isStarted = useRef(false);

  const continueDraft = (id: string) => {
    setDraftId(id);
    setQuery((before) => ({ ...Object.fromEntries(before), draftId: id }), { replace: true });
  };
  const openAnew = () => setFormNumber((before) => before + 1);
  const startAgain = () => {
    isStarted.current = false;
    setDraftId(undefined);
    openAnew();
  };
  /** Opens the newest content of the draft in place of the form, which stays if the content cannot be loaded. */
  const loadNewest = async (id: string) => {
    try {
      await client.fetchQuery({ ...draftQuery(id), staleTime: 0 });
    } catch (failure) {
      return feedback.failure(failure);
    }
    continueDraft(id);
    openAnew();
  };
  // A kept screen is empty on return if its order was started.
  useEffect(() => {
    if (!isStarted.current) return;
    isStarted.current = false;
    setDraftId(undefined);
    setFormNumber((before) => before + 1);
  }, []);

  if (visibleItem === undefined) {
    return (
      <Page title={title} {...returnPath}>
        <Card>
          {failedQuery === undefined ? (
            <ScreenSkeleton />
          ) : (
            <FailureState failure={failedQuery.error} onRetry={() => void failedQuery.refetch()} />
          )}
        </Card>
      </Page>
    );
  }
  return (
    <InitiationForm
      key={`${formNumber} ${draftId ?? ''}`}
      item={visibleItem}
      draft={draftId === undefined ? undefined : draft.data}
      returnPath={returnPath}
      fullPage={fullPage}
      onStarted={() => {
        isStarted.current = true;
      }}
      onRestart={startAgain}
      onLoadNewest={(id) => void loadNewest(id)}
      onContinue={draftId === undefined ? continueDraft : undefined}
      PetitionHistory={PetitionHistory}
    />
  );
}
