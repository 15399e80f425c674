import { sideRecords } from '#contract/records/side-records.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { changesRecord } from '#server/modules/cases/handling/service.ts';
import { readsOrder, specialsOf } from '#server/modules/cases/work-orders/service.ts';
import { changeRecord } from './change-record.ts';
import { readRecords } from './read-records.ts';

export function mountSideRecords(app: App): void {
  route(app, sideRecords.list, readsOrder, ({ context, actor, order }) => readRecords(context, actor, order));
  route(app, sideRecords.suspension, changesRecord, (call) =>
    changeRecord(call, call.order, call.task, 'suspension', call.body),
  );
  route(app, sideRecords.specials, readsOrder, ({ order }) => ({
    rows: specialsOf(order.order.state.records),
  }));
  route(app, sideRecords.special, changesRecord, (call) =>
    changeRecord(call, call.order, call.task, 'special', call.body),
  );
  route(app, sideRecords.extension, changesRecord, (call) =>
    changeRecord(call, call.order, call.task, 'extension', call.body),
  );
}
