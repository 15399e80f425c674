import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { askingOthers } from '#contract/asking-others.ts';
import { files } from '#contract/files.ts';
import { handling } from '#contract/handling.ts';
import { opinionAttachments } from '#contract/opinion-attachments.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { getPublishedProcess } from '#server/modules/design/processes/service.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openCommands } from '#test/world/perform-command.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { addAttachments } from '../acting/opinion-attachments.ts';
import { findOrderForAction } from '../order/order.queries.ts';

/** Tests attachments of opinions (S1 §3 fileList, §5, §7 comment attachments). */

const office = await testOffice();
const { context } = office;
const { desk, start, pageOf } = openPetitionDesk(office);
const { taskOf } = openCommands(office);

afterAll(async () => {
  expect(await checkInvariants(context.db)).toEqual([]);
  await office.app.callObserver.flush();
  const { findings } = await verifyAudit(context.db, context.crypto, { files: context.files });
  expect(findings).toEqual([]);
});

const documentsOf = (account: string, count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => desk.paper(account, `附件${index + 1}.pdf`)));

const attachmentsOf = async (order: StartedOrder, actName: string) =>
  (await pageOf('liuyang', order)).traces
    .find((trace) => trace.actName === actName)
    ?.attachments.map(({ name }) => name);

test('opinion attachments are accepted by id or url and shown with the name from the server', async () => {
  const order = await start();
  const [one, two] = await documentsOf('liuyang', 2);
  const fileList = [
    { id: one?.id, name: '改名.exe', size: 1, category: 3 },
    { url: `/file/files/${two?.id}?mark=stream` },
    { name: '', url: '' },
  ];
  await desk.press('liuyang', order, 'receive', 'receive', { fileList });
  expect(await attachmentsOf(order, '确认收件')).toEqual(['附件1.pdf', '附件2.pdf']);
  // Only readers of the trace can read them.
  const read = (account: string) => office.as(account).call(files.details, { params: { id: one?.id ?? '' } });
  expect((await read('zhaomin')).status).toBe(200);
  expect((await read('dengtao')).status).toBe(404);
});

test('opinion attachments report all problems together: too many, of another person, of another order', async () => {
  const order = await start();
  const tooManyFiles = await documentsOf('liuyang', 11);
  const otherFile = await desk.paper('zhaomin');
  const other = await start();
  const usedFile = await desk.paper('liuyang');
  await desk.press('liuyang', other, 'receive', 'receive', { fileList: [{ id: usedFile.id }] });
  const refusal = await desk.tryPress('liuyang', order, 'receive', 'receive', {
    fileList: [...tooManyFiles, otherFile, usedFile].map(({ id }) => ({ id })),
  });
  expect(refusal.status).toBe(400);
  expect(refusal.body.problems).toEqual([
    { field: 'fileList', message: '附件不存在或已失效，请重新上传' },
    { field: 'fileList', message: '附件已用于其他办件，请重新上传' },
    { field: 'fileList', message: '附件数量不得超过10个！请重新上传' },
  ]);
  await sql`update files set size = ${31 * 1_048_576} where id = ${tooManyFiles[0]?.id}`.execute(context.db);
  const large = await desk.tryPress('liuyang', order, 'receive', 'receive', {
    fileList: [{ id: tooManyFiles[0]?.id }],
  });
  expect(large.body.problems).toEqual([{ field: 'fileList', message: expect.stringContaining('30M') }]);
  await sql`update files set size = ${tooManyFiles[0]?.size} where id = ${tooManyFiles[0]?.id}`.execute(
    context.db,
  );
});

test('a countersign shows the attachments of its start and of each answer separately (S1 §3)', async () => {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  const startFile = await desk.paper('zhaomin', '征求意见稿.pdf');
  const answerFile = await desk.paper('xujun', '会签意见.pdf');
  await office.as('zhaomin').done(handling.handle, {
    body: {
      workorderId: order.id,
      handlerOperation: 5,
      handlerOpinion: '请会签',
      countersignList: [{ handlerType: 1, assignHandlerId: 'staff-xujun' }],
      fileList: [{ id: startFile.id }],
    } as never,
  });
  expect((await pageOf('xujun', order)).task?.askedBy?.attachments).toMatchObject([
    { name: '征求意见稿.pdf' },
  ]);
  await office.as('xujun').done(handling.handle, {
    body: { workorderId: order.id, handlerOperation: '01', fileList: [{ id: answerFile.id }] },
  });
  const { traces } = await pageOf('zhaomin', order);
  const seat = traces.flatMap(({ workorderTraceAssignVos }) => workorderTraceAssignVos)[0];
  expect(seat).toMatchObject({ handlerResult: 1, attachments: [{ name: '会签意见.pdf' }] });
  expect(await attachmentsOf(order, '发起会签')).toEqual(['征求意见稿.pdf']);
});

test('the opinion of an added signer has its own attachments', async () => {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  await office.as('zhaomin').done(handling.handle, {
    body: {
      workorderId: order.id,
      handlerOperation: 3,
      countersignList: [{ handlerType: 1, assignHandlerId: 'staff-xujun' }],
    } as never,
  });
  const document = await desk.paper('xujun', '核查情况.pdf');
  const traceId = `${order.id}.${await taskOf(order, 'staff:staff-xujun')}`;
  const body = { traceId, opinion: '属实', fileList: [{ id: document.id }] };
  await office.as('xujun').done(askingOthers.sign, { body });
  expect(await attachmentsOf(order, '签署意见')).toEqual(['核查情况.pdf']);
});

test('an attachment is refused when the order ended after it was read', async () => {
  const order = await start();
  const [document] = await documentsOf('liuyang', 1);
  await desk.press('liuyang', order, 'receive', 'receive');
  const read = await findOrderForAction(context.db, { id: order.id });
  const task = read?.state.tasks.findLast(({ nodeId }) => nodeId === 'receive');
  if (!read || !task) throw new Error('Nothing was received');
  await desk.press('zhaomin', order, 'examine', 'terminate', { handlerOpinion: '终止' });
  const { definition } = await getPublishedProcess(context.db, read.processDefinitionId);
  const answer = await addAttachments(
    { context, actor: await getActor(context, 'liuyang'), requestId: 'request' },
    { ...read, definition, idempotencyKeys: ['key'] },
    task,
    { fileList: [{ id: document?.id ?? '' }] },
  );
  expect(answer).toMatchObject({ refused: 'orderEnded' });
});

test('attachments are added and removed later by the author of the opinion until the order ends (S1 §7)', async () => {
  const order = await start();
  const [first, second] = await documentsOf('liuyang', 2);
  await desk.press('liuyang', order, 'receive', 'receive', { fileList: [{ id: first?.id }] });
  const traceId = await desk.traceAt(order, 'receive', 'done');
  const add = (account: string, id = second?.id ?? '') =>
    office.as(account).call(opinionAttachments.add, { body: { traceId, fileList: [{ id }] } });
  expect((await add('zhaomin')).status).toBe(403);
  const added = await add('liuyang');
  expect(added.body.data, added.text).toMatchObject({ rows: [{ name: '附件1.pdf' }, { name: '附件2.pdf' }] });
  expect((await add('liuyang')).body.data).toEqual(added.body.data);
  const removed = await office
    .as('liuyang')
    .call(opinionAttachments.remove, { body: { traceId, attachmentId: first?.id ?? '' } });
  expect(removed.body.data).toMatchObject({ rows: [{ name: '附件2.pdf' }] });
  expect(await attachmentsOf(order, '确认收件')).toEqual(['附件2.pdf']);
  const params = { workorderCode: order.code };
  const { rows } = await office.as('zhaomin').done(opinionAttachments.list, { params });
  expect(rows).toMatchObject([
    { traceId, nodeName: '收件', handlerName: '刘洋', attachments: [{ name: '附件2.pdf' }] },
  ]);
  expect((await office.as('dengtao').call(opinionAttachments.list, { params })).status).toBe(404);
  const openTraceId = await desk.traceAt(order, 'examine');
  const refusal = await office.as('zhaomin').call(opinionAttachments.add, {
    body: { traceId: openTraceId, fileList: [{ id: first?.id ?? '' }] },
  });
  expect(refusal.body.errcode).toBe(40912);
  await desk.press('zhaomin', order, 'examine', 'terminate');
  expect((await add('liuyang', first?.id)).body.errcode).toBe(40911);
});
