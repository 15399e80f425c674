import type { InputOf, RefusalOf } from '#contract/endpoint.ts';
import type { expressRecords } from '#contract/express-records.ts';
import { SendType } from '#domain/express/send-type.ts';
import { RecordKind } from '#domain/records/side-record.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import type { Task } from '#domain/workflow/model/model.ts';
import type { ExpressParty } from '#server/adapters/gateways/express/express-gateway.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import type { AnswerText } from '#server/kernel/http/envelope.ts';
import type { Caller, OrderForAction } from '#server/modules/cases/handling/service.ts';
import { changeRecord } from '#server/modules/cases/side-records/service.ts';
import { type ApplicantDetails, findRegions } from '#server/modules/cases/work-orders/service.ts';
import * as queries from './queries.ts';
import { settleDraft, storeDraft } from './register.ts';

type ExpressCommand = InputOf<typeof expressRecords.command>['body'];
type NewItemCommand = Extract<ExpressCommand, { command: 'send' | 'expect' }>;
type CommandAnswer = AnswerText | RefusalOf<typeof expressRecords.command>;

/**
 * Gives a command of a person to an express item of the order. A new item is stored as a draft before its record is
 * written, and starts only with it: a process that is killed in between leaves nothing that acts.
 */
export async function changeExpress(
  caller: Caller,
  order: OrderForAction,
  task: Task | undefined,
  body: ExpressCommand,
): Promise<CommandAnswer> {
  const { context } = caller;
  if (body.command === 'send' || body.command === 'expect') return openItem(caller, order, task, body);
  const answer = await changeRecord(caller, order, task, RecordKind.express, body);
  if (!isRefusal(answer) && body.recordId !== null) {
    await queries.markUnreported(context.db, order.id, body.recordId, context.now());
    context.notifier.wake('express.ask');
  }
  return answer;
}

async function openItem(
  caller: Caller,
  order: OrderForAction,
  task: Task | undefined,
  body: NewItemCommand,
): Promise<CommandAnswer> {
  const { context, actor } = caller;
  const { db } = context;
  const [party, office] = await Promise.all([
    body.party ?? findApplicant(context, order.id),
    queries.findOfficeParty(db, actor.orgId),
  ]);
  const itemId = context.newId();
  const toApplicant = body.command === 'send';
  const mailNum = body.mailNum === '' ? null : body.mailNum;
  const isStored = await inTransaction(db, (tx) =>
    storeDraft(tx, context, {
      id: itemId,
      workorderId: order.id,
      sendType: toApplicant ? SendType.toApplicant : SendType.fromApplicant,
      carrier: body.carrier,
      contents: body.contents,
      parties: toApplicant ? { sender: office, receiver: party } : { sender: party, receiver: office },
      mailNum,
      by: { id: actor.staffId, name: actor.name },
    }),
  );
  const input = { ...body, party, itemId, isNumberTaken: !isStored };
  try {
    return await changeRecord(caller, order, task, RecordKind.express, input);
  } finally {
    await settleDraft(context, itemId);
    context.notifier.wake('express.ask');
  }
}

/** Returns name, mobile number and address of the order's applicant; empty without one. */
async function findApplicant(context: Context, workorderId: string): Promise<ExpressParty> {
  const row = await queries.findApplicantParty(context.db, workorderId);
  if (!row) return { name: '', phone: '', address: '' };
  const { crypto, db } = context;
  const { detailAddress } = JSON.parse(crypto.open(row.detailsSealed, 'applicant')) as ApplicantDetails;
  const nameOf = new Map((await findRegions(db, row.region)).map(({ code, name }) => [code, name]));
  return {
    name: row.name,
    phone: crypto.open(row.mobileSealed, 'applicant'),
    address: [...row.region.map((code) => nameOf.get(code) ?? ''), detailAddress].join(''),
  };
}
