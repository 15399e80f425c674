import type { Actor } from '#domain/access/actor.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { isCandidateFor } from '#domain/substitutes/substitution.ts';
import { workKinds } from '#domain/workflow/actions/checks.ts';
import { actions, type Command } from '#domain/workflow/actions/registry.ts';
import { decide } from '#domain/workflow/decide.ts';
import type { OrderState, ProcessDefinition, Task } from '#domain/workflow/model/model.ts';
import { apply } from '#domain/workflow/state/apply.ts';
import { openTasks } from '#domain/workflow/state/status.ts';
import type { SubmittedForm } from '#server/modules/design/forms/service.ts';
import { factsOf } from '#test/workflow-model/build-plan.ts';
import { contextOf, createAddresseeLookup } from '#test/workflow-model/people.ts';
import type { Plan } from '#test/workflow-model/plan.ts';
import { proposeCommand, type World } from '#test/workflow-model/propose.ts';
import type { Random } from '#test/workflow-model/random.ts';
import { officeOf } from '#test/workflow-model/random-people.ts';
import { FormOffice, fieldIds, ruledField, type Values } from './form-office.ts';
import {
  type Client,
  drawClient,
  type OpenPage,
  type Page,
  type PendingValues,
  storePendingValues,
  submissionFrom,
} from './open-page.ts';
import { labelOf, textsOn } from './values.ts';

/** Counts the events of a walk, so that a test can check that each relevant kind has occurred. */
export type EventCounts = Record<'acted' | 'refused' | 'staged' | 'kept' | 'offered' | 'replaced', number>;

/**
 * One order: people do random things to it, and after every step the oracle checks the stored and shown
 * values.
 */
export class FormWalk {
  readonly story: string[] = [];
  readonly #office: FormOffice;
  readonly #world: World;
  readonly #random: Random;
  readonly #seen: EventCounts;
  readonly #pages = new Map<string, OpenPage>();
  /**
   * Values that must be shown when the task is opened: staged ones by task and person, and those left by a
   * return by visit.
   */
  readonly #staged = new Map<string, PendingValues>();
  readonly #left = new Map<number, PendingValues>();
  /** Minute at which each field was last changed. */
  readonly #changedAt = new Map<string, number>();
  #state: OrderState | null = null;
  #minute = 0;
  #number = 0;

  constructor(plan: Plan, definition: ProcessDefinition, random: Random, seen: EventCounts) {
    const people = [...officeOf(plan).values()];
    const initiator = people.find(({ staffId }) => staffId === 'initiator') as Actor;
    this.#world = { definition, initiator, people, context: { facts: factsOf(plan) } };
    this.#office = new FormOffice(definition);
    this.#random = random;
    this.#seen = seen;
  }

  get isRunning(): boolean {
    return this.#state !== null && this.#state.ended === null;
  }

  get #now(): Date {
    return new Date(Date.UTC(2026, 2, 2, 1, this.#minute));
  }

  start(): void {
    this.#office.begin(Object.fromEntries(fieldIds.map((id) => [id, this.#draw(id, [])])));
    const { initiator } = this.#world;
    this.#advance(initiator, { action: 'start' });
  }

  step(): void {
    this.#minute += 1;
    const state = this.#state as OrderState;
    const target = this.#anyPage(state);
    const choice = this.#random.below(12);
    if (target && choice < 6) this.#type(target.openPage, target.name);
    else if (target && choice < 7) this.#refresh(state, target);
    else if (target && choice < 8) this.#stage(state, target);
    else this.#actAtRandom(state);
  }

  #actAtRandom(state: OrderState): void {
    const { actor, command } = proposeCommand(state, this.#world, this.#random);
    this.#act(state, actor, command);
  }

  /** Decides a command; false if the core refuses it. */
  #decide(actor: Actor, command: Command) {
    const { people, context, definition } = this.#world;
    const addressee = createAddresseeLookup((key) => people.some(({ keys }) => keys.includes(key)));
    const events = decide(
      this.#state,
      command,
      contextOf(definition, actor, { ...context, now: this.#now, addressee }),
    );
    return isRefusal(events) ? null : events;
  }

  #advance(actor: Actor, command: Command): void {
    const events = this.#decide(actor, command);
    if (!events) return;
    const state = events.reduce<OrderState>(apply, this.#state as OrderState);
    this.#state = state;
    // Most pages are opened at the first moment, long before they are sent.
    for (const task of openTasks(state)) {
      for (const actor of this.#world.people) {
        if (workKinds.includes(task.kind) && isCandidateFor(actor, task) && this.#random.chance(0.3))
          this.#pageOf(state, task, actor);
      }
    }
  }

  /** Returns a page of an open task; opens one if none of its people has one. */
  #anyPage(state: OrderState): { task: Task; actor: Actor; openPage: OpenPage; name: string } | undefined {
    const tasks = openTasks(state).filter(({ kind }) => workKinds.includes(kind));
    const task = this.#random.pick(tasks);
    const actor = task && this.#random.pick(this.#world.people.filter((one) => isCandidateFor(one, task)));
    return task && actor && { task, actor, ...this.#pageOf(state, task, actor) };
  }

  #pageOf(state: OrderState, task: Task, actor: Actor): { openPage: OpenPage; name: string } {
    const name = `${task.id} ${actor.staffId}`;
    const known = this.#pages.get(name);
    if (known) return { openPage: known, name };
    const openPage: OpenPage = {
      page: this.#show(state, task, actor),
      typed: {},
      shown: new Set(),
      seenAt: this.#minute,
    };
    for (const text of textsOn(openPage.page)) openPage.shown.add(text);
    this.#pages.set(name, openPage);
    this.#log(`${name} opens at version ${openPage.page.contentVersion}`);
    return { openPage, name };
  }

  /** Opens the page, which must show everything that was staged, or left by a return. */
  #show(state: OrderState, task: Task, actor: Actor): Page {
    const page = this.#office.show(state, task, actor);
    const labels = textsOn(page);
    const staged = this.#staged.get(`${task.id} ${actor.staffId}`);
    for (const [id, { label, seenAt, replacedLabel }] of staged ?? this.#leftAt(state, task)) {
      const current = labelOf(id, this.#office.stored[id]);
      const isOld = (this.#changedAt.get(id) ?? 0) > seenAt && current !== replacedLabel;
      if (isOld && id in page.content && labelOf(id, page.content[id]) !== current)
        throw new Error(`${label} is shown instead of ${current}, which is newer`);
      if (!labels.has(label))
        throw new Error(`${label} was typed in ${id}, but is not shown at ${task.id} ${actor.staffId}`);
    }
    this.#seen.offered += Object.keys(page.typedBefore).length;
    return page;
  }

  #type(openPage: OpenPage, name: string): void {
    const editable = fieldIds.filter((id) => openPage.page.authority[id] === 2);
    const id = this.#random.pick(editable);
    if (id === undefined) return;
    openPage.typed[id] = this.#draw(id, openPage.page.content[id]);
    this.#log(`${name} types ${JSON.stringify(openPage.typed[id])} in ${id}`);
  }

  #draw(id: string, before: unknown): unknown {
    this.#number += 1;
    const value = `v${this.#number}`;
    const mobile = `154${String(this.#number).padStart(8, '0')}`;
    if (id === 's') return mobile;
    if (id !== 'd') return value;
    const rows = Array.isArray(before) ? [...before] : [];
    const row = { a: value, phone: mobile };
    const index = this.#random.below(rows.length + 1);
    if (rows[index] === undefined) return [...rows, { ...row, _uid: `n${this.#number}` }];
    if (rows.length > 1 && this.#random.chance(0.3)) return rows.toSpliced(index, 1);
    return rows.with(index, { ...rows[index], a: value });
  }

  /**
   * Refreshes the page with the order's current contents; typed values are kept, and a table is typed again
   * on top of the current rows.
   */
  #refresh(
    state: OrderState,
    { task, actor, openPage, name }: { task: Task; actor: Actor; openPage: OpenPage; name: string },
  ) {
    openPage.page = this.#show(state, task, actor);
    openPage.seenAt = this.#minute;
    for (const text of textsOn(openPage.page)) openPage.shown.add(text);
    if (Object.hasOwn(openPage.typed, 'd')) openPage.typed.d = this.#draw('d', openPage.page.content.d);
    this.#log(`${name} refreshes to version ${openPage.page.contentVersion}`);
  }

  #stage(state: OrderState, target: { task: Task; actor: Actor; openPage: OpenPage; name: string }): void {
    const { task, actor, openPage, name } = target;
    const client = drawClient(this.#random);
    const sent = submissionFrom(openPage, client);
    const problems = this.#office.stage(state, task, actor, sent, this.#now);
    this.#log(`${name} stages as ${client}: ${JSON.stringify(sent.content)} ${JSON.stringify(problems)}`);
    if (problems.length > 0) {
      this.#refresh(state, target);
      return;
    }
    this.#seen.staged += 1;
    const pendingValues = this.#staged.get(name) ?? this.#leftAt(state, task);
    this.#staged.set(name, storePendingValues(openPage, sent, this.#office.stored, new Map(pendingValues)));
    openPage.typed = {};
    this.#refresh(state, target);
  }

  #leftAt(state: OrderState, task: Task): PendingValues {
    const before = state.tasks.findLast(
      (visit) =>
        visit.id < task.id &&
        visit.nodeId === task.nodeId &&
        workKinds.includes(visit.kind) &&
        visit.outcome !== null,
    );
    return (before?.outcome === 'returned' && this.#left.get(before.id)) || new Map();
  }

  #act(state: OrderState, actor: Actor, command: Command): void {
    if (!this.#decide(actor, command)) return;
    const task = 'taskId' in command ? state.tasks[command.taskId - 1] : undefined;
    const rule = actions[command.action].forms;
    if (!task || rule === 'unchanged' || !workKinds.includes(task.kind)) {
      this.#log(`${actor.staffId}: ${command.action}`);
      this.#advance(actor, command);
      return;
    }
    const target = { task, actor, ...this.#pageOf(state, task, actor) };
    if (this.#random.chance(0.6)) this.#type(target.openPage, target.name);
    const allowsIncomplete = rule !== 'store';
    let client = drawClient(this.#random);
    for (let attempt = 0; ; attempt += 1) {
      const sent = submissionFrom(target.openPage, client);
      const merged = this.#office.merge(state, task, actor, [sent], { allowsIncomplete, now: this.#now });
      const { concurrentEdits, problems } = merged;
      const received = JSON.stringify([...concurrentEdits, ...problems].map(({ message }) => message));
      this.#log(`${target.name} ${command.action} as ${client}: ${JSON.stringify(sent.content)} ${received}`);
      if (concurrentEdits.length === 0 && problems.length === 0) {
        const before = this.#office.stored;
        this.#office.write(merged, { version: this.#minute, at: this.#now.toISOString(), by: actor.name });
        if (allowsIncomplete) this.#keep(merged, target, sent);
        this.#verifyStoredValues(before, target.openPage, allowsIncomplete);
        break;
      }
      this.#checkRefusal(target.openPage, client, concurrentEdits);
      if (attempt > 1) throw new Error('An action is refused although the person has seen all values');
      this.#seen.refused += 1;
      // The person sees what others typed, and keeps the own typed values.
      this.#refresh(state, target);
      client = 'page';
    }
    this.#seen.acted += 1;
    this.#advance(actor, command);
  }

  /**
   * Checks that a client that sends back the values of the opened page is asked only about fields that were
   * typed.
   */
  #checkRefusal({ page, typed }: OpenPage, client: Client, overwritten: readonly { field: string }[]): void {
    if (client === 'version' || client === 'changes') return;
    for (const { field } of overwritten) {
      const id = field.slice(field.indexOf('.') + 1);
      const isPending = labelOf(id, page.content[id]) !== labelOf(id, page.initContent[id]);
      if (!isPending && !Object.hasOwn(typed, id) && id !== ruledField)
        throw new Error(`${id} is refused although no value was typed in it`);
    }
  }

  #keep(
    merged: ReturnType<FormOffice['merge']>,
    { task, openPage }: { task: Task; openPage: OpenPage },
    sent: SubmittedForm,
  ): void {
    this.#office.keep(merged, task);
    this.#left.set(task.id, storePendingValues(openPage, sent, this.#office.stored));
    this.#seen.kept += 1;
  }

  /**
   * Checks that each value that was replaced had been shown to the person who replaced it, and that each
   * typed value is stored.
   */
  #verifyStoredValues(before: Values, { page, typed, shown }: OpenPage, allowsIncomplete: boolean): void {
    const after = this.#office.stored;
    if (JSON.stringify(after).includes('*'))
      throw new Error(`A masked value is stored: ${JSON.stringify(after)}`);
    for (const id of fieldIds) {
      const [previous, current] = [labelOf(id, before[id]), labelOf(id, after[id])];
      if (previous !== current && allowsIncomplete)
        throw new Error(`${current} is stored by an action that fills in nothing`);
      if (previous !== current && !shown.has(previous))
        throw new Error(`${previous} became ${current} unseen`);
      if (previous !== current) {
        this.#changedAt.set(id, this.#minute);
        this.#seen.replaced += 1;
      }
      const isTyped = Object.hasOwn(typed, id) && page.authority[id] === 2 && id !== ruledField;
      if (isTyped && !allowsIncomplete && current !== labelOf(id, typed[id]))
        throw new Error(`${labelOf(id, typed[id])} was typed, but ${current} is stored`);
    }
  }

  #log(line: string): void {
    this.story.push(`  ${this.#minute}: ${line}`);
  }
}
