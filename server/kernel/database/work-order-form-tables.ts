import type { ContentChange } from '#domain/forms/content-changes.ts';
import type { Json, Timestamp } from './column-types.ts';

/** Tables of the forms of work orders. */

interface WorkOrderFormsTable {
  workorder_id: string;
  form_code: string;
  form_definition_id: string;
  content: Json<Record<string, unknown>>;
  updated_at: Timestamp;
  deleted_at: Timestamp | null;
  changes: Json<ContentChange[]>;
}

/** Fields that an action changed in a form of an order (docs/decisions/0238). */
interface WorkOrderFormChangesTable {
  workorder_id: string;
  form_code: string;
  version: number;
  number: number | null;
  staff_id: string;
  staff_name: string;
  at: Timestamp;
  fields: string[];
  /** Encrypted values before the change; null if they are no longer stored. */
  previous: Json<Record<string, unknown>> | null;
}

/** Pending form values that a return or a delegation left: typed, and not in the order. */
interface WorkOrderTypedFormsTable {
  workorder_id: string;
  number: number;
  form_code: string;
  content: Json<Record<string, unknown>>;
  typed_at: Timestamp;
  /** Base version of each field: the version of the form on which it was typed, 0 for none. */
  opened_on: Json<Record<string, number>>;
}

export interface WorkOrderFormTables {
  work_order_forms: WorkOrderFormsTable;
  work_order_form_changes: WorkOrderFormChangesTable;
  work_order_typed_forms: WorkOrderTypedFormsTable;
}
