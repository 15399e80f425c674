import { sharedElements } from '#contract/shared-elements.ts';
import { Permission } from '#domain/access/actor.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { permission } from '#server/framework/routing/access.ts';
import { type App, type Call, route } from '#server/framework/routing/route.ts';
import { actIfStillAllowed } from '#server/modules/access/audit/service.ts';
import * as service from './service.ts';

const requiredRight = { permission: Permission.publishForm };
const manage = permission(Permission.publishForm);

/** Mounts the list of shared elements and its changes, for the author of forms. */
export function mountSharedElements(app: App): void {
  route(app, sharedElements.list, manage, ({ context }) => service.listSharedElements(context.db));
  route(app, sharedElements.create, manage, create);
  route(app, sharedElements.change, manage, change);
  route(app, sharedElements.remove, manage, remove);
}

const objectOf = (code: string) => ({
  chain: 'shared-element',
  objectKind: 'shared-element',
  objectId: code,
});

function create(call: Call<typeof sharedElements.create>) {
  const { context, actor, body } = call;
  return actIfStillAllowed(call, requiredRight, async (tx) => {
    const detail = await service.createElement(tx, context, actor, body);
    if (isRefusal(detail)) return detail;
    const { code } = body;
    return {
      answer: { code },
      auditRecord: { ...objectOf(code), action: 'shared-element.create', detail: { ...detail } },
    };
  });
}

function change(call: Call<typeof sharedElements.change>) {
  const { context, actor, params, body } = call;
  const { code } = params;
  return actIfStillAllowed(call, requiredRight, async (tx) => {
    const changed = await service.changeElement(tx, context, actor, code, body);
    if (isRefusal(changed)) return changed;
    const detail = { name: changed.now.name, before: changed.was, now: changed.now };
    return {
      answer: { code },
      auditRecord: { ...objectOf(code), action: 'shared-element.change', detail },
    };
  });
}

function remove(call: Call<typeof sharedElements.remove>) {
  const { params, body } = call;
  const { code } = params;
  return actIfStillAllowed(call, requiredRight, async (tx) => {
    const detail = await service.removeElement(tx, code, body.digest);
    if (isRefusal(detail)) return detail;
    return {
      answer: { code },
      auditRecord: { ...objectOf(code), action: 'shared-element.remove', detail: { ...detail } },
    };
  });
}
