import { createHash } from 'node:crypto';
import type { OutputOf, RefusalOf } from '#contract/endpoint.ts';
import type { jointPetitioners } from '#contract/joint-petitioners.ts';
import type { Actor } from '#domain/access/actor.ts';
import { jointColumns, readJointPetitioners } from '#domain/petitions/joint-petition.ts';
import { petitionLimits } from '#domain/petitions/petition-links.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import { maskCertCode, maskName, maskPhone } from '#domain/sensitive/masks.ts';
import { sheetLimits } from '#domain/sheets/import-sheet.ts';
import { readSheetRows } from '#domain/sheets/read-sheet-rows.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import type { AnswerText } from '#server/kernel/http/envelope.ts';
import { runIdempotently } from '#server/kernel/http/idempotency.ts';
import { runCooperatively } from '#server/kernel/scheduling.ts';
import { type ActingCall, appendOrderAudit } from '#server/modules/access/audit/service.ts';
import type { ReadableOrder } from '#server/modules/cases/work-orders/service.ts';
import { findCurrentItem } from '#server/modules/design/catalogue/service.ts';
import { readWorkbook, writeWorkbook } from '#server/modules/organisation/sheet-imports/service.ts';
import { listJointPetitioners, replaceJointPetitioners } from './joint.queries.ts';
import { mayLinkOrders } from './service.ts';

/** The list of names of a joint petition (docs/decisions/0234). */

interface JointCall {
  context: Context;
  actor: Actor;
}

const title = '联名信访人';

/** Returns the people of a joint petition, masked. */
export async function listPeople(
  { context, actor }: JointCall,
  { order }: ReadableOrder,
): Promise<OutputOf<typeof jointPetitioners.list>> {
  const { db, crypto } = context;
  const [rows, maxRepresentatives] = await Promise.all([
    listJointPetitioners(db, order.id),
    representativesOf(context, order),
  ]);
  return {
    rows: rows.map((row) => ({
      number: row.number,
      name: maskName(row.name),
      certCode: maskIfAny(crypto.open(row.cert_code_sealed, 'applicant'), maskCertCode),
      mobile: maskIfAny(crypto.open(row.mobile_sealed, 'applicant'), maskPhone),
      isRepresentative: row.is_representative,
    })),
    mayImport: order.ended_at === null && mayLinkOrders(actor),
    maxRepresentatives,
  };
}

const maskIfAny = (value: string, mask: (value: string) => string) => (value === '' ? '' : mask(value));

/** Returns the number of representatives that the order's item permits. */
async function representativesOf({ db }: Context, { task_code }: { task_code: string }): Promise<number> {
  const item = await findCurrentItem(db, task_code);
  return item?.petition_fields?.representatives ?? petitionLimits.representatives;
}

/** Writes the empty workbook of the list. */
export function writeTemplate(call: JointCall) {
  const fileName = `${title}名单导入模板.xlsx`;
  return writeWorkbook(call, { title, fileName, columns: jointColumns, rows: [] });
}

async function readPeople(call: JointCall, order: { task_code: string }, file: string) {
  const raw = await readWorkbook(call, title, file);
  if (isRefusal(raw)) return raw;
  const { rows, problems } = await runCooperatively(readSheetRows(jointColumns, raw));
  const read = readJointPetitioners(rows, await representativesOf(call.context, order));
  return { people: read.people, problems: problems.length > 0 ? problems : read.problems };
}

/** Returns what an import of the file would write, and all its problems. */
export async function previewPeople(
  call: JointCall,
  { order }: ReadableOrder,
  file: string,
): Promise<OutputOf<typeof jointPetitioners.preview> | RefusalOf<typeof jointPetitioners.preview>> {
  if (!mayLinkOrders(call.actor)) return refuse('forbidden');
  const read = await readPeople(call, order, file);
  if (isRefusal(read)) return read;
  const { people, problems } = read;
  return {
    people: people.length,
    representatives: people.flatMap(({ name, isRepresentative }) => (isRepresentative ? maskName(name) : [])),
    problems: problems.slice(0, sheetLimits.maxListedProblems),
  };
}

/** Replaces the list of names by that of the file, as a whole or not at all. */
export async function importPeople(
  call: ActingCall<typeof jointPetitioners.import> & JointCall & { order: ReadableOrder },
  file: string,
): Promise<AnswerText | RefusalOf<typeof jointPetitioners.import>> {
  const { context, actor, requestId } = call;
  const { order } = call.order;
  if (!mayLinkOrders(actor)) return refuse('forbidden');
  if (order.ended_at !== null) return refuse('orderEnded');
  const read = await readPeople(call, order, file);
  if (isRefusal(read)) return read;
  const { people, problems } = read;
  if (problems.length > 0) {
    return refuse('badInput', {
      problems: problems.slice(0, sheetLimits.maxListedProblems).map(({ row, column, message }) => ({
        field: [row > 0 ? `第${row}行` : '', column].filter(Boolean).join(' ') || 'file',
        message,
      })),
    });
  }
  const { crypto } = context;
  const rows = people.map(({ name, certCode, mobile, isRepresentative }) => ({
    name,
    cert_code_sealed: crypto.seal(certCode),
    cert_code_digest: certCode === '' ? '' : crypto.searchHash(certCode),
    mobile_sealed: crypto.seal(mobile),
    is_representative: isRepresentative,
  }));
  return inTransaction(context.db, (tx) =>
    runIdempotently(tx, call, async () => {
      await replaceJointPetitioners(tx, order.id, rows);
      const digest = createHash('sha256').update(JSON.stringify(rows)).digest('base64url');
      await appendOrderAudit(tx, context, {
        ...{ workorderId: order.id, actor, action: 'petition.import-people', requestId },
        detail: { people: people.length, digest },
      });
      return { people: people.length };
    }),
  );
}
