import { paymentReconciliation as reconciliation } from '#contract/payment-reconciliation.ts';
import { orderPayments } from '#contract/payment-records.ts';
import { payments } from '#contract/payments.ts';
import { sideRecords } from '#contract/side-records.ts';
import { Permission } from '#domain/access/actor.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { openWithLimits, permission } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { bytesOfBody } from '#server/kernel/http/protocol.ts';
import { changesRecord } from '#server/modules/cases/handling/service.ts';
import { readsOrder } from '#server/modules/cases/work-orders/service.ts';
import { limitsOfNotices, rawNoticeOf, receiveNotice } from './notices.ts';
import * as ofOrder from './order-payments.ts';
import * as days from './reconcile.ts';

const reconciles = permission(Permission.reconcilePayments);

export function mountPayments(app: App): void {
  mountOrderPayments(app);
  // Open, because the gateway has no session: its signature is checked instead.
  route(app, payments.notice, openWithLimits(limitsOfNotices), async (call) => {
    const { context, params, request, ip } = call;
    const raw = rawNoticeOf(bytesOfBody(request), request.headers);
    const stored = await receiveNotice(context, params.gateway, raw, ip);
    return isRefusal(stored) ? stored : { stored };
  });
  mountReconciliation(app);
}

function mountReconciliation(app: App): void {
  const { day, days: list, rows, fetch, hold, settle, recheck, close } = reconciliation;
  route(app, day, reconciles, ({ context, params }) => days.readDay(context, params.day));
  route(app, list, reconciles, ({ context, query }) => days.listDays(context, query));
  route(app, rows, reconciles, ({ context, query }) => days.listDayRows(context, query));
  route(app, fetch, reconciles, (call) => days.fetchDay(call, call.params.day));
  route(app, hold, reconciles, (call) => days.holdRow(call, call.params.id, call.body));
  route(app, settle, reconciles, (call) => days.settleRow(call, call.params.id, call.body));
  route(app, recheck, reconciles, (call) => days.recheckRow(call, call.params.id));
  route(app, close, reconciles, (call) => days.closeDay(call, call.params.day));
}

function mountOrderPayments(app: App): void {
  const { fees, read, openCode, refresh, simulate } = orderPayments;
  route(app, fees, readsOrder, ({ context, order }) => ofOrder.readFees(context, order));
  route(app, read, readsOrder, (call) => ofOrder.readPayment(call, call.order, call.params.recordId));
  route(app, openCode, readsOrder, (call) => ofOrder.openPaymentCode(call, call.order, call.params.recordId));
  route(app, refresh, readsOrder, (call) =>
    ofOrder.refreshOrderPayment(call, call.order, call.params.recordId),
  );
  route(app, simulate, readsOrder, (call) => ofOrder.simulatePayment(call, call.order, call.params.recordId));
  route(app, sideRecords.payment, changesRecord, (call) =>
    ofOrder.changePaymentRecord(call, call.order, call.task, call.body),
  );
}
