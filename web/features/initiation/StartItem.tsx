import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { ScreenSkeleton } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { useDeferred } from '#web/toolkit/page/deferred.ts';
import { Page } from '#web/toolkit/page/Page.tsx';
import { useReturnPath } from '#web/toolkit/page/use-return-path.ts';
import type { PetitionHistoryOfInitiation } from './ApplicantHistory.tsx';
import { InitiationForm } from './InitiationForm.tsx';
import { draftQuery, itemQuery } from './initiation-queries.ts';

/** Starts the item of this code, or continues the draft that the address names in `draftId`. */
export function StartItem(props: {
  taskCode: string;
  title: string;
  home: string;
  fullPage?: boolean;
  PetitionHistory: PetitionHistoryOfInitiation;
}) {
  const { taskCode, title, home, fullPage = false, PetitionHistory } = props;
  const [query, setQuery] = useSearchParams();
  // After the first save the address contains the draft's id; the form on the screen is newer than that
  // draft.
  const [draftId, setDraftId] = useState(() => query.get('draftId') ?? undefined);
  const [round, setRound] = useState(0);
  const returnPath = useReturnPath(home);
  const item = useQuery(itemQuery(taskCode));
  const draft = useQuery({ ...draftQuery(draftId ?? ''), enabled: draftId !== undefined });
  const failed = [item, draft].find((part) => part.isError);
  const known = draftId === undefined || draft.data !== undefined ? item.data : undefined;
  const shown = useDeferred(known);
  const started = useRef(false);

  const goOn = (id: string) => {
    setDraftId(id);
    setQuery((before) => ({ ...Object.fromEntries(before), draftId: id }), { replace: true });
  };
  const again = () => {
    started.current = false;
    setRound((before) => before + 1);
  };
  // A kept screen whose matter was started is empty when the user returns.
  useEffect(() => {
    if (!started.current) return;
    started.current = false;
    setRound((before) => before + 1);
  }, []);

  if (shown === undefined) {
    return (
      <Page title={title} {...returnPath}>
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
      key={`${round} ${draftId ?? ''}`}
      item={shown}
      draft={round === 0 ? draft.data : undefined}
      returnPath={returnPath}
      fullPage={fullPage}
      onStarted={() => {
        started.current = true;
      }}
      onAgain={again}
      onGoOn={draftId === undefined ? goOn : undefined}
      PetitionHistory={PetitionHistory}
    />
  );
}
