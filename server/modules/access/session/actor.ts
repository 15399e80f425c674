import {
  type Actor,
  mayParticipateInMatters,
  type Permission,
  separateAdministratorRoles,
} from '#domain/access/actor.ts';
import type { Context } from '#server/framework/context.ts';
import type { CallerIdentification, Identity } from '#server/framework/routing/route.ts';
import { hashSecret } from '#server/kernel/crypto/secrets.ts';
import {
  consumeTicket,
  findPerson,
  findSession,
  findSessionById,
  markSeen,
  type SessionRow,
  type SignInPerson,
} from './queries.ts';

/** Minimum interval between updates of the last use, so that reading does not cost a write each time. */
const seenEveryMs = 60_000;

/**
 * Builds the person with the permissions and candidate keys of their posts; a portal administrator gets none
 * of matters. Absent people lend their own keys, never keys lent to them, and portal administrators lend
 * none.
 */
function buildActor(row: SignInPerson): Actor {
  const lent = (row.lent ?? []).filter(({ permissions }) =>
    mayParticipateInMatters({ permissions: new Set(permissions) }),
  );
  return separateAdministratorRoles({
    staffId: row.staffId,
    account: row.account,
    name: row.name,
    orgId: row.orgId,
    orgName: row.orgName,
    areaCode: row.areaCode,
    roles: row.roles,
    permissions: new Set(row.permissions as Permission[]),
    keys: row.keys,
    ...(lent.length > 0 && {
      substitutions: lent.map(({ absent, keys, taskCodes, since, until }) => ({
        absentPerson: absent,
        keys,
        taskCodes,
        since: since && new Date(since).toISOString(),
        ...(until && { until: new Date(until).toISOString() }),
      })),
    }),
  });
}

/** Returns the actor of an account, without a session; undefined for one that is not in service. */
export async function findActor(
  context: Pick<Context, 'db' | 'now'>,
  account: string,
): Promise<Actor | undefined> {
  const row = await findPerson(context.db, account, context.now());
  return row && buildActor(row);
}

/**
 * Returns the person of an active session, for an action that began in it and continues elsewhere; undefined
 * if it has ended.
 */
export async function findActorOfSession(
  context: Pick<Context, 'db' | 'now'>,
  sessionId: string,
): Promise<Actor | undefined> {
  const row = await findSessionById(context.db, sessionId, context.now());
  return row && buildActor(row);
}

/** Returns the actor like `findActor`, for seeds and jobs that act as a person in service. */
export async function getActor(context: Pick<Context, 'db' | 'now'>, account: string): Promise<Actor> {
  const actor = await findActor(context, account);
  if (!actor) throw new Error(`There is no enabled account ${account}`);
  return actor;
}

function toIdentity(row: SessionRow): Identity {
  const { sessionId, mustChangePassword, passwordExpired, signedOn } = row;
  return {
    actor: buildActor(row),
    sessionId,
    mustChangePassword: mustChangePassword || passwordExpired,
    passwordExpired,
    signedOn,
  };
}

/** Creates the identification of the person of a token or a one-time ticket for routes. */
export function createIdentify(context: Context): CallerIdentification {
  return {
    async byToken(token, via = context.db): Promise<Identity | undefined> {
      const now = context.now();
      const row = await findSession(via, hashSecret(token), now);
      if (!row) return undefined;
      if (now.getTime() - row.seenAt.getTime() >= seenEveryMs) await markSeen(via, row.sessionId, now);
      return toIdentity(row);
    },
    async byTicket(ticket, purpose): Promise<Identity | undefined> {
      const now = context.now();
      const ticketRow = await consumeTicket(context.db, hashSecret(ticket), purpose, now);
      if (!ticketRow) return undefined;
      const row = await findSessionById(context.db, ticketRow.session_id, now);
      return row && { ...toIdentity(row), subject: ticketRow.subject };
    },
  };
}
