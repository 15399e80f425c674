import { secondFactor } from '#contract/second-factor.ts';
import type { TestOffice } from './office.ts';

/** Confirms a clerk's identity for one change, without the slow argon2 check of a password. */
export async function confirmIdentity({ as, context }: TestOffice, account: string): Promise<void> {
  await as(account).done(secondFactor.mine);
  await context.db
    .updateTable('sessions')
    .set({ identity_confirmed_at: context.now(), identity_confirmed_by: 'password' })
    .where('staff_id', '=', `staff-${account}`)
    .where('ended_at', 'is', null)
    .execute();
}
