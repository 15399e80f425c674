import { expect, test } from 'vitest';
import { documentTemplates } from '#contract/document-templates.ts';
import { petitionDocument, withDocuments } from '#test/world/documents.ts';
import { testOffice } from '#test/world/office.ts';

const office = await testOffice();
withDocuments(office);
const admin = office.as('xiaohan');
const taskCode = 'petition-letter';

async function publish(name: string): Promise<void> {
  const document = petitionDocument({ template: { code: 'recorded', name } });
  const { id } = await admin.done(documentTemplates.saveDraft, { body: { taskCode, document } });
  await admin.done(documentTemplates.publish, { body: { id } });
}

test('the audit log records what the publication of a template changed', async () => {
  await publish('收件回执');
  await publish('收件凭据');
  const { rows } = await office.database.pool.query<{ detail: object }>(
    `select detail from audit_links where action = 'document-template.publish' and detail->>'code' = 'recorded'
      order by seq`,
  );
  expect(rows.map(({ detail }) => detail)).toEqual([
    { name: '收件回执', taskCode, code: 'recorded', version: 1 },
    {
      ...{ name: '收件凭据', taskCode, code: 'recorded', version: 2 },
      changes: [{ title: '名称', was: '收件回执', now: '收件凭据' }],
    },
  ]);
});
