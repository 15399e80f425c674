import type { CheckedPaper } from '#domain/materials/material-check.ts';
import type { Json, Timestamp } from './column-types.ts';

/** Saved checks of an order's materials; `number` counts from 1 within the order. */
export interface MaterialChecksTable {
  workorder_id: string;
  number: number;
  task_number: number;
  node_name: string;
  staff_id: string;
  staff_name: string;
  checked_at: Timestamp;
  summary: string;
  results: Json<readonly CheckedPaper[]>;
}
