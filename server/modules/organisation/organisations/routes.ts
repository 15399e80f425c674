import { organisations } from '#contract/organisations.ts';
import { treeNodeKeysOf } from '#contract/tree-nodes.ts';
import { matters, staff } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import * as pickerQueries from './picker.queries.ts';
import * as queries from './queries.ts';
import * as service from './service.ts';

/** Mounts the pickers of organisations and people, for any signed-in person and without personal numbers. */
export function mountOrganisations(app: App): void {
  route(app, organisations.organisationTree, staff, async ({ context, query }) => {
    const rows = await listNodes(context, query);
    return { rows, total: rows.length };
  });
  route(app, organisations.organisationsByAreaId, staff, ({ context, query }) => listNodes(context, query));
  route(
    app,
    organisations.organisationsByAreaCode,
    staff,
    ({ context, query: { areaId: _other, ...query } }) => listNodes(context, query),
  );
  route(app, organisations.staffs, staff, ({ context, query }) => service.listStaff(context, query));
  route(app, organisations.pinyin, staff, async ({ context, body }) => ({
    pinyin: await pickerQueries.pinyinOf(context.db, body),
  }));
  route(app, organisations.pickStaff, matters, ({ context, actor, query }) =>
    service.pickStaff(context, actor, query),
  );
  route(app, organisations.pickOrganisations, matters, ({ context, actor }) =>
    pickerQueries.listCountedOrganisations(context.db, actor.staffId),
  );
  route(app, organisations.halls, staff, ({ context, query }) => service.listHalls(context, query));
  route(app, organisations.hallNames, staff, ({ context, query }) => service.listHallNames(context, query));
  route(app, organisations.windows, staff, ({ context, query }) => service.listWindows(context, query));
  route(app, organisations.positions, staff, ({ context, query }) => service.listPositions(context, query));
  route(app, organisations.roles, staff, ({ context, query }) => service.listRoles(context, query));
  route(app, organisations.userGroups, staff, ({ context, query }) =>
    service.listGroupsWithStaff(context, query),
  );
  route(app, organisations.applications, staff, ({ context, query }) =>
    queries.listApplications(context.db, query),
  );
}

/** Lists organisations as tree nodes (S2 §3). */
async function listNodes(...call: Parameters<typeof service.listOrganisations>) {
  const rows = await service.listOrganisations(...call);
  return rows.map((row) => ({ ...row, ...treeNodeKeysOf(row) }));
}
