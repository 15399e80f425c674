import type { preferences } from '#contract/preferences.ts';
import type { PortalTheme } from '#domain/enumerations/portal-theme.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { type ActingCall, actOnce } from '#server/modules/access/audit/service.ts';
import { findPreferences, upsertPreferences } from './queries.ts';

/** Returns a person's preferences for all pages, on any machine; `theme` is null if they have chosen none. */
export async function readPreferences(
  db: Db,
  staffId: string,
): Promise<{ theme: PortalTheme | null; tourEnded: boolean }> {
  const stored = await findPreferences(db, staffId);
  return {
    theme: stored?.theme ?? null,
    tourEnded: stored !== undefined && stored.tour_ended_at !== null,
  };
}

/** Stores the given preferences; a finished tour stays finished. */
export function savePreferences(
  call: ActingCall<typeof preferences.save>,
  input: { theme?: PortalTheme | undefined; tourEnded?: true | undefined },
) {
  const { context, actor } = call;
  return actOnce(call, async (tx) => {
    const now = context.now();
    const { theme, tourEnded } = input;
    const row = { ...(theme && { theme }), ...(tourEnded && { tour_ended_at: now }) };
    await upsertPreferences(tx, [actor.staffId], row, now);
    return {
      answer: {},
      auditRecord: {
        chain: `preferences:${actor.staffId}`,
        action: 'preferences.save',
        objectKind: 'staff',
        objectId: actor.staffId,
        detail: { ...input },
      },
    };
  });
}

/**
 * Marks the tour as finished for people of the demo who already know the portal, so that it does not start by
 * itself.
 */
export async function markTourFinished(tx: Tx, staffIds: readonly string[], now: Date): Promise<void> {
  await upsertPreferences(tx, staffIds, { tour_ended_at: now }, now);
}
