import { type Actor, type Person, systemActor } from '../access/actor.ts';
import { startClock } from '../calendar/clock-ledger.ts';
import { dueDate } from '../calendar/due-date.ts';
import type { HolidayTable } from '../calendar/holiday-table.ts';
import { isRefusal } from '../refusals/refusals.ts';
import type {
  RecordCommand,
  RecordPosition,
  RecordRefusal,
  RecordRules,
  RecordStep,
} from './record-rules.ts';
import { defaultRecordSettings, type RecordSettings } from './record-settings.ts';
import type { SideRecord } from './side-record.ts';

/** A calendar without holidays: the days of the tests are in March 2026, which has none. */
const calendar: HolidayTable = { coveredYears: [2026], days: {} };
const actor: Actor = systemActor;
const clerk: Person = { staffId: 'clerk', name: '邓涛', orgId: 'org', orgName: '行政审批科' };

/** An order of a test whose records get commands by the table of one kind, as the workflow gives them. */
export class RecordStory {
  readonly records: SideRecord[] = [];
  holidays = calendar;
  readonly #rules: RecordRules;
  readonly #settings: RecordSettings;
  readonly #unacceptedSince: string | null;
  /** The person who gives the next commands. */
  by: Person = clerk;
  limits: RecordPosition['limits'] = { order: null, task: null };
  results: readonly number[] = [];

  constructor(rules: unknown, settings: Partial<RecordSettings>, unacceptedSince: string | null = null) {
    this.#rules = rules as RecordRules;
    this.#settings = { ...defaultRecordSettings, ...settings };
    this.#unacceptedSince = unacceptedSince;
  }

  get last(): SideRecord {
    return this.records.at(-1) as SideRecord;
  }

  /** Returns the meaning of the state in which the last record is. */
  get meaning() {
    return this.#rules.states[this.last.state];
  }

  /** Opens a record by a command at a time in China, `2026-03-02T16:00`. */
  open(at: string, name: string, input: unknown = {}) {
    return this.#give(at, name, input, undefined);
  }

  /** Gives a command to the last record. */
  change(at: string, name: string, input: unknown = {}) {
    return this.#give(at, name, input, this.last);
  }

  #give(
    at: string,
    name: string,
    input: unknown,
    record: SideRecord | undefined,
  ): RecordStep | RecordRefusal | string {
    const command = this.#rules.commands[name] as unknown as RecordCommand<string, unknown, unknown>;
    const from = record?.state ?? 'none';
    if (!command.from.includes(from)) return `not from ${from}`;
    const now = new Date(`${at}:00+08:00`);
    const position: RecordPosition = {
      now,
      actor,
      by: this.by,
      record,
      records: this.records,
      taskId: 1,
      endedWith: null,
      unacceptedSince: this.#unacceptedSince,
      limits: this.limits,
      results: this.results,
      settings: this.#settings,
      endOf: (limit, from, pauses = []) =>
        (dueDate({ ...startClock(limit, from), pauses }, this.holidays).dueAt as Date).toISOString(),
    };
    const step = command.refuse?.(position) ?? command.decide(position, input);
    if (isRefusal(step)) return step;
    const isSame = record?.state === step.state;
    const changed: SideRecord = {
      id: record?.id ?? this.records.length + 1,
      kind: this.#rules.kind,
      taskId: 1,
      state: step.state,
      openedAt: record?.openedAt ?? now.toISOString(),
      openedBy: record?.openedBy ?? this.by,
      changedAt: now.toISOString(),
      changedBy: this.by,
      due: step.due === undefined ? (isSame ? (record?.due ?? null) : null) : step.due,
      pauses: [],
      extension: step.extension ?? record?.extension ?? null,
      data: step.data ?? record?.data,
    };
    this.records[changed.id - 1] = changed;
    return step;
  }
}
