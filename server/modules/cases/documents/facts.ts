import type { Actor } from '#domain/access/actor.ts';
import type { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import { localDateOf, minuteText } from '#domain/calendar/local-date.ts';
import {
  countedTasksAt,
  countersignBefore,
  lastWithResult,
  voteOf,
} from '#domain/documents/counted-opinions.ts';
import { formFacts, type SensitiveParts } from '#domain/documents/form-facts.ts';
import { type OrderInDocument, orderFacts } from '#domain/documents/order-facts.ts';
import type { Facts } from '#domain/documents/placeholders.ts';
import { applicantTypeLabel, isApplicantType } from '#domain/enumerations/applicant-type.ts';
import {
  certificateCategoryLabel,
  isCertificateCategory,
} from '#domain/enumerations/certificate-category.ts';
import { ProcessResult } from '#domain/enumerations/process-result.ts';
import {
  isWorkOrderStatus,
  type WorkOrderStatus,
  workOrderStatusLabel,
} from '#domain/enumerations/work-order-status.ts';
import { missingPapers, papersFor, situationsInForms } from '#domain/items/situations.ts';
import { silentReceipt } from '#domain/records/clock.ts';
import { recordFacts } from '#domain/records/record-facts.ts';
import type { NodeButton, OrderState, ProcessDefinition, Task } from '#domain/workflow/model/model.ts';
import { operationLabel } from '#domain/workflow/trace-texts.ts';
import type { Context } from '#server/framework/context.ts';
import { findRegions } from '#server/modules/cases/work-orders/service.ts';
import { authorityAt, type OpenedForm } from '#server/modules/design/forms/service.ts';
import { currentDirectory } from '#server/modules/organisation/organisations/service.ts';
import { findOrderFactsRow, type OrderFactsRow } from './facts.queries.ts';

/** An order at the time when a document of it is made or previewed again. */
export interface DocumentSubject {
  order: { id: string; code: string; state: OrderState };
  definition: ProcessDefinition;
  /** Forms including the values of the action. */
  forms: readonly OpenedForm[];
  /** The task of the document; opinions given after it are not in the document. */
  task: Task;
  button: Pick<NodeButton, 'name' | 'resultCode'> | undefined;
  opinion: string;
  actor: Pick<Actor, 'name' | 'orgId' | 'orgName'>;
  at: Date;
  /** The final status if the button ends the order; its documents show the order in that status. */
  finalStatus?: WorkOrderStatus | undefined;
}

/** The facts of a document, with numbers masked or not; its office, and the label of its applicant. */
export interface CollectedFacts {
  facts(sensitive: SensitiveParts | undefined): Facts;
  office: { id: string; name: string };
  applicantWord: ApplicantTerm;
}

/** The facts of an order for its documents, read in one snapshot. */
export interface StoredOrderFacts {
  row: OrderFactsRow;
  regions: readonly { name: string }[];
  nameOf: (key: string) => string;
}

export async function readStoredOrderFacts(
  { db }: Pick<Context, 'db'>,
  order: { id: string },
  actor: Pick<Actor, 'orgId'>,
): Promise<StoredOrderFacts> {
  const row = await findOrderFactsRow(db, order.id, actor.orgId);
  if (!row) throw new Error(`Order ${order.id} is missing`);
  const [regions, { nameOf }] = await Promise.all([
    findRegions(db, row.applicant?.region ?? []),
    currentDirectory(db),
  ]);
  return { row, regions, nameOf };
}

/** Collects everything that a template of this order may use. */
export function collectFacts(
  context: Pick<Context, 'crypto'>,
  { row, regions, nameOf }: StoredOrderFacts,
  subject: DocumentSubject,
): CollectedFacts {
  const { order, definition, task, actor, finalStatus } = subject;
  const status = finalStatus ?? row.status;
  const orderInDocument = (sensitive: SensitiveParts): OrderInDocument => {
    const forms = Object.fromEntries(
      subject.forms.map(({ form, content }) => [
        form.code,
        formFacts(form.compiled, content, authorityAt(definition, task.nodeId, form.code), sensitive),
      ]),
    );
    const values = Object.values(forms).flatMap(Object.values);
    const situations = situationsInForms(
      row.situations,
      new Set(values.filter((value) => typeof value === 'string')),
    );
    const attachments = filesOf(subject.forms, row.files);
    return {
      office: { name: row.officeName, address: row.officeAddress, phone: row.officePhone },
      today: localDateOf(subject.at),
      order: {
        code: order.code,
        title: row.title,
        itemName: row.itemName,
        ...datesOf(row, subject),
        urgency:
          Object.values(forms).flatMap(({ urgency }) => (typeof urgency === 'string' ? [urgency] : []))[0] ??
          '',
        status: isWorkOrderStatus(status) ? workOrderStatusLabel[status] : '',
        situations: row.situations.filter(({ id }) => situations.includes(id)).map(({ name }) => name),
      },
      applicant: row.applicant && applicantOf(context, row.applicant, regions),
      forms,
      handler: { name: actor.name, orgName: actor.orgName, phone: row.handlerPhone },
      step: {
        button: subject.button?.name ?? '',
        opinion: subject.opinion.trim(),
        node: definition.nodes[task.nodeId]?.name ?? '',
      },
      opinions: opinionsOf(row, subject),
      votes: votesOf(row, subject, nameOf),
      missingPapers: missingPapers(papersFor(row, situations), [
        ...attachments,
        ...filledUploads(subject.forms),
      ]),
      attachments,
      records: recordFacts(order.state.records ?? []),
    };
  };
  // Each document reads the facts several times: for its content, its condition and its digests.
  const factsBySensitivity = new Map<SensitiveParts, Facts>();
  return {
    facts(sensitive = 'masked') {
      const facts = factsBySensitivity.get(sensitive) ?? orderFacts(orderInDocument(sensitive), sensitive);
      factsBySensitivity.set(sensitive, facts);
      return facts;
    },
    office: { id: row.officeId, name: row.officeName },
    applicantWord: row.applicantWord,
  };
}

/** Returns the dates of the order after the button is pressed. */
function datesOf({ startedAt, dueAt, endedAt }: OrderFactsRow, subject: DocumentSubject) {
  const { order, task, button, at, finalStatus } = subject;
  const dayOf = (instant: Date | string | null) => (instant === null ? '' : localDateOf(new Date(instant)));
  const dateOfResult = (resultCode: number) => {
    if (task.outcome === null && button?.resultCode === resultCode) return dayOf(at);
    return dayOf(lastWithResult(order.state, task, resultCode)?.finishedAt ?? null);
  };
  return {
    receivedOn: dateOfResult(ProcessResult.receiptConfirmed) || dayOf(startedAt),
    // An acceptance by silence is dated at the receipt, whatever button follows.
    acceptedOn: dayOf(silentReceipt(order.state.records)) || dateOfResult(ProcessResult.accepted),
    dueOn: dayOf(dueAt),
    concludedOn: dayOf(endedAt ?? (finalStatus === undefined ? null : at)),
  };
}

function applicantOf(
  { crypto }: Pick<Context, 'crypto'>,
  applicant: NonNullable<OrderFactsRow['applicant']>,
  regions: readonly { name: string }[],
): OrderInDocument['applicant'] {
  const { detailAddress } = JSON.parse(crypto.open(applicant.details_sealed, 'applicant')) as {
    detailAddress: string;
  };
  const { applicant_type: type, cert_category: category } = applicant;
  return {
    name: applicant.name,
    sex: applicant.sex,
    applicantType: type,
    typeLabel: isApplicantType(type) ? applicantTypeLabel[type] : '',
    certCategoryLabel: isCertificateCategory(category) ? certificateCategoryLabel[category] : '',
    certCode: crypto.open(applicant.cert_code_sealed, 'applicant'),
    mobile: crypto.open(applicant.mobile_sealed, 'applicant'),
    address: [...regions.map(({ name }) => name), detailAddress].join(''),
  };
}

function opinionsOf(
  { traces }: OrderFactsRow,
  { order: { state }, task }: DocumentSubject,
): OrderInDocument['opinions'] {
  const rows = new Map(traces.map((trace) => [trace.number, trace]));
  return countedTasksAt(state, task).flatMap(({ id, nodeId, outcome }) => {
    const row = rows.get(id);
    if (!row || outcome === 'started') return [];
    const labelFields = {
      handlerStatus: row.handler_status,
      actName: row.act_name,
      handlerOperation: row.handler_operation,
      handlerName: row.handler_name,
    };
    return [
      {
        nodeId,
        node: row.node_name,
        handler: row.handler_name,
        orgName: row.handler_org_name,
        result: operationLabel(labelFields),
        opinion: row.opinion,
        at: minuteText(new Date(row.ended_at)),
      },
    ];
  });
}

function votesOf(
  { traces }: OrderFactsRow,
  { order: { state }, task }: DocumentSubject,
  nameOf: (key: string) => string,
): OrderInDocument['votes'] {
  const rows = new Map(traces.map((trace) => [trace.number, trace]));
  return (countersignBefore(state, task)?.seats ?? []).map((seat) => {
    const row = seat.taskId === null ? undefined : rows.get(seat.taskId);
    const passes = voteOf(seat);
    return {
      member: passes === null ? seat.keys.map(nameOf).join('、') : (row?.handler_name ?? ''),
      orgName: passes === null ? '' : (row?.handler_org_name ?? ''),
      passes,
      opinion: passes === null ? '' : (row?.opinion ?? ''),
      at: passes === null || !row ? '' : minuteText(new Date(row.ended_at)),
    };
  });
}

/** Returns the names of attachments: files of the order, and those in the forms. */
function filesOf(forms: readonly OpenedForm[], files: OrderFactsRow['files']): string[] {
  const formFiles = forms.flatMap(({ form, content }) =>
    form.compiled.fields
      .filter(({ kind }) => kind.holdsFiles)
      .flatMap(({ id, kind }) => (kind.normalise(content[id]) ?? []) as { id: string; name: string }[]),
  );
  const fileIds = new Set(files.map(({ id }) => id));
  return [...files, ...formFiles.filter(({ id }) => !fileIds.has(id))]
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ name }) => name);
}

/** Returns the titles of filled upload fields. */
function filledUploads(forms: readonly OpenedForm[]): string[] {
  return forms.flatMap(({ form, content }) =>
    form.compiled.fields
      .filter(({ id, kind }) => kind.holdsFiles && Array.isArray(content[id]) && content[id].length > 0)
      .map(({ title }) => title),
  );
}
