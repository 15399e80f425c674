import type { z } from 'zod';
import type { HandleResult } from '#contract/acting.ts';
import type { HandleInput } from '#contract/handle-input.ts';
import { handling } from '#contract/handling.ts';
import { type InitiateResult, initiation } from '#contract/initiation.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { getPublishedProcess } from '#server/modules/design/processes/service.ts';
import { storeFile } from '#server/modules/records/files/service.ts';
import { samplePdf } from '#server/seeds/demo/sample-pdf.ts';
import type { TestOffice } from './office.ts';
import type { TestResponse } from './portal.ts';
import { formValuesAt, type StartData } from './start-data.ts';

/** An order of a test: its identity, and the values that its people fill in. */
export interface StartedOrder {
  id: string;
  code: string;
  startData: StartData;
}

/** Values to send instead of the button's own; not type-checked, because tests also send invalid values. */
type BodyOverrides = Partial<Record<keyof z.input<typeof HandleInput>, unknown>>;

/** Actions of people on orders in tests; starts, buttons and resubmissions are each a minute after the one before. */
export interface Desk {
  start(account: string, startData: StartData): Promise<StartedOrder>;
  /**
   * Presses a button of the node's open task, with the node's form filled in; its code decides the operation.
   */
  press(
    account: string,
    order: StartedOrder,
    nodeId: string,
    buttonId: string,
    overrides?: BodyOverrides,
  ): Promise<HandleResult>;
  /** Like `press`, but also returns refusals. */
  tryPress(
    account: string,
    order: StartedOrder,
    nodeId: string,
    buttonId: string,
    overrides?: BodyOverrides,
  ): Promise<TestResponse>;
  /** Returns the whole body of such a call, for tests that send it themselves. */
  pressBody(
    order: StartedOrder,
    nodeId: string,
    buttonId: string,
    overrides?: BodyOverrides,
  ): Promise<BodyOverrides>;
  resubmit(account: string, order: StartedOrder, content?: Record<string, unknown>): Promise<HandleResult>;
  /** Withdraws the last step at the node. */
  withdraw(account: string, order: StartedOrder, nodeId: string): Promise<HandleResult>;
  /** Returns the trace id of the node's open task, or of its last finished one. */
  traceAt(order: StartedOrder, nodeId: string, which?: 'open' | 'done'): Promise<string>;
  /** Uploads a file and returns it as upload fields contain it. */
  paper(account: string, name?: string): Promise<{ id: string; name: string; size: number }>;
}

export function openDesk(office: TestOffice): Desk {
  const { db } = office.context;

  async function traceAt(
    { id }: StartedOrder,
    nodeId: string,
    which: 'open' | 'done' = 'open',
  ): Promise<string> {
    const trace = await db
      .selectFrom('traces')
      .select('number')
      .where('workorder_id', '=', id)
      .where('node_id', '=', nodeId)
      .where('handler_status', '=', which === 'open' ? 0 : 1)
      .orderBy('number', 'desc')
      .executeTakeFirst();
    if (!trace) throw new Error(`There is no ${which} task at ${nodeId}`);
    return `${id}.${trace.number}`;
  }

  async function pressBody(
    order: StartedOrder,
    nodeId: string,
    buttonId: string,
    overrides: BodyOverrides = {},
  ): Promise<BodyOverrides> {
    const code = order.startData.start.taskCode;
    const { definition } = await getPublishedProcess(db, `${code}:1`);
    const node = definition.nodes[nodeId];
    const button = node?.kind === 'userTask' ? node.buttons.find(({ id }) => id === buttonId) : undefined;
    if (!button) throw new Error(`There is no button ${buttonId} at ${nodeId}`);
    const content = formValuesAt(order.startData, nodeId, buttonId);
    return {
      workorderId: order.id,
      workorderTraceId: await traceAt(order, nodeId),
      handlerOperation: button.code as '1',
      buttonId,
      handlerOpinion: '同意',
      ...(content && ['1', '9', '12'].includes(button.code)
        ? { workorderForms: [{ formId: `${code}:1`, content }] }
        : {}),
      ...overrides,
    };
  }

  async function tryPress(
    account: string,
    order: StartedOrder,
    nodeId: string,
    buttonId: string,
    overrides?: BodyOverrides,
  ) {
    office.clock.forward(60_000);
    const body = await pressBody(order, nodeId, buttonId, overrides);
    return office.as(account).call(handling.handle, { body });
  }

  return {
    traceAt,
    pressBody,
    tryPress,
    async start(account, startData) {
      office.clock.forward(60_000);
      const answer = await office.as(account).done(initiation.initiate, { body: startData.start });
      const { workorderId, workorderCode } = answer as InitiateResult;
      return { id: workorderId, code: workorderCode, startData };
    },
    async withdraw(account, order, nodeId) {
      return office.as(account).done(handling.withdraw, {
        params: { workorderCode: order.code },
        body: { traceId: await traceAt(order, nodeId, 'done'), reason: '登记有误' },
      });
    },
    async press(account, order, nodeId, buttonId, overrides) {
      office.clock.forward(60_000);
      const body = await pressBody(order, nodeId, buttonId, overrides);
      return office.as(account).done(handling.handle, { body });
    },
    async resubmit(account, order, content) {
      office.clock.forward(60_000);
      const [form] = order.startData.start.workorderForms;
      const forms = content ? [{ formId: form?.formId ?? '', content }] : [];
      const body = {
        workorderId: order.id,
        workorderTraceId: await traceAt(order, 'start'),
        handlerOperation: '14',
        workorderForms: forms,
      };
      return office.as(account).done(handling.handle, { body });
    },
    async paper(account, name = '营业执照.pdf') {
      const actor = await getActor(office.context, account);
      const file = { name, bytes: samplePdf, contentType: 'application/pdf' };
      const { id, size } = await storeFile(office.context, actor, file, 'test');
      return { id, name, size };
    },
  };
}
