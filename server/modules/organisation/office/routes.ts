import { officeOrganisations, organisationSheet } from '#contract/office-organisations.ts';
import {
  groupSheet,
  hallSheet,
  officeGroups,
  officeHalls,
  officePosts,
  officeWindows,
  postSheet,
  windowSheet,
} from '#contract/office-parts.ts';
import { Permission } from '#domain/access/actor.ts';
import { permission } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { mountSheetImport } from '#server/modules/organisation/sheet-imports/service.ts';
import { addDigests, changePart, createPart, existingUses, removePart, sheetOfPart } from './edit-part.ts';
import { countCurrentUses, countUses } from './organisations.queries.ts';
import * as organisations from './organisations.ts';
import * as queries from './parts.queries.ts';
import { groupPart, hallPart, postPart, windowPart } from './parts.ts';
import { sheetOfOrganisations } from './sheet-of-organisations.ts';

const manage = permission(Permission.manageOrganisation);

/** Mounts the calls by which an administrator manages the parts of the office (decision 0169). */
export function mountOffice(app: App): void {
  mountOrganisations(app);
  mountParts(app);
}

function mountOrganisations(app: App): void {
  route(app, officeOrganisations.list, manage, ({ context }) => organisations.listOrganisations(context));
  route(app, officeOrganisations.create, manage, (call) => organisations.createOrganisation(call, call.body));
  route(app, officeOrganisations.change, manage, (call) =>
    organisations.changeOrganisation(call, call.params.id, call.body),
  );
  route(app, officeOrganisations.move, manage, (call) =>
    organisations.moveOrganisation(call, call.params.id, call.body),
  );
  route(app, officeOrganisations.disable, manage, (call) =>
    organisations.disableOrganisation(call, call.params.id),
  );
  route(app, officeOrganisations.enable, manage, (call) =>
    organisations.enableOrganisation(call, call.params.id),
  );
  route(app, officeOrganisations.uses, manage, async ({ context, params }) => ({
    uses: existingUses(await countUses(context.db, params.id)),
    currentUses: existingUses(await countCurrentUses(context.db, params.id)),
  }));
  route(app, officeOrganisations.remove, manage, (call) =>
    organisations.removeOrganisation(call, call.params.id),
  );
  mountSheetImport(app, organisationSheet, sheetOfOrganisations);
}

function mountParts(app: App): void {
  route(app, officeHalls.list, manage, async ({ context }) => ({
    rows: addDigests(hallPart, await queries.listHalls(context.db)),
  }));
  route(app, officeHalls.create, manage, (call) => createPart(hallPart, call, call.body));
  route(app, officeHalls.change, manage, (call) => changePart(hallPart, call, call.params.id, call.body));
  route(app, officeHalls.uses, manage, async ({ context, params }) => ({
    uses: existingUses(await hallPart.uses(context.db, params.id)),
  }));
  route(app, officeHalls.remove, manage, (call) => removePart(hallPart, call, call.params.id));
  mountSheetImport(app, hallSheet, sheetOfPart(hallPart));

  route(app, officeWindows.list, manage, async ({ context }) => ({
    rows: addDigests(windowPart, await queries.listWindows(context.db)),
  }));
  route(app, officeWindows.create, manage, (call) => createPart(windowPart, call, call.body));
  route(app, officeWindows.change, manage, (call) => changePart(windowPart, call, call.params.id, call.body));
  route(app, officeWindows.uses, manage, async ({ context, params }) => ({
    uses: existingUses(await windowPart.uses(context.db, params.id)),
  }));
  route(app, officeWindows.remove, manage, (call) => removePart(windowPart, call, call.params.id));
  mountSheetImport(app, windowSheet, sheetOfPart(windowPart));

  route(app, officePosts.list, manage, async ({ context }) => ({
    rows: addDigests(postPart, await queries.listPosts(context.db)),
  }));
  route(app, officePosts.create, manage, (call) => createPart(postPart, call, call.body));
  route(app, officePosts.change, manage, (call) => changePart(postPart, call, call.params.id, call.body));
  route(app, officePosts.uses, manage, async ({ context, params }) => ({
    uses: existingUses(await postPart.uses(context.db, params.id)),
  }));
  route(app, officePosts.remove, manage, (call) => removePart(postPart, call, call.params.id));
  mountSheetImport(app, postSheet, sheetOfPart(postPart));

  route(app, officeGroups.list, manage, async ({ context }) => ({
    rows: addDigests(groupPart, await queries.listGroups(context.db)),
  }));
  route(app, officeGroups.create, manage, (call) => createPart(groupPart, call, call.body));
  route(app, officeGroups.change, manage, (call) => changePart(groupPart, call, call.params.id, call.body));
  route(app, officeGroups.uses, manage, async ({ context, params }) => ({
    uses: existingUses(await groupPart.uses(context.db, params.id)),
  }));
  route(app, officeGroups.remove, manage, (call) => removePart(groupPart, call, call.params.id));
  mountSheetImport(app, groupSheet, sheetOfPart(groupPart));
}
