import { organisations } from '#contract/organisations.ts';
import { staff } from '#server/http/access.ts';
import { type App, route } from '#server/http/route.ts';
import * as queries from './queries.ts';
import { listGroupsWithStaff } from './service.ts';

/** Pickers of organisations and people: for anyone signed in, and without any personal number. */
export function mountOrganisations(app: App): void {
  route(app, organisations.organisationTree, staff, async ({ context, query }) => {
    const { areaId, areaCode, parent, level, name } = query;
    const rows = await queries.listOrganisations(context.db, {
      area: areaId ?? areaCode,
      parent,
      level,
      name,
    });
    return { rows, total: rows.length };
  });
  route(app, organisations.organisationsByAreaId, staff, ({ context, query }) =>
    queries.listOrganisations(context.db, { area: query.areaId, name: query.name }),
  );
  route(app, organisations.organisationsByAreaCode, staff, ({ context, query }) =>
    queries.listOrganisations(context.db, { area: query.areaCode, name: query.name }),
  );
  route(app, organisations.staffs, staff, ({ context, query }) => queries.listStaff(context.db, query));
  route(app, organisations.halls, staff, ({ context, query }) =>
    queries.listHalls(context.db, { area: query.areaId ?? query.areaCode, name: query.name }),
  );
  route(app, organisations.windows, staff, ({ context, query }) =>
    queries.listWindows(context.db, { ...query, area: query.areaId }),
  );
  route(app, organisations.positions, staff, ({ context, query }) =>
    queries.listPositions(context.db, query),
  );
  route(app, organisations.roles, staff, ({ context, query }) => queries.listRoles(context.db, query));
  route(app, organisations.userGroups, staff, ({ context, query }) =>
    listGroupsWithStaff(context, query.name),
  );
}
