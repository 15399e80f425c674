import { randomUUID } from 'node:crypto';
import { catalogue } from '#contract/catalogue.ts';
import { forms } from '#contract/forms.ts';
import { handling } from '#contract/handling.ts';
import { initiation } from '#contract/initiation.ts';
import { type MenuNode, menus } from '#contract/menus.ts';
import { LoginResult, session } from '#contract/session.ts';
import { workOrders } from '#contract/work-orders.ts';
import { countyOfOffice, type Letter } from './letter.ts';
import { type Account, captcha, password } from './people.ts';

/** Calls that prepare the initial state of a journey, instead of clicks through screens. */

/** Logs in and returns the session token. */
export async function openSession(address: string, account: Account): Promise<string> {
  const picture = await fetch(`${address}${session.captcha.path}`);
  const { captchaToken } = session.captcha.output.parse(await dataOf(picture));
  const answer = await fetch(`${address}${session.login.path}`, {
    method: 'POST',
    body: new URLSearchParams({ username: account, password, verifyCode: captcha, captchaToken }),
  });
  return LoginResult.parse(await dataOf(answer)).accessToken;
}

/** Sessions opened by calls; browsers have their own, which a journey may end. */
const sessionTokens = new Map<string, string>();

/**
 * Returns a session of this person for calls; reuses the last one while valid, because each login hashes a
 * password.
 */
async function cachedSession(address: string, account: Account): Promise<string> {
  const key = `${address} ${account}`;
  const previous = sessionTokens.get(key);
  const check =
    previous === undefined
      ? undefined
      : await fetch(address + session.currentUser.path, { headers: headersOf(previous) });
  if (previous !== undefined && check?.ok) return previous;
  const token = await openSession(address, account);
  sessionTokens.set(key, token);
  return token;
}

/** Ends a session by a call; the open page of its owner still has the old token. */
export async function endSession(address: string, token: string): Promise<void> {
  await dataOf(await fetch(`${address}${session.logout.path}`, { headers: headersOf(token) }));
}

/** Publishes a form as this person. */
export async function publishForm(address: string, account: Account, model: object): Promise<void> {
  const token = await cachedSession(address, account);
  await dataOf(
    await fetch(address + forms.publish.path, {
      method: 'POST',
      headers: { ...headersOf(token), 'content-type': 'application/json' },
      body: JSON.stringify({ json: JSON.stringify(model) }),
    }),
  );
}

/** Returns the menu of this person. */
export async function listMenus(address: string, account: Account): Promise<MenuNode[]> {
  const token = await cachedSession(address, account);
  const answer = await fetch(address + menus.userMenus.path, { headers: headersOf(token) });
  return menus.userMenus.output.parse(await dataOf(answer));
}

/** Starts a letter as this person, as 复查 or 复核 of the order `reviewOf` if one is given; returns its code. */
export async function startLetter(
  address: string,
  account: Account,
  letter: Letter,
  reviewOf?: string,
): Promise<string> {
  const token = await cachedSession(address, account);
  const path = catalogue.item.path.replace(':taskCode', 'petition-letter');
  const itemResponse = await fetch(address + path, { headers: headersOf(token) });
  const item = catalogue.item.output.parse(await dataOf(itemResponse));
  const answer = await post(address, initiation.initiate.path, headersOf(token), {
    taskCode: item.taskCode,
    itemDeployId: item.id,
    applyer: { name: letter.applicant, sex: '2', mobile: letter.mobile, certCode: letter.idCard },
    workorderForms: [{ formId: 'petition-letter:1', content: contentOf(letter) }],
    judgement: { result: 'new' },
    reviewOf,
  });
  return initiation.initiate.output.parse(answer).workorderCode;
}

/**
 * Presses a button of this person's open task with the fields that its node requires; `extraFields` adds or
 * overrides fields of the submission, `returnTo` is the node to which a return goes.
 */
export async function pressButton(
  address: string,
  account: Account,
  code: string,
  press: {
    button: string;
    content?: Record<string, unknown>;
    branch?: string;
    returnTo?: string;
    extraFields?: Record<string, unknown>;
  },
): Promise<void> {
  const { headers, page } = await openPage(address, account, code);
  const button = page.task?.buttons.find(({ name }) => name === press.button);
  await post(address, handling.handle.path, headers, {
    workorderId: page.order.id,
    workorderTraceId: page.task?.traceId,
    handlerOperation: button?.code,
    buttonId: button?.id,
    handlerOpinion: '同意。',
    branchProcessingNodeId: press.branch,
    backNodeIds: press.returnTo,
    workorderForms: press.content ? [{ formId: page.forms[0]?.id, content: press.content }] : [],
    ...press.extraFields,
  });
}

/** Reassigns (改派) the only open task of an order to one person. */
export async function reassign(
  address: string,
  account: Account,
  code: string,
  to: { candidate: string; reason: string },
): Promise<void> {
  const { headers, page } = await openPage(address, account, code);
  const offer = page.offers.find(({ action }) => action === 'reassign');
  await post(address, handling.reassign.path, headers, { traceId: offer?.about[0]?.traceId, ...to });
}

async function openPage(address: string, account: Account, code: string) {
  const headers = headersOf(await cachedSession(address, account));
  const path = workOrders.detailPage.path.replace(':workorderCode', code);
  const page = workOrders.detailPage.output.parse(await dataOf(await fetch(address + path, { headers })));
  return { headers, page };
}

/** Returns the data of a reading call that this person sends. */
export async function getData(address: string, account: Account, path: string): Promise<unknown> {
  const headers = headersOf(await cachedSession(address, account));
  return await dataOf(await fetch(address + path, { headers }));
}

/** Sends a call as this person and returns its data. */
export async function postData(
  address: string,
  account: Account,
  path: string,
  body: unknown,
): Promise<unknown> {
  return await post(address, path, headersOf(await cachedSession(address, account)), body);
}

async function post(
  address: string,
  path: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<unknown> {
  return await dataOf(
    await fetch(address + path, {
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
  return { 'x-refusal-status': 'http', 'x-access-token': token, 'idempotency-key': randomUUID() };
}

async function dataOf(answer: Response): Promise<unknown> {
  const envelope = (await answer.json()) as { errcode: number; errmsg?: string; data?: unknown };
  if (envelope.errcode !== 0) throw new Error(`${answer.url} was refused: ${JSON.stringify(envelope)}`);
  return envelope.data;
}
