import type { Endpoint } from '#contract/endpoint.ts';
import type { handOvers } from '#contract/hand-overs.ts';
import type { listViews, ViewContent } from '#contract/list-views.ts';
import { type Actor, can, Permission } from '#domain/access/actor.ts';
import { hasPersonalNumber, viewLimits, viewText } from '#domain/lists/view.ts';
import { type Problem, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { type ActingCall, actIfStillAllowed, actOnce } from '#server/modules/access/audit/service.ts';
import * as queries from './queries.ts';

/** Lists the views that a person may use for a list. */
export async function viewsOf(db: Db, actor: Actor, list: string) {
  return { rows: await queries.listViews(db, actor, list), mayShare: can(actor, Permission.shareView) };
}

export { listSharedViews } from './queries.ts';

/** Returns one view, own or shared; views that the person may not see are not found. */
export async function openView({ db }: Pick<Context, 'db'>, actor: Actor, id: string) {
  return (await queries.findView(db, actor, id)) ?? refuse('notFound');
}

/** Time for which a deleted view can be restored; after that the next save removes it. */
const deletedViewRetentionMs = 86_400_000;

type ViewCall<E extends Endpoint> = ActingCall<E> & { actor: Actor };

export function createView(
  call: ViewCall<typeof listViews.create>,
  { list, name, content }: { list: string; name: string; content: ViewContent },
) {
  const { context, actor } = call;
  return actOnce(call, async (tx) => {
    await queries.lockOwnViews(tx, actor.staffId);
    const id = context.newId();
    await queries.purgeDeletedViews(
      tx,
      actor.staffId,
      new Date(context.now().getTime() - deletedViewRetentionMs),
    );
    const problems = await problemsOfName(tx, actor, { id, list, name, isNew: true });
    if (problems.length > 0) return refuse('badInput', { problems });
    await queries.insertView(tx, { id, list, staffId: actor.staffId, name, content, now: context.now() });
    return {
      answer: await getView(tx, actor, id),
      auditRecord: auditRecordOf(actor, 'save', id, { list, name }),
    };
  });
}

/**
 * Renames, changes or shares an own view; a shared view must contain no personal number, and changing it
 * needs a permission.
 */
export function changeView(
  call: ViewCall<typeof listViews.change>,
  id: string,
  changes: { name?: string | undefined; content?: ViewContent | undefined; shared?: boolean | undefined },
) {
  const { context, actor } = call;
  return actOnce(call, async (tx) => {
    await queries.lockOwnViews(tx, actor.staffId);
    const stored = await queries.lockOwnView(tx, actor.staffId, id);
    if (!stored) return refuse('notFound');
    const { name = stored.name, content = stored.content, shared = stored.sharedWith !== null } = changes;
    if (shared && !can(actor, Permission.shareView)) {
      return refuse('forbidden', { message: viewText.sharingForbidden });
    }
    const problems = await problemsOfName(tx, actor, { id, list: stored.list, name, isNew: false });
    if (shared && textsOf([name, content]).some(hasPersonalNumber)) {
      problems.push({ field: changes.shared === undefined ? 'content' : 'shared', message: viewText.secret });
    }
    if (problems.length > 0) return refuse('badInput', { problems });
    await queries.updateView(tx, id, {
      name,
      content,
      // It stays shared with the organisation in which its owner shared it, even if the owner has moved to
      // another organisation since.
      sharedWith: shared ? (stored.sharedWith ?? actor.orgId) : null,
      now: context.now(),
    });
    if (!shared) await queries.removeDefaultsOfOthers(tx, id, actor.staffId);
    return {
      answer: await getView(tx, actor, id),
      auditRecord: auditRecordOf(actor, 'change', id, { list: stored.list, name, shared }),
    };
  });
}

export function reorderViews(
  call: ViewCall<typeof listViews.reorder>,
  { list, ids }: { list: string; ids: readonly string[] },
) {
  const { actor } = call;
  return actOnce(call, async (tx) => {
    await queries.lockOwnViews(tx, actor.staffId);
    await queries.reorderViews(tx, actor.staffId, list, ids);
    return {
      answer: await viewsOf(tx, actor, list),
      auditRecord: auditRecordOf(actor, 'arrange', list, { list }),
    };
  });
}

/** Sets the view with which the list opens for this person. */
export function setDefaultView(
  call: ViewCall<typeof listViews.setDefault>,
  { list, id }: { list: string; id: string | null },
) {
  const { actor } = call;
  return actOnce(call, async (tx) => {
    const view = id === null ? undefined : await queries.lockView(tx, actor, id);
    if (id !== null && view?.list !== list) return refuse('notFound');
    await queries.setDefault(tx, actor.staffId, list, id);
    const detail = { list, ...(view && { name: view.name }) };
    return {
      answer: await viewsOf(tx, actor, list),
      auditRecord: auditRecordOf(actor, 'default', id ?? list, detail),
    };
  });
}

export function removeView(call: ViewCall<typeof listViews.remove>, id: string) {
  const { actor } = call;
  return actOnce(call, async (tx) => {
    const stored = await queries.lockOwnView(tx, actor.staffId, id);
    if (!stored) return refuse('notFound');
    return { answer: { id }, auditRecord: await markRemoved(tx, call, stored) };
  });
}

/** Removes a view that is still shared by a person who has left, for the matter administrator (0191). */
export function removeViewOfDeparted(call: ViewCall<typeof handOvers.removeView>, id: string) {
  return actIfStillAllowed(call, { permission: Permission.administer }, async (tx) => {
    const stored = await queries.lockViewOfDeparted(tx, id);
    if (!stored) return refuse('notFound');
    return { answer: {}, auditRecord: await markRemoved(tx, call, stored) };
  });
}

async function markRemoved(
  tx: Tx,
  { context, actor }: { context: Context; actor: Actor },
  { id, list, name }: Pick<queries.OwnView, 'id' | 'list' | 'name'>,
) {
  await queries.markDeleted(tx, id, context.now());
  await queries.removeDefaultsOfOthers(tx, id, null);
  return auditRecordOf(actor, 'delete', id, { list, name });
}

/** Restores a deleted view; if its name has been used for another view meanwhile, adds a number to it. */
export function restoreView(call: ViewCall<typeof listViews.restore>, id: string) {
  const { context, actor } = call;
  return actOnce(call, async (tx) => {
    await queries.lockOwnViews(tx, actor.staffId);
    const stored = await queries.lockOwnView(tx, actor.staffId, id, true);
    if (!stored) return refuse('notFound');
    const { list, content } = stored;
    const usedNames = new Set(await queries.listOtherNames(tx, actor.staffId, list, id));
    if (usedNames.size >= viewLimits.viewsOfList) {
      return refuse('badInput', { problems: [{ field: 'id', message: viewText.tooMany }] });
    }
    const name = freeName(stored.name, usedNames);
    await queries.markDeleted(tx, id, null);
    await queries.updateView(tx, id, {
      name,
      content,
      sharedWith: can(actor, Permission.shareView) ? stored.sharedWith : null,
      now: context.now(),
    });
    return {
      answer: await getView(tx, actor, id),
      auditRecord: auditRecordOf(actor, 'restore', id, { list, name }),
    };
  });
}

function freeName(name: string, usedNames: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; usedNames.has(free); number += 1) {
    const suffix = ` ${number}`;
    free = name.slice(0, viewLimits.nameCharacters - suffix.length) + suffix;
  }
  return free;
}

async function problemsOfName(
  tx: Tx,
  { staffId }: Actor,
  { id, list, name, isNew }: { id: string; list: string; name: string; isNew: boolean },
): Promise<Problem[]> {
  const names = await queries.listOtherNames(tx, staffId, list, id);
  if (names.includes(name)) return [{ field: 'name', message: viewText.nameTaken }];
  if (!isNew) return [];
  if (names.length >= viewLimits.viewsOfList) return [{ field: 'name', message: viewText.tooMany }];
  const isFull = (await queries.countViewsOf(tx, staffId)) >= viewLimits.viewsOfPerson;
  return isFull ? [{ field: 'name', message: viewText.tooManyInAll }] : [];
}

async function getView(tx: Tx, actor: Actor, id: string) {
  const view = await queries.findView(tx, actor, id);
  if (!view) throw new Error(`View ${id} is missing`);
  return view;
}

/** Returns every text in a value: all names of properties and all values. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.entries(value).flat().flatMap(textsOf);
  return [String(value)];
}

function auditRecordOf({ staffId }: Actor, act: string, id: string, detail: Record<string, unknown>) {
  return {
    chain: `list-view:${staffId}`,
    action: `list-view.${act}`,
    objectKind: 'list-view',
    objectId: id,
    detail,
  };
}
