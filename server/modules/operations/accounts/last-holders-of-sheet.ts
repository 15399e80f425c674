import type { Permission } from '#domain/access/actor.ts';
import { type Hand, lostHands, textOfLost } from '#domain/access/hands.ts';
import { runPortal } from '#domain/access/role-rules.ts';
import type { ImportColumn, SheetChange, SheetProblem } from '#domain/sheets/import-sheet.ts';
import type { Context } from '#server/framework/context.ts';
import { problemAt } from '#server/framework/lists/importable-sheet.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import * as hands from './hands.queries.ts';
import type { PersonOfSheet, RoleOfSheet } from './sheet-of-people.queries.ts';

/**
 * A spreadsheet import takes no right of administration from the last person who can use it, either: after it every
 * such right still has a person who can use it.
 */

export async function readHandsOfSheet(db: Db, context: Pick<Context, 'signOn'>) {
  return {
    canSignIn: await hands.listWhoCanSignIn(db, context),
    opened: await hands.listRightsOpened(db),
    pageTitles: await hands.listPageTitles(db),
  };
}

type HandsOfSheet = Awaited<ReturnType<typeof readHandsOfSheet>> & {
  people: ReadonlyMap<string, PersonOfSheet>;
  roles: ReadonlyMap<string, RoleOfSheet>;
};

const accountOf = ({ values }: SheetChange) => (typeof values.account === 'string' ? values.account : '');
const rolesOf = (row: SheetChange['values']) =>
  Array.isArray(row.roles) ? (row.roles as readonly string[]) : [];

export function lastHolderProblems(
  changes: readonly SheetChange[],
  state: HandsOfSheet,
  columns: readonly ImportColumn[],
): SheetProblem[] {
  const { people, pageTitles } = state;
  const before = [...people.values()].flatMap((person) => handsOf(person, rolesOf(person.row), state));
  const changed = new Map(changes.map((change) => [accountOf(change), rolesOf(change.values)]));
  const after = [...people].flatMap(([account, person]) =>
    handsOf(person, changed.get(account) ?? rolesOf(person.row), state),
  );
  return lostHands(before, after).flatMap((lost) => {
    const loser = changes.find((change) => {
      const id = people.get(accountOf(change))?.id;
      return before.some(
        (hand) =>
          hand.staffId === id &&
          hand.permission === lost.permission &&
          !after.some((left) => left.staffId === id && left.permission === hand.permission && left.hasPage),
      );
    });
    return loser ? [problemAt(columns, loser, 'roles', `导入后${textOfLost(lost, pageTitles)}`)] : [];
  });
}

function handsOf(
  person: PersonOfSheet,
  names: readonly string[],
  { roles, opened, canSignIn }: HandsOfSheet,
): Hand[] {
  if (!person.enabled) return [];
  const given = names.flatMap((name) => roles.get(name) ?? []);
  const pages = new Set(given.flatMap(({ code }) => opened.get(code) ?? []));
  return [...new Set(given.flatMap(({ permissions }) => permissions))]
    .filter((permission) => runPortal([permission]))
    .map((permission) => ({
      staffId: person.id,
      permission: permission as Permission,
      canSignIn: canSignIn.has(person.id),
      hasPage: pages.has(permission),
    }));
}
