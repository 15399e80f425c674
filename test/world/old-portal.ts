import { randomUUID } from 'node:crypto';
import { handling } from '#contract/handling.ts';
import { workOrders } from '#contract/work-orders.ts';
import { demoPassword } from '#server/kernel/config/config.ts';

interface Answer {
  errcode: number;
  errmsg?: string;
  data: never;
}

/** One person who uses a portal in a separate process over HTTP. */
export type AtPortal = <Data>(path: string, body?: object) => Promise<Data>;

/** Signs a person of the demo in as the login page does. */
export async function signInAtPortal(origin: string, account: string, captcha: string): Promise<AtPortal> {
  const pathOf = (path: string) => new URL(path, origin);
  const { captchaToken } = await dataOf<{ captchaToken: string }>(await fetch(pathOf('/sys/captcha')));
  const form = { username: account, password: demoPassword, verifyCode: captcha, captchaToken };
  const answer = await fetch(pathOf('/login'), { method: 'POST', body: new URLSearchParams(form) });
  const { accessToken } = await dataOf<{ accessToken: string }>(answer);
  return async <Data>(path: string, body?: object) => {
    const headers = { 'x-access-token': accessToken, 'idempotency-key': randomUUID() };
    const request = body && {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    return dataOf<Data>(await fetch(pathOf(path), request ?? { headers }));
  };
}

async function dataOf<Data>(answer: Response): Promise<Data> {
  const { errcode, errmsg, data } = (await answer.json()) as Answer;
  if (errcode !== 0) throw new Error(`${answer.url} was refused with ${errcode}: ${errmsg}`);
  return data;
}

interface Task {
  workorderId: string;
  workorderCode: string;
  traceId: string;
  nodeId: string;
}

/**
 * Opens the first letter that waits to be received, as its handler, and voids it; returns the order's status.
 */
export async function voidFirstLetter(call: AtPortal): Promise<number> {
  const { rows } = await call<{ rows: (Task & { code: string; id: string })[] }>(
    `${workOrders.todoPage.path}?page=1&size=50`,
  );
  const task = rows.find(({ nodeId }) => nodeId === 'receive');
  if (!task) throw new Error('There is no task to receive');
  await call(workOrders.detailPage.path.replace(':workorderCode', task.code));
  const done = await call<{ status: number }>(handling.handle.path, {
    workorderId: task.id,
    workorderTraceId: task.traceId,
    handlerOperation: '13',
    buttonId: 'void',
    handlerOpinion: '重复来信，作废。',
  });
  return done.status;
}
