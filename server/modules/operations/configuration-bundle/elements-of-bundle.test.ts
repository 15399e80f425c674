import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { configurationBundle } from '#contract/configuration-bundle.ts';
import { forms } from '#contract/forms.ts';
import { sharedElements } from '#contract/shared-elements.ts';
import { newForm } from '#domain/forms/editing.ts';
import { bundleFiles } from '#domain/office/bundle-parts.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { cleanUpFiles, storeFile } from '#server/modules/records/files/service.ts';
import { samplePdf } from '#server/seeds/demo/sample-pdf.ts';
import { signWithForeignKey } from '#test/world/foreign-bundle.ts';
import { type TestOffice, testOffice } from '#test/world/office.ts';

/** Tests shared elements in the configuration bundle: their files, and the forms that carry their codes (0231). */

const [source, target] = [await testOffice(), await testOffice()];

async function upload({ context }: TestOffice, name: string, bytes: Uint8Array): Promise<string> {
  const actor = await getActor(context, 'xiaohan');
  return (await storeFile(context, actor, { name, bytes, contentType: 'application/pdf' }, 'test')).id;
}

async function add(office: TestOffice, code: string, name: string, fileId: string): Promise<void> {
  const body = { code, name, remark: '填两份', fileId };
  await office.as('xiaohan').done(sharedElements.create, { body });
}

const large = Buffer.concat([samplePdf, Buffer.alloc(bundleFiles.maxBytes)]);
await add(source, 'stall-sample', '占道申请样表', await upload(source, '申请表样表.pdf', samplePdf));
await add(source, 'large-sample', '设施图册', await upload(source, '图册.pdf', large));
const field = { id: 'place', title: '地点', 'x-component': 'single-line', 'x-element-code': 'stall-sample' };
const form = { ...newForm('stall', '占道经营申请表'), schema: { fields: [field] } };
await source.as('xiaohan').done(forms.publish, { body: { json: JSON.stringify(form) } });

const parts = ['elements', 'forms'] as const;
const exported = async () =>
  (await source.as('xiaohan').done(configurationBundle.exportBundle, { query: { parts: parts.join() } }))
    .file;
const preview = (file: string) =>
  target.as('xiaohan').done(configurationBundle.preview, { body: { file, parts: [...parts] } });
const partOf = (answer: Awaited<ReturnType<typeof preview>>, name = 'elements') =>
  answer.parts.find(({ part }) => part === name);

async function apply(file: string) {
  const { digest, source: from } = await preview(file);
  const body = { file, parts: [...parts], digest, signer: from.signer };
  return await target.as('xiaohan').done(configurationBundle.apply, { body });
}

const listed = async () => (await target.as('xiaohan').done(sharedElements.list, {})).rows;

async function bytesOf(id: string): Promise<Buffer> {
  const row = await target.context.db
    .selectFrom('files')
    .select('blob_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return await buffer(target.context.files.read(row.blob_id ?? id));
}

/** Returns the ids of bytes about which it is not certain that a row refers to them. */
const doubtful = () => target.context.files.listDoubtful(new Date(Date.now() + 86_400_000));

/** Returns a file as a bundle contains it. */
const contentOf = (name: string, bytes: Buffer) => ({
  name,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  content: bytes.toString('base64'),
});

describe('shared elements in a configuration bundle', () => {
  test('require that a file which is too large for it was added before', async () => {
    const answer = await preview(await exported());
    expect(answer.problems).toEqual([
      {
        part: 'elements',
        name: '设施图册',
        message: '样表较大，没有放入配置包，请先在“共享要素”中添加',
      },
    ]);
    expect(partOf(answer)).toMatchObject({ added: 1 });
    // A preview stores nothing.
    expect([await listed(), await doubtful()]).toEqual([[], []]);
    await add(target, 'large-sample', '设施图册', await upload(target, '本单位的图册.pdf', samplePdf));
  });

  test('are imported with their files, before the forms that carry their codes', async () => {
    const file = await exported();
    const answer = await preview(file);
    expect(answer.problems).toEqual([]);
    expect(partOf(answer)).toMatchObject({
      added: 1,
      notes: ['“设施图册”的样表不在配置包中，保留本单位的样表'],
    });
    expect(partOf(answer, 'forms')).toMatchObject({ added: 1 });
    await apply(file);
    const rows = await listed();
    expect(rows).toMatchObject([
      { code: 'large-sample', file: { name: '本单位的图册.pdf' }, usedBy: [] },
      {
        code: 'stall-sample',
        name: '占道申请样表',
        remark: '填两份',
        file: { name: '申请表样表.pdf' },
        usedBy: [{ code: 'stall', text: '表单“占道经营申请表”的字段“地点”' }],
      },
    ]);
    const id = rows[1]?.file.id ?? '';
    expect(await doubtful()).toEqual([]);
    await cleanUpFiles({ ...target.context, now: () => new Date(Date.now() + 4000 * 86_400_000) });
    expect(await bytesOf(id)).toEqual(Buffer.from(samplePdf));
  });

  test('are unchanged when the same bundle is imported again', async () => {
    const file = await exported();
    expect(partOf(await preview(file))).toMatchObject({ added: 0, changed: 0, same: 2 });
    const [before] = (await listed()).filter(({ code }) => code === 'stall-sample');
    await apply(file);
    expect((await listed()).find(({ code }) => code === 'stall-sample')?.file).toEqual(before?.file);
  });

  test('replace the file of an element by another one with the same code', async () => {
    const [row] = (await source.as('xiaohan').done(sharedElements.list, {})).rows.filter(
      ({ code }) => code === 'stall-sample',
    );
    const bytes = Buffer.concat([samplePdf, Buffer.from('\n% second edition\n')]);
    const fileId = await upload(source, '申请表样表.pdf', bytes);
    const body = { name: row?.name ?? '', remark: '', fileId };
    await source.as('xiaohan').done(sharedElements.change, { params: { code: 'stall-sample' }, body });
    const file = await exported();
    expect(partOf(await preview(file))?.changes[0]).toMatchObject({
      kind: 'changed',
      fields: [
        { title: '备注', was: '填两份', now: '' },
        { title: '样表', was: '申请表样表.pdf', now: '申请表样表.pdf（新的内容）' },
      ],
    });
    await apply(file);
    const stored = (await listed()).find(({ code }) => code === 'stall-sample');
    expect(await bytesOf(stored?.file.id ?? '')).toEqual(bytes);
    expect(await doubtful()).toEqual([]);
  });

  test('are refused if two of them have the same code', async () => {
    const sent = await signWithForeignKey(await exported(), (texts) => {
      const rows = JSON.parse(texts['elements.json'] ?? '[]') as object[];
      const row = { code: 'twice', name: '甲', remark: '', file: contentOf('a.pdf', Buffer.from(samplePdf)) };
      texts['elements.json'] = JSON.stringify([...rows, row, { ...row, name: '乙' }]);
    });
    expect((await preview(sent)).problems).toMatchObject([
      { name: '乙', message: '编码“twice”在配置包中有两个共享要素' },
    ]);
  });

  test('are refused with content that is dangerous, of another format, or not that of the digest', async () => {
    const problemsWith = async (name: string, bytes: Buffer, sha256?: string) => {
      const sent = await signWithForeignKey(await exported(), (texts) => {
        const rows = JSON.parse(texts['elements.json'] ?? '[]') as object[];
        const content = bytes.toString('base64');
        const digest = sha256 ?? createHash('sha256').update(bytes).digest('hex');
        const row = { code: 'other', name: '其他样表', remark: '', file: { name, sha256: digest, content } };
        texts['elements.json'] = JSON.stringify([...rows, row]);
      });
      return (await preview(sent)).problems.map(({ name: element, message }) => [element, message]);
    };
    expect(await problemsWith('a.exe', Buffer.from('MZ'))).toEqual([
      ['其他样表', '样表“a.exe”：格式错误！请重新上传'],
    ]);
    expect(await problemsWith('a.pdf', Buffer.from('no document'))).toEqual([
      ['其他样表', expect.stringContaining('样表“a.pdf”：')],
    ]);
    expect(await problemsWith('a.pdf', Buffer.from(samplePdf), '0'.repeat(64))).toEqual([
      ['其他样表', '样表的内容与校验值不符'],
    ]);
    expect(await doubtful()).toEqual([]);
  });
});
