import type { z } from 'zod';
import type { HandleInput } from '#contract/handle-input.ts';
import { handling } from '#contract/handling.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { ProcessDefinition } from '#domain/workflow/model/model.ts';
import { atTime, type Context } from '#server/framework/context.ts';
import { withFoundOrder } from '#server/framework/routing/access.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { actsOnTask, type Caller, handle } from '#server/modules/cases/handling/service.ts';
import { storeFile } from '#server/modules/records/files/service.ts';
import { unwrap } from '../unwrap.ts';
import type { DatedAction, FormEntry, StartEntry } from './office-actions.ts';
import { applicantOf } from './people.ts';
import { scannedMaterial } from './scanned-materials.ts';
import { findItem, findTrace, getFormId } from './service-office.queries.ts';

type Endpoint = Caller['endpoint'];

/** An order of the demo that exists in the database. */
export interface DatabaseOrder {
  workorderId: string;
  workorderCode: string;
  definition: ProcessDefinition;
}

/** Prepares the calls of the demo's people: the caller, the time and the input. */
export function createServiceCalls(context: Context) {
  const actors = new Map<string, Promise<Actor>>();

  function actorOf(step: DatedAction): Promise<Actor> {
    const actor = actors.get(step.person) ?? getActor(context, step.person);
    actors.set(step.person, actor);
    return actor;
  }

  async function callerOf(step: DatedAction, endpoint: Endpoint): Promise<Caller> {
    return {
      context: atTime(context, step.at),
      actor: await actorOf(step),
      endpoint,
      idempotencyKey: step.key,
      // The key alone distinguishes the actions of the plan.
      requestHash: step.key,
      requestId: step.key,
    };
  }

  /** Stores a new scan for each material, because a file belongs to the order to which it was attached. */
  async function scan(step: DatedAction, name: string, entry: FormEntry, sender: string) {
    const { pdf } = await context.typesetter.drawScan(
      scannedMaterial(name, entry, { sender, at: step.at }),
      step.person,
    );
    const file = { name, bytes: pdf, contentType: 'application/pdf' };
    const { id, size } = await storeFile(atTime(context, step.at), await actorOf(step), file, step.key);
    return { id, name, size };
  }

  async function formsOf(step: DatedAction, entry: FormEntry | undefined, sender = '') {
    if (!entry) return [];
    const content: Record<string, unknown> = { ...entry.content };
    for (const [field, names] of Object.entries(entry.files ?? {})) {
      content[field] = await Promise.all(names.map((name) => scan(step, name, entry, sender)));
    }
    return [{ formId: await getFormId(context.db, entry.formCode), content }];
  }

  async function startInput(step: DatedAction, { taskCode, applicant, form }: StartEntry) {
    const item = await findItem(context.db, taskCode);
    if (!item) throw new Error(`There is no published item ${taskCode}`);
    const applyer = applicantOf(applicant);
    const workorderForms = await formsOf(step, form, applicant.name);
    return { item, input: { taskCode, itemDeployId: item.id, applyer, workorderForms } };
  }

  async function submit(
    step: DatedAction,
    { workorderId }: Pick<DatabaseOrder, 'workorderId'>,
    nodeId: string,
    fields: Partial<z.input<typeof HandleInput>>,
  ): Promise<void> {
    const number = await findTrace(context.db, workorderId, nodeId, 'open');
    const input = handling.handle.body.parse({
      workorderId,
      workorderTraceId: `${workorderId}.${number}`,
      ...fields,
    });
    const caller = await callerOf(step, handling.handle);
    const taskOfOrder = { id: workorderId, trace: number };
    const answer = await withFoundOrder(actsOnTask, caller, taskOfOrder, (order, task) =>
      handle(caller, order, task, input),
    );
    unwrap(labelOfAction(step, nodeId), answer);
  }

  /** Stores a file for each material that an applicant supplies later; returns their ids. */
  async function storePapers(step: DatedAction, names: readonly string[]): Promise<string[]> {
    const entry: FormEntry = { formCode: '', content: {} };
    return (await Promise.all(names.map((name) => scan(step, name, entry, '')))).map(({ id }) => id);
  }

  return { callerOf, formsOf, startInput, submit, storePapers };
}

/** Returns a description of an action for the error message if it is refused. */
export function labelOfAction(step: DatedAction, action: string): string {
  return `${step.key} ${action} by ${step.person} at ${step.at.toISOString()}`;
}
