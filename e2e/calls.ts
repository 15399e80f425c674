import { randomUUID } from 'node:crypto';
import { catalogue } from '#contract/catalogue.ts';
import { handling } from '#contract/handling.ts';
import { initiation } from '#contract/initiation.ts';
import { session } from '#contract/session.ts';
import { workOrders } from '#contract/work-orders.ts';
import { countyOfOffice, type Letter } from './letter.ts';
import { type Account, captcha, password } from './people.ts';

/** What a journey needs to be so before it begins is brought about by calls, not by clicking through screens. */

/** Signs in and gives the session token. */
export async function openSession(address: string, account: Account): Promise<string> {
  const picture = await fetch(`${address}${session.captcha.path}`);
  const { captchaToken } = session.captcha.output.parse(await dataOf(picture));
  const answer = await fetch(`${address}${session.login.path}`, {
    method: 'POST',
    body: new URLSearchParams({ username: account, password, verifyCode: captcha, captchaToken }),
  });
  return session.login.output.parse(await dataOf(answer)).accessToken;
}

/** Ends a session behind its owner's back. */
export async function endSession(address: string, token: string): Promise<void> {
  await dataOf(await fetch(`${address}${session.logout.path}`, { headers: headersOf(token) }));
}

/** Starts a letter as this person and gives its code. */
export async function startLetter(address: string, account: Account, letter: Letter): Promise<string> {
  const token = await openSession(address, account);
  const path = catalogue.item.path.replace(':taskCode', 'petition-letter');
  const asked = await fetch(address + path, { headers: headersOf(token) });
  const item = catalogue.item.output.parse(await dataOf(asked));
  const answer = await fetch(address + initiation.initiate.path, {
    method: 'POST',
    headers: { ...headersOf(token), 'content-type': 'application/json' },
    body: JSON.stringify({
      taskCode: item.taskCode,
      itemDeployId: item.id,
      applyer: { name: letter.applicant, sex: '2', mobile: letter.mobile, certCode: letter.idCard },
      workorderForms: [{ formId: 'petition-letter:1', content: contentOf(letter) }],
    }),
  });
  const started = initiation.initiate.output.parse(await dataOf(answer));
  return started.workorderCode;
}

/** Presses a button of this person's open task, with what the node's form asks for. */
export async function pressButton(
  address: string,
  account: Account,
  code: string,
  press: { button: string; content?: Record<string, unknown>; branch?: string; back?: string },
): Promise<void> {
  const headers = headersOf(await openSession(address, account));
  const path = workOrders.detailPage.path.replace(':workorderCode', code);
  const page = workOrders.detailPage.output.parse(await dataOf(await fetch(address + path, { headers })));
  const button = page.task?.buttons.find(({ name }) => name === press.button);
  const body = {
    workorderId: page.order.id,
    workorderTraceId: page.task?.traceId,
    handlerOperation: button?.code,
    buttonId: button?.id,
    handlerOpinion: '同意。',
    branchProcessingNodeId: press.branch,
    backNodeIds: press.back,
    workorderForms: press.content ? [{ formId: page.forms[0]?.id, content: press.content }] : [],
  };
  await dataOf(
    await fetch(address + handling.handle.path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
}

function contentOf(letter: Letter): Record<string, unknown> {
  return {
    letterDate: letter.day,
    channel: 'letter',
    letterTitle: letter.title,
    petitionerCount: 1,
    urgency: 'normal',
    area: countyOfOffice,
    problemCategory: 'urban',
    problemKind: 'property',
    isRepeat: 'no',
    summary: letter.summary,
    demand: letter.demand,
  };
}

function headersOf(token: string): Record<string, string> {
  return { 'x-access-token': token, 'idempotency-key': randomUUID() };
}

async function dataOf(answer: Response): Promise<unknown> {
  const envelope = (await answer.json()) as { errcode: number; errmsg?: string; data?: unknown };
  if (envelope.errcode !== 0) throw new Error(`${answer.url} was refused: ${JSON.stringify(envelope)}`);
  return envelope.data;
}
