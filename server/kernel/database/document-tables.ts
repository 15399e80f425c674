import type { ColumnType } from 'kysely';
import type { ItemDocument, SealPlace } from '#domain/documents/item-document.ts';
import type { DefaultedColumn, Json, OptionalTimestamp, Timestamp } from './column-types.ts';

/** Tables of documents (migrations 0042, 0060, 0069, 0070 and 0073). */

/** Documents that an action makes, and their confirmation. */
export interface OrderDocumentsTable {
  workorder_id: string;
  id: string;
  number: number;
  button_id: string;
  staff_id: string;
  code: string;
  name: string;
  made_of: string;
  created_at: Timestamp;
  activated_at: OptionalTimestamp;
  /** Null for documents from another source than our templates. */
  template_id: DefaultedColumn<string | null>;
  document_number: DefaultedColumn<string>;
  lasting_of: DefaultedColumn<string>;
  docx_id: DefaultedColumn<string | null>;
  verification_code: DefaultedColumn<string | null>;
  issuer: DefaultedColumn<string>;
  /**
   * The organisation of its number series; null for documents from before 0073 whose number duplicates
   * another's.
   */
  issuer_id: DefaultedColumn<string | null>;
  /** Date as `YYYY-MM-DD`. */
  made_on: DefaultedColumn<string | null>;
  voided_at: OptionalTimestamp;
  voided_by: DefaultedColumn<string | null>;
  void_reason: DefaultedColumn<string>;
  /** The place of its seal; null for a document without one. */
  seal: ColumnType<SealPlace | null, string | null | undefined, string | null>;
  /** Id of its preview, from before its confirmation gave it another id. */
  looked_at_id: DefaultedColumn<string | null>;
}

export type TemplateState = 'draft' | 'published' | 'replaced' | 'withdrawn';

export interface DocumentTemplatesTable {
  id: string;
  task_code: string;
  code: string;
  version: number;
  state: TemplateState;
  content: Json<ItemDocument>;
  saved_at: Timestamp;
  saved_by: string;
  published_at: OptionalTimestamp;
  published_by: string | null;
}

export interface DocumentSeriesTable {
  org_id: string;
  name: string;
  year: number;
  last: number;
}

export interface DocumentNumbersTable {
  org_id: string;
  name: string;
  year: number;
  number: number;
  document_id: DefaultedColumn<string | null>;
  held_by: DefaultedColumn<string | null>;
  held_until: OptionalTimestamp;
}

export interface DocumentTables {
  order_documents: OrderDocumentsTable;
  document_templates: DocumentTemplatesTable;
  document_series: DocumentSeriesTable;
  document_numbers: DocumentNumbersTable;
}
