import type { Actor, Permission } from '#domain/access/actor.ts';

/**
 * Who may make a call; every route names one value. `A` is what the handler gets as `actor`,
 * so that an open call cannot read an actor that may not be there.
 */
export interface Access<A extends Actor | undefined = Actor | undefined> extends AccessRule {
  /** Carries the type only; never set. */
  readonly actorOf?: () => A;
}

/** What a route asks for, as data; the generated access test and the OpenAPI page read it. */
export interface AccessRule {
  readonly kind: 'open' | 'staff' | 'matters' | 'permission' | 'order' | 'ticket';
  readonly permission?: Permission;
  /** For `order`: what the service checks on the very order, read or act. */
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

/** Whoever is signed in and may have a part in matters; the service then checks this very order. The generated access test tries strangers on it. */
export function order(need: 'read' | 'act'): Access<Actor> {
  return { kind: 'order', need };
}

/** A signed-in person by header, or a one-time ticket of this purpose where a header cannot be sent (download, EventSource). */
export function ticket(purpose: string): Access<Actor> {
  return { kind: 'ticket', purpose };
}
