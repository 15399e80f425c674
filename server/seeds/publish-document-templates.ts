import { ItemDocumentShape } from '#contract/item-document.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { publishDocument } from '#server/modules/cases/documents/service.ts';
import { listSeedFiles, readSeedJson } from './office.ts';

const publisher = { name: '肖涵' };
const extension = '.json';

/**
 * Publishes the document templates of the items, one file for each item, with the same checks as for
 * administrators; an unchanged template is not published again.
 */
export async function publishDocumentTemplates(context: Context): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    for (const file of listSeedFiles('documents')) {
      const taskCode = file.slice(0, -extension.length);
      for (const storedDocument of readSeedJson<{ documents: unknown[] }>(`documents/${file}`).documents) {
        const document = ItemDocumentShape.parse(storedDocument);
        const [problem] = await publishDocument(tx, context, publisher, { taskCode, document });
        if (problem)
          throw new Error(`${file}, ${document.template.code}, ${problem.field}: ${problem.message}`);
      }
    }
  });
}
