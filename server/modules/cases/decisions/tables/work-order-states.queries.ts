import { packState } from '#domain/workflow/versions/packed-state.ts';
import { currentSchema } from '#domain/workflow/versions/stored-events.ts';
import { compressJson } from '#server/kernel/database/compressed-json.ts';
import { type Fragment, fragment, plainText } from '#server/kernel/database/fragment.ts';
import type { AuditHead } from '#server/modules/access/audit/service.ts';
import type { Decision, NewOrder, OrderVersion } from '../decision.ts';

const storedClockOf = ({ clock }: Decision) => (clock === null ? null : JSON.stringify(clock));

const stateOf = ({ state }: Decision) => compressJson(packState(state));

/** Inserts the state of a new order. */
export function insertState(decision: Decision, order: NewOrder, audit: AuditHead): Fragment {
  return fragment`written_state as (
  insert into work_order_states (workorder_id, process_definition_id, version, schema, state, clock, audit_seq, audit_hash)
  values (${decision.workorderId}, ${order.processDefinitionId}, ${decision.state.version},
    ${currentSchema}, ${stateOf(decision)}, ${storedClockOf(decision)}, ${audit.seq}, ${audit.hash})
  returning workorder_id
)`;
}

/** Locks the people named by a decision, so that they are not disabled before the commit; others have no row. */
export function lockPeople({ namedIds }: Decision): Fragment {
  return fragment`named_people as materialized (
  select id from staff where id = any(${[...namedIds]}::text[]) and disabled_at is null order by id for share
)`;
}

const requirePeopleInService = ({ namedIds }: Decision): Fragment =>
  namedIds.length === 0
    ? plainText('')
    : fragment` and (select count(*) from named_people) = ${namedIds.length}::int`;

/**
 * Updates the state if the order is still in the version on which the decision is based. Every other part of
 * the statement takes its order from here, so that nothing is written for an order that has changed
 * meanwhile.
 */
export function updateState(decision: Decision, readVersion: OrderVersion, audit: AuditHead): Fragment {
  return fragment`written_state as (
  update work_order_states set version = ${decision.state.version}, schema = ${currentSchema}, state = ${stateOf(decision)},
    clock = ${storedClockOf(decision)}, audit_seq = ${audit.seq}, audit_hash = ${audit.hash}
  where workorder_id = ${decision.workorderId} and version = ${readVersion.version} and audit_seq = ${readVersion.auditSeq}${requirePeopleInService(decision)}
  returning workorder_id
)`;
}
