import type { firstPasswords } from '#contract/people.ts';
import { Permission } from '#domain/access/actor.ts';
import { includeAdministration } from '#domain/access/role-rules.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { type ActingCall, actIfStillAllowed } from '#server/modules/access/audit/service.ts';
import { hashPassword, unlessOverloaded } from '#server/modules/access/session/service.ts';
import * as queries from './first-passwords.queries.ts';
import { oneTimePasswordOf } from './one-time-password.ts';
import { setOneTimePassword } from './queries.ts';

/**
 * Lists the people without a password, such as those imported by spreadsheet. First passwords are issued in small
 * groups, so that no call hashes for long (0170).
 */
export async function listPeopleWithoutPassword({ db }: Pick<Context, 'db'>) {
  const rows = await queries.listPeopleWithoutPassword(db);
  const serverOnlyPeople = rows.filter(({ permissions }) => includeAdministration(permissions));
  return {
    rows: rows
      .filter((row) => !serverOnlyPeople.includes(row))
      .map(({ permissions: _rights, ...row }) => row),
    barred: serverOnlyPeople.map(({ account }) => account),
  };
}

/**
 * Issues first passwords. A person who has had a password, or who has an administrator role, is skipped; a
 * repeated request gets the same answer.
 */
export async function issueFirstPasswords(
  call: ActingCall<typeof firstPasswords.issue> & { requestId: string },
  ids: readonly string[],
) {
  const { context, actor } = call;
  const nonce = call.idempotencyKey ?? call.requestId;
  const passwordOf = (id: string) =>
    oneTimePasswordOf(context.crypto, `${actor.staffId} first ${id} ${nonce}`);
  const hashes = new Map<string, string>();
  for (const { id } of (await listPeopleWithoutPassword(context)).rows.filter(({ id }) => ids.includes(id))) {
    const hash = await unlessOverloaded(() => hashPassword(passwordOf(id)));
    if (isRefusal(hash)) return hash;
    hashes.set(id, hash);
  }
  const answer = await actIfStillAllowed(call, { permission: Permission.manageStaff }, async (tx) => {
    const { rows } = await listPeopleWithoutPassword({ db: tx });
    const issued: { id: string; account: string }[] = [];
    for (const { id, account } of rows) {
      const hash = hashes.get(id);
      if (hash === undefined) continue;
      await setOneTimePassword(tx, id, hash, context.now());
      issued.push({ id, account });
    }
    return {
      answer: { rows: issued.map((row) => ({ ...row, oneTimePassword: '' })) },
      auditRecord: {
        chain: 'account',
        action: 'account.first-passwords',
        objectKind: 'staff',
        objectId: issued[0]?.id ?? '',
        detail: { accounts: issued.map(({ account }) => account) },
      },
    };
  });
  if (isRefusal(answer)) return answer;
  const { data } = JSON.parse(answer.answerText) as { data: { rows: { id: string; account: string }[] } };
  return { rows: data.rows.map(({ id, account }) => ({ id, account, oneTimePassword: passwordOf(id) })) };
}
