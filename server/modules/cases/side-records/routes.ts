import { corrections } from '#contract/corrections.ts';
import { rareSupplements } from '#contract/rare-supplements.ts';
import { sideRecords } from '#contract/side-records.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { changesRecord } from '#server/modules/cases/handling/service.ts';
import { readsOrder, specialsOf } from '#server/modules/cases/work-orders/service.ts';
import { changeRecord } from './change-record.ts';
import { changeMerge } from './merges.ts';
import { changeCorrection, changeRare, postRare } from './paper-commands.ts';
import { readCorrections, readRareSupplements } from './read-paper-records.ts';
import { readRecords } from './read-records.ts';
import { withFiles } from './record-files.ts';

export function mountSideRecords(app: App): void {
  route(app, sideRecords.list, readsOrder, ({ context, actor, order }) => readRecords(context, actor, order));
  route(app, sideRecords.correction, changesRecord, (call) =>
    changeCorrection(call, call.order, call.task, call.body),
  );
  route(app, sideRecords.rare, changesRecord, (call) => changeRare(call, call.order, call.body));
  route(app, rareSupplements.post, changesRecord, (call) => postRare(call, call.order, call.body));
  route(app, corrections.list, readsOrder, ({ context, order }) => readCorrections(context, order));
  route(app, rareSupplements.list, readsOrder, ({ context, order }) => readRareSupplements(context, order));
  route(app, sideRecords.suspension, changesRecord, (call) =>
    changeRecord(call, call.order, call.task, 'suspension', call.body),
  );
  route(app, sideRecords.specials, readsOrder, async ({ context, order: { order } }) => ({
    rows: await withFiles(context.db, order, specialsOf(order.state.records)),
  }));
  route(app, sideRecords.special, changesRecord, (call) =>
    changeRecord(call, call.order, call.task, 'special', call.body),
  );
  route(app, sideRecords.supervision, changesRecord, (call) =>
    changeRecord(call, call.order, call.task, 'supervision', call.body),
  );
  route(app, sideRecords.merge, changesRecord, (call) => changeMerge(call, call.order, call.task, call.body));
  route(app, sideRecords.extension, changesRecord, (call) =>
    changeRecord(call, call.order, call.task, 'extension', call.body),
  );
}
