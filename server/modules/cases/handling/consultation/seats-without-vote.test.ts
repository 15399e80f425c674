import { afterEach, describe, expect, test } from 'vitest';
import { documents } from '#contract/documents.ts';
import { handling } from '#contract/handling.ts';
import { workOrders } from '#contract/work-orders.ts';
import { type DocumentSource, noDocuments } from '#server/adapters/gateways/documents/document-source.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openCommands } from '#test/world/perform-command.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';

/**
 * Tests seats at which a person has no vote, and tasks that wait for others: every other answer agrees with
 * the action (docs/decisions/0105). 徐军 and 杨帆 are the property section of the bureau, 朱红 its deputy.
 */

const office = await testOffice();
const { context } = office;
const { desk, start } = openPetitionDesk(office);
const { taskOf } = openCommands(office);
const examinerKey = 'position:petition-examiner';
const bureau = { handlerType: 4, assignHandlerId: 'org:330127-zjj' };
const section = { handlerType: 4, assignHandlerId: 'department:330127-zjj-wyk' };
const person = (name: string) => ({ handlerType: 1, assignHandlerId: `staff-${name}` });
const otherSeatMessage = '您在本次会签中另有席位，请在本人席位表态';

const source: DocumentSource = { ...noDocuments, documentsByButton: async () => ({}) };
(context as { documents: DocumentSource }).documents = source;

afterEach(async () => {
  expect(await checkInvariants(context.db)).toEqual([]);
});

async function startCountersign(...countersignList: object[]): Promise<StartedOrder> {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  const started = await office.as('zhaomin').call(handling.handle, {
    body: {
      workorderId: order.id,
      workorderTraceId: `${order.id}.${await taskOf(order, examinerKey)}`,
      handlerOperation: 5,
      handlerOpinion: '请会签',
      countersignList,
    } as never,
  });
  expect(started.status, started.text).toBe(200);
  return order;
}

const traceOf = async (order: StartedOrder, key: string) => `${order.id}.${await taskOf(order, key)}`;
const check = (account: string, order: StartedOrder, actInstId: string) =>
  office.as(account).done(handling.handleCheck, { query: { workorderId: order.id, actInstId } });
const page = (account: string, { code }: StartedOrder, traceId: string) =>
  office.as(account).done(workOrders.detailPage, { params: { workorderCode: code }, query: { traceId } });
const previewDocuments = (account: string, order: StartedOrder, traceId: string, buttonId: string) =>
  office.as(account).call(documents.preview, {
    params: { workorderId: order.id },
    body: { traceId, buttonId, formContent: [] } as never,
  });
const addSigner = (account: string, order: StartedOrder, workorderTraceId: string) =>
  office.as(account).call(handling.handle, {
    body: {
      workorderId: order.id,
      workorderTraceId,
      handlerOperation: '3',
      countersignList: [person('gaofeng')],
    } as never,
  });
const previewSigner = (account: string, order: StartedOrder, traceId: string, buttonId: string) =>
  office.as(account).call(handling.previewAction, {
    body: { workorderId: order.id, traceId, buttonId, countersignList: [person('gaofeng')] } as never,
  });
/** Returns the id of the node's button 加签, from the page of a person who has it. */
async function signerButton(account: string, order: StartedOrder, traceId: string): Promise<string> {
  const { task } = await page(account, order, traceId);
  return task?.buttons.find(({ action }) => action === 'addSigners')?.id ?? '';
}

describe('a countersigner who is needed for another department', () => {
  test('gets no documents, no preview and no further consultation at the shared task', async () => {
    // Without 徐军 only 杨帆 is left in the section, who has a seat of their own.
    const order = await startCountersign(bureau, section, person('yangfan'));
    const departmentTrace = await traceOf(order, 'org:330127-zjj');
    const ownTrace = await traceOf(order, 'department:330127-zjj-wyk');
    const button = await signerButton('xujun', order, ownTrace);
    expect(button).not.toBe('');
    for (const refusal of [
      await previewDocuments('xujun', order, departmentTrace, button),
      await previewSigner('xujun', order, departmentTrace, button),
      await addSigner('xujun', order, departmentTrace),
    ]) {
      expect(refusal.status, refusal.text).toBe(403);
      expect(refusal.body.errmsg).toBe(otherSeatMessage);
    }
    expect((await previewDocuments('xujun', order, ownTrace, button)).body.data).toEqual({
      rows: [],
      notMade: [],
    });
    expect((await previewSigner('xujun', order, ownTrace, button)).status).toBe(200);
    expect((await addSigner('xujun', order, ownTrace)).status).toBe(200);
  });
});

describe('the check before handling', () => {
  test('agrees with the action at every task of a countersign and for each of its people', async () => {
    const order = await startCountersign(bureau, section, person('yangfan'));
    const traces = {
      requester: await traceOf(order, examinerKey),
      wide: await traceOf(order, 'org:330127-zjj'),
      section: await traceOf(order, 'department:330127-zjj-wyk'),
      yangfan: await traceOf(order, 'staff:staff-yangfan'),
    };
    const checkResult = async (account: string, trace: keyof typeof traces) => {
      const { flag, msg } = await check(account, order, traces[trace]);
      return flag || msg;
    };
    expect(await checkResult('zhaomin', 'requester')).toBe(
      '该环节正在等待会签、加签或委派的结果，暂不能办理',
    );
    expect(await checkResult('zhaomin', 'wide')).toBe('您不是该环节的处理人');
    expect(await checkResult('xujun', 'requester')).toBe('您不是该环节的处理人');
    for (const trace of ['wide', 'section', 'yangfan'] as const) {
      expect([trace, await checkResult('xujun', trace)]).toEqual([
        trace,
        trace === 'yangfan' ? '您不是该环节的处理人' : true,
      ]);
      expect(await checkResult('yangfan', trace)).toBe(true);
    }
    const answer = (account: string, workorderTraceId: string) =>
      office.as(account).call(handling.handle, {
        body: { workorderId: order.id, workorderTraceId, handlerOperation: '01', handlerOpinion: '同意' },
      });
    expect((await answer('xujun', traces.wide)).status).toBe(200);
    for (const trace of ['wide', 'section'] as const) {
      const checked = await check('xujun', order, traces[trace]);
      const acted = await answer('xujun', traces[trace]);
      expect([trace, checked]).toEqual([trace, { flag: false, msg: acted.body.errmsg }]);
    }
    // A seat that waits for its own signer.
    expect((await addSigner('yangfan', order, traces.yangfan)).status).toBe(200);
    expect(await checkResult('yangfan', 'yangfan')).toBe('该环节正在等待会签、加签或委派的结果，暂不能办理');
    expect((await answer('yangfan', traces.yangfan)).body.errmsg).toBe(
      '该环节正在等待会签、加签或委派的结果，暂不能办理',
    );
  });
});

describe('the preview of a countersign', () => {
  test('lists who may answer for each entry: for a department the people who are not chosen by name', async () => {
    const order = await start();
    await desk.press('liuyang', order, 'receive', 'receive');
    const traceId = await traceOf(order, examinerKey);
    const { task } = await page('zhaomin', order, traceId);
    const buttonId = task?.buttons.find(({ action }) => action === 'startCountersign')?.id;
    const startCountersign = (...countersignList: object[]) =>
      office.as('zhaomin').call(handling.previewAction, {
        body: { workorderId: order.id, traceId, buttonId, countersignList } as never,
      });
    const withSort = (entry: object, assignHandlerSort: number) => ({ ...entry, assignHandlerSort });
    const { data } = (await startCountersign(withSort(section, 2), withSort(person('yangfan'), 1))).body;
    expect(data).toMatchObject({
      voters: [
        { place: 1, people: ['杨帆'], peopleCount: 1 },
        { place: 0, people: ['徐军'], peopleCount: 1 },
      ],
    });
    const both = await startCountersign(section, person('yangfan'), person('xujun'));
    expect(both.body.problems).toEqual([
      { field: 'countersignList.0', message: '“物业管理科”可表态的人员均已单独参加会签，不能再按部门会签' },
    ]);
  });
});

describe('further consultation by consulted people', () => {
  /** Returns the answers of page, preview and action to asking others from the task, one after the other. */
  async function answersOf(account: string, order: StartedOrder, traceId: string) {
    const { task } = await page(account, order, traceId);
    const offered = (task?.buttons ?? []).flatMap(({ action, id }) =>
      action === 'startCountersign' || action === 'addSigners' || action === 'delegate'
        ? [{ action, id }]
        : [],
    );
    const all = [
      { action: 'startCountersign', id: 'countersign', handlerOperation: '5' },
      { action: 'addSigners', id: 'add-signer', handlerOperation: '3' },
      { action: 'delegate', id: 'delegate', handlerOperation: '8' },
    ] as const;
    const answers = [];
    for (const { action, id, handlerOperation } of all) {
      const countersignList = [person('gaofeng')];
      const previewed = await office.as(account).call(handling.previewAction, {
        body: { workorderId: order.id, traceId, buttonId: id, countersignList } as never,
      });
      const isDone = async () => {
        const acted = await office.as(account).call(handling.handle, {
          body: {
            workorderId: order.id,
            workorderTraceId: traceId,
            handlerOperation,
            handlerOpinion: '请协助',
            countersignList,
            ...(handlerOperation === '8' && { delegateReturns: true }),
          } as never,
        });
        // Refused because of the state, not because of the input.
        expect(acted.body.problems).toBeUndefined();
        return acted.status === 200;
      };
      answers.push({
        action,
        page: offered.some((button) => button.action === action && button.id === id),
        preview: previewed.status === 200,
        server: isDone,
      });
    }
    return answers;
  }

  test.each([
    ['a countersigner', '5', {}],
    ['a signer added before', '3', { signerPlace: 'before' }],
    ['a delegate who returns the task', '8', { delegateReturns: true }],
  ] as const)('is offered alike by page, preview and server for %s', async (_who, handlerOperation, more) => {
    for (const executedAction of ['startCountersign', 'addSigners', 'delegate']) {
      const order = await start();
      await desk.press('liuyang', order, 'receive', 'receive');
      const response = await office.as('zhaomin').call(handling.handle, {
        body: {
          workorderId: order.id,
          workorderTraceId: await traceOf(order, examinerKey),
          handlerOperation,
          handlerOpinion: '请协助',
          countersignList: [person('xujun')],
          ...more,
        } as never,
      });
      expect(response.status, response.text).toBe(200);
      const answers = await answersOf('xujun', order, await traceOf(order, 'staff:staff-xujun'));
      for (const { action, ...accepts } of answers) {
        const isAllowed = action !== 'startCountersign';
        expect([action, accepts.page, accepts.preview]).toEqual([action, isAllowed, isAllowed]);
        // Only one of them is executed on an order, because its task waits afterwards.
        if (action === executedAction) expect([action, await accepts.server()]).toEqual([action, isAllowed]);
      }
    }
  });
});
