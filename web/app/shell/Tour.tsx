import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { preferences } from '#contract/preferences.ts';
import { call, newIdempotencyKey } from '#web/api/call.ts';
import { writeStored } from '#web/api/read-stored.ts';
import { meQuery, useMe } from '#web/api/use-me.ts';
import { useMenus } from '#web/features/menus/use-menus.ts';
import { phoneQuery, useMediaQuery } from '#web/toolkit/styles/use-media-query.ts';
import { TourCard } from './TourCard.tsx';
import { listTourSteps, type TourStep } from './tour-steps.ts';

/** Lets the user see the first screen before it is covered. */
const delayMilliseconds = 1_000;

/**
 * Shows the tour of the first login, or when the user asks for it. Its end is saved on the server; this
 * browser also stores it and sends it at the next visit, so that a failed save does not repeat the tour.
 * There is no tour on a phone.
 */
export function Tour({ isRequested, onEnd }: { isRequested: boolean; onEnd: () => void }) {
  const me = useMe();
  const menus = useMenus();
  const client = useQueryClient();
  const isPhone = useMediaQuery(phoneQuery);
  const [steps, setSteps] = useState<readonly TourStep[]>([]);
  const key = `banjian.tourEnded.${me?.staffUid}`;
  const [ended, setEnded] = useState(false);
  const endedHere = ended || localStorage.getItem(key) !== null;
  const isDue = menus !== undefined && !isPhone && (isRequested || !endedHere);
  const isUnsaved = endedHere && me?.tourEnded === false;

  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => setSteps(listTourSteps()), isRequested ? 0 : delayMilliseconds);
    return () => clearTimeout(timer);
  }, [isDue, isRequested]);

  useEffect(() => {
    if (!isUnsaved) return;
    call(preferences.save, { body: { tourEnded: true } }, { idempotencyKey: newIdempotencyKey() }).then(
      () => client.setQueryData(meQuery.queryKey, (me) => me && { ...me, tourEnded: true }),
      () => undefined,
    );
  }, [isUnsaved, client]);

  const end = () => {
    writeStored(key, '1');
    setEnded(true);
    setSteps([]);
    onEnd();
  };
  return steps.length > 0 && !isPhone && <TourCard steps={steps} onEnd={end} />;
}
