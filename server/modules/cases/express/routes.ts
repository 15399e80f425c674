import { express, expressPush } from '#contract/express.ts';
import { expressRecords } from '#contract/express-records.ts';
import { outputRecords } from '#contract/output-records.ts';
import { matters, openWithLimits } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { bytesOfBody } from '#server/kernel/http/protocol.ts';
import { changesRecord } from '#server/modules/cases/handling/service.ts';
import { changeRecord, findRecordSettings } from '#server/modules/cases/side-records/service.ts';
import { readsOrder } from '#server/modules/cases/work-orders/service.ts';
import { changeExpress } from './record-commands.ts';
import { drawWaybill, readItem, refreshItem, takePush } from './service.ts';

/** The carrier has few addresses, and each message may contain hundreds of events. */
const pushLimits = openWithLimits(({ ip }) => [
  { bucket: `express-push:${ip}`, limit: 300, windowSeconds: 60 },
]);

export function mountExpress(app: App): void {
  route(app, express.item, matters, (call) => readItem(call, call.params.mailNum));
  route(app, express.refresh, matters, (call) => refreshItem(call, call.params.mailNum));
  route(app, express.waybill, matters, (call) => drawWaybill(call, call.params.mailNum));
  route(app, expressRecords.command, changesRecord, (call) =>
    changeExpress(call, call.order, call.task, call.body),
  );
  route(app, outputRecords.choices, readsOrder, async ({ context, order: { order } }) => {
    const { output } = await findRecordSettings(context.db, order.id);
    return output;
  });
  route(app, outputRecords.command, changesRecord, (call) =>
    changeRecord(call, call.order, call.task, 'output', call.body),
  );
  route(app, expressPush.push, pushLimits, async ({ context, request, reply, body }) => {
    const answer = await takePush(context, {
      path: expressPush.push.path,
      headers: request.headers,
      bytes: bytesOfBody(request),
      body,
    });
    const refused = { success: '0', failmailnums: '', remark: '签名不正确' };
    await reply
      .code(answer ? 200 : 403)
      .header('cache-control', 'no-store')
      .send(answer ?? refused);
    return null;
  });
}
