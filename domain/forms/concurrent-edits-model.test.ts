import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomCases } from '#test/world/random-cases.ts';
import type { SubmissionBasis } from './concurrent-edits.ts';
import { type ContentChange, contentVersionOf, withChange } from './content-changes.ts';
import { mergeSubmission } from './merge.ts';
import type { FieldModel } from './model.ts';
import { buildForm } from './test-forms.ts';

/**
 * Random people edit one form, at tasks that begin and end as branches, instances and returns do, with
 * clients of every kind. The test verifies only the result of the merge: every value was shown to the person
 * who replaced it. `FORM_MODEL_RUNS` sets a longer run.
 */

const runs = Number(process.env.FORM_MODEL_RUNS ?? randomCases(400));
const text: FieldModel = { id: 'a', title: '甲', 'x-component': 'single-line' };
const dependentField: FieldModel = {
  ...text,
  id: 'c',
  linkage: [{ when: { field: 'b', is: 'regexp', value: '[02468]$' }, effects: [{ setValue: '照办' }] }],
};
const rows: FieldModel = { id: 'd', title: '丁', 'x-component': 'table', columns: [text] };
const form = buildForm([text, { ...text, id: 'b' }, dependentField, rows]);
const fields = ['a', 'b', 'c', 'd'] as const;
const edits = { '*': 2 } as const;

type Values = Record<string, unknown>;
type Client = 'version' | 'initContent' | 'both' | 'changes' | 'whole';

/** One person at one task, with the displayed page and the stored draft. */
interface EditingSession {
  taskOpenedAt: string;
  version: number;
  init: Values;
  typed: Values;
  /** Every value of a field that this person has seen. */
  shown: Set<string>;
}

class Office {
  stored: Values = {};
  changes: ContentChange[] = [];
  acts = 0;
  readonly desks: EditingSession[];

  constructor(people: number) {
    this.desks = Array.from({ length: people }, () => this.#fresh(new Set()));
  }

  /** Each action happens a minute after the one before. */
  now(): string {
    return new Date(Date.UTC(2026, 2, 2) + this.acts * 60_000).toISOString();
  }

  #fresh(displayedFields: Set<string>): EditingSession {
    const desk = { taskOpenedAt: this.now(), version: 0, init: {}, typed: {}, shown: displayedFields };
    this.look(desk);
    return desk;
  }

  look(desk: EditingSession): void {
    desk.version = contentVersionOf(this.changes);
    desk.init = Object.fromEntries(fields.map((id) => [id, this.stored[id] ?? (id === 'd' ? [] : '')]));
    for (const id of fields) desk.shown.add(labelOf(id, this.stored[id]));
  }

  type(desk: EditingSession, id: string, number: number): void {
    desk.typed[id] = id === 'd' ? [{ a: `v${number}` }] : `v${number}`;
  }

  /** Submits; returns how often the page had to be reloaded. */
  submit(deskIndex: number, client: Client): number {
    const desk = this.desks[deskIndex];
    if (!desk) throw new Error('No desk');
    this.acts += 1;
    for (let reloads = 0; reloads < 3; reloads += 1) {
      if (this.#try(desk, reloads === 0 ? client : 'both')) {
        this.desks[deskIndex] = this.#fresh(new Set());
        return reloads;
      }
      // The person sees the input of others and keeps their own.
      this.look(desk);
    }
    throw new Error('An action is refused although the person has seen all values');
  }

  #try(desk: EditingSession, client: Client): boolean {
    const sent = client === 'changes' || client === 'version' ? desk.typed : { ...desk.init, ...desk.typed };
    const basis: SubmissionBasis = {
      changes: this.changes,
      taskOpenedAt: desk.taskOpenedAt,
      ...((client === 'version' || client === 'both') && { contentVersion: desk.version }),
      ...((client === 'initContent' || client === 'both') && { initContent: desk.init }),
    };
    const merged = mergeSubmission(form, this.stored, sent, edits, { basis });
    if (merged.concurrentEdits.length > 0) return false;
    for (const id of fields) {
      const [before, after] = [labelOf(id, this.stored[id]), labelOf(id, merged.values[id])];
      if (before === after) continue;
      expect(desk.shown, `${id}: ${before} became ${after} unseen`).toContain(before);
    }
    for (const [id, value] of Object.entries(desk.typed)) {
      // The typed value is stored, unless a rule of the form forbids it.
      if (id !== 'c') expect(labelOf(id, merged.values[id])).toBe(labelOf(id, value));
    }
    this.stored = merged.values;
    if (merged.changed.length > 0) {
      const change = { version: this.acts, at: this.now(), by: '', fields: merged.changed };
      this.changes = withChange(this.changes, change);
    }
    return true;
  }
}

function labelOf(id: string, value: unknown): string {
  return `${id}=${JSON.stringify(value ?? (id === 'd' ? [] : ''))}`;
}

const people = 4;
const desk = fc.nat({ max: people - 1 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('type' as const), desk, field: fc.constantFrom(...fields) }),
  fc.record({ kind: fc.constant('look' as const), desk }),
  fc.record({
    kind: fc.constant('submit' as const),
    desk,
    client: fc.constantFrom<Client>('version', 'initContent', 'both', 'changes', 'whole'),
  }),
);

it('an entered value is never overwritten by a person who has not seen it, in any order of actions', () => {
  let refused = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
      const office = new Office(people);
      let number = 0;
      for (const action of steps) {
        const currentDesk = office.desks[action.desk];
        if (!currentDesk) continue;
        if (action.kind === 'type') office.type(currentDesk, action.field, ++number);
        // A page without typed values is reloaded; with typed values it first asks, as after a refusal.
        else if (action.kind === 'look')
          Object.keys(currentDesk.typed).length === 0 && office.look(currentDesk);
        else refused += office.submit(action.desk, action.client);
      }
    }),
    { numRuns: runs },
  );
  expect(refused).toBeGreaterThan(runs / 20);
});
