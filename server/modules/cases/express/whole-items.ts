import { postalTrackingLabel } from '#domain/enumerations/postal-tracking.ts';
import type { Context } from '#server/framework/context.ts';
import type { ExpressParties } from './parties.ts';
import { listItemsOfOrder } from './queries.ts';
import { readTracking } from './store-events.ts';

/** An express item for the archive: unmasked, and independent of a reader's permissions. */
export interface WholeExpressItem extends ExpressParties {
  /** Newest first. */
  tracks: { at: string; statusLabel: string; place: string; description: string }[];
}

/** Returns the express items of an order by their ids. */
export async function wholeExpressItems(
  context: Pick<Context, 'db' | 'crypto'>,
  workorderId: string,
): Promise<Map<string, WholeExpressItem>> {
  const items = new Map<string, WholeExpressItem>();
  for (const { id, parties_sealed, mail_num } of await listItemsOfOrder(context.db, workorderId)) {
    const parties = JSON.parse(context.crypto.open(parties_sealed, 'other')) as ExpressParties;
    const events = mail_num ? (await readTracking(context.db, context, mail_num)).events : [];
    const tracks = events.map(({ at, status, place, description }) => ({
      ...{ at, place, description },
      statusLabel: postalTrackingLabel[status],
    }));
    items.set(id, { ...parties, tracks });
  }
  return items;
}
