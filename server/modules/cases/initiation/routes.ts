import { formInterfaces } from '#contract/form-interfaces.ts';
import { initiation } from '#contract/initiation.ts';
import { Permission } from '#domain/access/actor.ts';
import { permission } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { askInterfaceAtStart } from './form-interfaces.ts';
import * as service from './service.ts';

const mayInitiate = permission(Permission.initiate);

export function mountInitiation(app: App): void {
  route(app, initiation.check, mayInitiate, (call) => service.checkDuplicate(call, call.query));
  route(app, initiation.initiate, mayInitiate, (call) => service.initiate(call, call.body));
  route(app, formInterfaces.atStart, mayInitiate, (call) => askInterfaceAtStart(call));
  route(app, initiation.saveDraft, mayInitiate, (call) => service.saveDraft(call, call.body));
  route(app, initiation.draftList, mayInitiate, ({ context, actor, query }) =>
    service.listDrafts(context, actor, query),
  );
  route(app, initiation.draft, mayInitiate, ({ context, actor, params, wrapField }) =>
    service.readDraft(context, actor, params.workorderId, wrapField),
  );
  route(app, initiation.deleteDrafts, mayInitiate, (call) => service.deleteDrafts(call, call.body.ids));
  route(app, initiation.restoreDrafts, mayInitiate, (call) => service.restoreDrafts(call, call.body.ids));
}
