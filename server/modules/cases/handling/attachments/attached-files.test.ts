import { afterEach, describe, expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { initiation } from '#contract/initiation.ts';
import { attachedFileMessage } from '#domain/forms/attached-files.ts';
import { contentTypeOf } from '#server/adapters/files/content-type.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { findFiles, storeFile } from '#server/modules/records/files/service.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { permit } from '#test/world/start-data.ts';

/** Tests upload fields: the client's claims about a file are ignored (S2 §5). */

const office = await testOffice();
const { db } = office.context;
const desk = openDesk(office);
let lastNumber = 0;

afterEach(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

type UploadedFile = { id: string; name: string; size: number };

const start = (materials: readonly UploadedFile[]) =>
  office.as('wangfang').call(initiation.initiate, { body: permit(++lastNumber, materials).start });

async function storedMaterials({ id }: Pick<StartedOrder, 'id'>): Promise<unknown> {
  const row = await db
    .selectFrom('work_order_forms')
    .select('content')
    .where('workorder_id', '=', id)
    .executeTakeFirstOrThrow();
  return (row.content as { materials: unknown }).materials;
}

async function storeAs(account: string, name: string, bytes: Uint8Array): Promise<string> {
  const actor = await getActor(office.context, account);
  const file = { name, bytes, contentType: contentTypeOf('pdf') };
  return (await storeFile(office.context, actor, file, 'test')).id;
}

const missing = '01890000-0000-7000-8000-000000000000';

describe('attached files of an initiation', () => {
  test('are stored with the name and size from the server, not from the client (S2 §5)', async () => {
    const file = await desk.paper('wangfang');
    const answer = await start([{ ...file, name: '批准.pdf', size: 1 }]);
    const { workorderId } = answer.body.data as unknown as { workorderId: string };
    expect(await storedMaterials({ id: workorderId })).toEqual([file]);
  });

  test.each([
    ['a missing file', async () => missing, attachedFileMessage.unknown],
    ['a path', async () => '../../etc/passwd', attachedFileMessage.unknown],
    ["a colleague's file", async () => (await desk.paper('zhangwei')).id, attachedFileMessage.unknown],
    [
      'an SVG stored with the name 批准.pdf',
      () => storeAs('wangfang', '图.svg', Buffer.from('<svg/>')),
      '格式错误！请重新上传',
    ],
    [
      'a file of 25 MB that the client sends with size 1',
      () => storeAs('wangfang', '大.pdf', Buffer.alloc(26_214_400)),
      '附件大小不得超过20M！请重新上传',
    ],
  ])('are refused with a problem at the field: %s', async (_case, idOf, message) => {
    const { status, body } = await start([{ id: await idOf(), name: '批准.pdf', size: 1 }]);
    expect(status).toBe(400);
    expect(body.problems).toEqual([{ field: 'permit-application.materials', message }]);
  });

  test('report number, size and format problems together (S2 §5)', async () => {
    const files = await Promise.all(Array.from({ length: 20 }, () => desk.paper('wangfang')));
    const large = await storeAs('wangfang', '大.svg', Buffer.alloc(26_214_400));
    const { body } = await start([...files, { id: large, name: 'a.pdf', size: 1 }]);
    expect(body.problems?.map(({ message }) => message)).toEqual([
      '附件数量不得超过20个！请重新上传',
      '附件大小不得超过20M！请重新上传',
      '格式错误！请重新上传',
    ]);
  });

  test('are refused when they belong to another order', async () => {
    const file = await desk.paper('wangfang');
    expect((await start([file])).status).toBe(200);
    const { body } = await start([file]);
    expect(body.problems).toEqual([
      { field: 'permit-application.materials', message: attachedFileMessage.elsewhere },
    ]);
  });

  test('are attached by only one of three concurrent initiations', async () => {
    const file = await desk.paper('wangfang');
    const answers = await Promise.all([start([file]), start([file]), start([file])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test('are limited by the byte quota of an order', async () => {
    const actor = await getActor(office.context, 'wangfang');
    const { id } = await desk.paper('wangfang');
    const config = { ...office.context.config, uploads: { ...office.context.config.uploads, orderMb: 0 } };
    const files = await findFiles(db, { config }, actor, {
      workorderId: null,
      ids: [id],
      mayRead: async () => true,
    });
    expect(files).toMatchObject({ remainingBytes: 0, quotaMb: 0 });
  });
});

describe('attached files of a resubmission', () => {
  test('may be stored files and own files; an unknown file is refused', async () => {
    const old = await desk.paper('wangfang');
    const order = await desk.start('wangfang', permit(++lastNumber, [old]));
    await desk.press('chenjing', order, 'preview', 'correct', { backNodeIds: 'start' });
    const resubmit = (materials: readonly UploadedFile[]) =>
      desk.traceAt(order, 'start').then((workorderTraceId) =>
        office.as('wangfang').call(handling.handle, {
          body: {
            workorderId: order.id,
            workorderTraceId,
            handlerOperation: '14',
            workorderForms: [{ formId: 'permit-application:1', content: { materials } }],
          },
        }),
      );
    const refusal = await resubmit([old, { id: missing, name: 'a.pdf', size: 1 }]);
    expect(refusal.body.problems).toEqual([
      { field: 'permit-application.materials', message: attachedFileMessage.unknown },
    ]);
    const added = await desk.paper('wangfang', '补正.pdf');
    const response = await resubmit([
      { ...old, name: '改名.pdf' },
      { ...added, size: 0 },
    ]);
    expect(response.body.problems ?? []).toEqual([]);
    expect(await storedMaterials(order)).toEqual([old, added]);
  });
});
