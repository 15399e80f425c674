import { describe, expect, test } from 'vitest';
import type { Endpoint, OutputOf } from '#contract/endpoint.ts';
import { recordChain } from '#server/modules/access/audit/record-rows.ts';
import { securityChain } from '#server/modules/access/audit/security-observer.ts';
import type { TestInput, TestOffice } from './office.ts';

type PreparedCall<T> = T | (() => Promise<T>);

/** Test cases for one call, in four groups. */
export interface CallTest<E extends Endpoint> {
  /** The person who makes the valid call, and its input. */
  caller: string;
  request: PreparedCall<TestInput>;
  /** People to whom the valid call is refused, with the code; empty if every signed-in person may make it. */
  refusedFor: Readonly<Record<string, number>>;
  /**
   * Wrong input, made from the valid one, with all its problems; unknown parameters are tested for all calls.
   */
  invalidInputs?: readonly {
    makeInvalid: (validRequest: TestInput) => TestInput;
    expectedProblems: readonly (readonly [field: string, message: string])[];
  }[];
  /**
   * Checks the answer and its effects. That a mutating call adds one audit record is checked for all calls.
   */
  checkAnswer: (answer: OutputOf<E>, request: TestInput) => Promise<void> | void;
}

/** Returns an invalid input of a call test that does not depend on the valid one, with its problems. */
export function invalidInput(input: TestInput, ...expectedProblems: [field: string, message: string][]) {
  return { makeInvalid: () => input, expectedProblems };
}

/**
 * Tests every call of a contract in four groups: it needs a session, refuses others, refuses bad input, and
 * works. A call without a case does not compile.
 */
export function describeCalls<Calls extends Record<string, Endpoint>>(
  office: TestOffice,
  calls: Calls,
  cases: { readonly [Name in keyof Calls]: CallTest<Calls[Name]> },
): void {
  for (const name of Object.keys(calls) as (keyof Calls & string)[]) {
    const endpoint = calls[name];
    if (endpoint) describeCall(office, endpoint, cases[name] as unknown as CallTest<Endpoint>);
  }
}

function describeCall(office: TestOffice, endpoint: Endpoint, expected: CallTest<Endpoint>): void {
  const make = (): Promise<TestInput> | TestInput =>
    typeof expected.request === 'function' ? expected.request() : expected.request;

  describe(`${endpoint.summary} ${endpoint.method} ${endpoint.path}`, () => {
    test('needs a session', async () => {
      const answer = await office.stranger.call(endpoint, await make());
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({ errcode: 401, errmsg: '登录已失效，请重新登录' });
    });

    test('refuses others', async () => {
      const request = await make();
      for (const [person, errcode] of Object.entries(expected.refusedFor)) {
        const { body, text } = await office.as(person).call(endpoint, request);
        expect(body.errcode, `${person}: ${text}`).toBe(errcode);
        expect(body.data).toBeUndefined();
      }
    });

    test('refuses bad input', async () => {
      const validRequest = await make();
      const unknownParameter = await office
        .as(expected.caller)
        .call(endpoint, { ...validRequest, query: { ...validRequest.query, colour: 'red' } });
      expect(unknownParameter.body, unknownParameter.text).toMatchObject({
        errcode: 400,
        errmsg: '请检查并完善以下信息',
        problems: [{ field: 'colour', message: '不支持的参数' }],
      });
      for (const { makeInvalid, expectedProblems } of expected.invalidInputs ?? []) {
        const { status, body, text } = await office
          .as(expected.caller)
          .call(endpoint, makeInvalid(validRequest));
        expect(status, text).toBe(400);
        expect(body.problems?.map(({ field, message }) => [field, message])).toEqual(expectedProblems);
      }
    });

    test('succeeds', async () => {
      const sent = await make();
      const recordsBefore = await countAuditRecords(office);
      const changesBefore = await countChanges(office);
      const answer = await office.as(expected.caller).done(endpoint, sent);
      expect((await countAuditRecords(office)) - recordsBefore, 'audit records').toBe(
        endpoint.mutates ? 1 : 0,
      );
      expect(await countChanges(office), 'covered rows without an audit record').toBe(changesBefore);
      await expected.checkAnswer(answer as OutputOf<Endpoint>, sent);
    });
  });
}

/**
 * Counts the audit records of calls, without security events: these are written later, so one of an earlier
 * refusal may come now.
 */
async function countAuditRecords({ context }: TestOffice): Promise<number> {
  const { links } = await context.db
    .selectFrom('audit_links')
    .select((row) => row.fn.countAll<number>().as('links'))
    .where('chain', 'not in', [securityChain, recordChain])
    .executeTakeFirstOrThrow();
  return links;
}

/** Counts audited rows that were changed without an audit record in their transaction. */
async function countChanges({ context }: TestOffice): Promise<number> {
  const { changes } = await context.db
    .selectFrom('record_changes')
    .select((row) => row.fn.countAll<number>().as('changes'))
    .executeTakeFirstOrThrow();
  return changes;
}
