import { messageChannels } from '#contract/message-channels.ts';
import { messageSettings } from '#contract/message-settings.ts';
import { messageTemplates } from '#contract/message-templates.ts';
import { messages } from '#contract/messages.ts';
import { Permission } from '#domain/access/actor.ts';
import { permission, staff } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import * as channels from './channels.ts';
import { readSettings, saveSettings } from './preferences.ts';
import { presentMessage } from './present.ts';
import { countUnread, listMessages } from './queries.ts';
import { filterOf, findNewest, markRead, readerOf } from './service.ts';
import * as templates from './templates.ts';

const operate = permission(Permission.operateSystem);
const manageTemplates = permission(Permission.manageTemplates);

export function mountMessages(app: App): void {
  route(app, messages.unreadCount, staff, async ({ context, actor }) => ({
    count: await countUnread(context.db, readerOf(actor)),
  }));
  route(app, messages.newest, staff, async ({ context, actor }) => {
    const newest = await findNewest(context, actor);
    return newest && { ...presentMessage(newest.message), count: newest.count };
  });
  route(app, messages.list, staff, async ({ context, actor, query }) => {
    const unread = query.unread === undefined ? undefined : query.unread === 'true';
    const filter = { ...filterOf(query), unread };
    // Before the rows are read, because a message that arrives meanwhile may be missing among them.
    const asOf = context.now().toISOString();
    const { rows, total } = await listMessages(context.db, readerOf(actor), filter, query);
    return { rows: rows.map(presentMessage), total, asOf };
  });
  route(app, messages.markRead, staff, async ({ context, actor, body, requestId }) => {
    const { ids, which = {} } = body;
    const asOf = body.asOf === undefined ? undefined : new Date(body.asOf);
    return { count: await markRead(context, actor, { ids, ...filterOf(which), asOf }, requestId) };
  });
  route(app, messageSettings.mine, staff, ({ context, actor }) => readSettings(context, actor));
  route(app, messageSettings.save, staff, (call) => saveSettings(call, call.body));
  route(app, messageTemplates.list, manageTemplates, ({ context }) => templates.listTemplates(context));
  route(app, messageTemplates.saveEvent, manageTemplates, (call) =>
    templates.saveEventTemplate(call, call.body),
  );
  route(app, messageTemplates.savePreset, manageTemplates, (call) => templates.savePreset(call, call.body));
  route(app, messageTemplates.removePreset, manageTemplates, (call) =>
    templates.removePreset(call, call.params.id, call.body.digest),
  );
  mountChannels(app);
}

function mountChannels(app: App): void {
  route(app, messageChannels.status, operate, ({ context }) => channels.readChannelStatus(context));
  route(app, messageChannels.list, operate, ({ context, query }) =>
    channels.listExternalMessages(context, query),
  );
  route(app, messageChannels.simulatorMessages, operate, ({ context, query }) =>
    channels.listSimulatorMessages(context, query),
  );
  route(app, messageChannels.resend, operate, (call) => channels.resendMessage(call, call.params.id));
  route(app, messageChannels.confirm, operate, (call) => channels.confirmMessage(call, call.params.id));
  route(app, messageChannels.resendAll, operate, (call) => channels.resendAll(call, call.body));
}
