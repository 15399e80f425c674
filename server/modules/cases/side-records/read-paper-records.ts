import type { corrections } from '#contract/corrections.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import type { rareSupplements } from '#contract/rare-supplements.ts';
import { startClock } from '#domain/calendar/clock-ledger.ts';
import { countLimit } from '#domain/calendar/due-date.ts';
import { fromDayNumber } from '#domain/calendar/local-date.ts';
import { correctionExpiryLabel } from '#domain/enumerations/correction.ts';
import { rareExpiryLabel } from '#domain/records/rare-settings.ts';
import type { Context } from '#server/framework/context.ts';
import {
  correctionsOf,
  type ReadableOrder,
  rareSupplementsOf,
} from '#server/modules/cases/work-orders/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { findRecordSettings } from './queries.ts';
import { withFiles } from './record-files.ts';

/** Returns the corrections of the order (S1 §7), and the settings of its item for another one. */
export async function readCorrections(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { order }: ReadableOrder,
): Promise<OutputOf<typeof corrections.list>> {
  const [{ correction }, holidays] = await Promise.all([
    findRecordSettings(db, order.id),
    currentHolidays(db),
  ]);
  const { limit, onceOnly, expiry } = correction;
  const { lastDay } = countLimit(startClock(limit, now()), holidays);
  return {
    rows: await withFiles(db, order, correctionsOf(order.state.records ?? [])),
    settings: {
      limit,
      onceOnly,
      expiryLabel: correctionExpiryLabel[expiry],
      endsOn: fromDayNumber(lastDay),
    },
  };
}

/** Returns the rare supplements of the order (S1 §7), and the settings of its item for another one. */
export async function readRareSupplements(
  { db }: Pick<Context, 'db'>,
  { order }: ReadableOrder,
): Promise<OutputOf<typeof rareSupplements.list>> {
  const { limit, maxPapers, expiry, promise } = (await findRecordSettings(db, order.id)).rare;
  return {
    rows: await withFiles(db, order, rareSupplementsOf(order.state.records ?? [])),
    settings: { limit, maxPapers, expiryLabel: rareExpiryLabel[expiry], promise },
  };
}
