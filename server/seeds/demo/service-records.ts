import { expressRecords } from '#contract/express-records.ts';
import { jointPetitioners } from '#contract/joint-petitioners.ts';
import { outputRecords } from '#contract/output-records.ts';
import { orderPayments } from '#contract/payment-records.ts';
import { sideRecords } from '#contract/side-records.ts';
import { PaymentNoticeStatus, RefundReason } from '#domain/enumerations/payment.ts';
import { plainYuan } from '#domain/payments/money.ts';
import { jointColumns } from '#domain/petitions/joint-petition.ts';
import { recordRules } from '#domain/records/registry.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import type { Task } from '#domain/workflow/model/model.ts';
import { createPaymentSimulator } from '#server/adapters/gateways/payments/simulator.ts';
import { atTime, type Context } from '#server/framework/context.ts';
import { withFoundOrder } from '#server/framework/routing/access.ts';
import { changeExpress } from '#server/modules/cases/express/record-commands.ts';
import { type Caller, changesRecord, type OrderForAction } from '#server/modules/cases/handling/service.ts';
import {
  changePaymentRecord,
  openPaymentCode,
  readPayment,
  refreshOrderPayment,
  simulatePayment,
} from '#server/modules/cases/payments/order-payments.ts';
import { importPeople } from '#server/modules/cases/petitions/joint.ts';
import { changeRecord } from '#server/modules/cases/side-records/change-record.ts';
import { changeMerge } from '#server/modules/cases/side-records/merges.ts';
import { changeCorrection, changeRare } from '#server/modules/cases/side-records/paper-commands.ts';
import { readsOrder } from '#server/modules/cases/work-orders/service.ts';
import { writeWorkbook } from '#server/modules/organisation/sheet-imports/service.ts';
import { unwrap } from '../unwrap.ts';
import type { OfficeActions, RecordEntry } from './office-actions.ts';
import { createServiceCalls, type DatabaseOrder, labelOfAction } from './service-calls.ts';
import { findTrace } from './service-office.queries.ts';

type RecordActions = Pick<
  OfficeActions<DatabaseOrder>,
  'record' | 'pay' | 'refund' | 'merge' | 'importPeople'
>;

const commandsOf = {
  ...sideRecords,
  express: expressRecords.command,
  output: outputRecords.command,
};

const minuteMs = 60_000;

/** Connects the actions on side records with the real services. */
export function createServiceRecords(context: Context): RecordActions {
  const { callerOf, storePapers } = createServiceCalls(context);

  /** Returns the caller of an action on a payment: the simulated channel has the time of the action, too. */
  async function payerOf(...args: Parameters<typeof callerOf>): Promise<Caller> {
    const caller = await callerOf(...args);
    return { ...caller, context: withSimulatedPayments(caller.context) };
  }

  return {
    async record(step, { workorderId }, entry) {
      const { kind, nodeId, command, record = 1, input, files = [], attachments = [] } = entry;
      const opens = record === 'new';
      const submitted = await storePapers(step, files);
      const attached = await storePapers(step, attachments);
      const namesTask = opens && recordRules[kind]?.wholeOrder !== true;
      const trace = namesTask ? await findTrace(context.db, workorderId, nodeId, 'open') : undefined;
      const body = {
        ...{ command, recordId: opens ? null : record, ...input },
        ...(trace !== undefined && { traceId: `${workorderId}.${trace}` }),
        ...(submitted.length > 0 && { files: submitted.map((id) => [id]) }),
        ...(attached.length > 0 && { fileList: attached.map((id) => ({ id })) }),
      };
      const caller = await payerOf(step, commandsOf[kind]);
      const reference = { id: workorderId, ...(trace !== undefined && { trace }) };
      const answer = await withFoundOrder(changesRecord, caller, reference, (order, task) =>
        change(caller, order, task, kind, body),
      );
      unwrap(labelOfAction(step, `${kind} ${command}`), answer);
    },
    async pay(step, { workorderId }, { record }) {
      const caller = await payerOf(step, orderPayments.openCode);
      const answer = await withFoundOrder(readsOrder, caller, { id: workorderId }, async (order) => {
        const seen = await readPayment(caller, order, record);
        // A repeated action finds the payment made.
        if (!isRefusal(seen) && seen.status !== PaymentNoticeStatus.unpaid) return seen;
        const code = await openPaymentCode(caller, order, record);
        return isRefusal(code) ? code : simulatePayment(caller, order, record);
      });
      unwrap(labelOfAction(step, 'pay'), answer);
    },
    async refund(step, { workorderId }, { record, note }) {
      const caller = await payerOf(step, sideRecords.payment);
      const answer = await withFoundOrder(readsOrder, caller, { id: workorderId }, async (readable) => {
        const payment = await readPayment(caller, readable, record);
        if (isRefusal(payment)) return payment;
        const { id: tryId, left = 0 } = payment.tries.find(({ counts }) => counts) ?? {};
        const body = sideRecords.payment.body.parse({
          ...{ command: 'refund', recordId: record, tryId, reason: RefundReason.business, note },
          ...{ amount: plainYuan(left), believedLeft: left },
        });
        return withFoundOrder(changesRecord, caller, { id: workorderId }, (order, task) =>
          changePaymentRecord(caller, order, task, body),
        );
      });
      unwrap(labelOfAction(step, 'refund'), answer);
      // The bank needs less than a minute in the simulation.
      const later = { ...caller, context: withSimulatedPayments(laterThan(caller.context, minuteMs)) };
      const refreshed = await withFoundOrder(readsOrder, later, { id: workorderId }, (order) =>
        refreshOrderPayment(later, order, record),
      );
      unwrap(labelOfAction(step, 'refund'), refreshed);
    },
    async merge(step, { workorderId }, { reason }, main) {
      const caller = await callerOf(step, sideRecords.merge);
      const body = sideRecords.merge.body.parse({ command: 'merge', mainCode: main.workorderCode, reason });
      const answer = await withFoundOrder(changesRecord, caller, { id: workorderId }, (order, task) =>
        changeMerge(caller, order, task, body),
      );
      unwrap(labelOfAction(step, 'merge'), answer);
    },
    async importPeople(step, { workorderId }, { people }) {
      const caller = await callerOf(step, jointPetitioners.import);
      const rows = people.map(({ isRepresentative, ...person }) => ({
        ...person,
        isRepresentative: isRepresentative ? '是' : '否',
      }));
      const sheet = { title: '联名信访人', fileName: '联名信访人.xlsx', columns: jointColumns, rows };
      const { file } = unwrap(labelOfAction(step, 'sheet'), await writeWorkbook(caller, sheet));
      const answer = await withFoundOrder(readsOrder, caller, { id: workorderId }, (order) =>
        importPeople({ ...caller, endpoint: jointPetitioners.import, order }, file),
      );
      unwrap(labelOfAction(step, 'people'), answer);
    },
  };
}

function withSimulatedPayments(context: Context): Context {
  return { ...context, payments: createPaymentSimulator(context.db, context.crypto, context.now) };
}

function laterThan(context: Context, ms: number): Context {
  return atTime(context, new Date(context.now().getTime() + ms));
}

/** Gives the command by the service of its kind, as the route does. */
function change(
  caller: Caller,
  order: OrderForAction,
  task: Task | undefined,
  kind: RecordEntry['kind'],
  body: object,
) {
  switch (kind) {
    case 'correction':
      return changeCorrection(caller, order, task, sideRecords.correction.body.parse(body));
    case 'rare':
      return changeRare(caller, order, sideRecords.rare.body.parse(body));
    case 'payment':
      return changePaymentRecord(caller, order, task, sideRecords.payment.body.parse(body));
    case 'express':
      return changeExpress(caller, order, task, expressRecords.command.body.parse(body));
    default:
      return changeRecord(caller, order, task, kind, commandsOf[kind].body.parse(body));
  }
}
