import type { z } from 'zod';
import type { Grantee, grants } from '#contract/people.ts';
import { type Actor, Permission } from '#domain/access/actor.ts';
import { faultOfGrant } from '#domain/access/role-rules.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/context/context.ts';
import { type ActingCall, actIfStillAllowed } from '#server/modules/audit/service.ts';
import { rightsNow } from '#server/modules/rights/service.ts';
import * as grantQueries from './grants.queries.ts';
import * as people from './people.queries.ts';
import * as queries from './queries.ts';

/** Who has which roles: given by the security administrator, never to oneself (docs/decisions/0170). */

/** A page of people with their roles, and how many in service still have none. */
export async function listGrantees(
  { context, actor }: { context: Context; actor: Actor },
  filter: z.output<typeof grants.list.query>,
) {
  const [{ rows, total }, without] = await Promise.all([
    grantQueries.listGrantees(context.db, filter),
    grantQueries.countWithout(context.db),
  ]);
  return { total, without, rows: rows.map((row) => presentGrantee(row, actor)) };
}

function presentGrantee(
  { permissions: _rights, lastSignInAt: _at, withoutPassword: _none, ...row }: queries.AccountRow,
  actor: Actor,
): Grantee {
  const isOwn = row.id === actor.staffId;
  const standing = { isOwn, aloneHolds: [], before: [], after: [], isKnownToOthers: false };
  return { ...row, fault: faultOfGrant(standing) ?? null };
}

/** Gives somebody exactly these roles; it holds from their next call on. */
export function setRoles(call: ActingCall<typeof grants.set>, id: string, roles: readonly string[]) {
  const { actor } = call;
  return actIfStillAllowed(call, { permission: Permission.manageRole }, async (tx) => {
    const rights = await rightsNow(tx, actor.staffId);
    const row = await queries.lockAccount(tx, id);
    if (!row) return refuse('notFound');
    const known = await people.findKnown(tx, 'roles', roles);
    if (roles.some((code) => !known.has(code)))
      return refuse('badInput', { problems: [{ field: 'roles', message: '所选角色已不存在，请重新选择' }] });
    const aloneHolds = (await queries.listSoleHolders(tx))
      .filter(({ staffId }) => staffId === id)
      .map(({ permission }) => permission);
    const after = await grantQueries.listPermissionsOf(tx, roles);
    const fault = faultOfGrant({
      isOwn: id === actor.staffId,
      aloneHolds,
      before: row.permissions,
      after,
      // Who has both hands, as the first administrator of an empty office, sets passwords too: nothing is gained.
      isKnownToOthers: row.mustChangePassword && !rights.has(Permission.manageStaff),
    });
    if (fault !== undefined) return refuse('accountChangeNotAllowed', { message: fault });
    const before = row.roles.map(({ code }) => code);
    await people.setLinks(tx, 'roles', id, roles);
    const detail = {
      account: row.account,
      given: roles.filter((code) => !before.includes(code)),
      taken: before.filter((code) => !roles.includes(code)),
    };
    const note = { chain: 'account', action: 'account.roles', objectKind: 'staff', objectId: id, detail };
    return { answer: {}, note };
  });
}
