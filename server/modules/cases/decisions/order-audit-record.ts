import { currentSchema } from '#domain/workflow/versions/stored-events.ts';
import {
  type AuditRecord,
  type Digests,
  digestOfApplicant,
  digestOfClock,
  digestOfEvents,
  digestOfFinished,
  digestOfForm,
  digestOfFormChange,
  digestOfOpened,
  digestOfOrder,
  digestOfRecord,
  digestOfStatus,
  emptyHead,
  formChangeName,
  nextRecord,
  orderChain,
} from '#server/modules/access/audit/service.ts';
import { type Decision, isNewOrder } from './decision.ts';

/**
 * Returns the audit record of a decision for its order's chain: person, action, time and digests are taken
 * from the written data.
 */
export function auditRecordOfDecision(decision: Decision): AuditRecord {
  const { order, workorderId } = decision;
  const { signer, detail, requestId } = decision.audit;
  const chain = orderChain(workorderId);
  return nextRecord(
    isNewOrder(order) ? emptyHead(chain) : { chain, seq: order.auditSeq, hash: order.auditHash },
    {
      at: decision.at,
      staffId: decision.actor.staffId,
      staffName: decision.actor.name,
      action: `work-order.${decision.action}`,
      objectKind: 'work-order',
      objectId: workorderId,
      detail,
      digests: digestsOf(decision),
      requestId,
    },
    signer,
  );
}

/** Returns digests of all data that a decision is about to write. */
function digestsOf(decision: Decision): Digests {
  const { rowChanges, actor, at, order, due } = decision;
  const start = isNewOrder(order) ? order : null;
  const digests: Digests = {};
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined) digests[name] = value;
  };
  add(
    `events:${decision.state.version}`,
    digestOfEvents({
      version: decision.state.version,
      action: decision.action,
      actor_id: actor.staffId,
      at,
      schema: currentSchema,
      events: decision.events,
    }),
  );
  add('status', digestOfStatus({ ...rowChanges.order, due_at: due.dueAt, due_provisional: due.provisional }));
  if (decision.clock !== null) add('clock', digestOfClock(decision.clock));
  for (const trace of rowChanges.opened) add(`opened:${trace.number}`, digestOfOpened({ ...trace }));
  for (const trace of rowChanges.movedTraces) add(`opened:${trace.number}`, digestOfOpened({ ...trace }));
  for (const trace of rowChanges.finished) add(`finished:${trace.number}`, digestOfFinished({ ...trace }));
  if (rowChanges.record) {
    add(
      `record:${decision.recordNumber}`,
      digestOfRecord({
        ...rowChanges.record,
        handler_id: actor.staffId,
        handler_name: actor.name,
        handler_org_name: actor.orgName,
        at,
      }),
    );
  }
  for (const form of start?.forms ?? decision.forms) add(`form:${form.formCode}`, digestOfForm(form.content));
  for (const { formCode, fields, previous } of start ? [] : decision.forms) {
    const number = decision.pending?.number ?? null;
    const by = { staff_id: actor.staffId, staff_name: actor.name };
    add(
      formChangeName(formCode, decision.state.version),
      digestOfFormChange({ number, ...by, at, fields, previous }),
    );
  }
  // Their bytes are covered by the record of their upload; here it says that they belong to the order.
  for (const id of decision.fileIds) add(`file:${id}`, '');
  if (start) {
    add('applicant', digestOfApplicant(start.applicant));
    add(
      'order',
      digestOfOrder(
        {
          business_item_id: start.businessItemId,
          task_code: decision.taskCode,
          item_name: start.itemName,
          title: start.title,
          applicant_name: start.applicant.name,
          process_definition_id: start.processDefinitionId,
          initiator_id: actor.staffId,
          initiator_name: actor.name,
          org_id: start.orgId,
          org_name: actor.orgName,
          area_code: decision.areaCode,
          area_name: start.areaName,
          serve_types: start.serveTypes,
          started_at: at,
        },
        start.forms.map(({ formCode, formDefinitionId }) => ({
          code: formCode,
          definitionId: formDefinitionId,
        })),
      ),
    );
  }
  return digests;
}
