import { messages } from '#contract/messages.ts';
import { staff } from '#server/http/access.ts';
import { type App, route } from '#server/http/route.ts';
import { presentMessage } from './present.ts';
import { countUnread, listMessages } from './queries.ts';
import { findNewest, markRead, readerOf } from './service.ts';

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
    const { rows, total } = await listMessages(context.db, { ...query, unread, ...readerOf(actor) });
    return { rows: rows.map(presentMessage), total };
  });
  route(app, messages.markRead, staff, async ({ context, actor, body, requestId }) => ({
    count: await markRead(context, actor, body.ids, requestId),
  }));
}
