import { afterAll } from 'vitest';
import { ItemDocumentShape } from '#contract/item-document.ts';
import type { ItemDocument } from '#domain/documents/item-document.ts';
import { createDocumentPress } from '#server/adapters/document-press/document-press.ts';
import type { DocumentSource } from '#server/adapters/gateways/documents/document-source.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import {
  clearPublishedCache,
  createTemplateSource,
  publishDocument,
} from '#server/modules/cases/documents/service.ts';
import type { TestPortal } from './portal.ts';

/** Makes a test office draw its documents from the published templates. Call it at the top of a test file. */
export function withDocuments({ context }: TestPortal): void {
  const press = createDocumentPress();
  (context as { documents: DocumentSource }).documents = createTemplateSource({ ...context, press });
  afterAll(() => press.stop());
}

/** Publishes a document of an item as an administrator would; throws its first problem. */
export async function publishOrderDocument(
  { context }: Pick<TestPortal, 'context'>,
  taskCode: string,
  document: ItemDocument,
): Promise<void> {
  const request = { taskCode, document: ItemDocumentShape.parse(document) };
  const [problem] = await inTransaction(context.db, (tx) =>
    publishDocument(tx, context, { name: '肖涵' }, request),
  );
  if (problem) throw new Error(`${problem.field}: ${problem.message}`);
  clearPublishedCache(context.db);
}

/** Returns a letter about a petition, made with 受理; the given changes replace its parts. */
export function petitionDocument(
  changes: Partial<Omit<ItemDocument, 'template'>> & { template?: Partial<ItemDocument['template']> } = {},
): ItemDocument {
  return {
    template: {
      code: 'acceptance-notice',
      name: '受理告知书',
      look: 'official',
      numbering: '淳信受',
      head: { issuer: '{{单位.名称}}' },
      title: '受理告知书',
      addressee: '{{申请人.抬头}}',
      body: [
        { kind: 'text', text: '您反映的“{{办件.标题}}”由{{表单.petition-letter.undertakingUnit}}办理。' },
      ],
      signature: ['{{单位.名称}}'],
      date: '{{今天}}',
      verified: true,
      ...changes.template,
    },
    places: changes.places ?? [{ nodeId: 'examine', buttonId: 'accept' }],
    ...(changes.byHand && { byHand: changes.byHand }),
  };
}
