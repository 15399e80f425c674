import { accounts, roles } from '#contract/accounts.ts';
import { firstPasswords, grants, people, peopleSheet } from '#contract/people.ts';
import { roleEditing } from '#contract/role-editing.ts';
import { Permission } from '#domain/access/actor.ts';
import { permission } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { mountSheetImport } from '#server/modules/organisation/sheet-imports/service.ts';
import * as service from './service.ts';

const manageStaff = permission(Permission.manageStaff);
const manageRole = permission(Permission.manageRole);

/**
 * Mounts the calls for people and accounts (system administrator) and for roles (security administrator)
 * (docs/decisions/0085, 0170).
 */
export function mountAccounts(app: App): void {
  route(app, accounts.list, manageStaff, (call) => service.listAccounts(call, call.query));
  route(app, accounts.disable, manageStaff, (call) =>
    service.disableAccount(call, call.params.id, call.body.reason),
  );
  route(app, accounts.enable, manageStaff, (call) => service.enableAccount(call, call.params.id));
  route(app, accounts.resetPassword, manageStaff, (call) => service.resetPassword(call, call.params.id));
  route(app, accounts.unlock, manageStaff, (call) => service.unlockAccount(call, call.params.id));
  route(app, people.create, manageStaff, (call) => service.createPerson(call, call.body));
  route(app, people.detail, manageStaff, (call) => service.readPerson(call, call.params.id));
  route(app, people.offboardingCheck, manageStaff, (call) =>
    service.previewOffboarding(call, call.params.id),
  );
  route(app, people.edit, manageStaff, (call) => service.editPerson(call, call.params.id, call.body));
  mountSheetImport(app, peopleSheet, service.sheetOfPeople);
  route(app, firstPasswords.peopleWithoutPassword, manageStaff, ({ context }) =>
    service.listPeopleWithoutPassword(context),
  );
  route(app, firstPasswords.issue, manageStaff, (call) => service.issueFirstPasswords(call, call.body.ids));
  route(app, grants.list, manageRole, (call) => service.listGrantees(call, call.query));
  route(app, grants.detail, manageRole, (call) => service.readGrantee(call, call.params.id));
  route(app, grants.set, manageRole, (call) => service.setRoles(call, call.params.id, call.body));
  route(app, roles.list, manageRole, ({ context, query }) => service.listRoles(context, query));
  route(app, roleEditing.menus, manageRole, ({ context }) => service.listRoleMenus(context));
  route(app, roleEditing.detail, manageRole, (call) => service.readRole(call, call.params.code));
  route(app, roleEditing.create, manageRole, (call) => service.createRole(call, call.body));
  route(app, roleEditing.edit, manageRole, (call) => service.editRole(call, call.params.code, call.body));
  route(app, roleEditing.remove, manageRole, (call) => service.removeRole(call, call.params.code));
  route(app, roles.holders, manageRole, ({ context, params, query }) =>
    service.listHolders(context, params.code, query),
  );
}
