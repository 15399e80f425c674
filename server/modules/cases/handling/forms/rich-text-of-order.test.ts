import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { files } from '#contract/files.ts';
import { initiation } from '#contract/initiation.ts';
import { workOrders } from '#contract/work-orders.ts';
import { attachedFileMessage } from '#domain/forms/attached-files.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { addressOfPicture } from '#domain/texts/rich-text-content.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { indexOrders } from '#server/modules/cases/work-orders/service.ts';
import { clearFormCache } from '#server/modules/design/forms/service.ts';
import { attachFilesToDraft, storeFile } from '#server/modules/records/files/service.ts';
import { readSeedJson } from '#server/seeds/office.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';
import { deliverNotices } from '../service.ts';

/** Tests a rich text in a form: its cleaning, and its pictures as files of the order (S2 §2, §5). */

const office = await testOffice();
const { db } = office.context;

// The summary of a letter becomes a rich text.
const model = readSeedJson<FormModel>('forms/petition-letter.json');
const fields = model.schema.fields.map((field) =>
  field.id === 'summary' ? { ...field, 'x-component': 'rich-text', 'x-props': { maxSizeMb: 1 } } : field,
);
await db
  .updateTable('form_definitions')
  .set({ model: JSON.stringify({ ...model, schema: { fields } }) })
  .where('code', '=', 'petition-letter')
  .execute();
clearFormCache(db);

let lastNumber = 0;
const start = (summary: string) =>
  office.as('wangfang').call(initiation.initiate, { body: petition(++lastNumber, { summary }).start });

async function pictureOf(account: string, name = '现场.png', size = 10): Promise<string> {
  const actor = await getActor(office.context, account);
  const file = { name, bytes: Buffer.alloc(size, 1), contentType: 'image/png' };
  return (await storeFile(office.context, actor, file, 'test')).id;
}

const markupOf = (id: string) => `<p>现场：<img src="${addressOfPicture(id)}" alt="现场"></p>`;

async function storedSummary(workorderId: string): Promise<unknown> {
  const row = await db
    .selectFrom('work_order_forms')
    .select('content')
    .where('workorder_id', '=', workorderId)
    .executeTakeFirstOrThrow();
  return (row.content as { summary: unknown }).summary;
}

describe('a rich text of an order', () => {
  test('is stored without hostile markup, and its own pictures become files of the order', async () => {
    const id = await pictureOf('wangfang');
    const { status, body } = await start(
      `${markupOf(id)}<script>alert(1)</script><p onclick="x()" style="position:fixed;color:red">电梯停用<img src="https://evil.example/a.png"><img src="data:image/png;base64,iVBORw0KGgo="></p>`,
    );
    expect(status).toBe(200);
    const { workorderId } = body.data as unknown as { workorderId: string };
    const hidden = '<span>［外部图片已隐藏］</span>';
    expect(await storedSummary(workorderId)).toBe(
      `<p>现场：<img src="${addressOfPicture(id)}" alt="现场" /></p><p style="color:red">电梯停用${hidden}${hidden}</p>`,
    );
    const row = await db.selectFrom('files').select('workorder_id').where('id', '=', id).executeTakeFirst();
    expect(row?.workorder_id).toBe(workorderId);
    expect(await checkInvariants(db)).toEqual([]);
    // Readers of the order see the picture, and nobody else.
    const readAs = async (account: string) =>
      (await office.as(account).call(files.details, { params: { id } })).status;
    const { workorderCode } = body.data as unknown as { workorderCode: string };
    const readers = await Promise.all(
      ['liuyang', 'xujun'].map(async (account) => [
        (await office.as(account).call(workOrders.detailPage, { params: { workorderCode } })).status,
        await readAs(account),
      ]),
    );
    for (const [page, file] of readers) expect(file).toBe(page);
    expect(readers.flat()).toContain(404);
    expect(readers.flat()).toContain(200);
  });

  test('refuses pictures of others and files that are no pictures of its editor', async () => {
    const problemsOf = async (id: string) => (await start(markupOf(id))).body.problems;
    const at = (message: string) => [{ field: 'petition-letter.summary', message }];
    expect(await problemsOf(await pictureOf('zhangwei'))).toEqual(at(attachedFileMessage.unknown));
    expect(await problemsOf(await pictureOf('wangfang', '报告.pdf'))).toEqual(at('格式错误！请重新上传'));
    expect(await problemsOf(await pictureOf('wangfang', '大.png', 1_048_576))).toEqual(
      at('附件大小不得超过1M！请重新上传'),
    );
    const used = await pictureOf('wangfang');
    expect((await start(markupOf(used))).status).toBe(200);
    expect(await problemsOf(used)).toEqual(at(attachedFileMessage.elsewhere));
  });

  test('is refused uncleaned when it is too long, too deep or has too many tags', async () => {
    for (const [text, message] of [
      [`<p>${'长'.repeat(50_000)}</p>`, '内容过长，连同格式不能超过50000个字符'],
      [`${'<b>'.repeat(21)}深`, '格式嵌套过深，请清除格式后重试'],
      [`字${'<br>'.repeat(5_000)}`, '格式过多，请清除格式后重试'],
      [`<p>${'字'.repeat(2_001)}</p>`, '请输入不超过2000个字符'],
    ] as const)
      expect((await start(text)).body.problems).toEqual([{ field: 'petition-letter.summary', message }]);
    // Markup that shows nothing counts as missing.
    expect((await start(`${'<p onclick="x()">&nbsp;</p>'.repeat(5_000)}`)).body.problems).toMatchObject([
      { field: 'petition-letter.summary' },
    ]);
  });

  test('is found by its words and not by its tags', async () => {
    const { body } = await start('<p><strong>电梯</strong>坠落</p>');
    const { workorderId } = body.data as unknown as { workorderId: string };
    await deliverNotices(office.context);
    await indexOrders(office.context);
    const { rows } = await sql<{ body: string }>`
      select body from order_query_places where workorder_id = ${workorderId}::uuid`.execute(db);
    expect(rows[0]?.body).toContain('电梯坠落');
    expect(rows[0]?.body).not.toContain('strong');
  });

  test('keeps the pictures of a draft', async () => {
    const [used, other] = [await pictureOf('wangfang'), await pictureOf('wangfang')];
    const { staffId } = await getActor(office.context, 'wangfang');
    const draft = crypto.randomUUID();
    await inTransaction(db, (tx) =>
      attachFilesToDraft(tx, { id: draft, staffId }, [{ content: { summary: markupOf(used) } }]),
    );
    const rows = await db
      .selectFrom('files')
      .select(['id', 'draft_id'])
      .where('id', 'in', [used, other])
      .execute();
    expect(new Map(rows.map((row) => [row.id, row.draft_id]))).toEqual(
      new Map([
        [used, draft],
        [other, null],
      ]),
    );
  });
});
