import type { Actor, Permission } from '#domain/access/actor.ts';
import type { Refusal } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/context/context.ts';
import type { NamedOrder } from './named-order.ts';

/**
 * Who may make a call; every route names one value. `A` is what the handler gets as `actor`,
 * so that an open call cannot read an actor that may not be there; `O` is what it gets as `order`.
 */
export interface Access<A extends Actor | undefined = Actor | undefined, O = undefined> extends AccessRule {
  /** Carries the type only; never set. */
  readonly actorOf?: () => A;
  /** For `order`: finds the order that the call names, or refuses it before the handler runs. */
  readonly findOrder?: FindOrder<O>;
}

/** Finds the order that a call names for this person; whoever may not see it is told what it is told of none. */
export type FindOrder<O> = (context: Context, actor: Actor, named: NamedOrder) => Promise<O | Refusal>;

/** What a route asks for, as data; the generated access test and the OpenAPI page read it. */
export interface AccessRule {
  readonly kind: 'open' | 'staff' | 'matters' | 'permission' | 'order' | 'ticket';
  readonly permission?: Permission;
  /** For `order`: whether the call reads the order or acts on it. */
  readonly need?: 'read' | 'act';
  /** Served to whoever still has a one-time password, too: what it takes to change it, and to leave. */
  readonly evenWithOneTimePassword?: true;
  /** For `ticket`: what the one-time ticket in `?ticket=` must have been made for. */
  readonly purpose?: string;
}

/** Anyone, signed in or not. */
export const open: Access<undefined> = { kind: 'open' };

/** Anyone who is signed in. */
export const staff: Access<Actor> = { kind: 'staff' };

/** Anyone who is signed in, also before a one-time password is changed. */
export const staffWithAnyPassword: Access<Actor> = { kind: 'staff', evenWithOneTimePassword: true };

/** Anyone who is signed in and may have a part in matters: not whoever runs the portal itself. */
export const matters: Access<Actor> = { kind: 'matters' };

/** Whoever is signed in and holds the permission. */
export function permission(code: Permission): Access<Actor> {
  return { kind: 'permission', permission: code };
}

/**
 * Whoever is signed in, may have a part in matters and may see the order that the call names. The names are gathered
 * from the whole input and must agree; the handler gets what `findOrder` found as `call.order`, so that no service asks
 * for an order by itself. The generated access test tries strangers on it.
 */
export function order<O>(need: 'read' | 'act', findOrder: FindOrder<O>): Access<Actor, O> {
  return { kind: 'order', need, findOrder };
}

/** A signed-in person by header, or a one-time ticket of this purpose where a header cannot be sent (download, EventSource). */
export function ticket(purpose: string): Access<Actor> {
  return { kind: 'ticket', purpose };
}
