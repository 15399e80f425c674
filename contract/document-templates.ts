import { z } from 'zod';
import { DocumentLayout } from '#domain/documents/document-model.ts';
import { maxDocumentNumber } from '#domain/documents/document-number.ts';
import { documentNameLimits, isSeriesName } from '#domain/documents/item-document.ts';
import { endpoint, idempotencyRefusals, pageOf, pageQuery } from './endpoint.ts';
import { ItemDocumentShape } from './item-document.ts';

/** The documents and number series of items, for the configuration administrator (docs/decisions/0155). */

const instant = z.iso.datetime();
const taskCode = z.string().max(60);
const templateId = z.string().max(200);
const Problem = z.object({ field: z.string(), message: z.string() });

export const TemplateVersion = z.object({
  id: z.string(),
  taskCode: z.string(),
  code: z.string(),
  name: z.string(),
  version: z.number().int(),
  state: z.enum(['draft', 'published', 'replaced', 'withdrawn']),
  stateLabel: z.string(),
  savedAt: instant,
  savedBy: z.string(),
  publishedAt: instant.nullable(),
  publishedBy: z.string(),
});
export type TemplateVersion = z.output<typeof TemplateVersion>;

/** Problems of a document so far; a document with problems can be saved, but not published. */
const checkResult = { problems: z.array(Problem) };
const itemDocument = z.strictObject({ taskCode, document: ItemDocumentShape });

/** A version, and the time of its last save as the sender saw it; without a time, nothing is compared. */
const versionReference = z.strictObject({ id: templateId, over: instant.optional() });

/** A fact: its path as stored in templates, and its label for administrators. */
const FactLabel = z.object({ path: z.string(), label: z.string() });

export const documentTemplates = {
  /** Lists each document once: its published version, else the newest. */
  list: endpoint({
    method: 'GET',
    reads: ['templates', 'items'],
    path: '/api/administration/document-templates',
    summary: '文书模板列表',
    query: z.strictObject({ taskCode: taskCode.optional() }),
    output: z.object({
      rows: z.array(
        TemplateVersion.extend({
          itemName: z.string(),
          look: z.enum(DocumentLayout),
          hasDraft: z.boolean(),
          /** The buttons that make the document, by the names of step and button. */
          buttons: z.array(z.object({ nodeName: z.string(), buttonName: z.string() })),
        }),
      ),
      /** The items that are available. */
      items: z.array(z.object({ taskCode: z.string(), name: z.string() })),
    }),
  }),
  versions: endpoint({
    method: 'GET',
    reads: ['templates'],
    path: '/api/administration/document-template-versions',
    summary: '文书模板版本',
    query: z.strictObject({ taskCode, code: z.string().max(documentNameLimits.code) }),
    output: z.object({ rows: z.array(TemplateVersion) }),
    refusals: ['notFound'],
  }),
  read: endpoint({
    method: 'GET',
    reads: ['templates'],
    path: '/api/administration/document-template',
    summary: '文书模板',
    query: z.strictObject({ id: templateId }),
    output: TemplateVersion.extend({ document: ItemDocumentShape, ...checkResult }),
    refusals: ['notFound'],
  }),
  /** Returns the facts that an item's templates may name, and the buttons that may make documents. */
  facts: endpoint({
    method: 'GET',
    reads: ['forms', 'items'],
    path: '/api/administration/document-facts',
    summary: '文书占位符',
    query: z.strictObject({ taskCode }),
    output: z.object({
      values: z.array(FactLabel),
      lists: z.array(FactLabel.extend({ members: z.array(FactLabel) })),
      /** Steps at which a handler can make the document. */
      nodes: z.array(z.object({ id: z.string(), name: z.string() })),
      buttons: z.array(
        z.object({ nodeId: z.string(), nodeName: z.string(), buttonId: z.string(), buttonName: z.string() }),
      ),
    }),
    refusals: ['notFound'],
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/administration/document-templates/check',
    summary: '检查文书模板',
    body: itemDocument,
    output: z.object(checkResult),
    mutates: false,
    refusals: ['notFound'],
  }),
  /** Draws the document with sample values, which are the names of their fields. */
  preview: endpoint({
    method: 'POST',
    reads: [],
    path: '/api/administration/document-templates/preview',
    summary: '预览文书模板',
    body: itemDocument,
    /** The PDF in base64. */
    output: z.object({ pdf: z.string() }),
    mutates: false,
    refusals: ['notFound', 'documentNotMade', 'definitionInvalid'],
  }),
  /** Saves the only draft of a document, replacing the last one. */
  saveDraft: endpoint({
    method: 'POST',
    changes: ['templates'],
    path: '/api/administration/document-templates/draft',
    summary: '保存文书模板草稿',
    body: itemDocument.extend({
      /**
       * Time when the newest version that the sender saw was saved; null if none should exist. Without it,
       * nothing is compared.
       */
      over: instant.nullable().optional(),
    }),
    output: TemplateVersion.extend(checkResult),
    refusals: ['notFound', 'templateChanged', 'dataChanged', 'forbidden', ...idempotencyRefusals],
  }),
  publish: endpoint({
    method: 'POST',
    changes: ['templates', 'numbers'],
    path: '/api/administration/document-templates/publish',
    summary: '发布文书模板',
    body: versionReference,
    output: TemplateVersion,
    refusals: ['notFound', 'dataChanged', 'definitionInvalid', 'forbidden', ...idempotencyRefusals],
  }),
  /**
   * Withdraws a template or discards a draft: no button makes the document any more; existing documents stay.
   */
  disable: endpoint({
    method: 'POST',
    changes: ['templates', 'numbers'],
    path: '/api/administration/document-templates/withdraw',
    summary: '停用文书模板，或放弃草稿',
    body: versionReference.extend({
      /** State as the sender saw it, so that a draft published meanwhile is not withdrawn as a draft. */
      state: z.enum(['draft', 'published']),
    }),
    output: TemplateVersion,
    refusals: ['notFound', 'templateChanged', 'dataChanged', 'forbidden', ...idempotencyRefusals],
  }),
};

const DocumentSeries = z.object({
  orgId: z.string(),
  orgName: z.string(),
  name: z.string(),
  year: z.number().int(),
  /** The greatest number assigned so far, or the number after which the series continues. */
  last: z.number().int(),
  /** True once a document has had a number of it; a start alone does not begin it. */
  begun: z.boolean(),
  /** The greatest number that a document has had; smaller than `last` after a later start was set, 0 for none. */
  used: z.number().int(),
  /** Smaller numbers that are free again and are assigned first. */
  free: z.array(z.number().int()),
  /** The documents that take its numbers today; empty if no document uses the series any more. */
  papers: z.array(z.object({ itemName: z.string(), name: z.string() })),
});
export type DocumentSeries = z.output<typeof DocumentSeries>;

const seriesName = {
  orgId: z.string().max(64),
  name: z.string().trim().min(1, '请输入文号字头').max(documentNameLimits.series),
  year: z.number().int().min(2000).max(2999),
};

/** A number of a series: the document that has it, or that it is reserved or free. */
const SeriesNumber = z.object({
  number: z.number().int(),
  text: z.string(),
  state: z.enum(['used', 'void', 'prepared', 'held', 'free']),
  stateLabel: z.string(),
  /** The document's name, its order's number and its time; empty for an unused number. */
  paperName: z.string(),
  orderCode: z.string(),
  madeAt: instant.nullable(),
});
export type SeriesNumber = z.output<typeof SeriesNumber>;

export const documentSeries = {
  /** Lists series that have begun, and this year's series of published templates that have not. */
  list: endpoint({
    method: 'GET',
    reads: ['numbers', 'office'],
    path: '/api/administration/document-series',
    summary: '文号列表',
    output: z.object({ rows: z.array(DocumentSeries) }),
  }),
  /** Continues the series after this number, such as that of the last document before the portal. */
  setLast: endpoint({
    method: 'POST',
    changes: ['numbers'],
    path: '/api/administration/document-series',
    summary: '设置文号起始',
    body: z.strictObject({
      ...seriesName,
      name: seriesName.name.refine(
        (name) => name === '' || isSeriesName(name),
        '文号字头不能含换行和看不见的字符',
      ),
      last: z.number().int().min(0).max(maxDocumentNumber),
    }),
    output: DocumentSeries,
    refusals: ['notFound', 'badInput', 'forbidden', ...idempotencyRefusals],
  }),
  /** Lists the numbers of a series with their documents, the greatest number first. */
  numbers: endpoint({
    method: 'GET',
    reads: ['numbers'],
    path: '/api/administration/document-numbers',
    summary: '文号使用情况',
    query: z.strictObject({ ...seriesName, year: z.coerce.number().int().min(2000).max(2999), ...pageQuery }),
    output: pageOf(SeriesNumber),
  }),
};
