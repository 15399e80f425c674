import type { Permission } from '#domain/access/actor.ts';
import {
  type AdministratorPermission,
  lostAdministratorPermissions,
  lostPermissionMessage,
} from '#domain/access/administrator-roles.ts';
import { includeAdministration } from '#domain/access/role-rules.ts';
import type { ImportColumn, SheetChange, SheetProblem } from '#domain/sheets/import-sheet.ts';
import type { Context } from '#server/framework/context.ts';
import { problemAt } from '#server/framework/lists/importable-sheet.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import * as administratorRoles from './administrator-roles.queries.ts';
import type { PersonOfSheet, RoleOfSheet } from './sheet-of-people.queries.ts';

/**
 * Reads the data for the check of the last holders: after a spreadsheet import every administrator permission must
 * still have a person who can use it.
 */

export async function readAdministratorPermissions(db: Db, context: Pick<Context, 'signOn'>) {
  return {
    canSignIn: await administratorRoles.listPeopleWhoCanSignIn(db, context),
    permissionsByRole: await administratorRoles.listPermissionsWithPage(db),
    pageTitles: await administratorRoles.listPageTitles(db),
  };
}

type AdministratorPermissionsOfSheet = Awaited<ReturnType<typeof readAdministratorPermissions>> & {
  people: ReadonlyMap<string, PersonOfSheet>;
  roles: ReadonlyMap<string, RoleOfSheet>;
};

const accountOf = ({ values }: SheetChange) => (typeof values.account === 'string' ? values.account : '');
const rolesOf = (row: SheetChange['values']) =>
  Array.isArray(row.roles) ? (row.roles as readonly string[]) : [];

export function lastHolderProblems(
  changes: readonly SheetChange[],
  state: AdministratorPermissionsOfSheet,
  columns: readonly ImportColumn[],
): SheetProblem[] {
  const { people, pageTitles } = state;
  const before = [...people.values()].flatMap((person) =>
    administratorPermissionsOf(person, rolesOf(person.row), state),
  );
  const changed = new Map(changes.map((change) => [accountOf(change), rolesOf(change.values)]));
  const after = [...people].flatMap(([account, person]) =>
    administratorPermissionsOf(person, changed.get(account) ?? rolesOf(person.row), state),
  );
  return lostAdministratorPermissions(before, after).flatMap((lost) => {
    const losingChange = changes.find((change) => {
      const id = people.get(accountOf(change))?.id;
      return before.some(
        (administratorPermission) =>
          administratorPermission.staffId === id &&
          administratorPermission.permission === lost.permission &&
          !after.some(
            (remaining) =>
              remaining.staffId === id &&
              remaining.permission === administratorPermission.permission &&
              remaining.hasPage,
          ),
      );
    });
    return losingChange
      ? [problemAt(columns, losingChange, 'roles', `导入后${lostPermissionMessage(lost, pageTitles)}`)]
      : [];
  });
}

function administratorPermissionsOf(
  person: PersonOfSheet,
  names: readonly string[],
  { roles, permissionsByRole, canSignIn }: AdministratorPermissionsOfSheet,
): AdministratorPermission[] {
  if (!person.enabled) return [];
  const rolesOfPerson = names.flatMap((name) => roles.get(name) ?? []);
  const pages = new Set(rolesOfPerson.flatMap(({ code }) => permissionsByRole.get(code) ?? []));
  return [...new Set(rolesOfPerson.flatMap(({ permissions }) => permissions))]
    .filter((permission) => includeAdministration([permission]))
    .map((permission) => ({
      staffId: person.id,
      permission: permission as Permission,
      canSignIn: canSignIn.has(person.id),
      hasPage: pages.has(permission),
    }));
}
