import { type Actor, can, mayParticipateInMatters, type Permission } from '#domain/access/actor.ts';
import { isRefusal, type Refusal, type RefusalCode, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { type AnswerText, isAnswerText } from '#server/kernel/http/envelope.ts';
import type { RateLimit } from '#server/kernel/http/rate-limit.ts';
import type { OrderReference } from './order-reference.ts';

/**
 * The rule about callers; every route has one. `A` is the type of `actor` for the handler, so that an open
 * call cannot read an actor that may be missing; `O` is the type of its `order`, `T` of its `task`.
 */
export interface Access<A extends Actor | undefined = Actor | undefined, O = undefined, T = undefined>
  extends AccessRule {
  /** Carries only the type; never set. */
  readonly actorOf?: () => A;
  /** For `order`: finds the order and the task of the call, or refuses before the handler runs. */
  readonly finder?: OrderFinder<O, T>;
}

/** The order of a call, with its task if the call is about one. */
export interface AccessibleOrder<O, T> {
  order: O;
  task: T;
  /** The caller with the keys that count for this order; undefined if they are unchanged. */
  actor?: Actor;
}

/** The parts of a call for the finder of its order. */
export interface OrderFinderCall {
  readonly context: Context;
  readonly actor: Actor;
  readonly idempotencyKey: string | undefined;
  readonly requestHash: string;
  /** Body of the call, as read by its contract; undefined for a caller without a request. */
  readonly body?: unknown;
}

/** Finds the order and task of an order call. */
export interface OrderFinder<O, T, Loaded = unknown, Code extends RefusalCode = RefusalCode> {
  /** Refusals in addition to the one for a missing order. */
  readonly refusals: readonly Code[];
  /**
   * Starts a query before the caller is identified, so that it shares a round trip with that of the session.
   */
  load?(db: Db, reference: OrderReference): Promise<Loaded>;
  /**
   * Returns the order and task of the call; a person who may not see the order gets the same answer as for a
   * missing order. A request that was answered before gets its first answer again instead of a refusal.
   */
  find(
    call: OrderFinderCall,
    reference: OrderReference,
    loaded: Loaded,
  ): Promise<AccessibleOrder<O, T> | AnswerText | Refusal<Code | 'notFound'>>;
}

/** The access of a route, as data; the generated access test and the OpenAPI page read it. */
export interface AccessRule {
  readonly kind: 'open' | 'staff' | 'matters' | 'permission' | 'order' | 'ticket';
  readonly permission?: Permission;
  /** For `order`: whether the call reads the order or acts on it. */
  readonly need?: 'read' | 'act';
  /** Set for calls that a person with a one-time password needs: to change it, and to sign out. */
  readonly allowsOneTimePassword?: true;
  /** For `ticket`: the purpose of the one-time ticket in `?ticket=`. */
  readonly purpose?: string;
  /** Refusals before the call's own work. */
  readonly refusals: readonly RefusalCode[];
  /** For `open`: limits that are counted before the body is read. */
  readonly preBodyLimit?: PreBodyLimit;
}

/**
 * Limits of an open call that are counted before its body is read: by the visitor's address, and by a secret
 * in the call's URL.
 */
export interface PreBodyLimit {
  limitsOf(visitor: { ip: string; params: Readonly<Record<string, string>> }): RateLimit[];
  readonly refusal: 'tooManyRequests' | 'tooManyAttempts';
}

/** Returns the refusal if a signed-in person may not make a call with this access at all. */
export function refusalOfActor(access: AccessRule, actor: Actor): Refusal<'forbidden'> | undefined {
  const isAboutMatters = access.kind === 'order' || access.kind === 'matters';
  if (isAboutMatters && !mayParticipateInMatters(actor)) return refuse('forbidden');
  if (access.permission && !can(actor, access.permission)) return refuse('forbidden');
  return undefined;
}

const sessionRefusals = ['notSignedIn', 'passwordMustChange'] as const;

/** Admits any caller, signed in or not. */
export const open: Access<undefined> = { kind: 'open', refusals: [] };

/**
 * Admits any caller, within limits for each address; they are counted before the body is read, so that a
 * refused caller costs no parsing.
 */
export function openWithLimits(
  limitsOf: PreBodyLimit['limitsOf'],
  refusal: PreBodyLimit['refusal'] = 'tooManyRequests',
): Access<undefined> {
  return { ...open, refusals: [refusal], preBodyLimit: { limitsOf, refusal } };
}

/** Admits any signed-in person. */
export const staff: Access<Actor> = { kind: 'staff', refusals: sessionRefusals };

/** Admits any signed-in person, even before a one-time password is changed. */
export const staffWithAnyPassword: Access<Actor> = {
  kind: 'staff',
  allowsOneTimePassword: true,
  refusals: ['notSignedIn'],
};

/** Admits any signed-in person who may take part in matters, which excludes administrators of the portal. */
export const matters: Access<Actor> = { kind: 'matters', refusals: [...sessionRefusals, 'forbidden'] };

/** Admits any signed-in person with the permission. */
export function permission(code: Permission): Access<Actor> {
  return { kind: 'permission', permission: code, refusals: [...sessionRefusals, 'forbidden'] };
}

/**
 * Admits any signed-in person who may take part in matters and may see the order of the call. The names of
 * order, trace and node are collected from the whole input and must agree; the handler gets the found order
 * and task as `call.order` and `call.task`, so that no service looks them up itself. The generated access
 * test calls it with people outside the order.
 */
export function order<O, T, Loaded, Code extends RefusalCode>(
  need: 'read' | 'act',
  finder: OrderFinder<O, T, Loaded, Code>,
): Access<Actor, O, T> {
  const refusals = [...sessionRefusals, 'forbidden', 'notFound', ...finder.refusals] as const;
  return { kind: 'order', need, refusals, finder: finder as OrderFinder<O, T> };
}

/**
 * Finds the order, then does the work, like a route; for callers of a service without a route (seeds, tools).
 */
export async function withFoundOrder<O, T, R>(
  { finder }: Access<Actor, O, T>,
  call: OrderFinderCall,
  reference: OrderReference,
  work: (order: O, task: T) => Promise<R>,
): Promise<R | AnswerText | Refusal> {
  if (!finder) throw new Error('This access rule does not find orders');
  const found = await finder.find(call, reference, await finder.load?.(call.context.db, reference));
  return isRefusal(found) || isAnswerText(found) ? found : work(found.order, found.task);
}

/**
 * Admits a signed-in person by header, or a one-time ticket of this purpose if no header can be sent
 * (download, EventSource).
 */
export function ticket(purpose: string): Access<Actor> {
  return { kind: 'ticket', purpose, refusals: sessionRefusals };
}
