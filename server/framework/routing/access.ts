import { type Actor, can, mayHaveMatters, type Permission } from '#domain/access/actor.ts';
import { isRefusal, type Refusal, type RefusalCode, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { type AnswerText, isAnswerText } from '#server/kernel/http/envelope.ts';
import type { RateLimit } from '#server/kernel/http/rate-limit.ts';
import type { NamedOrder } from './named-order.ts';

/**
 * The rule on callers; every route names one value. `A` is the `actor` that the handler gets, so that an open
 * call cannot read an actor that may not be there; `O` is its `order`, `T` its `task`.
 */
export interface Access<A extends Actor | undefined = Actor | undefined, O = undefined, T = undefined>
  extends AccessRule {
  /** Carries the type only; never set. */
  readonly actorOf?: () => A;
  /** For `order`: finds the order and the task that the call names, or refuses them before the handler runs. */
  readonly finder?: OrderFinder<O, T>;
}

/** Order that a call is about, with its task where the call is about one. */
export interface FoundOrder<O, T> {
  order: O;
  task: T;
  /** The caller as this order sees them; absent where that is the caller as such. */
  actor?: Actor;
}

/** A call as the finder of its order sees it. */
export interface FindingCall {
  readonly context: Context;
  readonly actor: Actor;
  readonly idempotencyKey: string | undefined;
  readonly requestHash: string;
  /** Body of the call, as its contract reads it; undefined for a caller without a request. */
  readonly body?: unknown;
}

/** The way in which an order call comes to its order and task. */
export interface OrderFinder<O, T, Loaded = unknown, Code extends RefusalCode = RefusalCode> {
  /** With what it says no, beyond there being no such order. */
  readonly refusals: readonly Code[];
  /** Asks before it is known who calls, so that the question travels with that of the session: one round trip. */
  load?(db: Db, named: NamedOrder): Promise<Loaded>;
  /**
   * Returns the order and task that the call names; a person who may not see the order gets the same answer as for an
   * order that does not exist. A request that was answered before gets its first answer again in place of a refusal.
   */
  find(
    call: FindingCall,
    named: NamedOrder,
    loaded: Loaded,
  ): Promise<FoundOrder<O, T> | AnswerText | Refusal<Code | 'notFound'>>;
}

/** Access that a route asks for, as data; the generated access test and the OpenAPI page read it. */
export interface AccessRule {
  readonly kind: 'open' | 'staff' | 'matters' | 'permission' | 'order' | 'ticket';
  readonly permission?: Permission;
  /** For `order`: whether the call reads the order or acts on it. */
  readonly need?: 'read' | 'act';
  /** Set for calls that a person with a one-time password needs: to change it, and to sign out. */
  readonly evenWithOneTimePassword?: true;
  /** For `ticket`: purpose that the one-time ticket in `?ticket=` must have been made for. */
  readonly purpose?: string;
  /** With what it says no, before the call's own work. */
  readonly refusals: readonly RefusalCode[];
  /** For `open`: limits by which each call is counted before its body is read. */
  readonly early?: EarlyLimit;
}

/** Limits that an open call is counted by before its body is read: by the visitor's address, and by a secret in the call's own. */
export interface EarlyLimit {
  limitsOf(visitor: { ip: string; params: Readonly<Record<string, string>> }): RateLimit[];
  readonly refusal: 'tooManyRequests' | 'tooManyAttempts';
}

/** Returns the refusal where a signed-in person may not make a call of this access at all. */
export function refusalOfActor(access: AccessRule, actor: Actor): Refusal<'forbidden'> | undefined {
  const isAboutMatters = access.kind === 'order' || access.kind === 'matters';
  if (isAboutMatters && !mayHaveMatters(actor)) return refuse('forbidden');
  if (access.permission && !can(actor, access.permission)) return refuse('forbidden');
  return undefined;
}

const notIn = ['notSignedIn', 'passwordMustChange'] as const;

/** Anyone, signed in or not. */
export const open: Access<undefined> = { kind: 'open', refusals: [] };

/** Anyone, as often as the limits let an address: counted before the body is read, so that a refused caller costs no parsing. */
export function openWithin(
  limitsOf: EarlyLimit['limitsOf'],
  refusal: EarlyLimit['refusal'] = 'tooManyRequests',
): Access<undefined> {
  return { ...open, refusals: [refusal], early: { limitsOf, refusal } };
}

/** Anyone who is signed in. */
export const staff: Access<Actor> = { kind: 'staff', refusals: notIn };

/** Anyone who is signed in, also before a one-time password is changed. */
export const staffWithAnyPassword: Access<Actor> = {
  kind: 'staff',
  evenWithOneTimePassword: true,
  refusals: ['notSignedIn'],
};

/** Admits any signed-in person who may have a part in matters: no administrator of the portal itself. */
export const matters: Access<Actor> = { kind: 'matters', refusals: [...notIn, 'forbidden'] };

/** Admits any signed-in person who holds the permission. */
export function permission(code: Permission): Access<Actor> {
  return { kind: 'permission', permission: code, refusals: [...notIn, 'forbidden'] };
}

/**
 * Admits any signed-in person who may participate in matters and may see the order that the call names. The
 * names of order, trace and node are gathered from the whole input and must agree; the handler of the call
 * gets the order and the task that were found as `call.order` and `call.task`, so that no service asks for
 * them by itself. The generated access test tries people outside the order on it.
 */
export function order<O, T, Loaded, Code extends RefusalCode>(
  need: 'read' | 'act',
  finder: OrderFinder<O, T, Loaded, Code>,
): Access<Actor, O, T> {
  const refusals = [...notIn, 'forbidden', 'notFound', ...finder.refusals] as const;
  return { kind: 'order', need, refusals, finder: finder as OrderFinder<O, T> };
}

/** As a route does, for those who call a service without one (seeds, tools): finds what is named, then does the work. */
export async function onNamed<O, T, R>(
  { finder }: Access<Actor, O, T>,
  call: FindingCall,
  named: NamedOrder,
  work: (order: O, task: T) => Promise<R>,
): Promise<R | AnswerText | Refusal> {
  if (!finder) throw new Error('This access finds no order');
  const found = await finder.find(call, named, await finder.load?.(call.context.db, named));
  return isRefusal(found) || isAnswerText(found) ? found : work(found.order, found.task);
}

/** A signed-in person by header, or a one-time ticket of this purpose where a header cannot be sent (download, EventSource). */
export function ticket(purpose: string): Access<Actor> {
  return { kind: 'ticket', purpose, refusals: notIn };
}
